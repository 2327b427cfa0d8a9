// Protocol adapter of API documents, probes and assets of the main listener.
import { setImmediate } from 'node:timers/promises'
import { asyncApi, DOCUMENTED_ROUTES, type OpenApiDocument, type Route, writeOpenApi } from '@agent-network/contract'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import type { WindowNames } from '../../platform/access/rate-limits.ts'
import type { Control } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, JSON_TYPE, jsonResponse, type Response, textBody } from '../http/response.ts'
import { CACHING, fileResponse, loadBuiltFiles, requireReading, type StaticFile, textFile } from '../http/static.ts'

/** The version of the interface in the documents. */
const VERSION = '1.0.0'

/** Public documents and probes of the main listener: no key, no counting. */
export function siteProtocol(
  deps: Deps,
  routes: readonly { readonly contract: Route }[],
  obstacles: () => readonly string[],
): Protocol & { apiDocument(): Promise<OpenApiDocument> } {
  // Only served routes are documented, in the order of the specification.
  const served = new Set(routes.map(({ contract }) => contract.name))
  const documented: [string, Route][] = Object.entries(DOCUMENTED_ROUTES)
  const jsonFile = (document: object): StaticFile => textFile(JSON.stringify(document), JSON_TYPE)
  async function makeDocuments() {
    const { base, developer } = deps.urls()
    const paths = Object.fromEntries(documented.filter(([, { name }]) => served.has(name)))
    const writing = writeOpenApi(paths, { serverUrl: base, developerUrl: developer, version: VERSION })
    let written = writing.next()
    while (written.done !== true) {
      await setImmediate()
      written = writing.next()
    }
    const document = written.value
    return {
      document,
      openApi: jsonFile(document),
      asyncApi: jsonFile(asyncApi({ serverUrl: base, version: VERSION })),
    }
  }
  /** Written once, on first use. It takes as long as hundreds of requests and yields to them. */
  let documents: ReturnType<typeof makeDocuments> | null = null
  const prepared = () => {
    documents ??= makeDocuments()
    return documents
  }

  const pages: Record<string, () => Response | Promise<Response>> = {
    '/healthz': () => jsonResponse(200, { status: 'ok' }, CACHING.never),
    '/readyz': () => {
      const reasons = obstacles()
      return reasons.length === 0
        ? jsonResponse(200, { status: 'ready' }, CACHING.never)
        : jsonResponse(503, { status: 'not ready', reasons }, CACHING.never)
    },
    '/openapi.json': async () => fileResponse((await prepared()).openApi),
    '/asyncapi.json': async () => fileResponse((await prepared()).asyncApi),
    // Section 1.10 names the address without the slash.
    '/docs': () => ({
      status: 302,
      body: textBody(''),
      type: 'text/plain; charset=utf-8',
      headers: [...CACHING.revalidate, 'Location', '/docs/'],
    }),
  }
  const door = makeProtocol(deps, {
    name: 'docs',
    // Not measured: probes come every few seconds.
    measured: false,
    matches: (path) => Object.hasOwn(pages, path),
    steps: steps()
      .check('method', requireReading)
      .respond('page', ({ path }) => pages[path]!()),
    errorResponse: (refusal) => apiErrorResponse(refusal),
  })
  return { ...door, apiDocument: async () => (await prepared()).document }
}

const BUILT = new URL('../../../../web/dist/site/', import.meta.url)

export const ASSETS = '/assets/'

export interface Assets {
  urlOf(file: string): string
  answer(path: string): Response
}

export function loadSiteAssets(): Assets {
  const built = loadBuiltFiles(BUILT)
  return {
    urlOf(file) {
      const name = built.nameOf(file)
      if (name === undefined) throw new Error(`there is no asset ${file}`)
      return ASSETS + name
    },
    answer(path) {
      const found = built.response(path.slice(ASSETS.length))
      if (found === undefined) throw new ApiError('NOT_FOUND')
      return found
    },
  }
}

/** Searches of one address in a minute, over all nodes. Search is the most expensive request without a key. */
const SEARCHES_PER_MINUTE = 30

export async function takeSearch(control: Control, names: WindowNames, address: string): Promise<void> {
  const limit = SEARCHES_PER_MINUTE
  const take = { keyId: `search ${names.nameOf(address)}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admitted = await control.admit(() => ({ found: null, take }))
  names.seenAt(admitted.at)
  if (admitted.window?.admitted !== false) return
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limit} searches per minute from one address`,
    retryAfterSeconds: rateLimitStatusOf(admitted)?.resetSeconds ?? 60,
  })
}
