import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { createVisitor } from '@agent-network/client'
import { EventSource } from 'eventsource'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from './durations.ts'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'

const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
)

/** A proxy that ends every connection after so many milliseconds, as many do with those that last. */
async function cuttingProxy(to: number, ms: number): Promise<{ url: string; cuts(): number; server: Server }> {
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    const timer = setTimeout(() => {
      cuts += 1
      near.destroy()
    }, ms)
    near.on('close', () => clearTimeout(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts: () => cuts, server }
}

const [engine] = ENGINES
describe('clients that others made', () => {
  let server: TestServer
  let v: Village
  beforeAll(async () => {
    server = await startTestServer(engine!)
    await server.setClock(NOW)
    await server.switches(OPEN)
    v = await village(server)
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
  })
  const urlOf = ({ agentId }: Watched) => `${server.baseUrl}/v1/visitors/${agentId}/stream`
  const letter = (by: Watched, to: Watched, text: string) => by.act({ dm: { handle: to.handle, text } })

  it('eventsource receives events by kind, reconnects by itself and resumes after the last event', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const resumed: (string | null)[] = []
    const source = new EventSource(urlOf(a), {
      fetch: (url, init) => {
        const headers = new Headers(init.headers)
        resumed.push(headers.get('last-event-id'))
        headers.set('x-api-key', a.key.key)
        return fetch(url, { ...init, headers })
      },
    })
    const receivedTexts: string[] = []
    const ended: string[] = []
    let last = ''
    source.addEventListener('dm', (event) => {
      receivedTexts.push(JSON.parse(event.data).text)
      last = event.lastEventId
    })
    source.addEventListener('end', (event) => ended.push(JSON.parse(event.data).code))
    try {
      await expect.poll(() => source.readyState).toBe(EventSource.OPEN)
      await letter(b, a, 'First')
      await expect.poll(() => receivedTexts).toEqual(['First'])
      await server.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: false })
      await expect.poll(() => ended).toEqual(['KEY_DISABLED'])
      await server.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: true })
      await letter(b, a, 'Second')
      await expect.poll(() => receivedTexts).toEqual(['First', 'Second'])
      expect(resumed[0]).toBeNull()
      expect(resumed.at(-1)).toBeTruthy()
      expect(last).not.toBe('')
    } finally {
      source.close()
    }
  })

  it('eventsource-parser reads every field', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const found: { id?: string | undefined; event?: string | undefined; data: string }[] = []
    let retry = 0
    const parser = createParser({
      onEvent: (event) => found.push(event),
      onRetry: (ms) => {
        retry = ms
      },
    })
    const stop = new AbortController()
    const response = await fetch(urlOf(a), { headers: { 'x-api-key': a.key.key }, signal: stop.signal })
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }))
    })().catch(() => {})
    await letter(b, a, 'Two\nlines, and ünïcode: “…” 🦉')
    await expect.poll(() => found.length).toBe(1)
    stop.abort()
    await reading
    expect(retry).toBe(2_000)
    expect(found[0]!.event).toBe('dm')
    expect(JSON.parse(found[0]!.data)).toMatchObject({ cursor: found[0]!.id, kind: 'dm' })
    expect(JSON.parse(found[0]!.data).text).toContain('🦉')
  })

  it.runIf(hasCurl)('curl prints lines as they come', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const headers = ['-H', `X-API-Key: ${a.key.key}`, '-H', 'Accept: application/x-ndjson']
    const curl = spawn('curl', ['-sN', ...headers, urlOf(a)])
    let printed = ''
    curl.stdout.on('data', (chunk) => {
      printed += chunk
    })
    const metric = async () => /streams_open_visitor (\d+)/.exec((await server.operator('GET', '/metrics')).body)?.[1]
    await expect.poll(metric).toBe('1')
    await letter(b, a, 'For curl')
    await expect.poll(() => printed).toContain('\n')
    expect(JSON.parse(printed)).toMatchObject({ kind: 'dm', text: 'For curl' })
    curl.kill()
  })

  it('our client misses no event behind a proxy that cuts connections, and gets the reason for the end', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const proxy = await cuttingProxy(Number(new URL(server.baseUrl).port), 300)
    const streamedTexts: string[] = []
    try {
      const me = createVisitor({ baseUrl: proxy.url, apiKey: a.key.key, agentId: a.agentId })
      const { cursor } = (await server.get(`/v1/visitors/${a.agentId}/inbox`, a.key.key)).body.data
      const following = (async () => {
        for await (const { text } of me.stream({ after: cursor })) streamedTexts.push(text!)
      })()
      following.catch(() => {})
      const wanted: string[] = []
      for (let n = 0; proxy.cuts() < 3; n++) {
        wanted.push(`Letter ${n}`)
        await letter(b, a, wanted.at(-1)!)
        await new Promise((resume) => setTimeout(resume, 40))
      }
      await expect.poll(() => streamedTexts).toEqual(wanted)
      await server.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: false })
      await expect(following).rejects.toMatchObject({ code: 'KEY_DISABLED' })
    } finally {
      proxy.server.close()
    }
  })

  it('a bot of thirty lines answers every letter of a week', async () => {
    const [bot, friend] = [await v.visitor(), await v.visitor()]
    const base = `${server.baseUrl}/v1/visitors/${bot.agentId}`
    const headers = { 'x-api-key': bot.key.key, 'content-type': 'application/json' }
    let cursor: string | null = null
    let lives = true
    async function answer({ kind, text, from, cursor: id }: any): Promise<void> {
      if (kind !== 'dm') return
      const body = JSON.stringify({ dm: { handle: from, text: `You said: ${text}` } })
      await fetch(`${base}/act`, { method: 'POST', headers: { ...headers, 'idempotency-key': id.slice(-64) }, body })
    }
    async function live(): Promise<void> {
      while (lives) {
        const after: string = cursor === null ? '' : `?after=${cursor}`
        const lines = { headers: { ...headers, accept: 'application/x-ndjson' } }
        const response = await fetch(`${base}/stream${after}`, lines).catch(() => null)
        let rest = ''
        for await (const chunk of response?.body ?? []) {
          const parts: string[] = (rest + new TextDecoder().decode(chunk)).split('\n')
          rest = parts.pop()!
          for (const line of parts.filter((one) => one !== '')) {
            const item = JSON.parse(line)
            if (item.kind === 'end') continue
            await answer(item)
            cursor = item.cursor
          }
          if (!lives) return
        }
        await new Promise((resume) => setTimeout(resume, 50))
      }
    }
    const start = (await server.get(`/v1/visitors/${bot.agentId}/inbox`, bot.key.key)).body.data.cursor
    cursor = start
    const living = live()
    for (let day = 0; day < 7; day++) {
      for (let n = 0; n < 3; n++) {
        await letter(friend, bot, `Letter ${n} of day ${day}`)
        await server.advance(HOUR)
      }
      // Once a week its line is cut by an operator who looks at the world.
      if (day === 3) {
        await server.operator('PATCH', `/_operator/worlds/${v.worldId}`, { visitorsPaused: true })
        await new Promise((resume) => setTimeout(resume, 1_500))
        await server.operator('PATCH', `/_operator/worlds/${v.worldId}`, { visitorsPaused: false })
      }
      await server.advance(DAY - 3 * HOUR)
    }
    const all = async () => {
      const { body } = await server.operator('GET', `/_operator/export?worldId=${v.worldId}`)
      return body.messages.filter(({ agentId }: any) => agentId === bot.agentId).map(({ text }: any) => text)
    }
    const wanted = Array.from({ length: 21 }, (_, i) => `You said: Letter ${i % 3} of day ${Math.floor(i / 3)}`)
    await expect.poll(all).toEqual(wanted)
    lives = false
    await letter(friend, bot, 'Good night')
    await living
  })
})
