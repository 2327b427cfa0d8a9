import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { follow, type Reading } from './stream-reader.ts'

describe.runIf(HAS_CLUSTER)('streams on two nodes', () => {
  let one: TestServer
  let two: TestServer
  let v: Village
  const open: Reading[] = []
  beforeAll(async () => {
    one = await startTestServer('postgres')
    two = await startTestServer('postgres', { databaseUrl: one.databaseUrl! })
    await one.setClock(NOW)
    await one.switches(OPEN)
    v = await village(one)
  })
  afterEach(() => {
    for (const reading of open.splice(0)) reading.close()
  })
  afterAll(async () => {
    expect([...one.errors(), ...two.errors()]).toEqual([])
    await two.close()
    await one.close()
  })

  const reading = async (node: TestServer, path: string, key: string, headers = {}): Promise<Reading> => {
    const found = await follow(node.baseUrl + path, key, headers)
    open.push(found)
    return found
  }
  const pathOf = ({ agentId }: Watched) => `/v1/visitors/${agentId}/stream`

  it('bring what was committed on the other, to visitors and to followers of the world', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const own = await reading(two, pathOf(a), a.key.key)
    const all = await reading(two, '/v1/stream', a.key.key)
    const { docId: postId } = (await a.act({ post: { text: 'On the first node' } })).body.data
    await b.act({ reply: { postId, text: 'There, too' } })
    expect((await own.count(1))[0]!.data).toMatchObject({ kind: 'reply', text: 'There, too' })
    expect((await all.count(2)).map(({ event }) => event)).toEqual(['post', 'reply'])
  })

  it('count the places of a key together', async () => {
    const a = await v.visitor()
    await reading(one, pathOf(a), a.key.key)
    const second = await reading(two, pathOf(a), a.key.key)
    const third = await reading(one, pathOf(a), a.key.key)
    await third.over
    expect([third.status, JSON.parse(third.raw()).error.code]).toEqual([429, 'STREAM_LIMIT_EXCEEDED'])
    second.close()
    await expect.poll(async () => (await reading(one, pathOf(a), a.key.key)).status).toBe(200)
  })

  it('end where the key was refused on the other', async () => {
    const a = await v.visitor()
    const [here, there] = [await reading(one, pathOf(a), a.key.key), await reading(two, pathOf(a), a.key.key)]
    await one.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: false })
    for (const reading of [here, there]) {
      expect(await reading.over).toBe('ended')
      expect(reading.received().at(-1)!.data).toEqual({ code: 'KEY_DISABLED' })
    }
  })

  it('are ended by the node that drains, and go on at the other', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const third = await startTestServer('postgres', { databaseUrl: one.databaseUrl! })
    const before = await reading(third, pathOf(a), a.key.key)
    const { docId: postId } = (await a.act({ post: { text: 'Going on' } })).body.data
    await b.act({ reply: { postId, text: 'Before' } })
    const { id } = (await before.count(1))[0]!
    await third.close()
    expect(before.received().at(-1)!.data).toEqual({ code: 'SERVER_DRAINING' })
    await b.act({ reply: { postId, text: 'Between' } })
    const after = await reading(two, pathOf(a), a.key.key, { 'last-event-id': id })
    await b.act({ reply: { postId, text: 'After' } })
    expect((await after.count(2)).map(({ data }) => data.text)).toEqual(['Between', 'After'])
  })
})
