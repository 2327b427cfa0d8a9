import type { Deps } from '../../deps.ts'
import { bytesBody, refusalAnswer, textBody } from '../../http/answer.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { etagOf, fileAnswer, requireReading } from '../../http/static.ts'
import { steps } from '../../http/steps.ts'
import { FILES } from './files.ts'

/** Files by which machines find out what this server is and how to use it: no key, no counting. */
export function discoveryDoor(deps: Pick<Deps, 'log' | 'control' | 'urls'>, version: string): Door {
  return makeDoor(deps, {
    name: 'discovery',
    measured: false,
    opens: (path) => Object.hasOwn(FILES, path),
    steps: steps()
      .check('method', requireReading)
      .answer('file', (visit) => {
        const { type, content } = FILES[visit.path]!({ base: deps.urls().base, version, now: deps.control.now() })
        const body = typeof content === 'string' ? textBody(content) : bytesBody(content)
        return fileAnswer({ body, type, etag: etagOf(content) }, visit.header('if-none-match'))
      }),
    refuse: (refusal) => refusalAnswer(refusal),
  })
}
