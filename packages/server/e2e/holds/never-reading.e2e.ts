import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'

const MEBIBYTE = 2 ** 20
/** Memory growth allowed while these callers hold all they can, including code compiled meanwhile. */
const GROWTH_MAX = 128 * MEBIBYTE

/** A caller who is never read from is cut sooner, so that nobody has to wait for it here. */
const SOON_CUT: Fault = { file: 'server.js', from: 'WRITE_TIMEOUT_MS = 30_000', to: 'WRITE_TIMEOUT_MS = 15_000' }
const ALL_AT_ONCE: Fault = { file: 'server.js', from: 'if (!connection.busy) {', to: 'if (true) {' }
const MADE_ANEW: Fault = {
  file: 'protocol.js',
  from: 'fileResponse((await prepared()).openApi)',
  to: 'fileResponse(jsonFile((await prepared()).document))',
}

const residentBytes = ({ child }: NodeProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1_024
const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** Asks for the longest document as often as it says, in one packet, and reads nothing. */
function neverReading(node: NodeProcess, requests: number): Socket {
  const socket = connect(Number(new URL(node.baseUrl).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests))
  return socket
}

describe('callers who never read', () => {
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  /** How much a server grows by at most until nothing changes any more. */
  async function hold({ sockets: count, requests }: { sockets: number; requests: number }, ...faults: Fault[]) {
    const { main, remove } = plant(...faults)
    const node = await launch({ main, flags: [`--data=${tempFolder()}`, '--max-connections-per-address=1000'] })
    ends.push(remove, () => node.stop('SIGKILL'))
    for (let n = 0; n < 20; n += 1) await (await fetch(`${node.baseUrl}/openapi.json`)).arrayBuffer()
    const connections = async (): Promise<number> => {
      const text = await (await node.operator('GET', '/metrics')).text()
      return Number(/^agent_network_connections_open (\d+)$/m.exec(text)![1])
    }
    const open = await connections()
    const before = residentBytes(node)
    const sockets = Array.from({ length: count }, () => neverReading(node, requests))
    ends.push(() => {
      for (const socket of sockets) socket.destroy()
    })
    let most = before
    const until = async (isOver: () => boolean | Promise<boolean>) => {
      for (let n = 0; n < 900 && !(await isOver()); n += 1) {
        await pause(100)
        most = Math.max(most, residentBytes(node))
      }
    }
    let mostConnected = 0
    return {
      grownBy: () => most - before,
      until,
      mostConnected: () => mostConnected,
      connected: async () => {
        const connected = (await connections()) - open
        mostConnected = Math.max(mostConnected, connected)
        return connected
      },
    }
  }

  it('cost a server little more than their connections, 400 of them with 8 requests each, and are cut', async () => {
    // The planted fault shows that far fewer callers would fill a server that buffers their responses.
    const unfair = await hold({ sockets: 60, requests: 8 }, ALL_AT_ONCE, MADE_ANEW)
    await unfair.until(() => unfair.grownBy() > GROWTH_MAX)
    expect(unfair.grownBy()).toBeGreaterThan(GROWTH_MAX)
    const ours = await hold({ sockets: 400, requests: 8 }, SOON_CUT)
    await ours.until(async () => (await ours.connected()) >= 400)
    expect(ours.mostConnected()).toBeGreaterThanOrEqual(400)
    await ours.until(async () => (await ours.connected()) <= 0)
    process.stderr.write(
      `  answered all at once: over ${(unfair.grownBy() / MEBIBYTE).toFixed(0)} MiB; in turn: ${(ours.grownBy() / MEBIBYTE).toFixed(0)} MiB\n`,
    )
    expect(ours.grownBy()).toBeLessThan(GROWTH_MAX)
    expect(await ours.connected()).toBeLessThanOrEqual(0)
  })
})
