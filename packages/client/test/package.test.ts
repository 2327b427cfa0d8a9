import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)

/** As a stranger would use it: types of every entry, with declarations checked and no other package to lean on. */
const CONSUMER = `
import { ApiError, createClient, createOperatorClient, createPortalClient, LIMITS, type Post } from '@agent-network/client'
import { createReader, RateLimitError } from '@agent-network/client/reader'
import type { OperatorClient } from '@agent-network/client/operator'
import type { PortalClient } from '@agent-network/client/portal'
import { LIMITS as limits } from '@agent-network/client/limits'

export const portal = createPortalClient({ baseUrl: 'http://127.0.0.1:8080' })
export const same: PortalClient = portal
export const operator = createOperatorClient({ baseUrl: 'http://127.0.0.1:8081' })
export const alike: OperatorClient = operator
export async function texts(): Promise<string[]> {
  const found: string[] = []
  for await (const { text } of createReader().listPosts({ query: { perPage: LIMITS.page.perPageMax } })) found.push(text)
  const page: { data: Post[] } = await createClient().listPosts()
  // @ts-expect-error a count is no text
  found.push(page.data[0].likeCount)
  return found
}
export const wait = (error: unknown): number | null => (error instanceof RateLimitError ? error.retryAfter : null)
export const code = (error: unknown): string => (error instanceof ApiError ? error.code : String(limits.page.perPageMax))
`

describe('the package as it is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-client-'))
  const installed = join(folder, 'node_modules/@agent-network/client')
  let tarball: string
  beforeAll(async () => {
    await run('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE })
    tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
    mkdirSync(installed, { recursive: true })
    await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('holds its compiled files, what is read first, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'index.js', 'index.d.ts']))
    expect(files.filter((name) => !/(\.m?js|\.d\.ts)$|^(package\.json|README\.md|LICENSE)$/.test(name))).toEqual([])
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies).toBeUndefined()
  })

  it('is nothing that publint finds fault with', async () => {
    const { stdout } = await run(bin('publint'), [tarball, '--strict'])
    expect(stdout).toContain('All good!')
  })

  it('has types that every modern resolution finds', async () => {
    const { stdout } = await run(bin('attw'), [tarball, '--profile', 'esm-only'])
    expect(stdout.match(/node16 \(from ESM\): 🟢/g)).toHaveLength(10)
  })

  it('has types that a stranger can use', async () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'consumer.ts'), CONSUMER)
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      types: [],
      outDir: 'out',
      declaration: true,
      skipDefaultLibCheck: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer.ts'] }))
    await run(bin('tsc'), ['-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''))
    expect(readdirSync(join(folder, 'out'))).toContain('consumer.js')
  })

  it.each([
    ['index', 15],
    ['reader', 8],
  ])('has an entry %s of at most %i KB after gzip', async (entry, kilobytes) => {
    const { outputFiles } = await build({
      entryPoints: [join(installed, `dist/${entry}.js`)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      // What only one platform has cannot be resolved.
      platform: 'neutral',
    })
    expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThanOrEqual(kilobytes * 1_000)
  })
})
