import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { notFound, Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Answer, type Body, bytesBody, jsonAnswer, refusalAnswer, textBody } from '../http/answer.ts'
import type { Door } from '../http/door.ts'
import { gate } from '../settings/switches.ts'
import { findDeveloper } from './developers.ts'
import { identityParts } from './identity/identify.ts'

const HOME = '/developer/'
/** One page; the links in letters of the built-in sign-in have addresses of their own that lead to it too. */
const PAGE_PATHS: readonly string[] = [HOME, `${HOME}verify`, `${HOME}reset`]
const START = `${HOME}start.json`

const PAGES = new URL('../../../web/pages/portal/', import.meta.url)
const SCRIPTS = new URL('../../../web/dist/portal/', import.meta.url)
const PAGE_FILE = 'portal.html'

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Scripts, styles and requests of this server and of no other; nothing inline, nothing framed, no address carried away. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'X-Content-Type-Options',
  'nosniff',
  'X-Robots-Tag',
  'noindex, nofollow',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
] as const
const NO_STORE = ['Cache-Control', 'private, no-store', 'Vary', 'Cookie'] as const

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
        return [name, { body: bytesBody(bytes), type: FILE_TYPES[extname(name)]!, etag }]
      }),
  )
  return new Map(files)
}

/** Kept by the browser and asked about each time, so that a page never runs with half of an older one. */
function fileAnswer({ body, type, etag }: FileAnswer, known: string | undefined): Answer {
  const headers = ['Cache-Control', 'no-cache', 'ETag', etag]
  const same = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  // The length is the file's either way: a 304 speaks of the body it does not send.
  return same
    ? { status: 304, body: { ...textBody(''), length: body.length }, type, headers }
    : { status: 200, body, type, headers }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * A machine has several names for itself, and a session belongs to one of them. Whoever typed another is led to the
 * right one, which is a fixed address of ours and nothing that the request says; null where they are there already.
 */
export function ownAddress(developerUrl: string, host: string | undefined): string | null {
  const own = new URL(developerUrl)
  if (host === undefined || host === own.host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`)
  const isSameMachine = [own, asked].every(({ protocol, hostname }) => protocol === 'http:' && LOOPBACK.test(hostname))
  return isSameMachine && asked.port === own.port ? own.origin : null
}

/** 4.14 for people: the pages of the portal. All they do goes through the same routes that programs use. */
export function portalPagesDoor(deps: Deps): Door {
  const { provider, sessions } = identityParts(deps)
  const files = loadFiles()
  const page = files.get(PAGE_FILE)!

  /** Told without a refusal: that nobody is signed in is no fault of a page that has just been opened. */
  async function whoIsHere(request: IncomingMessage): Promise<'closed' | 'nobody' | 'new' | 'member'> {
    const { state, at } = await deps.control.current()
    if (!gate(state.switches, 'developerPortalEnabled')) return 'closed'
    try {
      const { identity } = await sessions.require(request, at)
      return (await findDeveloper(deps.database.read, identity)) === undefined ? 'new' : 'member'
    } catch (error) {
      if (error instanceof Refusal) return 'nobody'
      throw error
    }
  }

  async function start(request: IncomingMessage): Promise<Answer> {
    const { base, developer } = deps.urls()
    const data = {
      baseUrl: base,
      developerUrl: developer,
      signIn: provider.builtIn ? 'built-in' : 'outside',
      // What a pasted token has to say of itself; both stand in every such token.
      issuer: deps.config.identity?.issuer ?? null,
      audience: deps.config.identity?.audience ?? null,
      person: await whoIsHere(request),
    }
    return jsonAnswer(200, { data }, NO_STORE)
  }

  function pageAnswer({ headers }: IncomingMessage, path: string): Answer {
    const elsewhere = ownAddress(deps.urls().developer, headers.host)
    if (elsewhere === null) return fileAnswer(page, headers['if-none-match'])
    return { status: 307, body: textBody(''), headers: ['Location', elsewhere + path, ...NO_STORE] }
  }

  async function serve(request: IncomingMessage, path: string): Promise<Answer> {
    const { method = 'GET', headers } = request
    if (method !== 'GET' && method !== 'HEAD') throw notFound('Not found')
    // Relative, because a proxy may have put the portal under a path of its own.
    if (path === HOME.slice(0, -1)) return { status: 308, body: textBody(''), headers: ['Location', 'developer/'] }
    if (PAGE_PATHS.includes(path)) return pageAnswer(request, path)
    if (path === START) return start(request)
    const file = path.startsWith(HOME) ? files.get(path.slice(HOME.length)) : undefined
    if (file === undefined || file === page) throw notFound('Not found')
    return fileAnswer(file, headers['if-none-match'])
  }

  return {
    name: 'portal-pages',
    opens: (path) => path.startsWith(HOME) || path === HOME.slice(0, -1),
    async answer(request, { path }) {
      const answer = await serve(request, path).catch((error: unknown) => {
        if (error instanceof Refusal) return refusalAnswer(error)
        throw error
      })
      return { ...answer, headers: [...(answer.headers ?? []), ...GUARDS] }
    },
  }
}
