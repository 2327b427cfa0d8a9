import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { notFound } from '../core/refusal.ts'
import { type Answer, type Body, bytesBody, textBody } from './answer.ts'
import type { Visit } from './visit.ts'

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
  /** Files of a pinned package: they change with a release and not with the data. */
  day: ['Cache-Control', 'public, max-age=86400'],
  never: ['Cache-Control', 'no-store'],
  /** What a key was shown: stored by its holder alone, and asked about each time. */
  ownCopy: ['Cache-Control', 'private, no-cache'],
} as const

export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Weak comparison, as conditional reads want it (RFC 9110, 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

/** A 304 states the length of what it stands for, and sends none of it. */
export const unchanged = (answer: Answer): Answer => ({
  ...answer,
  status: 304,
  body: { ...textBody(''), length: answer.body.length },
})

export interface StaticFile {
  readonly body: Body
  readonly type: string
  readonly etag: string
}

/** Reads one file; the kinds that can be served are those of FILE_TYPES. */
export function loadFile(file: URL): StaticFile {
  const type = typeOfFile(file.pathname)
  if (type === undefined) throw new Error(`files such as ${file.pathname} have no media type here`)
  const bytes = readFileSync(file)
  return { body: bytesBody(bytes), type, etag: etagOf(bytes) }
}

/** Scripts, styles and pictures of some folders, by name. Pages are left out: their address is not their file's name. */
export function loadAssets(...folders: readonly URL[]): ReadonlyMap<string, StaticFile> {
  const isAsset = (name: string) => ![undefined, HTML_TYPE].includes(typeOfFile(name))
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(folder)
        .filter(isAsset)
        .map((name): [string, StaticFile] => [name, loadFile(new URL(name, folder))]),
    ),
  )
}

/** Files are read and nothing else. */
export function requireReading({ method }: Visit): void {
  if (method !== 'GET' && method !== 'HEAD') throw notFound('Not found')
}

/** A file with its ETag, or 304 to a browser that has it already. */
export function fileAnswer({ body, type, etag }: StaticFile, ifNoneMatch: string | undefined): Answer {
  const answer: Answer = { status: 200, body, type, headers: [...CACHING.revalidate, 'ETag', etag] }
  return isKnown(ifNoneMatch, etag) ? unchanged(answer) : answer
}
