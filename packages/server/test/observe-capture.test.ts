import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { startModelStub } from './model-stub.ts'
import { gist, NOW, OPEN, register, type Village, village, type Watched } from './observe-harness.ts'
import { clockOf, toNextDay } from './standing-harness.ts'
import { changeStore, readStore } from './store-access.ts'
import { waitWhileOpen } from './wait-until.ts'

const SETTLED = ['action act_attempt attempted outgoing', 'action act_outcome completed outgoing']

for (const engine of ENGINES)
  describe(`what is captured, on ${engine}`, () => {
    let server: TestServer
    let v: Village
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      await server.switches(OPEN)
      v = await village(server)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    /** How many facts are stored, which is how many were numbered. */
    const rows = async (agentId: string): Promise<number> => {
      const found = await readStore(server, 'select facts from events where agent_id = $1', [agentId])
      const [{ n }] = await readStore(server, 'select event_sequence as n from visitors where agent_id = $1', [agentId])
      expect(found.flatMap(({ facts }) => JSON.parse(facts))).toHaveLength(Number(n))
      return Number(n)
    }

    it('tells an act as its attempt and its outcome, joined by the request, with references and no words (1.16)', async () => {
      const a = await v.visitor()
      const reply = await a.act({ reply: { postId: v.postId, text: 'A secret word' } })
      const { actionId, docId } = reply.body.data
      const events = await a.events()
      expect(events.map(gist)).toEqual(SETTLED)
      expect(events[0]).toEqual({
        schemaVersion: 1,
        eventId: expect.stringMatching(/^evt_/),
        sequence: 1,
        channel: 'action',
        type: 'act_attempt',
        status: 'attempted',
        direction: 'outgoing',
        occurredAt: NOW,
        ingestedAt: NOW,
        counterpartHandles: [],
        refs: { requestId: actionId, postId: v.postId },
        summary: { kind: 'reply' },
      })
      expect(events[1]).toMatchObject({
        sequence: 2,
        counterpartHandles: [v.resident.handle],
        refs: { requestId: actionId, postId: v.postId, replyId: docId },
        summary: { kind: 'reply' },
      })
      expect(JSON.stringify(events)).not.toContain('secret')
    })

    it.each<[string, (w: Watched, v: Village) => unknown, object]>([
      ['post', () => ({ post: { text: 'Hello' } }), { postId: 'docId' }],
      ['like', (_w, { postId }) => ({ like: { postId } }), { postId: '' }],
      ['repost', (_w, { postId }) => ({ repost: { postId } }), { postId: '' }],
      ['follow', (_w, { resident }) => ({ follow: { handle: resident.handle } }), {}],
    ])('points a %s to what it was done with', async (kind, body, refs) => {
      const a = await v.visitor()
      const { data } = (await a.act(body(a, v))).body
      const [, outcome] = await a.events()
      const expectedRefs = Object.fromEntries(
        Object.entries(refs).map(([name, from]) => [name, from === 'docId' ? data.docId : v.postId]),
      )
      expect(outcome.refs).toEqual({ requestId: data.actionId, ...expectedRefs })
      expect(outcome.summary).toEqual({ kind })
      expect(outcome.counterpartHandles).toEqual(kind === 'post' ? [] : [v.resident.handle])
    })

    it('assigns acts without another party to the visitor’s own channel', async () => {
      const a = await v.visitor()
      await a.act({ bio: { text: 'I walk a lot' } })
      await a.act({ persona: { text: '' } })
      expect((await a.events()).map(gist)).toEqual([
        'action act_attempt attempted self',
        'action act_outcome completed self',
        'action act_attempt attempted self',
        'action act_outcome refused self',
      ])
    })

    it('publishes a refusal of the city with its reason and without names', async () => {
      const a = await v.visitor()
      await a.act({ like: { postId: v.postId } })
      await a.act({ like: { postId: v.postId } })
      const last = (await a.events()).at(-1)
      expect(last).toMatchObject({
        status: 'refused',
        summary: { kind: 'like', reason: 'already_liked' },
        counterpartHandles: [],
      })
    })

    it('tells what moderation blocked, and an act that was never admitted not at all (AMB-81)', async () => {
      await server.switches({ bannedTerms: ['zounds'] })
      const a = await v.visitor()
      expect((await a.act({ post: { text: 'Well, zounds' } })).body.error.code).toBe('INPUT_MODERATION_BLOCKED')
      expect((await a.act({ post: {} })).body.error.code).toBe('INVALID_ACTION')
      await server.switches({ bannedTerms: [] })
      const events = await a.events()
      expect(events.map(gist)).toEqual([SETTLED[0], 'action act_outcome refused outgoing'])
      expect(events[1].summary).toEqual({ kind: 'post', reason: 'INPUT_MODERATION_BLOCKED' })
    })

    it('tells a private message on both sides, and to each who the other is', async () => {
      const a = await v.visitor()
      const b = await v.visitor()
      const { data } = (await a.act({ dm: { handle: b.handle, text: 'Between us' } })).body
      const { threadId } = data.detail
      const sent = await a.events()
      expect(sent.map(gist)).toEqual([...SETTLED, 'private message_sent recorded outgoing'])
      expect(sent[1]).toMatchObject({ refs: { requestId: data.actionId, threadId }, counterpartHandles: [b.handle] })
      expect(sent[2]).toMatchObject({ refs: { threadId }, counterpartHandles: [b.handle], summary: { kind: 'dm' } })
      const received = await b.events()
      expect(received.map(gist)).toEqual(['private message_received recorded incoming'])
      expect(received[0]).toMatchObject({ refs: { threadId }, counterpartHandles: [a.handle] })
    })

    it('publishes replies, likes, reposts and follows to their recipients', async () => {
      const a = await v.visitor()
      const b = await v.visitor()
      const postId = (await a.act({ post: { text: 'Here I am' } })).body.data.docId
      const replyId = (await b.act({ reply: { postId, text: 'There you are' } })).body.data.docId
      await b.act({ like: { postId } })
      await a.act({ like: { postId, replyId } })
      await b.act({ repost: { postId } })
      await b.act({ follow: { handle: a.handle } })
      const toA = await a.events('&direction=incoming')
      expect(toA.map(gist)).toEqual([
        'public reply_received recorded incoming',
        'public like_received recorded incoming',
        'public repost_received recorded incoming',
        'public follow_received recorded incoming',
      ])
      expect(toA.map(({ refs }) => refs)).toEqual([{ postId, replyId }, { postId }, { postId }, {}])
      for (const { counterpartHandles } of toA) expect(counterpartHandles).toEqual([b.handle])
      const toB = await b.events('&direction=incoming')
      expect(toB.map(({ type, refs }) => [type, refs])).toEqual([['like_received', { postId, replyId }]])
    })

    it('publishes no incoming event for an act on oneself', async () => {
      const a = await v.visitor()
      const postId = (await a.act({ post: { text: 'Note to self' } })).body.data.docId
      await a.act({ like: { postId } })
      await a.act({ reply: { postId, text: 'Indeed' } })
      expect(await a.events('&direction=incoming')).toEqual([])
      expect((await a.events()).at(-1).counterpartHandles).toEqual([])
    })

    it('makes no events of imported facts (AMB-143)', async () => {
      const a = await v.visitor()
      const postId = (await a.act({ post: { text: 'Answer me' } })).body.data.docId
      const id = `${postId}-r`
      expect((await server.import({ replies: [{ id, postId, agentId: v.resident.id, text: 'Yes' }] })).status).toBe(200)
      expect((await a.events()).map(gist)).toEqual(SETTLED)
    })

    it.each<[string, Record<string, unknown>]>([
      ['the gate is off', { visitorObserveEnabled: false }],
      ['the gate is not literally true', { visitorObserveEnabled: 1 }],
      ['the world is not listed', { visitorObserveCanaryWorldIds: [] }],
      ['the ceiling is zero', { visitorObserveDailyCaptureCeiling: 0 }],
      ['the ceiling is no number', { visitorObserveDailyCaptureCeiling: '100' }],
    ])('captures nothing while %s', async (_name, change) => {
      const a = await v.visitor()
      await server.switches(change)
      expect((await a.act({ like: { postId: v.postId } })).status).toBe(200)
      expect(await rows(a.agentId)).toBe(0)
    })

    it('captures no events of unregistered or released visitors', async () => {
      const a = await v.visitor()
      const b = await v.visitor()
      await register(server, a.agentId, null, null)
      await a.act({ like: { postId: v.postId } })
      await changeStore(server, 'update visitors set released_at = 1 where agent_id = $1', [b.agentId])
      await b.act({ like: { postId: v.postId } })
      await a.act({ follow: { handle: b.handle } })
      expect([await rows(a.agentId), await rows(b.agentId)]).toEqual([0, 0])
    })

    it('stores no more than the ceiling of a day and says so for the channels that lost something', async () => {
      await server.switches({ visitorObserveDailyCaptureCeiling: 3 })
      const a = await v.visitor()
      const b = await v.visitor()
      await a.act({ post: { text: 'One' } })
      await a.act({ post: { text: 'Two' } })
      expect(await rows(a.agentId)).toBe(3)
      await b.act({ follow: { handle: a.handle } })
      const { coverage } = (await a.observe()).body.data
      expect([coverage.action.state, coverage.public.state]).toEqual(['coverage_limited', 'coverage_limited'])
      expect(coverage.private).toEqual({
        state: 'available',
        capturedFrom: coverage.action.capturedFrom,
        lastIngestedAt: null,
      })
      expect(coverage.public.lastIngestedAt).toBeNull()
      // Each visitor has its own.
      expect(await rows(b.agentId)).toBe(2)
      await toNextDay(server)
      await a.act({ post: { text: 'Three' } })
      expect(await rows(a.agentId)).toBe(5)
      const next = (await a.observe()).body.data.coverage
      expect([next.action.state, next.public.state]).toEqual(['available', 'available'])
      expect((await a.events()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    })

    it('says that nothing is captured when the ceiling is zero, and still shows what was (AMB-94)', async () => {
      const a = await v.visitor()
      await a.act({ like: { postId: v.postId } })
      await server.switches({ visitorObserveDailyCaptureCeiling: 0 })
      const { data } = (await a.observe()).body
      for (const { state } of Object.values<any>(data.coverage)) expect(state).toBe('not_captured')
      expect(data.coverage.action.lastIngestedAt).not.toBeNull()
      expect(await a.events()).toHaveLength(2)
    })

    it('names channels whose city feature is off, in this world alone', async () => {
      const quiet = await village(server, { privateMessagingEnabled: false, cityMovementEnabled: false })
      const { coverage } = (await (await quiet.visitor()).observe()).body.data
      const states = Object.entries<any>(coverage).map(([channel, { state }]) => `${channel} ${state}`)
      expect(states).toEqual([
        'action available',
        'public available',
        'private disabled',
        'encounter disabled',
        'movement disabled',
        'chess disabled',
      ])
      expect((await (await v.visitor()).observe()).body.data.coverage.private.state).toBe('available')
    })

    it('numbers journal and events apart, whichever of the two is on', async () => {
      await server.switches({ visitorJournalEnabled: true, visitorJournalCanaryWorldIds: [v.worldId] })
      const a = await v.visitor()
      const b = await v.visitor()
      await b.act({ follow: { handle: a.handle } })
      await a.act({ post: { text: 'Both' } })
      await server.switches({ visitorObserveDailyCaptureCeiling: 0 })
      await a.act({ post: { text: 'Journal alone' } })
      await server.switches({ visitorObserveDailyCaptureCeiling: 100, visitorJournalEnabled: false })
      await a.act({ post: { text: 'Events alone' } })
      await server.switches({ visitorJournalEnabled: true })
      const journal = (await server.get(`/v1/visitors/${a.agentId}/journal?view=history`, a.key.key)).body.data
      expect(journal.entries.map(({ sequence }: any) => sequence)).toEqual([1, 2, 3, 4])
      expect(journal.coverage.captureStartedAt).not.toBeNull()
      expect((await a.events()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    })

    it('publishes no second event for a replay', async () => {
      const a = await v.visitor()
      await a.act({ post: { text: 'Once' } }, 'same')
      await a.act({ post: { text: 'Once' } }, 'same')
      expect(await rows(a.agentId)).toBe(2)
    })

    it('takes times of ingestion from the clock and never lets them go back', async () => {
      const a = await v.visitor()
      await a.act({ post: { text: 'Now' } })
      const before = await clockOf(server)
      await server.advance(60_000)
      await a.act({ post: { text: 'Later' } })
      const at = (await a.events()).map(({ ingestedAt }) => Date.parse(ingestedAt) - before)
      expect(at).toEqual([0, 0, 60_000, 60_000])
    })
  })

for (const engine of ENGINES)
  describe(`what is captured late, on ${engine}`, () => {
    it('publishes an abandoned act as unresolved when it is given up, if its attempt was published', async () => {
      const moderation = await startModelStub()
      const server = await startTestServer(engine, { env: { AGENT_NETWORK_MODERATION_URL: moderation.url } })
      try {
        await server.setClock(NOW)
        await server.switches(OPEN)
        const a = await (await village(server)).visitor()
        let looks = 0
        let resume = () => {}
        let waiting = () => {}
        const requestWaiting = new Promise<void>((resolve) => {
          waiting = resolve
        })
        moderation.behave(async (response) => {
          looks += 1
          if (looks === 2) {
            waiting()
            await new Promise<void>((go) => {
              resume = go
            })
          }
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify({ results: [{ flagged: false }] }))
        })
        const late = a.act({ post: { text: 'Too late' } })
        await waitWhileOpen('the second moderation check', requestWaiting, late)
        // As if five minutes had passed for everybody but the act itself.
        await changeStore(server, 'update claims set claimed_at = claimed_at - 300000')
        for (let n = 0; n < 100 && (await a.events()).length < 2; n++) await new Promise((go) => setTimeout(go, 50))
        const events = await a.events()
        expect(events.map(gist)).toEqual([SETTLED[0], 'action act_outcome unresolved outgoing'])
        expect(events[1].summary).toEqual({ kind: 'post', reason: 'INTERNAL_ERROR' })
        expect(events[1].refs).toEqual(events[0].refs)
        resume()
        expect((await late).body.error.code).toBe('VISITOR_ACTION_OUTCOME_UNRESOLVED')
        expect(await a.events()).toHaveLength(2)
      } finally {
        await server.close()
        await moderation.close()
      }
    })

    it('publishes a quarantined reply once, when an operator releases it', async () => {
      const moderation = await startModelStub()
      const server = await startTestServer(engine, { env: { AGENT_NETWORK_MODERATION_URL: moderation.url } })
      try {
        await server.setClock(NOW)
        await server.switches(OPEN)
        const v = await village(server)
        const [a, b] = [await v.visitor(), await v.visitor()]
        let looks = 0
        moderation.behave(async (response) => {
          looks += 1
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify({ results: [{ flagged: looks === 4 }] }))
        })
        const postId = (await a.act({ post: { text: 'Say it' } })).body.data.docId
        const answer = (await b.act({ reply: { postId, text: 'Hm' } })).body.data
        expect(answer.skipReason).toBe('held_for_review')
        expect((await b.events()).at(-1)).toMatchObject({ status: 'refused', summary: { reason: 'held_for_review' } })
        expect(await a.events('&channel=public')).toEqual([])
        const [{ id }] = await readStore(server, 'select id from replies where post_id = $1', [postId])
        await server.advance(5_000)
        const show = (visibility: string) => server.operator('PATCH', `/_operator/replies/${id}`, { visibility })
        await show('public')
        await show('quarantined')
        await show('public')
        const publicEvents = await a.events('&channel=public')
        expect(publicEvents.map(gist)).toEqual(['public reply_received recorded incoming'])
        expect(publicEvents[0]).toMatchObject({
          refs: { postId, replyId: id },
          occurredAt: NOW,
          counterpartHandles: [b.handle],
        })
        expect(Date.parse(publicEvents[0].ingestedAt) - Date.parse(NOW)).toBe(5_000)
      } finally {
        await server.close()
        await moderation.close()
      }
    })

    it('leaves neither fact nor effect of an act that fails', async () => {
      const server = await startTestServer(engine)
      try {
        await server.setClock(NOW)
        await server.switches(OPEN)
        const v = await village(server)
        const a = await v.visitor()
        await a.act({ post: { text: 'Before' } })
        // The next number is taken already, so nothing can be told under it.
        await changeStore(
          server,
          `insert into events select world_id, agent_id, 4, ingested_at, facts from events where agent_id = $1 and sequence = 2`,
          [a.agentId],
        )
        expect((await a.act({ like: { postId: v.postId } })).status).toBe(500)
        expect(Number((await readStore(server, 'select count(*) as n from likes'))[0].n)).toBe(0)
        expect(await a.events()).toHaveLength(2)
      } finally {
        await server.close()
      }
    })
  })
