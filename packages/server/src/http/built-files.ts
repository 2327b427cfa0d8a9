import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Answer } from './answer.ts'
import { HTML_TYPE, loadFile, type StaticFile, textFile } from './static.ts'

/** The address says what is in the file, so it may be kept for ever. */
const IMMUTABLE = ['Cache-Control', 'public, max-age=31536000, immutable'] as const
/** Letters of the hash that a name carries. */
const HASH = 10

/** Scripts, styles, fonts and pictures that were built for some pages, under names that change with their content. */
interface BuiltFiles {
  /** The name under which a file is served; undefined where there is none. */
  nameOf(file: string): string | undefined
  has(name: string): boolean
  answer(name: string): Answer | undefined
  /** A page that refers to them, with the names under which they are served. */
  page(file: URL): StaticFile
  /** The same as text, for a page into which something is put. */
  text(file: URL): string
}

export function loadBuiltFiles(folder: URL): BuiltFiles {
  const names = new Map<string, string>()
  const files = new Map<string, StaticFile>()
  for (const file of readdirSync(folder)) {
    const loaded = loadFile(new URL(file, folder))
    const hash = loaded.tag.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, HASH)
    const extension = extname(file)
    // The bundler has named fonts after their content already, and styles refer to them by that name.
    const name = extension === '.woff2' ? file : `${basename(file, extension)}.${hash}${extension}`
    names.set(file, name)
    files.set(name, loaded)
  }
  const renamed = (whole: string, before: string, file: string) =>
    names.has(file) ? `${before}${names.get(file)}"` : whole
  const text = (file: URL): string =>
    readFileSync(file, 'utf8').replaceAll(/((?:href|src)="(?:(?:\.\.\/)?[\w-]+\/)?)([\w-]+\.\w+)"/g, renamed)
  return {
    nameOf: (file) => names.get(file),
    has: (name) => files.has(name),
    answer(name) {
      const file = files.get(name)
      return file === undefined ? undefined : { status: 200, ...file, headers: IMMUTABLE }
    },
    text,
    page: (file) => textFile(text(file), HTML_TYPE),
  }
}
