import type { Deps } from '../../deps.ts'
import { refusalAnswer } from '../../http/answer.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { bytesFile, fileAnswer, requireReading, type StaticFile, textFile } from '../../http/static.ts'
import { steps } from '../../http/steps.ts'
import { FILES } from './files.ts'

/** Files by which machines find out what this server is and how to use it: no key, no counting. */
export function discoveryDoor(deps: Pick<Deps, 'log' | 'control' | 'urls' | 'config'>, version: string): Door {
  /** Kept as bytes; made anew only when the year changes, the one moment that a file depends on. */
  const kept = new Map<string, { readonly year: number; readonly file: StaticFile }>()

  function fileAt(path: string): StaticFile {
    const now = deps.control.now()
    const year = new Date(now).getUTCFullYear()
    const known = kept.get(path)
    if (known?.year === year) return known.file
    const { type, content } = FILES[path]!({ base: deps.urls().base, version, now, contact: deps.config.contact })
    const file = typeof content === 'string' ? textFile(content, type) : bytesFile(content, type)
    kept.set(path, { year, file })
    return file
  }

  return makeDoor(deps, {
    name: 'discovery',
    measured: false,
    opens: (path) => Object.hasOwn(FILES, path),
    steps: steps()
      .check('method', requireReading)
      .answer('file', ({ path }) => fileAnswer(fileAt(path))),
    refuse: (refusal) => refusalAnswer(refusal),
  })
}
