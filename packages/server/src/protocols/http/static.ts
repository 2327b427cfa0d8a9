// Static files: media types, caching, security headers, file names with a content hash.
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

/** Cache-Control headers. */
export const CACHING = {
  /** Browsers revalidate on each use, so that a page never mixes files of two versions. */
  revalidate: ['Cache-Control', 'no-cache'],
  never: ['Cache-Control', 'no-store'],
  /** For responses to a key: only private caches store them, and revalidate on each use. */
  ownCopy: ['Cache-Control', 'private, no-cache'],
} as const

export interface StaticFile {
  readonly body: Body
  readonly type: string
  readonly tag: string
  readonly forms: CompressedForms
}

/** Reads one file of a type in FILE_TYPES. */
export function loadFile(file: URL): StaticFile {
  const type = mediaTypeOf(file.pathname)
  if (type === undefined) throw new Error(`unknown media type of ${file.pathname}: add its extension to FILE_TYPES`)
  return bytesFile(readFileSync(file), type)
}

/** Whether a browser reads a page. Programs that accept any type, and writes, get JSON. */
export const wantsHtml = (context: Context): boolean =>
  isReading(context) && /(^|,)\s*text\/html\s*(;\s*(?!q=0(\.0*)?\s*(,|$))|,|$)/i.test(context.headers.accept ?? '')

/** The page of a browser while the store is unavailable. It needs no other file and no store. */
export const outagePage = (error: ApiError, requestId: string): Response => ({
  status: error.status,
  type: HTML_TYPE,
  headers: ['Retry-After', String(error.details.retryAfterSeconds ?? 1), ...CACHING.never],
  body: textBody(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Temporarily unavailable</title></head>
<body><main><h1>Temporarily unavailable</h1>
<p>The store of this server does not respond. Reload the page in a few seconds.</p>
<p>Request id: <code>${requestId}</code></p></main></body>
</html>
`),
})

/** Files accept GET and HEAD only. */
export function requireReading(context: Context): void {
  if (!isReading(context)) throw new ApiError('NOT_FOUND')
}

export const bytesFile = (bytes: Buffer, type: string): StaticFile => ({
  body: bytesBody(bytes),
  type,
  tag: tagOf(bytes),
  forms: {},
})

/** Longer texts are stored as bytes: responses share a buffer, but each copies a string. */
const STRING_CHARS_MAX = 16_384

/** A generated text that is served like a file. */
export const textFile = (text: string, type: string): StaticFile =>
  text.length > STRING_CHARS_MAX
    ? bytesFile(Buffer.from(text), type)
    : { body: textBody(text), type, tag: tagOf(text), forms: {} }

/** A file that clients revalidate on each use. */
export const fileResponse = (file: StaticFile, headers: readonly string[] = []): Response => ({
  status: 200,
  ...file,
  headers: [...CACHING.revalidate, ...headers],
})

/** Security headers of pages: same-origin resources only, no inline scripts, no frames, no referrer. */
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

/** For files whose name contains a hash of their content. */
const IMMUTABLE = ['Cache-Control', 'public, max-age=31536000, immutable'] as const
/** Characters of the hash in a file name. */
const HASH_CHARS = 10

/** Built scripts, styles, fonts and images, under names that change with their content. */
interface BuiltFiles {
  /** The served name of a file; undefined if the file does not exist. */
  nameOf(file: string): string | undefined
  has(name: string): boolean
  response(name: string): Response | undefined
  /** A page with its references replaced by the served names. */
  page(file: URL): StaticFile
  /** The same as text, for pages that are filled in later. */
  text(file: URL): string
}

export function loadBuiltFiles(folder: URL): BuiltFiles {
  const names = new Map<string, string>()
  const files = new Map<string, StaticFile>()
  for (const file of readdirSync(folder)) {
    const staticFile = loadFile(new URL(file, folder))
    const hash = staticFile.tag.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, HASH_CHARS)
    const extension = extname(file)
    // Font names already contain a hash: the bundler writes them into the styles.
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
