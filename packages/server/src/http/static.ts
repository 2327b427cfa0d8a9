import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Refusal } from '../core/refusal.ts'
import { type Answer, type Body, bytesBody, type Forms, tagOf, textBody } from './answer.ts'
import { isReading, type Visit } from './visit.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': HTML_TYPE,
  '.js': SCRIPT_TYPE,
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const typeOfFile = (name: string): string | undefined => FILE_TYPES[extname(name)]

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
  readonly forms: Forms
}

/** Reads one file; the kinds that can be served are those of FILE_TYPES. */
export function loadFile(file: URL): StaticFile {
  const type = typeOfFile(file.pathname)
  if (type === undefined) throw new Error(`files such as ${file.pathname} have no media type here`)
  return bytesFile(readFileSync(file), type)
}

/** Whether a browser asks for a page: a program that takes anything, or wants something done, gets JSON. */
export const wantsHtml = (visit: Visit): boolean =>
  isReading(visit) && /(^|,)\s*text\/html\s*(;\s*(?!q=0(\.0*)?\s*(,|$))|,|$)/i.test(visit.headers.accept ?? '')

/** Files are read and nothing else. */
export function requireReading(visit: Visit): void {
  if (!isReading(visit)) throw new Refusal('NOT_FOUND')
}

export const bytesFile = (bytes: Buffer, type: string): StaticFile => ({
  body: bytesBody(bytes),
  type,
  tag: tagOf(bytes),
  forms: {},
})

/** In characters. Bytes are shared by all who are being sent them; a text is copied for each, also for who never reads. */
const COPIED_MAX = 16_384

/** A text that is made here and served like a file. */
export const textFile = (text: string, type: string): StaticFile =>
  text.length > COPIED_MAX
    ? bytesFile(Buffer.from(text), type)
    : { body: textBody(text), type, tag: tagOf(text), forms: {} }

/** Files and documents are asked about each time, and sent again only where they have changed. */
export const fileAnswer = (file: StaticFile, headers: readonly string[] = []): Answer => ({
  status: 200,
  ...file,
  headers: [...CACHING.revalidate, ...headers],
})
