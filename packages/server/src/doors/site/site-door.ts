import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { openApi, PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import type { Deps } from '../../deps.ts'
import { type Answer, type Body, jsonAnswer, refusalAnswer, textBody } from '../../http/answer.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { CACHING, HTML_TYPE, loadFile, requireReading, SCRIPT_TYPE, type StaticFile } from '../../http/static.ts'
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

const page = (body: Body, type: string, headers: readonly string[] = []): Answer => ({
  status: 200,
  body,
  type,
  headers,
})

/** Public pages and probes of the main listener: no key, no counting. */
export function siteDoor(
  deps: Deps,
  routes: readonly { readonly contract: Route }[],
  ready: () => Promise<boolean>,
): Door {
  const assets = pathToFileURL(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const loaded = new Map<string, StaticFile>()
  /** Read when first asked for: most servers never show the page, and its script has more than a megabyte. */
  const asset = (name: string): Answer => {
    const file = loaded.get(name) ?? loadFile(new URL(name, assets))
    loaded.set(name, file)
    return page(file.body, file.type, CACHING.day)
  }
  // Only what this server serves is documented, in the order of the specification.
  const served = new Set(routes.map(({ contract }) => contract.name))
  const documented: [string, Route][] = Object.entries({ ...ROUTES, ...PORTAL_ROUTES })
  const document = () =>
    openApi(Object.fromEntries(documented.filter(([, { name }]) => served.has(name))), {
      serverUrl: deps.urls().base,
      developerUrl: deps.urls().developer,
      version: '1.0.0',
    })

  const pages: Record<string, () => Answer | Promise<Answer>> = {
    '/healthz': () => jsonAnswer(200, { status: 'ok' }, CACHING.never),
    '/readyz': async () =>
      (await ready())
        ? jsonAnswer(200, { status: 'ready' }, CACHING.never)
        : jsonAnswer(503, { status: 'not ready' }, CACHING.never),
    '/openapi.json': () => jsonAnswer(200, document()),
    // Section 1.10 names the address without the slash.
    '/docs': () => ({ ...page(textBody(''), 'text/plain; charset=utf-8', ['Location', '/docs/']), status: 302 }),
    '/docs/': () => page(textBody(DOCS_PAGE), HTML_TYPE, ['Content-Security-Policy', DOCS_CSP]),
    '/docs/start.js': () => page(textBody(DOCS_START), SCRIPT_TYPE),
    '/docs/swagger-ui.css': () => asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': () => asset('swagger-ui-bundle.js'),
  }
  return makeDoor(deps, {
    name: 'docs',
    // Probes come every few seconds and would drown the rest.
    measured: false,
    opens: (path) => Object.hasOwn(pages, path),
    steps: steps()
      .check('method', requireReading)
      .answer('page', ({ path }) => pages[path]!()),
    refuse: (refusal) => refusalAnswer(refusal),
  })
}
