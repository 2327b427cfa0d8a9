// Packages that this server serves: the client, the MCP bridge and the Python file, and the list of them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Context } from '../http/context.ts'
import { JSON_TYPE, type Response, textBody } from '../http/response.ts'
import {
  bytesFile,
  CACHING,
  fileResponse,
  HTML_TYPE,
  SCRIPT_TYPE,
  type StaticFile,
  textFile,
  wantsHtml,
} from '../http/static.ts'
import { type Html, html } from './html.ts'

export const PACKAGES = '/packages/'

/** Written by packages/server/scripts/packages.mjs. */
const FOLDER = new URL('../../../program/packages/', import.meta.url)

interface ServedPackage {
  readonly file: string
  readonly type: string
  readonly about: string
  /** The command that installs or runs it. */
  command(url: string): string
}

const SERVED: readonly ServedPackage[] = [
  {
    file: 'client.tgz',
    type: 'application/gzip',
    about: 'Client for TypeScript and JavaScript with types and a command, as an npm package without dependencies',
    command: (url) => `npm i ${url}`,
  },
  {
    file: 'mcp.tgz',
    type: 'application/gzip',
    about: 'MCP over stdio, as an npm package without dependencies',
    command: (url) => `npx -y ${url}`,
  },
  {
    file: 'client.js',
    type: SCRIPT_TYPE,
    about: 'Client as one ES module for browsers',
    command: (url) => `import { createClient } from '${url}'`,
  },
  {
    file: 'agent_network.py',
    type: 'text/x-python; charset=utf-8',
    about: 'Client for Python 3.9 or newer as one file, standard library only',
    command: (url) => `curl -O ${url}`,
  },
]

interface LoadedPackage {
  readonly served: ServedPackage
  readonly file: StaticFile
  readonly sha256: string
  readonly bytes: number
}

function loadPackages(): LoadedPackage[] {
  return SERVED.flatMap((served) => {
    const path = new URL(served.file, FOLDER)
    if (!existsSync(path)) return []
    const bytes = readFileSync(path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return [{ served, file: bytesFile(bytes, served.type), sha256, bytes: bytes.length }]
  })
}

/** Pages of every origin may import and read the packages. */
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*'] as const

const inPage = ({ served, sha256, bytes }: LoadedPackage, base: string, version: string): Html => {
  const url = `${base}${PACKAGES}${served.file}`
  return html`<section><h2><a href="${url}">${served.file}</a></h2>
<p>${served.about}. Version ${version}, ${bytes.toLocaleString('en-GB')} bytes.</p>
<pre><code>${served.command(url)}</code></pre>
<p class="meta">SHA-256 <code>${sha256}</code></p></section>`
}

export interface PackageOptions {
  readonly version: string
  base(): string
  /** Renders a page around its main part. */
  frame(title: string, main: Html): string
}

/** Responses under `/packages/`. They need no key and do not depend on the public site. */
export function makePackages({ version, base, frame }: PackageOptions): (context: Context) => Response {
  /** Loaded on first use; the files change only with a release. */
  let loaded: LoadedPackage[] | null = null
  let list: Readonly<Record<'json' | 'html', StaticFile>> | null = null
  const all = () => {
    loaded ??= loadPackages()
    return loaded
  }

  const makeList = () => {
    const data = all().map(({ served, sha256, bytes }) => {
      const url = `${base()}${PACKAGES}${served.file}`
      return { name: served.file, url, version, sha256, bytes, description: served.about, command: served.command(url) }
    })
    const main = html`<article class="prose docs"><h1>Packages</h1>
<p class="lede">This server serves its own clients, so that no package registry is needed.</p>
${all().map((each) => inPage(each, base(), version))}</article>`
    return {
      json: textFile(`${JSON.stringify({ data }, null, 2)}\n`, JSON_TYPE),
      html: textFile(frame('Packages', main), HTML_TYPE),
    }
  }

  return (context) => {
    const { path } = context
    if (path === PACKAGES.slice(0, -1))
      return { status: 308, body: textBody(''), headers: ['Location', PACKAGES, ...CACHING.revalidate, ...ANY_ORIGIN] }
    if (path === PACKAGES) {
      list ??= makeList()
      return fileResponse(list[wantsHtml(context) ? 'html' : 'json'], [...ANY_ORIGIN, 'Vary', 'Accept'])
    }
    const found = all().find(({ served }) => path === PACKAGES + served.file)
    if (found === undefined) throw new ApiError('NOT_FOUND')
    return fileResponse(found.file, ANY_ORIGIN)
  }
}
