import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startNode, tempFolder } from '../../test/processes.ts'

const folder = tempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Names every module that the program loads, on standard error. */
const TELL = `import { writeSync } from 'node:fs'
export async function load(url, context, next) { writeSync(2, 'loaded ' + url + '\\n'); return next(url, context) }`
const REGISTER = `import { register } from 'node:module'
register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(TELL))})`

/** Modules that a server has loaded after one request with a traceparent. */
async function loadedWith(name: string, env: Record<string, string>): Promise<string[]> {
  const hook = ['--import', `data:text/javascript,${encodeURIComponent(REGISTER)}`]
  const node = await startNode(['--seed=none', `--data=${join(folder, name)}`], env, hook)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  expect((await fetch(`${node.baseUrl}/readyz`, { headers: { traceparent } })).status).toBe(200)
  expect(await node.stop()).toBe(0)
  return [...node.complaints().matchAll(/^loaded (\S+)$/gm)].map(([, url]) => url!)
}

describe('traces', () => {
  it('are off unless the environment names a collector: the only module that makes a span is then never loaded', async () => {
    const [off, on] = await Promise.all([
      loadedWith('off', {}),
      loadedWith('on', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
    ])
    expect(off.some((url) => url.endsWith('/program/main.js'))).toBe(true)
    expect(off.filter((url) => /traces/.test(url))).toEqual([])
    expect(on.filter((url) => !off.includes(url))).toEqual([expect.stringMatching(/\/program\/traces-\w+\.js$/)])
  })
})
