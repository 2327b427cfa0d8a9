import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { LIMITS } from '@agent-network/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'

const SOCKETS = 40
/** As many as may wait on one connection. */
const PIPELINED = 64
const KEYS = 5
/** 600 requests a minute, which is more than eight of these connections ask for. */
const PAST_PROBATION = { tier: 3, rateLimitPerMinute: 600, createdAt: '2020-01-01T00:00:00.000Z' }
const MEBIBYTE = 2 ** 20
/** What a server may grow by while these callers hold all they can: an answer each, and the requests that wait. */
const GROWTH_MAX = 160 * MEBIBYTE

/** A page of the longest posts, some 220 kB. */
const FILE = {
  agents: [{ id: 'agt_wordy', handle: 'wordy' }],
  posts: Array.from({ length: LIMITS.page.perPageMax }, (_, n) => ({
    id: `post_${n}`,
    agentId: 'agt_wordy',
    text: '🌊'.repeat(500),
  })),
}

/** A caller who is never read from is cut sooner, so that nobody has to wait for it here. */
const SOON_CUT: Fault = { file: 'connections.js', from: 'WRITE_TIMEOUT_MS = 30_000', to: 'WRITE_TIMEOUT_MS = 6_000' }
const ALL_AT_ONCE: Fault = { file: 'connections.js', from: 'if (!connection.busy) {', to: 'if (true) {' }

const residentBytes = ({ child }: NodeProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1_024
const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** Once it has stopped growing. */
async function settledBytes(node: NodeProcess): Promise<number> {
  let most = residentBytes(node)
  for (let still = 0; still < 5; still += 1) {
    await pause(200)
    const now = residentBytes(node)
    if (now > most + MEBIBYTE) still = 0
    most = Math.max(most, now)
  }
  return most
}

/** Sends what a connection may have waiting, each request for another address, and reads nothing. */
async function neverReading(node: NodeProcess, n: number, key: string): Promise<Socket> {
  const socket = connect(Number(new URL(node.baseUrl).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  await new Promise<void>((ready) => socket.once('connect', ready))
  for (let m = 0; m < PIPELINED; m += 1)
    socket.write(
      `GET /v1/posts?perPage=${LIMITS.page.perPageMax}&x=${n}-${m} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`,
    )
  return socket
}

interface Held {
  readonly grownBy: number
  /** How many of the connections were cut in the end. */
  cut(): Promise<number>
}

describe('callers who never read', () => {
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  async function hold(...faults: Fault[]): Promise<Held> {
    const { main, remove } = plant(...faults)
    const node = await launch({ main, flags: [`--data=${tempFolder()}`] })
    ends.push(remove, () => node.stop('SIGKILL'))
    expect((await node.operator('POST', '/_operator/import', FILE)).status).toBe(200)
    const keys: string[] = []
    for (let n = 0; n < KEYS; n += 1) {
      const made = await node.operator('POST', '/_operator/keys', PAST_PROBATION)
      keys.push(((await made.json()) as { data: { key: string } }).data.key)
    }
    const path = `/v1/posts?perPage=${LIMITS.page.perPageMax}&x=`
    // Code is compiled and the heap has its size before anything is measured.
    for (let n = 0; n < 40; n += 1)
      await (
        await fetch(`${node.baseUrl}${path}${n}`, { headers: { 'x-api-key': keys[0]!, connection: 'close' } })
      ).arrayBuffer()
    const before = residentBytes(node)
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, (_, n) => neverReading(node, n, keys[n % KEYS]!)))
    ends.push(() => {
      for (const socket of sockets) socket.destroy()
    })
    const connections = async (): Promise<number> => {
      const text = await (await node.operator('GET', '/metrics')).text()
      return Number(/^agent_network_connections_open (\d+)$/m.exec(text)![1])
    }
    return {
      grownBy: (await settledBytes(node)) - before,
      async cut() {
        for (let n = 0; n < 150 && (await connections()) > 0; n += 1) await pause(100)
        return SOCKETS - (await connections())
      },
    }
  }

  it('cost a server no more than an answer each, and are cut', async () => {
    const unfair = await hold(ALL_AT_ONCE)
    const ours = await hold(SOON_CUT)
    const told = { unfair: unfair.grownBy / MEBIBYTE, ours: ours.grownBy / MEBIBYTE }
    process.stderr.write(`  all at once: ${told.unfair.toFixed(0)} MiB; in turn: ${told.ours.toFixed(0)} MiB\n`)
    // What is planted shows that these callers would fill a server that answers them as they ask.
    expect(unfair.grownBy).toBeGreaterThan(2 * GROWTH_MAX)
    expect(ours.grownBy).toBeLessThan(GROWTH_MAX)
    expect(await ours.cut()).toBe(SOCKETS)
  })
})
