import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { asyncApi, openApi, PORTAL_ROUTES, ROUTES, type Route, STREAM_ROUTES } from '@agent-network/contract'
import type { Deps } from '../../deps.ts'
import { type Answer, JSON_TYPE, jsonAnswer, refusalAnswer, textBody } from '../../http/answer.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import {
  CACHING,
  fileAnswer,
  HTML_TYPE,
  loadFile,
  requireReading,
  SCRIPT_TYPE,
  type StaticFile,
  textFile,
} from '../../http/static.ts'
import { steps } from '../../http/steps.ts'

/** Everything the reference page needs comes from this server, so that it works without a network. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agent Network API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`
const DOCS_START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true })\n`

const DOCS = textFile(DOCS_PAGE, HTML_TYPE)
const START = textFile(DOCS_START, SCRIPT_TYPE)

/** Of the interface, as the documents carry it. */
const VERSION = '1.0.0'

/** Public pages and probes of the main listener: no key, no counting. */
export function siteDoor(
  deps: Deps,
  routes: readonly { readonly contract: Route }[],
  ready: () => boolean,
): Door & { prepare(): void } {
  const assets = pathToFileURL(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const loaded = new Map<string, StaticFile>()
  /** Read when first asked for: most servers never show the page, and its script has more than a megabyte. */
  const asset = (name: string): Answer => {
    const file = loaded.get(name) ?? loadFile(new URL(name, assets))
    loaded.set(name, file)
    return fileAnswer(file)
  }
  // Only what this server serves is documented, in the order of the specification.
  const served = new Set(routes.map(({ contract }) => contract.name))
  const documented: [string, Route][] = Object.entries({ ...ROUTES, ...STREAM_ROUTES, ...PORTAL_ROUTES })
  const makeDocuments = () => {
    const { base, developer } = deps.urls()
    const paths = Object.fromEntries(documented.filter(([, { name }]) => served.has(name)))
    const kept = (document: object): StaticFile => textFile(JSON.stringify(document), JSON_TYPE)
    return {
      openApi: kept(openApi(paths, { serverUrl: base, developerUrl: developer, version: VERSION })),
      asyncApi: kept(asyncApi({ serverUrl: base, version: VERSION })),
    }
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
    '/docs/reference': () => fileAnswer(DOCS, ['Content-Security-Policy', DOCS_CSP]),
    '/docs/start.js': () => fileAnswer(START),
    '/docs/swagger-ui.css': () => asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': () => asset('swagger-ui-bundle.js'),
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
  return { ...door, prepare: () => void prepare() }
}
