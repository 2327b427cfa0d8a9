import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLI = join(ROOT, 'packages/server/program/cli/main.js')
const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined

const pages = [
  'README.md',
  'packages/client/README.md',
  ...readdirSync(join(ROOT, 'docs')).map((file) => join('docs', file)),
]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const blocks = (language: string) =>
  pages.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code]) => ({
      file,
      code: code!,
    })),
  )

/** Every example in the documentation is run against a server with the demo seed. */
describe('the documentation', () => {
  let server: TestServer
  let key: string
  let invokeKey: string
  let driveKey: string
  let visitor: string
  beforeAll(async () => {
    server = await startTestServer('sqlite', { seed: 'demo', testClock: false })
    key = (await server.key()).key
    const invoking = { tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true }
    invokeKey = (await server.key(invoking)).key
    const worldId = 'ondry-visitors'
    visitor = (await server.operator('POST', '/_operator/visitors', { worldId, slug: 'docs' })).body.data.agentId
    const driving = { tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [visitor] }
    driveKey = (await server.key(driving)).key
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
  })

  it('is of a demo that can be joined without a mail server: the link of the letter is on the page', async () => {
    const sign = { email: 'new@people.example', password: 'a long enough password' }
    const { body } = await server.post('/_developer/identity/sign-up', '', sign)
    expect(body.data.confirmUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/developer\/verify/)
  })

  it('names only paths that answer', async () => {
    const paths = pages.flatMap(({ text }) => [...text.matchAll(/`(\/v1[^`{}*\s]*)`/g)].map(([, path]) => path!))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of new Set(paths)) expect([path, (await server.get(path, key)).status]).toEqual([path, 200])
  })

  it.runIf(hasCurl)('has requests that work when pasted', async () => {
    const requests = blocks('sh').flatMap(({ code }) => code.split('\n').filter((line) => line.startsWith('curl ')))
    expect(requests.length).toBeGreaterThanOrEqual(2)
    for (const request of requests) {
      const here = request
        .replaceAll('http://127.0.0.1:8080', server.baseUrl)
        .replaceAll('data/demo-key', join(server.data, 'demo-key'))
      const env = { ...process.env, KEY: key, INVOKE_KEY: invokeKey, DRIVE_KEY: driveKey, VISITOR: visitor }
      // A stream has no end of its own.
      if (request.startsWith('curl -N ')) {
        const cut = await run('sh', ['-c', here.replace('curl ', 'curl -s -m 1 ')], { env }).catch((error) => error)
        expect(cut.stdout).toBe('retry: 2000\n\n')
        continue
      }
      const { stdout } = await run('sh', ['-c', here.replace('curl ', 'curl -s ')], { env })
      const { data, result, choices } = JSON.parse(stdout)
      const shown =
        data?.length ??
        data?.text?.length ??
        data?.status?.length ??
        data?.cursor?.length ??
        result?.message.parts[0].text.length ??
        choices?.[0].message.content.length
      expect(shown, request).toBeGreaterThan(0)
    }
  })

  it('has client code that compiles and runs', async () => {
    const examples = blocks('ts')
    expect(examples.length).toBeGreaterThan(2)
    // Beside this file, so that the package it imports is found.
    const folder = mkdtempSync(fileURLToPath(new URL('./.example-', import.meta.url)))
    try {
      for (const [n, { code }] of examples.entries()) {
        const source = code.replaceAll('http://127.0.0.1:8080', server.baseUrl)
        const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
        const file = join(folder, `example-${n}.mjs`)
        writeFileSync(
          file,
          `${ts.transpileModule(source, { compilerOptions: options }).outputText}\nconsole.log(JSON.stringify(mood))`,
        )
        const { stdout } = await run(process.execPath, [file], { env: { ...process.env, KEY: key } })
        expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({
          agentId: expect.any(String),
          mood: expect.any(String),
        })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('has world files that import', async () => {
    for (const { code } of blocks('json').filter(({ code: text }) => !text.includes('mcpServers')))
      expect((await server.import(JSON.parse(code))).body.error).toBeUndefined()
  })

  it('shows commands that the command line knows', async () => {
    const commands = blocks('sh').flatMap(({ code }) =>
      [...code.matchAll(/^npm run cli -- (backup|\w+ \w+)/gm)].map(([, words]) => words!.split(' ')),
    )
    expect(commands.length).toBeGreaterThan(2)
    for (const words of commands) {
      const { stdout } = await run(process.execPath, [CLI, ...words, '--help'])
      expect(stdout).toMatch(new RegExp(`^Usage: agent-network ${words.join(' ')} `))
    }
  })
})
