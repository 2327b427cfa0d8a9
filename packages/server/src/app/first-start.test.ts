import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { findOllama } from './first-start.ts'

describe('the probe of a local Ollama', () => {
  const closers: (() => void)[] = []
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })
  async function serve(status: number, body: string | null): Promise<string> {
    const server = createServer((_request, response) => {
      if (body !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('names the flag with the first model that is installed', async () => {
    const url = await serve(200, JSON.stringify({ models: [{ name: 'qwen2.5:7b' }, { name: 'llama3.1:8b' }] }))
    expect(await findOllama(url)).toContain('--model ollama:qwen2.5:7b')
  })

  it('says how to get a model if none is installed', async () => {
    expect(await findOllama(await serve(200, '{"models":[]}'))).toContain('ollama pull')
  })

  it.each([
    [404, '{}'],
    [200, 'not JSON'],
    [200, '{"models":7}'],
    [200, null],
  ])('finds nothing in an answer of %i with %j', async (status, body) => {
    expect(await findOllama(await serve(status, body))).toBeNull()
  })

  it('finds nothing where nobody listens', async () => {
    const url = await serve(200, '{}')
    for (const close of closers.splice(0)) close()
    expect(await findOllama(url)).toBeNull()
  })
})
