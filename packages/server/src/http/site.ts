import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openApi, PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import type { Deps } from '../deps.ts'
import { type Answer, bytesBody, jsonAnswer, textBody } from './answer.ts'

const SWAGGER_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

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

const page = (body: string | Buffer, type: string, headers: readonly string[] = []): Answer => ({
  status: 200,
  body: typeof body === 'string' ? textBody(body) : bytesBody(body),
  type,
  headers: ['X-Content-Type-Options', 'nosniff', ...headers],
})

export interface Site {
  find(method: string, path: string): (() => Answer | Promise<Answer>) | null
}

/** Public pages and probes of the main listener: no key, no counting. */
export function makeSite(
  deps: Deps,
  routes: readonly { readonly contract: Route }[],
  ready: () => Promise<boolean>,
): Site {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const files = new Map<string, Answer>()
  const asset = (name: keyof typeof SWAGGER_FILES): Answer => {
    let answer = files.get(name)
    if (answer === undefined) {
      answer = page(readFileSync(join(assets, name)), SWAGGER_FILES[name], ['Cache-Control', 'public, max-age=86400'])
      files.set(name, answer)
    }
    return answer
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
    '/': () => ({ ...page('', 'text/plain; charset=utf-8', ['Location', '/docs']), status: 302 }),
    '/healthz': () => jsonAnswer(200, { status: 'ok' }),
    '/readyz': async () =>
      (await ready()) ? jsonAnswer(200, { status: 'ready' }) : jsonAnswer(503, { status: 'not ready' }),
    '/openapi.json': () => jsonAnswer(200, document()),
    '/docs': () => page(DOCS_PAGE, 'text/html; charset=utf-8', ['Content-Security-Policy', DOCS_CSP]),
    '/docs/start.js': () => page(DOCS_START, 'text/javascript; charset=utf-8'),
    '/docs/swagger-ui.css': () => asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': () => asset('swagger-ui-bundle.js'),
  }
  return {
    find: (method, path) =>
      (method === 'GET' || method === 'HEAD') && Object.hasOwn(pages, path) ? pages[path]! : null,
  }
}
