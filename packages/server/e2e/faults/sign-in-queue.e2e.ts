// The queue of sign-ins on a server process, and on servers with the faults that the queue once had.
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { identity, PASSWORD, personAt, tokenIn } from '../../test/identity-harness.ts'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { type HeldHashes, makeQueueClients } from '../../test/sign-in-queue.ts'

const HOLD = fileURLToPath(new URL('./hash-hold.mjs', import.meta.url))

function hashesAt(path: string): HeldHashes & { hold(): Promise<void> } {
  async function send(command: string): Promise<{ started: number; pending: number }> {
    const socket = connect(path, () => socket.write(command))
    const [state] = await once(socket, 'data')
    socket.destroy()
    return JSON.parse(String(state))
  }
  return {
    hold: async () => void (await send('hold')),
    started: async () => (await send('state')).started,
    pending: async () => (await send('state')).pending,
    releaseOne: async () => void (await send('one')),
    releaseAll: async () => void (await send('all')),
  }
}

const EMAIL = 'owner@example.org'

type Clients = ReturnType<typeof makeQueueClients>

/** Runs a scenario on a new server. */
async function runScenario<T>(scenario: (clients: Clients) => Promise<T>, main?: string): Promise<T> {
  const folder = tempFolder()
  const path = join(folder, 'hashes')
  const node = await launch({
    main,
    flags: [`--data=${join(folder, 'data')}`, '--test-clock'],
    env: { NODE_OPTIONS: `--import ${HOLD}`, HASH_HOLD: path, AGENT_NETWORK_DEVELOPER_URL: 'http://portal.example' },
  })
  try {
    const person = personAt(node.baseUrl)
    expect((await identity(person, 'sign-up', { email: EMAIL, password: PASSWORD })).status).toBe(202)
    const link = await node.operator('POST', `/_operator/developers/${encodeURIComponent(EMAIL)}/confirm-link`)
    const token = tokenIn(((await link.json()) as { data: { url: string } }).data.url)
    expect((await identity(person, 'verify', { token, password: PASSWORD })).status).toBe(200)
    const hashes = hashesAt(path)
    const openConnections = async () => {
      const metrics = await (await node.operator('GET', '/metrics')).text()
      return Number(/^agent_network_connections_open (\d+)$/m.exec(metrics)![1])
    }
    await hashes.hold()
    const clients = makeQueueClients({ baseUrl: node.baseUrl, email: EMAIL, hashes, openConnections })
    const outcome = await scenario(clients)
    await clients.end()
    return outcome
  } finally {
    await node.stop('SIGKILL')
  }
}

/** Each one is what test/identity-queue.test.ts asserts. */
const SCENARIOS: readonly [name: string, scenario: (clients: Clients) => Promise<boolean>, fault: Fault][] = [
  [
    'clients that hang up give their places back',
    async (clients) => {
      const { status, started } = await clients.signInAfterHangUps(20)
      return status === 200 && started === 4
    },
    { file: 'passwords.js', from: /(, (?:storedHash\.)?cost\)), signal\)/g, to: '$1)' },
  ],
  [
    'places are reserved for addresses that signed in before',
    async (clients) => {
      const { stranger, owner, released } = await clients.signInAgainWhileFull(22)
      return stranger === 429 && owner === 200 && released < 20
    },
    { file: 'passwords.js', from: /reserved: \{ waiting: RESERVED_PLACES.*?\},/, to: '' },
  ],
]

describe('the queue of sign-ins', () => {
  it.each(SCENARIOS)('%s', async (_, scenario, fault) => {
    expect(await runScenario(scenario)).toBe(true)
    const planted = plant(fault)
    try {
      expect(await runScenario(scenario, planted.main), 'with the fault').toBe(false)
    } finally {
      planted.remove()
    }
  })
})
