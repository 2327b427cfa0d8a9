import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Body, CompressedForms } from '../../platform/cache/response-cache.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { type Context, isReading } from './context.ts'
import { bytesBody, type Response, tagOf, textBody } from './response.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': HTML_TYPE,
  '.js': SCRIPT_TYPE,
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const mediaTypeOf = (name: string): string | undefined => FILE_TYPES[extname(name)]

/** How long an answer may be stored, and by whom. */
export const CACHING = {
  /** Stored by the browser and asked about each time, so that a page never runs with half of an older one. */
  revalidate: ['Cache-Control', 'no-cache'],
  never: ['Cache-Control', 'no-store'],
  /** What a key was shown: stored by its holder alone, and asked about each time. */
  ownCopy: ['Cache-Control', 'private, no-cache'],
} as const

export interface StaticFile {
  readonly body: Body
  readonly type: string
  readonly tag: string
  readonly forms: CompressedForms
}

/** Reads one file; the kinds that can be served are those of FILE_TYPES. */
export function loadFile(file: URL): StaticFile {
  const type = mediaTypeOf(file.pathname)
  if (type === undefined) throw new Error(`files such as ${file.pathname} have no media type here`)
  return bytesFile(readFileSync(file), type)
}

/** Whether a browser asks for a page: a program that takes anything, or wants something done, gets JSON. */
export const wantsHtml = (context: Context): boolean =>
  isReading(context) && /(^|,)\s*text\/html\s*(;\s*(?!q=0(\.0*)?\s*(,|$))|,|$)/i.test(context.headers.accept ?? '')

/** Files are read and nothing else. */
export function requireReading(context: Context): void {
  if (!isReading(context)) throw new ApiError('NOT_FOUND')
}

export const bytesFile = (bytes: Buffer, type: string): StaticFile => ({
  body: bytesBody(bytes),
  type,
  tag: tagOf(bytes),
  forms: {},
})

/** In characters. Bytes are shared by all who are being sent them; a text is copied for each, also for who never reads. */
const STRING_CHARS_MAX = 16_384

/** A text that is made here and served like a file. */
export const textFile = (text: string, type: string): StaticFile =>
  text.length > STRING_CHARS_MAX
    ? bytesFile(Buffer.from(text), type)
    : { body: textBody(text), type, tag: tagOf(text), forms: {} }

/** Files and documents are asked about each time, and sent again only where they have changed. */
export const fileResponse = (file: StaticFile, headers: readonly string[] = []): Response => ({
  status: 200,
  ...file,
  headers: [...CACHING.revalidate, ...headers],
})

/** Scripts, styles, fonts and requests of this server and of no other; nothing inline, nothing framed, no address carried away. */
export const PAGE_SECURITY_HEADERS = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex, nofollow',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
] as const

/** The address says what is in the file, so it may be kept for ever. */
const IMMUTABLE = ['Cache-Control', 'public, max-age=31536000, immutable'] as const
/** Letters of the hash that a name carries. */
const HASH_CHARS = 10

/** Scripts, styles, fonts and pictures that were built for some pages, under names that change with their content. */
interface BuiltFiles {
  /** The name under which a file is served; undefined where there is none. */
  nameOf(file: string): string | undefined
  has(name: string): boolean
  response(name: string): Response | undefined
  /** A page that refers to them, with the names under which they are served. */
  page(file: URL): StaticFile
  /** The same as text, for a page into which something is put. */
  text(file: URL): string
}

export function loadBuiltFiles(folder: URL): BuiltFiles {
  const names = new Map<string, string>()
  const files = new Map<string, StaticFile>()
  for (const file of readdirSync(folder)) {
    const staticFile = loadFile(new URL(file, folder))
    const hash = staticFile.tag.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, HASH_CHARS)
    const extension = extname(file)
    // The bundler has named fonts after their content already, and styles refer to them by that name.
    const name = extension === '.woff2' ? file : `${basename(file, extension)}.${hash}${extension}`
    names.set(file, name)
    files.set(name, staticFile)
  }
  const replaceName = (whole: string, before: string, file: string) =>
    names.has(file) ? `${before}${names.get(file)}"` : whole
  const text = (file: URL): string =>
    readFileSync(file, 'utf8').replaceAll(/((?:href|src)="(?:(?:\.\.\/)?[\w-]+\/)?)([\w-]+\.\w+)"/g, replaceName)
  return {
    nameOf: (file) => names.get(file),
    has: (name) => files.has(name),
    response(name) {
      const file = files.get(name)
      return file === undefined ? undefined : { status: 200, ...file, headers: IMMUTABLE }
    },
    text,
    page: (file) => textFile(text(file), HTML_TYPE),
  }
}
