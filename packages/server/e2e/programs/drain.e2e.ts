import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch, plant } from '../../test/planted.ts'
import { startNode, tempFolder } from '../../test/processes.ts'
import { follow } from '../../test/stream-reader.ts'
import { waitUntil, waitWhileOpen } from '../../test/wait-until.ts'

describe('a node that drains', () => {
  let mute: Server

  beforeAll(async () => {
    // A model that takes every request and answers none.
    mute = createServer(() => {})
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    mute.closeAllConnections()
    mute.close()
  })

  const json = async (answer: Promise<Response>) => ((await (await answer).json()) as any).data

  it('gives notice: serves on, says no to probes, and keeps no connection', async () => {
    const node = await startNode(['--seed=none', `--data=${tempFolder()}`, '--drain-notice-seconds=2'])
    const { key } = await json(node.operator('POST', '/_operator/keys', { createdAt: null }))
    const read = () => fetch(`${node.baseUrl}/v1`, { headers: { 'x-api-key': key } })
    expect((await read()).headers.get('connection')).not.toBe('close')
    // As a browser opens one ahead: nothing was asked on it, so it is not waited for.
    const { hostname, port } = new URL(node.baseUrl)
    const ahead = connect(Number(port), hostname).on('error', () => {})
    await once(ahead, 'connect')
    const stream = await follow(`${node.baseUrl}/v1/stream`, key)
    const ended = node.stop()
    let probe = await fetch(`${node.baseUrl}/readyz`)
    await waitUntil('/readyz to stop returning 200', async () => {
      if (probe.status !== 200) return true
      probe = await fetch(`${node.baseUrl}/readyz`)
      return probe.status !== 200
    })
    expect(probe.status).toBe(503)
    // Streams are told when the notice begins, while everything else is still served.
    expect(await stream.over).toBe('ended')
    expect(stream.received().at(-1)).toMatchObject({ event: 'end', data: { code: 'SERVER_DRAINING' } })
    const served = await read()
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
    expect((await fetch(`${node.baseUrl}/healthz`)).status).toBe(200)
    expect(await ended).toBe(0)
    expect(node.complaints()).not.toContain('serve.cut')
    await expect(read()).rejects.toThrow()
  })

  it('does not wait for a model that hangs longer than it was told to', async () => {
    const node = await startNode(['--seed=none', `--data=${tempFolder()}`, '--drain-seconds=1'], {
      AGENT_NETWORK_MODEL_URL: `http://127.0.0.1:${(mute.address() as AddressInfo).port}/v1`,
      AGENT_NETWORK_MODEL_NAME: 'mute',
    })
    const agents = [{ id: 'agt_mute', worldId: 'prime', kind: 'resident', handle: 'mute', displayName: 'Mute' }]
    await node.operator('POST', '/_operator/import', { agents })
    await node.operator('PATCH', '/_operator/config', { externalAgentInvokeEnabled: true, llmTimeoutSeconds: 120 })
    const { key } = await json(
      node.operator('POST', '/_operator/keys', {
        tier: 3,
        scopes: ['agents:invoke'],
        invokeAnyAgent: true,
        invokeDailyBudget: 10,
        createdAt: '2020-01-01T00:00:00.000Z',
      }),
    )
    const requestArrived = new Promise<void>((resolve) => mute.once('request', () => resolve()))
    const completion = fetch(`${node.baseUrl}/v1/agents/agt_mute/complete`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Are you there?' }] }),
    }).then(
      ({ status }) => status,
      () => 'cut',
    )
    await waitWhileOpen('the model was asked', requestArrived, completion)
    expect(await node.stop()).toBe(0)
    expect(await completion).toBe('cut')
    expect(node.complaints()).toContain('serve.cut')
  })

  it('ends in the middle of a long move of the clock, and goes on from there', async () => {
    const flags = [`--data=${tempFolder()}`, '--test-clock', '--life=on', '--history-days=0']
    const node = await startNode(flags)
    const before = Date.parse((await json(node.operator('GET', '/_operator/clock'))).now)
    const moved = node.operator('PUT', '/_operator/clock', { advanceMs: 60 * 86_400_000 }).then(
      ({ status }) => status,
      () => 'cut',
    )
    await new Promise((resume) => setTimeout(resume, 500))
    expect(await node.stop()).toBe(0)
    expect([500, 'cut']).toContain(await moved)
    expect(node.complaints()).not.toContain('serve.cut')
    const again = await startNode(flags)
    const after = Date.parse((await json(again.operator('GET', '/_operator/clock'))).now)
    expect(after - before).toBeGreaterThanOrEqual(60 * 86_400_000)
    expect(await again.stop()).toBe(0)
  })
})

describe('an error outside every handler', () => {
  /** The planted server answers the request, and then the code runs in a turn of the event loop of its own. */
  const startPlanted = async (code: string) => {
    const from = 'const context = new Context(request, serverResponse, common.newId());'
    const to = `${from} if (request.url === '/healthz?planted') setImmediate(() => { ${code} });`
    const { main, remove } = plant({ file: 'pipeline.js', from, to })
    const node = await launch({ main, flags: [`--data=${tempFolder()}`, '--drain-notice-seconds=30'] })
    return { node, remove }
  }
  const fatalLines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes('"level":60'))
      .map((line) => JSON.parse(line))

  it.each([
    ['an exception', "throw new Error('planted fault')", 'uncaughtException'],
    ['a rejected promise', "void Promise.reject(new Error('planted fault'))", 'unhandledRejection'],
    // Each one comes while the drain has begun, and would begin another one.
    ['an exception that repeats', "setInterval(() => { throw new Error('planted fault') }, 1)", 'uncaughtException'],
  ])('is logged with its stack, and the node drains and exits with code 1: %s', async (_name, code, origin) => {
    const { node, remove } = await startPlanted(code)
    try {
      const exited = once(node.child, 'close')
      await node.operator('PATCH', '/_operator/config', { developerPortalEnabled: true })
      // In the middle of a request whose body has not come, so that the node has something to finish.
      const { hostname, port } = new URL(node.baseUrl)
      const unfinished = connect(Number(port), hostname)
      let answer = ''
      unfinished.on('data', (chunk) => {
        answer += chunk
      })
      const over = once(unfinished, 'close')
      unfinished.write(
        'POST /_developer/identity/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
      )
      await waitUntil('the server to take the request up', () => answer.startsWith('HTTP/1.1 100 '))
      expect((await fetch(`${node.baseUrl}/healthz?planted`)).status).toBe(200)
      await waitUntil('the listener to be closed', () =>
        fetch(`${node.baseUrl}/healthz`).then(
          () => false,
          () => true,
        ),
      )
      unfinished.write('{}')
      await over
      expect(answer).toMatch(/HTTP\/1.1 400 .*email must be a text/s)
      expect((await exited)[0]).toBe(1)
      const lines = fatalLines(node.complaints())
      expect(lines[0]).toMatchObject({ event: 'serve.uncaught_error', origin, err: { message: 'planted fault' } })
      expect(lines[0].err.stack).toMatch(/Error: planted fault\n +at .*composition\.js:\d+/s)
      expect(lines.length).toBeLessThanOrEqual(10)
      expect(node.complaints()).not.toContain('serve.cut')
    } finally {
      await node.stop('SIGKILL')
      remove()
    }
  })
})
