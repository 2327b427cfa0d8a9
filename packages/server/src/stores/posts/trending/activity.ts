// The activity of a world in the last 24 hours, updated by commits and by time, with rankings.
import { LIMITS } from '@agent-network/contract'
import { TimeQueue } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'

const NO_SLOT = -1

/**
 * Ids by score, highest first, ties by id, as a tournament tree. A change updates only the path to the root. The best
 * few are found on the paths they won, at a cost independent of the number of ids.
 */
export class Ranking {
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  #ids: string[] = []
  #scores: number[] = []
  #capacity = 16
  /** The slot that won below each node; 1 is the root, slot n is at `capacity + n`. */
  #winners = new Int32Array(2 * this.#capacity).fill(NO_SLOT)

  get size(): number {
    return this.#slots.size
  }

  /** Null removes an id. */
  set(id: string, score: number | null): void {
    let slot = this.#slots.get(id)
    if (slot === undefined) {
      if (score === null) return
      slot = this.#free.pop() ?? this.#ids.length
      if (slot >= this.#capacity) this.#grow()
      this.#slots.set(id, slot)
      this.#ids[slot] = id
    }
    if (score === null) {
      this.#slots.delete(id)
      this.#free.push(slot)
    } else this.#scores[slot] = score
    this.#play(slot, score === null ? NO_SLOT : slot)
  }

  /** Best first. Do not call `set` while iterating. */
  *best(): Generator<{ readonly id: string; readonly score: number }> {
    /** Nodes below which no id was returned yet. */
    const open = [1]
    for (;;) {
      let first = -1
      for (let i = 0; i < open.length; i++)
        if (first < 0 || this.#better(this.#winners[open[i]!]!, this.#winners[open[first]!]!)) first = i
      const slot = first < 0 ? NO_SLOT : this.#winners[open[first]!]!
      if (slot === NO_SLOT) return
      // Follow the path that it won: one of the ids it beat may be next.
      let node = open[first]!
      open[first] = open.at(-1)!
      open.pop()
      while (node < this.#capacity) {
        const leftChild = 2 * node
        const won = this.#winners[leftChild] === slot ? leftChild : leftChild + 1
        open.push(won ^ 1)
        node = won
      }
      yield { id: this.#ids[slot]!, score: this.#scores[slot]! }
    }
  }

  #better(a: number, b: number): boolean {
    if (a === NO_SLOT || b === NO_SLOT) return b === NO_SLOT && a !== NO_SLOT
    const ahead = this.#scores[a]! - this.#scores[b]!
    return ahead > 0 || (ahead === 0 && this.#ids[a]! < this.#ids[b]!)
  }

  #play(slot: number, winner: number): void {
    const winners = this.#winners
    let node = this.#capacity + slot
    winners[node] = winner
    for (node >>= 1; node >= 1; node >>= 1) {
      const [first, second] = [winners[2 * node]!, winners[2 * node + 1]!]
      winners[node] = this.#better(second, first) ? second : first
    }
  }

  #grow(): void {
    this.#capacity *= 2
    this.#winners = new Int32Array(2 * this.#capacity).fill(NO_SLOT)
    for (const slot of this.#slots.values()) this.#winners[this.#capacity + slot] = slot
    for (let node = this.#capacity - 1; node >= 1; node--) {
      const [first, second] = [this.#winners[2 * node]!, this.#winners[2 * node + 1]!]
      this.#winners[node] = this.#better(second, first) ? second : first
    }
  }
}

export const WINDOW_MS = LIMITS.trending.windowHours * 3_600_000

interface Tie {
  readonly world: string
  readonly at: number
  readonly n: 1 | -1
}

/** A change of activity in a world by a commit. All changes are additions, so their order does not matter. */
export type ActivityFact =
  /** A like or a visible reply is added (n = 1) or removed (n = -1). */
  | (Tie & { readonly kind: 'like' | 'reply'; readonly post: string })
  | (Tie & { readonly kind: 'follow'; readonly agent: string })
  /** A post becomes visible (n = 1) or stops being visible (n = -1). */
  | (Tie & { readonly kind: 'post'; readonly post: string; readonly topic: string; readonly agent: string })
  /** A post is deleted, with its likes and replies. */
  | { readonly kind: 'erased'; readonly world: string; readonly post: string }

/** Publishes the fact with the transaction. Every writer of such rows must call it in the transaction of the write. */
export const publishActivity = (tx: Tx, fact: ActivityFact): void => tx.tell(fact)

export const isActivity = (fact: unknown): fact is ActivityFact =>
  typeof fact === 'object' && fact !== null && 'kind' in fact && 'world' in fact

/** A post of any age that was liked or answered in the window. */
interface Thread {
  readonly id: string
  likes: number
  replies: number
  /** Number of events in the window. */
  events: number
  isVisible: boolean
  topic: string
  agent: string
}

interface TopicActivity {
  score: number
  posts: number
  /** Number of visible posts in the window, by author. */
  readonly voices: Map<string, number>
}

interface AgentActivity {
  score: number
  gained: number
}

type Count =
  | { readonly kind: 'like' | 'reply'; readonly thread: Thread }
  | { readonly kind: 'follow'; readonly agent: string }
  | { readonly kind: 'post'; readonly topic: string; readonly agent: string }
type Counted = Count & { readonly at: number; readonly n: 1 | -1 }
type FutureFact = Exclude<ActivityFact, { kind: 'erased' }>

const scoreOf = ({ likes, replies }: Thread): number => likes + 2 * replies

const getOr = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  let found = map.get(key)
  if (found === undefined) {
    found = make()
    map.set(key, found)
  }
  return found
}

/**
 * The last 24 hours of one world, updated by commits and by time. Each update costs the logarithm of the number of
 * events in the window.
 */
export class Activity {
  /** The current time of the window; it only moves forward. */
  #now: number
  /** The time of the latest change: the rankings are the same from then until now. */
  #since = -Infinity
  /** Events dated after now, which do not count yet. */
  readonly #ahead = new TimeQueue<FutureFact>()
  readonly #inside = new TimeQueue<Counted>()
  readonly #threads = new Map<string, Thread>()
  /** Threads whose visibility and topic are not known yet. */
  readonly #unknown = new Map<string, Thread>()
  readonly #topics = new Map<string, TopicActivity>()
  readonly #agents = new Map<string, AgentActivity>()
  readonly #hot = new Ranking()
  readonly #hotTopics = new Ranking()
  readonly #rising = new Ranking()

  constructor(now: number) {
    this.#now = now
  }

  /** Whether the rankings are valid for this time. */
  standsAt(at: number): boolean {
    return at >= this.#since && at < this.nextChange
  }

  get now(): number {
    return this.#now
  }

  /** The earliest time at which the rankings change without a write. */
  get nextChange(): number {
    return Math.min(this.#ahead.earliest, this.#inside.earliest + WINDOW_MS)
  }

  add(fact: ActivityFact): void {
    if (fact.kind === 'erased') {
      this.#erase(fact.post)
      return
    }
    if (fact.kind === 'post') this.#see(fact)
    if (fact.at > this.#now) this.#ahead.push(fact)
    else if (fact.at > this.#now - WINDOW_MS) this.#enter(fact)
  }

  /** Moves to a time, processing at most `most` events. Returns false if some remain; then call it again. */
  advance(now: number, most = Infinity): boolean {
    this.#now = Math.max(this.#now, now)
    for (let n = 0; n < most; n++) {
      const fact = this.#ahead.takeUpTo(this.#now)
      const old = fact === undefined ? this.#inside.takeUpTo(this.#now - WINDOW_MS) : undefined
      if (fact !== undefined) this.#enter(fact)
      else if (old !== undefined) this.#leave(old)
      else return true
    }
    return this.nextChange > this.#now
  }

  get hasUnknown(): boolean {
    return this.#unknown.size > 0
  }

  /** Ids of posts for which `learn` must be called. */
  unknown(): string[] {
    return [...this.#unknown.keys()]
  }

  /** Marks a post as unknown: facts about it may have arrived out of order, so the store must be read. */
  doubt(id: string): void {
    const thread = this.#threads.get(id)
    if (thread === undefined) return
    this.#place(thread, { ...thread, isVisible: false })
    this.#unknown.set(id, thread)
  }

  /** Sets the post as read from the store, unless a later commit has set it. Null if the post does not exist. */
  learn(
    id: string,
    post: { readonly topic: string; readonly agent: string; readonly isVisible: boolean } | null,
  ): void {
    const thread = this.#unknown.get(id)
    if (thread === undefined) return
    this.#unknown.delete(id)
    if (post !== null) this.#place(thread, post)
  }

  *threads(): Generator<{ id: string; likes: number; replies: number; score: number }> {
    for (const { id, score } of this.#hot.best()) {
      const { likes, replies } = this.#threads.get(id)!
      yield { id, likes, replies, score }
    }
  }

  *topics(): Generator<{ id: string; posts: number; agents: number; score: number }> {
    for (const { id, score } of this.#hotTopics.best()) {
      const { posts, voices } = this.#topics.get(id)!
      yield { id, posts, agents: voices.size, score }
    }
  }

  *agents(): Generator<{ id: string; gained: number; score: number }> {
    for (const { id, score } of this.#rising.best()) yield { id, gained: this.#agents.get(id)!.gained, score }
  }

  #enter(fact: FutureFact): void {
    const { at, n } = fact
    this.#since = Math.max(this.#since, at)
    const counted: Counted =
      fact.kind === 'post'
        ? { at, n, kind: fact.kind, topic: fact.topic, agent: fact.agent }
        : fact.kind === 'follow'
          ? { at, n, kind: fact.kind, agent: fact.agent }
          : { at, n, kind: fact.kind, thread: this.#threadOf(fact.post) }
    this.#inside.push(counted)
    if ('thread' in counted) counted.thread.events += 1
    this.#count(counted, n)
  }

  #leave(counted: Counted): void {
    this.#since = Math.max(this.#since, counted.at + WINDOW_MS)
    this.#count(counted, -counted.n)
    if (!('thread' in counted)) return
    const { thread } = counted
    thread.events -= 1
    if (thread.events > 0 || this.#threads.get(thread.id) !== thread) return
    this.#threads.delete(thread.id)
    this.#unknown.delete(thread.id)
  }

  #count(counted: Count, n: number): void {
    if ('thread' in counted) {
      const { thread, kind } = counted
      const before = scoreOf(thread)
      thread[kind === 'like' ? 'likes' : 'replies'] += n
      if (thread.isVisible) this.#show(thread, scoreOf(thread) - before)
    } else if (counted.kind === 'follow') this.#countAgent(counted.agent, { score: 0, gained: n })
    else this.#countPost(counted.topic, counted.agent, n)
  }

  #threadOf(id: string): Thread {
    return getOr(this.#threads, id, () => {
      const thread = { id, likes: 0, replies: 0, events: 0, isVisible: false, topic: '', agent: '' }
      this.#unknown.set(id, thread)
      return thread
    })
  }

  /** A commit sets where a post belongs; this is newer than any pending read from the store. */
  #see({ post, topic, agent, n }: ActivityFact & { kind: 'post' }): void {
    const thread = this.#threads.get(post)
    if (thread === undefined) return
    this.#unknown.delete(post)
    this.#place(thread, { topic, agent, isVisible: n === 1 })
  }

  #place(thread: Thread, { topic, agent, isVisible }: Pick<Thread, 'topic' | 'agent' | 'isVisible'>): void {
    if (thread.isVisible) this.#show(thread, -scoreOf(thread), null)
    Object.assign(thread, { topic, agent, isVisible })
    if (isVisible) this.#show(thread, scoreOf(thread))
  }

  /** Applies a change by `n` of a visible thread's score. */
  #show(thread: Thread, n: number, score: number | null = scoreOf(thread)): void {
    this.#hot.set(thread.id, score === null || score <= 0 ? null : score)
    this.#countTopic(thread.topic, n)
    this.#countAgent(thread.agent, { score: n, gained: 0 })
  }

  /** Its events stay in the queue until they expire, and do not count. */
  #erase(id: string): void {
    this.#ahead.removeWhere((fact) => 'post' in fact && fact.kind !== 'post' && fact.post === id)
    const thread = this.#threads.get(id)
    if (thread === undefined) return
    this.#place(thread, { ...thread, isVisible: false })
    this.#threads.delete(id)
    this.#unknown.delete(id)
  }

  #topicOf(id: string): TopicActivity {
    return getOr(this.#topics, id, () => ({ score: 0, posts: 0, voices: new Map() }))
  }

  #rankTopic(id: string, topic: TopicActivity): void {
    const isActive = topic.score > 0 || topic.posts > 0
    this.#hotTopics.set(id, isActive ? topic.score : null)
    if (topic.score === 0 && topic.posts === 0 && topic.voices.size === 0) this.#topics.delete(id)
  }

  #countTopic(id: string, n: number): void {
    if (id === '') return
    const topic = this.#topicOf(id)
    topic.score += n
    this.#rankTopic(id, topic)
  }

  #countPost(id: string, agent: string, n: number): void {
    if (id === '') return
    const topic = this.#topicOf(id)
    topic.posts += n
    const posts = (topic.voices.get(agent) ?? 0) + n
    if (posts === 0) topic.voices.delete(agent)
    else topic.voices.set(agent, posts)
    this.#rankTopic(id, topic)
  }

  #countAgent(id: string, { score, gained }: AgentActivity): void {
    const agent = getOr(this.#agents, id, () => ({ score: 0, gained: 0 }))
    agent.score += score
    agent.gained += gained
    const isActive = agent.score > 0 || agent.gained > 0
    this.#rising.set(id, isActive ? agent.score : null)
    // Not below zero: at the same time a subtraction may expire before the addition it belongs to.
    if (agent.score === 0 && agent.gained === 0) this.#agents.delete(id)
  }
}
