import {
  asyncApi,
  type OpenApiDocument,
  openApi,
  PORTAL_ROUTES,
  ROUTES,
  type Route,
  STREAM_ROUTES,
} from '@agent-network/contract'
import type { Deps } from '../../deps.ts'
import { type Answer, JSON_TYPE, jsonAnswer, refusalAnswer, textBody } from '../../http/answer.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { CACHING, fileAnswer, requireReading, type StaticFile, textFile } from '../../http/static.ts'
import { steps } from '../../http/steps.ts'

/** Of the interface, as the documents carry it. */
const VERSION = '1.0.0'

/** Public pages and probes of the main listener: no key, no counting. */
export function siteDoor(
  deps: Deps,
  routes: readonly { readonly contract: Route }[],
  ready: () => boolean,
): Door & { prepare(): void; apiDocument(): OpenApiDocument } {
  // Only what this server serves is documented, in the order of the specification.
  const served = new Set(routes.map(({ contract }) => contract.name))
  const documented: [string, Route][] = Object.entries({ ...ROUTES, ...STREAM_ROUTES, ...PORTAL_ROUTES })
  const makeDocuments = () => {
    const { base, developer } = deps.urls()
    const paths = Object.fromEntries(documented.filter(([, { name }]) => served.has(name)))
    const kept = (document: object): StaticFile => textFile(JSON.stringify(document), JSON_TYPE)
    const document = openApi(paths, { serverUrl: base, developerUrl: developer, version: VERSION })
    return { document, openApi: kept(document), asyncApi: kept(asyncApi({ serverUrl: base, version: VERSION })) }
  }
  /** Made once, since it takes as long as hundreds of requests; the addresses in it are fixed when the server listens. */
  let documents: ReturnType<typeof makeDocuments> | null = null
  const prepare = () => {
    documents ??= makeDocuments()
    return documents
  }

  const pages: Record<string, () => Answer | Promise<Answer>> = {
    '/healthz': () => jsonAnswer(200, { status: 'ok' }, CACHING.never),
    '/readyz': () =>
      ready()
        ? jsonAnswer(200, { status: 'ready' }, CACHING.never)
        : jsonAnswer(503, { status: 'not ready' }, CACHING.never),
    '/openapi.json': () => fileAnswer(prepare().openApi),
    '/asyncapi.json': () => fileAnswer(prepare().asyncApi),
    // Section 1.10 names the address without the slash.
    '/docs': () => ({
      status: 302,
      body: textBody(''),
      type: 'text/plain; charset=utf-8',
      headers: [...CACHING.revalidate, 'Location', '/docs/'],
    }),
  }
  const door = makeDoor(deps, {
    name: 'docs',
    // Probes come every few seconds and would drown the rest.
    measured: false,
    opens: (path) => Object.hasOwn(pages, path),
    steps: steps()
      .check('method', requireReading)
      .answer('page', ({ path }) => pages[path]!()),
    refuse: (refusal) => refusalAnswer(refusal),
  })
  return { ...door, prepare: () => void prepare(), apiDocument: () => prepare().document }
}
