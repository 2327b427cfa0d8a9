// Chaos test driver of event streams: checks that each item is delivered once.
import type { EngineName } from '../../test/harness.ts'
import { follow, type Reading } from '../../test/stream-reader.ts'
import { type Answer, act, call, type Guest } from '../../test/visitor-site.ts'
import { type Fixture, openFixture } from './fixture.ts'

/** A generator that is the same on every machine (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** An item is known by its kind and by what it points to, which no two of them share. */
const nameOf = ({ kind, ref, from }: any): string =>
  `${kind} ${ref.replyId ?? ref.messageId ?? ref.postId ?? ''} ${from}`

interface DeliveredItem {
  readonly name: string
  readonly cursor: string
  readonly text: string | null
  readonly replyId: string | null
  readonly at: number
}

/** How long after its acknowledgement a removal or a refusal may still cross what is on its way. */
const GRACE_MS = 300
const REFUSED_MS = 1_500

/** Follows one visitor until the chaos test ends, from node to node, always after the last event it received. */
class Follower {
  readonly deliveries: DeliveredItem[] = []
  readonly faults: string[] = []
  private cursor: string
  private reading: Reading | null = null
  private stopped = false
  private counted = 0
  readonly done: Promise<void>

  constructor(
    private readonly fixture: Fixture,
    readonly guest: Guest,
    start: string,
    private readonly chance: () => number,
  ) {
    this.cursor = start
    this.done = this.run()
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const url = `${this.fixture.url(Math.floor(this.chance() * 2))}/v1/visitors/${this.guest.visitor.agentId}/stream`
      const lines = this.chance() < 0.3 ? { accept: 'application/x-ndjson' } : {}
      try {
        this.reading = await follow(url, this.guest.key.key, { 'last-event-id': this.cursor, ...lines })
      } catch {
        await wait(50)
        continue
      }
      this.counted = 0
      const { reading } = this
      let isOver = reading.status !== 200
      void reading.over.then(() => {
        isOver = true
      })
      if (reading.status === 410 || reading.status === 400)
        this.faults.push(`resume: ${reading.status} ${reading.raw()}`)
      while (!isOver && !this.stopped) {
        this.take()
        await wait(5)
      }
      this.take()
      reading.close()
      await wait(reading.status === 200 ? 5 : 200)
    }
  }

  private take(): void {
    const found = this.reading!.status === 200 ? this.reading!.received() : []
    for (const { event, data } of found.slice(this.counted)) {
      if (event === 'end') continue
      const { cursor, text, ref } = data
      this.deliveries.push({ name: nameOf(data), cursor, text, replyId: ref.replyId ?? null, at: Date.now() })
      this.cursor = cursor
    }
    this.counted = found.length
  }

  /** The line breaks, and the next one goes on where this one was. */
  drop(): void {
    this.reading?.close()
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.done
  }
}

interface Expected {
  /** By visitor: everything that was addressed to it and acknowledged. */
  readonly items: Map<string, Set<string>>
  /** Replies that were hidden or erased, and when that was acknowledged; taken back by showing them again. */
  readonly hidden: Map<string, number>
  /** Posts of each visitor. */
  readonly posts: Map<string, string[]>
  /** When each key was refused, and until when. */
  readonly refused: Map<string, [from: number, to: number][]>
}

export interface Report {
  acts: number
  delivered: number
  streamed: number
  removals: number
  kills: number
}

/** Every item of an inbox, page by page, with page sizes of chance. */
async function page(fixture: Fixture, { visitor, key }: Guest, start: string, chance: () => number): Promise<any[]> {
  const items: any[] = []
  for (let after = start; ; ) {
    const limit = 1 + Math.floor(chance() * 20)
    const url = `${fixture.url(Math.floor(chance() * 2))}/v1/visitors/${visitor.agentId}/inbox?limit=${limit}&after=${after}`
    const answer = await call(url, key.key)
    if (answer.code === 'RATE_LIMIT_EXCEEDED') {
      await wait(1_000)
      continue
    }
    if (answer.status !== 200) throw new Error(`inbox: ${answer.text}`)
    items.push(...answer.data.items)
    after = answer.data.cursor
    if (!answer.data.hasMore) return items
  }
}

/** Faults as texts; empty when all promises hold. */
async function checkResponse(
  fixture: Fixture,
  expected: Expected,
  followers: readonly Follower[],
  starts: readonly string[],
  chance: () => number,
  report: Report,
): Promise<string[]> {
  const faults: string[] = []
  for (const [i, follower] of followers.entries()) {
    const { guest, deliveries } = follower
    const who = guest.visitor.handle
    const items = await page(fixture, guest, starts[i]!, chance)
    const names = items.map(nameOf)
    report.delivered += items.length
    report.streamed += deliveries.length
    for (const name of expected.items.get(guest.visitor.agentId)!)
      if (!names.includes(name)) faults.push(`${who}: never in the inbox: ${name}`)
    if (new Set(names).size !== names.length) faults.push(`${who}: twice in the inbox`)
    // In order, however often a line broke: first sightings are the inbox itself.
    const firsts = [...new Map(deliveries.map((one) => [one.cursor, one.name])).values()]
    if (firsts.join('\n') !== names.join('\n')) {
      const at = names.findIndex((name, n) => name !== firsts[n])
      faults.push(`${who}: streamed ${firsts.length} of ${names.length}; from ${at}: ${names[at]} not ${firsts[at]}`)
    }
    for (const { replyId, text, at } of deliveries) {
      const removedAt = expected.hidden.get(replyId ?? '')
      if (text !== null && removedAt !== undefined && at > removedAt + GRACE_MS)
        faults.push(`${who}: after removal: ${replyId}`)
    }
    for (const [from, to] of expected.refused.get(guest.key.id) ?? [])
      if (deliveries.some(({ at }) => at > from + REFUSED_MS && at < to))
        faults.push(`${who}: to a key that was refused`)
    for (const item of items)
      if (item.text !== null && expected.hidden.has(item.ref.replyId ?? ''))
        faults.push(`${who}: words of a hidden reply`)
    faults.push(...follower.faults)
  }
  return faults
}

export interface Plan {
  readonly engine: EngineName
  readonly acts: number
  readonly seed: number
  /** A build with a fault in it. */
  readonly main?: string
}

/** Acts, removals, refusals, broken lines, killed nodes and an empty Redis; then everything is held against the inbox. */
export async function deliveryCampaign({ engine, acts, seed, main }: Plan): Promise<Report> {
  const chance = chanceFrom(seed)
  const fixture = await openFixture(engine, main)
  const report: Report = { acts: 0, delivered: 0, streamed: 0, removals: 0, kills: 0 }
  const expected: Expected = { items: new Map(), hidden: new Map(), posts: new Map(), refused: new Map() }
  const followers: Follower[] = []
  try {
    const { guests, site, town } = fixture
    const starts: string[] = []
    for (const { visitor, key } of guests) {
      const inbox = await call(`${fixture.url(0)}/v1/visitors/${visitor.agentId}/inbox`, key.key)
      starts.push(inbox.data.cursor)
      expected.items.set(visitor.agentId, new Set())
      expected.posts.set(visitor.agentId, [])
    }
    for (const [i, guest] of guests.entries())
      followers.push(new Follower(fixture, guest, starts[i]!, chanceFrom(seed + i + 1)))
    const pick = <T>(some: readonly T[]): T => some[Math.floor(chance() * some.length)]!
    const visiblePostIds: string[] = []
    /** Those of them that stand in somebody's inbox. */
    const addressed: string[] = []
    const note = (to: Guest, name: string) => expected.items.get(to.visitor.agentId)!.add(name)

    const perform = async (n: number): Promise<void> => {
      const [by, to] = [pick(guests), pick(guests)]
      const own = expected.posts.get(to.visitor.agentId)!
      const node = Math.floor(chance() * 2)
      const value = `${seed}-${n}`
      const tries = async (body: unknown): Promise<Answer> => {
        for (let attempt = 0; ; attempt++) {
          const address = { ...site, nodes: [fixture.url(node + attempt)] }
          const answer = await act(address, by.visitor, by.key, value, body).catch(() => null)
          const isSettled = answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429
          if (isSettled || attempt > 60) return answer ?? ({ status: 0 } as Answer)
          await wait(200)
        }
      }
      const dice = chance()
      if (own.length === 0 || dice < 0.1) {
        const { data } = await tries({ post: { text: `Post ${value}` } })
        if (data?.status === 'created') expected.posts.get(by.visitor.agentId)!.push(data.docId)
        return
      }
      if (dice < 0.5) {
        const postId = pick(own)
        const { data } = await tries({ reply: { postId, text: `Reply ${value}` } })
        if (data?.status !== 'created') return
        visiblePostIds.push(data.docId)
        if (by === to) return
        note(to, `reply ${data.docId} ${by.visitor.handle}`)
        addressed.push(data.docId)
        return
      }
      if (dice < 0.75) {
        if (by === to) return
        const { data } = await tries({ dm: { handle: to.visitor.handle, text: `Letter ${value}` } })
        if (data?.status === 'created') note(to, `dm ${data.docId} ${by.visitor.handle}`)
        return
      }
      // A resident's doing, as it comes with a file: many at once, so that the commit is late.
      const resident = pick(town.residents)
      const replies = Array.from({ length: 1 + Math.floor(chance() * 40) }, (_, i) => ({
        id: `${town.worldId}-${value}-${i}`,
        postId: pick(own),
        agentId: resident.id,
        text: `Resident ${value} ${i}`,
      }))
      await site.operator('POST', '/_operator/import', { replies })
      for (const { id } of replies) note(to, `reply ${id} ${resident.handle}`)
    }

    const hide = async (replyId: string): Promise<void> => {
      await site.operator('PATCH', `/_operator/replies/${replyId}`, { visibility: 'hidden' })
      expected.hidden.set(replyId, Date.now())
      report.removals += 1
    }

    const disturb = async (): Promise<void> => {
      const dice = chance()
      if (dice < 0.35 && visiblePostIds.length > 0) {
        const replyId = pick(visiblePostIds)
        if (chance() >= 0.3) return hide(replyId)
        visiblePostIds.splice(visiblePostIds.indexOf(replyId), 1)
        await site.operator('DELETE', `/_operator/replies/${replyId}`)
        expected.hidden.set(replyId, Date.now())
        report.removals += 1
      } else if (dice < 0.7) pick(followers).drop()
      else if (dice < 0.8) await fixture.flush()
      else if (dice < 0.9) {
        const { key } = pick(guests)
        await site.operator('PATCH', `/_operator/keys/${key.id}`, { enabled: false })
        const from = Date.now()
        await wait(2_000)
        const to = Date.now()
        await site.operator('PATCH', `/_operator/keys/${key.id}`, { enabled: true })
        expected.refused.set(key.id, [...(expected.refused.get(key.id) ?? []), [from, to]])
      } else {
        await fixture.kill()
        report.kills += 1
      }
    }

    const AT_ONCE = 4
    for (let n = 0; n < acts; n += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, acts - n) }, (_, i) => perform(n + i))
      const disturbed = chance() < 0.2 ? disturb() : null
      await Promise.all([...some, disturbed])
      report.acts += some.length
    }
    // In every run one item that is in an inbox is hidden.
    const last = addressed.findLast((id) => !expected.hidden.has(id))
    if (last !== undefined) await hide(last)
    // A lost hint delays by two seconds at most; a killed node's places are free after ten.
    const isComplete = () =>
      followers.every(({ guest, deliveries }) => {
        const names = new Set(deliveries.map(({ name }) => name))
        return [...expected.items.get(guest.visitor.agentId)!].every((name) => names.has(name))
      })
    for (let waited = 0; !isComplete() && waited < 15_000; waited += 100) await wait(100)
    for (const follower of followers) await follower.stop()
    const faults = await checkResponse(fixture, expected, followers, starts, chance, report)
    if (faults.length > 0) throw new Error(`seed ${seed}: ${faults.length} faults\n${faults.slice(0, 12).join('\n')}`)
    return report
  } finally {
    for (const follower of followers) await follower.stop().catch(() => {})
    await fixture.close()
  }
}
