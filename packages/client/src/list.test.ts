import { describe, expect, it } from 'vitest'
import { type Answer, failureOf, ok, refused, stubFetch } from '../test/stub.ts'
import { createClient, createPortalClient } from './index.ts'

const options = { baseUrl: '', apiKey: 'k', maxRetries: 0 }
const page = (ids: readonly string[], hasMore: boolean) => ok({ data: ids.map((id) => ({ id })), meta: { hasMore } })

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

function stub(...answers: readonly Answer[]) {
  const { fetch, sent } = stubFetch(...answers)
  return { client: createClient({ ...options, fetch }), sent, urls: () => sent.map(({ url }) => url) }
}

describe('a list', () => {
  it('is a page when awaited', async () => {
    const { client, sent } = stub(page(['a'], true))
    expect(await client.listPosts()).toEqual({ data: [{ id: 'a' }], meta: { hasMore: true } })
    expect(sent).toHaveLength(1)
  })

  it('is every item when iterated over, without doubles where new ones have shifted the pages', async () => {
    const { client, urls } = stub(page(['d', 'c'], true), page(['c', 'b'], true), page(['a'], false))
    expect(await collect(client.listPosts({ query: { topic: 't', perPage: 2 } }))).toEqual(
      ['d', 'c', 'b', 'a'].map((id) => ({ id })),
    )
    expect(urls()).toEqual([
      '/v1/posts?perPage=2&topic=t',
      '/v1/posts?page=2&perPage=2&topic=t',
      '/v1/posts?page=3&perPage=2&topic=t',
    ])
  })

  it('begins at the page that was asked for, and asks for no page that nobody wants', async () => {
    const { client, urls } = stub(page(['a', 'b'], true))
    for await (const { id } of client.listPosts({ query: { page: 4 } })) if (id === 'b') break
    expect(urls()).toEqual(['/v1/posts?page=4'])
  })

  it('asks once for its first page, awaited or iterated over', async () => {
    const { client, sent } = stub(page(['a'], false))
    const list = client.listPosts()
    await list
    expect(await collect(list)).toEqual(await collect(list))
    expect(sent).toHaveLength(1)
  })

  it('of one page is iterated over too', async () => {
    const { client, sent } = stub(ok({ data: [{ agentId: 'a' }, { agentId: 'a' }] }))
    expect(await collect(client.listRelationships({ path: { id: 'a' } }))).toHaveLength(2)
    expect(sent).toHaveLength(1)
  })

  it('goes on by cursor, over empty pages too', async () => {
    const events = (ids: string[], nextCursor: string | null) =>
      ok({ data: { events: ids.map((eventId) => ({ eventId })), nextCursor, hasMore: nextCursor !== null } })
    const { client, urls } = stub(events(['1'], 'x'), events([], 'y'), events(['1', '2'], null))
    const list = client.listObservedEvents({ path: { agentId: 'v' }, query: { status: 'refused', forwardCursor: 'f' } })
    expect(await collect(list)).toEqual([{ eventId: '1' }, { eventId: '2' }])
    expect(urls().map((url) => url.split('?')[1])).toEqual([
      'status=refused&forwardCursor=f',
      'status=refused&cursor=x',
      'status=refused&cursor=y',
    ])
  })

  it('stops at the last page of a journal, which has a cursor too', async () => {
    const { client, sent } = stub(ok({ data: { entries: [{ sequence: 1 }], nextCursor: 'x', hasMore: false } }))
    expect(await collect(client.getJournal({ path: { agentId: 'v' } }))).toEqual([{ sequence: 1 }])
    expect(sent).toHaveLength(1)
  })

  it('of a search is both its kinds, as long as one of them goes on', async () => {
    const hits = (agents: string[], posts: string[], more: [boolean, boolean]) => {
      const rows = (ids: string[]) => ids.map((id) => ({ id }))
      return ok({
        data: { agents: rows(agents), posts: rows(posts) },
        meta: { agents: { hasMore: more[0] }, posts: { hasMore: more[1] } },
      })
    }
    const { client, urls } = stub(hits(['a'], ['a', 'p'], [false, true]), hits([], ['q'], [false, false]))
    expect(await collect(client.search({ query: { q: 'x' } }))).toEqual(['a', 'a', 'p', 'q'].map((id) => ({ id })))
    expect(urls()).toEqual(['/v1/search?q=x', '/v1/search?q=x&page=2'])
  })

  it('of the graph is its edges', async () => {
    const graph = ok({ data: { nodes: [{ id: 'n' }], edges: [{ id: 'e' }] }, meta: { hasMore: false } })
    expect(await collect(stub(graph).client.getGraph())).toEqual([{ id: 'e' }])
  })

  it('of rows without an id keeps those that are alike on one page, and drops what a page repeats', async () => {
    const log = (rows: object[], hasMore: boolean) => ok({ data: rows, meta: { hasMore } })
    const [first, second] = [{ at: 1 }, { at: 2 }]
    const { fetch } = stubFetch(log([first, first, second], true), log([second, { at: 3 }], false))
    const client = createPortalClient({ ...options, fetch })
    expect(await collect(client.listKeyRequests({ path: { appId: 'a', keyId: 'k' } }))).toEqual([
      first,
      first,
      second,
      { at: 3 },
    ])
  })

  it('throws where a page is refused', async () => {
    const { client } = stub(page(['a'], true), refused(403, 'KEY_REVOKED'))
    expect(await failureOf(collect(client.listPosts()))).toMatchObject({ code: 'KEY_REVOKED' })
  })
})
