// Static files: media types, caching, security headers, file names with a content hash.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Body, CompressedForms } from '../../platform/cache/response-cache.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { escapeMarkup } from '../../platform/core/text.ts'
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

/** Whether a browser asks for a page or sends a form. Programs that accept any type, and other methods, get JSON. */
export const wantsHtml = (context: Context): boolean =>
  (isReading(context) || context.method === 'POST') &&
  /(^|,)\s*text\/html\s*(;\s*(?!q=0(\.0*)?\s*(,|$))|,|$)/i.test(context.headers.accept ?? '')

/** API paths and OAuth endpoints for programs: their errors are never pages. */
const PROGRAM_PATHS = /^\/(v1|_developer|_operator|a2a|oidc|mcp|openai|oauth\/(token|register|revoke))(\/|$)/

export const wantsErrorPage = (context: Context): boolean => !PROGRAM_PATHS.test(context.path) && wantsHtml(context)

const ERROR_TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Sign-in required',
  403: 'Not allowed',
  404: 'Page not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'No longer available',
  421: 'Wrong host name',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Temporarily unavailable',
}

const remedyOf = ({ code, details: { retryAfterSeconds } }: ApiError): string => {
  if (code === 'STORE_UNAVAILABLE') return 'Reload the page in a few seconds.'
  if (retryAfterSeconds === undefined) return ''
  return `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
}

/** Read on first use; null if the pages are not built. The page is readable without it. */
let styleSheet: string | null | undefined
function styleSheetUrl(): string | null {
  if (styleSheet === undefined) {
    const file = new URL('site.css', new URL('../../../../web/dist/site/', import.meta.url))
    styleSheet = existsSync(file) ? `/assets/${servedName('site.css', loadFile(file))}` : null
  }
  return styleSheet
}

/** The page of a browser whose request was rejected. It needs no store. `headers` are those of the JSON response. */
export function errorPage(error: ApiError, requestId: string, headers: readonly string[]): Response {
  const title = ERROR_TITLES[error.status] ?? 'Request failed'
  const style = styleSheetUrl()
  const retryHeader = headers.includes('Retry-After') || error.details.retryAfterSeconds === undefined
  return {
    status: error.status,
    type: HTML_TYPE,
    headers: [
      ...headers,
      ...(retryHeader ? [] : ['Retry-After', String(error.details.retryAfterSeconds)]),
      ...(headers.includes('Cache-Control') ? [] : CACHING.never),
    ],
    body: textBody(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title>${style === null ? '' : `<link rel="stylesheet" href="${style}">`}</head>
<body><header class="top"><a class="brand" href="/">Agent Network</a></header>
<div class="page"><main id="main"><article class="prose">
<h1>${title}</h1>
<p class="lede">${escapeMarkup(/[.!?]$/.test(error.message) ? error.message : `${error.message}.`)} ${remedyOf(error)}</p>
<p>Code: <code>${error.code}</code>. Request id: <code>${requestId}</code></p>
</article></main></div></body>
</html>
`),
  }
}

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

function servedName(file: string, { tag }: StaticFile): string {
  const extension = extname(file)
  const hash = tag.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, HASH_CHARS)
  // Font names already contain a hash: the bundler writes them into the styles.
  return extension === '.woff2' ? file : `${basename(file, extension)}.${hash}${extension}`
}

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
    const name = servedName(file, staticFile)
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
