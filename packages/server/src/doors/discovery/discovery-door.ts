import type { Deps } from '../../deps.ts'
import { bytesBody, refusalAnswer, tagOf, textBody } from '../../http/answer.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { CACHING, requireReading } from '../../http/static.ts'
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
      .answer('file', ({ path }) => {
        const { type, content } = FILES[path]!({ base: deps.urls().base, version, now: deps.control.now() })
        const body = typeof content === 'string' ? textBody(content) : bytesBody(content)
        return { status: 200, body, type, tag: tagOf(content), headers: CACHING.revalidate }
      }),
    refuse: (refusal) => refusalAnswer(refusal),
  })
}
