import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { watchAnswer, watchRequest } from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import { notFound, Refusal } from '../core/refusal.ts'
import { BadJson, parseStrictJson } from '../core/strict-json.ts'
import type { Deps } from '../deps.ts'
import { type Answer, type Body, bytesBody, jsonAnswer, refusalAnswer } from '../http/answer.ts'
import { BodyTooLarge, isJson, readBody } from '../http/body.ts'
import type { Door } from '../http/door.ts'
import { requireAllowedOrigin } from '../http/origin.ts'
import { parseQuery } from '../http/target.ts'
import { findWatched, type WatchEnd, type WatchLink, type WatchSource, watchViewOf } from './viewer.ts'

const HOME = '/city/'
const DATA = '/city/watch'
const BODY_MAX = 4_096

const PAGES = new URL('../../../web/pages/city/', import.meta.url)
const SCRIPTS = new URL('../../../web/dist/city/', import.meta.url)

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const HTML = 'text/html; charset=utf-8'

/** The token stands in the page's address: nothing may carry that address away, and nobody may keep or frame it. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'X-Content-Type-Options',
  'nosniff',
  'X-Robots-Tag',
  'noindex, nofollow',
  'Cross-Origin-Opener-Policy',
  'same-origin',
] as const
const NO_STORE = ['Cache-Control', 'no-store'] as const

const guarded = (answer: Answer): Answer => ({ ...answer, headers: [...(answer.headers ?? []), ...GUARDS] })

/** 410 tells the holder of a good link what happened; everybody else learns the same nothing. */
const END_STATUS: Readonly<Record<WatchEnd, number>> = { unknown: 404, over: 410 }
const END_TEXT: Readonly<Record<WatchEnd, string>> = {
  unknown: 'There is no walk to watch here',
  over: 'This walk can no longer be watched',
}

interface FileAnswer {
  readonly body: Body
  readonly type: string
  readonly etag: string
}

function loadFiles(): ReadonlyMap<string, FileAnswer> {
  const files = [PAGES, SCRIPTS].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => Object.hasOwn(FILE_TYPES, extname(name)))
      .map((name): [string, FileAnswer] => {
        const bytes = readFileSync(new URL(name, folder))
        const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
        return [HOME + name, { body: bytesBody(bytes), type: FILE_TYPES[extname(name)]!, etag }]
      }),
  )
  return new Map(files)
}

const EMPTY = { data: '', encoding: 'latin1' } as const

/** Kept by the browser and asked about each time, so that a page never runs with half of an older one. */
function fileAnswer({ body, type, etag }: FileAnswer, known: string | undefined): Answer {
  const headers = ['Cache-Control', 'no-cache', 'ETag', etag]
  const same = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  // The length is the file's either way: a 304 speaks of the body it does not send.
  return same
    ? { status: 304, body: { ...EMPTY, length: body.length }, type, headers }
    : { status: 200, body, type, headers }
}

/** Both names once each; anything else is no link that this server ever made. */
function linkOf(query: string): WatchLink {
  const params = parseQuery(query)
  const only = (name: string) => {
    const found = params.filter((param) => param.name === name && !param.broken)
    return found.length === 1 ? found[0]!.value : ''
  }
  return { journey: only('journey'), token: only('t') }
}

const isRequest = Compile(watchRequest)
const isAnswer = Compile(watchAnswer)

async function readLink(request: IncomingMessage): Promise<WatchLink> {
  if (!isJson(request.headers['content-type'])) throw new Refusal('INVALID_INPUT', { message: 'The body must be JSON' })
  try {
    const value = parseStrictJson(await readBody(request, BODY_MAX))
    if (!isRequest.Check(value)) throw new Refusal('INVALID_INPUT')
    return { journey: value.journey, token: value.t }
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof BadJson)
      throw new Refusal('INVALID_INPUT', { message: error.message || 'The body is too large' })
    throw error
  }
}

/** 2.11: the page behind a `watchUrl`. No key: the token in the link is all there is to show. */
export function viewerDoor(deps: Deps, source: WatchSource): Door {
  const page = (name: string): Body => bytesBody(readFileSync(new URL(name, PAGES)))
  const pages = { walk: page('walk.html'), unknown: page('unknown.html'), over: page('over.html') }
  const files = loadFiles()

  async function showPage(query: string): Promise<Answer> {
    const { at } = await deps.control.current()
    const found = await findWatched(source, linkOf(query), at)
    return typeof found === 'string'
      ? { status: END_STATUS[found], body: pages[found], type: HTML, headers: NO_STORE }
      : { status: 200, body: pages.walk, type: HTML, headers: NO_STORE }
  }

  /** 5.9. The page itself may stand under a name of this machine that nobody configured, such as one on a home network. */
  async function requireOrigin({ origin, host }: IncomingMessage['headers']): Promise<void> {
    if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return
    await requireAllowedOrigin(deps, origin)
  }

  async function showWalk(request: IncomingMessage): Promise<Answer> {
    await requireOrigin(request.headers)
    const link = await readLink(request)
    const { at } = await deps.control.current()
    const found = await findWatched(source, link, at)
    if (typeof found === 'string')
      throw new Refusal('NOT_FOUND', { status: END_STATUS[found], message: END_TEXT[found] })
    const answer = { data: await watchViewOf(source, found, at) }
    if (deps.config.checks && !isAnswer.Check(answer)) throw new Error('a watched walk breaks its contract')
    return jsonAnswer(200, answer, NO_STORE)
  }

  async function answerPath(request: IncomingMessage, path: string, query: string): Promise<Answer> {
    const { method = 'GET', headers } = request
    if (path === DATA && method === 'POST') return showWalk(request)
    if (method === 'GET' || method === 'HEAD') {
      if (path === HOME) return showPage(query)
      const file = files.get(path)
      if (file !== undefined) return fileAnswer(file, headers['if-none-match'])
    }
    throw notFound('Not found')
  }

  return {
    name: 'viewer',
    opens: (path) => path.startsWith(HOME),
    async answer(request, { path, query }) {
      try {
        return guarded(await answerPath(request, path, query))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const refused = refusalAnswer(error)
        return guarded({ ...refused, headers: [...refused.headers!, ...NO_STORE] })
      }
    },
  }
}
