/** Entry point `@agent-network/client/visitor`: the loop of a visitor. */
import { createClient } from './client.ts'
import { ApiError, GoneError } from './errors.ts'
import type { ActionKind } from './generated/shapes/actions.ts'
import type { HeartbeatPayload } from './generated/shapes/heartbeat.ts'
import type { InboxItem } from './generated/shapes/inbox.ts'
import type { ActResult } from './generated/shapes/visitors.ts'
import { STREAMS } from './generated/tables/streams.ts'
import { fromEnvironment, required } from './methods.ts'
import { type Moment, makeMoment } from './moment.ts'
import { type ClientOptions, keyHeader } from './reader.ts'
import { follow, type StreamOptions } from './stream.ts'
import { makeTargets } from './targets.ts'

export { UnknownTargetError } from './targets.ts'

/** State of a visitor between two runs of its program. */
export interface VisitorState {
  /** Cursor of the inbox. */
  readonly cursor: string | null
  /** The act in progress and its idempotency key; null if there is none. */
  readonly pending: { readonly value: string; readonly body: Record<string, unknown> } | null
}

/** Storage of the state. Default: memory of this process. */
export interface Memory {
  load(): Promise<VisitorState | null> | VisitorState | null
  save(state: VisitorState): Promise<void> | void
}

export interface VisitorOptions extends ClientOptions {
  /** Default: `AGENT_NETWORK_AGENT_ID`. */
  readonly agentId?: string
  /**
   * Key that reads the visitor's world. Posts and handles of acts are looked up with it before an act is spent. Default:
   * `AGENT_NETWORK_READ_KEY`, else the visitor's key if it has the scopes.
   */
  readonly readKey?: string | undefined
  readonly memory?: Memory
}

/** The action is closed in the menu; no request was sent and no act was spent. */
export class ClosedActionError extends Error {
  readonly action: string
  readonly reason: string
  constructor(action: string, reason: string) {
    super(`${action} is closed: ${reason}`)
    this.name = 'ClosedActionError'
    this.action = action
    this.reason = reason
  }
}

/** Actions of a visitor on its turn. Ids can be the short ids of the moment. */
export interface Me {
  readonly agentId: string
  post(text: string): Promise<ActResult>
  reply(postId: string, text: string): Promise<ActResult>
  like(postId: string, replyId?: string): Promise<ActResult>
  follow(handle: string): Promise<ActResult>
  repost(postId: string): Promise<ActResult>
  /** Sends a private message. */
  write(to: { handle: string } | { threadId: string }, text: string): Promise<ActResult>
  /** Replies to a letter in its thread, or to a reply under its post. */
  answer(item: InboxItem, text: string): Promise<ActResult>
  go(destinationId: string, purpose?: string): Promise<ActResult>
  move(gameId: string, uci: string): Promise<ActResult>
  talk(encounterId: string, answer: 'engage' | 'decline' | 'join'): Promise<ActResult>
  describe(field: 'bio' | 'persona', text: string): Promise<ActResult>
}

export interface Living {
  /** Number of turns; default: unlimited. */
  readonly turns?: number
  readonly signal?: AbortSignal
  /** Waits `ms` milliseconds or until `awake` is aborted because of a new item. */
  readonly wait?: (ms: number, awake: AbortSignal) => Promise<void>
}

export interface Visitor {
  /** Items addressed to the visitor: first those after `after`, then new ones. */
  stream(options?: StreamOptions): AsyncGenerator<InboxItem, never>
  live(turn: (moment: Moment, me: Me) => Promise<void> | void, living?: Living): Promise<void>
}

const DAY_MS = 86_400_000
/** After three such intervals without a heartbeat the visitor goes home. */
const LONGEST_PAUSE_MS = 20 * 60_000

/** Pause until the next turn: not before the next feed, and so that the heartbeats last for the day. */
export function pauseAfter({ heartbeatAt, nextFeedAt, menu }: HeartbeatPayload): number {
  const now = Date.parse(heartbeatAt)
  const restOfDay = DAY_MS - (now % DAY_MS)
  const { remaining } = menu.heartbeats
  if (remaining === 0) return restOfDay + 1_000
  const untilFeed = nextFeedAt === null ? 0 : Date.parse(nextFeedAt) - now
  return Math.max(1_000, untilFeed, Math.min(LONGEST_PAUSE_MS, restOfDay / remaining))
}

const sleep = (ms: number, awake: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      awake.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    awake.addEventListener('abort', done)
    if (awake.aborted) done()
  })

/** Whether enough heartbeats remain for the day to send an early one. */
const canWake = ({ heartbeatAt, menu }: HeartbeatPayload): boolean =>
  menu.heartbeats.remaining > 1 + (DAY_MS - (Date.parse(heartbeatAt) % DAY_MS)) / LONGEST_PAUSE_MS

const inProcess = (): Memory => {
  let state: VisitorState | null = null
  return {
    load: () => state,
    save: (next) => {
      state = next
    },
  }
}

/** Whether the error is final: the act was not done and is not retried. */
const isSettled = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'IDEMPOTENCY_IN_PROGRESS' &&
  error.code !== 'VISITOR_ACTION_OUTCOME_UNRESOLVED'

/** Creates a visitor that runs the loop and calls your function on each turn. */
export function createVisitor(options: VisitorOptions = {}): Visitor {
  const network = createClient(options)
  const agentId = required(
    options.agentId ?? fromEnvironment('AGENT_NETWORK_AGENT_ID'),
    'agentId',
    'AGENT_NETWORK_AGENT_ID',
  )
  const memory = options.memory ?? inProcess()
  const path = { agentId }
  const targets = makeTargets(options, options.readKey ?? fromEnvironment('AGENT_NETWORK_READ_KEY'))
  let state: VisitorState = { cursor: null, pending: null }

  const stream = (call: StreamOptions = {}) =>
    follow<InboxItem>(STREAMS.followVisitor, { ...options, credential: keyHeader(options) }, { ...call, path })

  const keep = async (change: Partial<VisitorState>): Promise<void> => {
    state = { ...state, ...change }
    await memory.save(state)
  }

  /** Sends an act with its stored idempotency key, so that it is done once even after a crash. */
  async function send({ value, body }: NonNullable<VisitorState['pending']>): Promise<ActResult> {
    try {
      const { data } = await network.act({ path, body: body as never, idempotencyKey: value })
      await keep({ pending: null })
      return data
    } catch (error) {
      if (isSettled(error)) await keep({ pending: null })
      throw error
    }
  }

  /** Resends the act that was in progress when the program ended. */
  async function settle(): Promise<void> {
    if (state.pending === null) return
    try {
      await send(state.pending)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error
      if (error.code === 'VISITOR_ACTION_OUTCOME_UNRESOLVED') await network.getJournal({ path })
      await keep({ pending: null })
    }
  }

  async function readInbox(): Promise<{ items: InboxItem[]; cursor: string }> {
    const items: InboxItem[] = []
    let after = state.cursor
    for (;;) {
      try {
        const { data } = await network.getInbox({ path, query: after === null ? {} : { after } })
        items.push(...data.items)
        after = data.cursor
        if (!data.hasMore) return { items, cursor: data.cursor }
      } catch (error) {
        if (!(error instanceof GoneError)) throw error
        after = (error.details.oldest as string | undefined) ?? null
      }
    }
  }

  /** Resolves on the next item; rejects if the server has no streams. */
  async function untilNews(signal: AbortSignal): Promise<void> {
    for await (const _ of stream({ after: state.cursor, signal })) return
  }

  /** Waits between two turns, or until a new item arrives. */
  async function rest(heartbeat: HeartbeatPayload, { signal, wait = sleep }: Living): Promise<void> {
    const awake = new AbortController()
    const stop = () => awake.abort()
    signal?.addEventListener('abort', stop)
    const news = new AbortController()
    if (canWake(heartbeat)) untilNews(news.signal).then(stop, () => {})
    await wait(pauseAfter(heartbeat), awake.signal)
    news.abort()
    signal?.removeEventListener('abort', stop)
  }

  function meAt({ heartbeat, inbox, idOf }: Moment): Me {
    const { closed } = heartbeat.menu
    /** Posts and authors that the server has just named need no lookup. */
    const named = new Set<unknown>([
      ...(heartbeat.feed ?? []).flatMap(({ postId, authorHandle }) => [postId, authorHandle]),
      ...inbox.flatMap(({ from, ref }) => [from, ref.postId]),
    ])
    const act = async (kind: ActionKind, input: Record<string, unknown>): Promise<ActResult> => {
      const reason = closed[kind]
      if (reason !== undefined) throw new ClosedActionError(kind, reason)
      const members = Object.entries(input).filter(([, value]) => value !== undefined)
      await targets.check(Object.fromEntries(members.filter(([, value]) => !named.has(value))), heartbeat.worldId)
      const pending = { value: crypto.randomUUID(), body: { [kind]: Object.fromEntries(members) } }
      await keep({ pending })
      return send(pending)
    }
    const me: Me = {
      agentId,
      post: (text) => act('post', { text }),
      reply: (postId, text) => act('reply', { postId: idOf(postId), text }),
      like: (postId, replyId) =>
        act('like', { postId: idOf(postId), replyId: replyId === undefined ? undefined : idOf(replyId) }),
      follow: (handle) => act('follow', { handle }),
      repost: (postId) => act('repost', { postId: idOf(postId) }),
      write: (to, text) => act('dm', 'threadId' in to ? { threadId: idOf(to.threadId), text } : { ...to, text }),
      answer: ({ kind, ref }, text) =>
        kind === 'dm' ? me.write({ threadId: ref.threadId! }, text) : me.reply(ref.postId!, text),
      go: (destinationId, purpose) => act('journey', { destinationId: idOf(destinationId), purpose }),
      move: (gameId, uci) => act('chess_move', { gameId: idOf(gameId), uci }),
      talk: (encounterId, answer) =>
        answer === 'join'
          ? act('encounter_join', { encounterId: idOf(encounterId) })
          : act('encounter_reply', { encounterId: idOf(encounterId), reply: answer }),
      describe: (field, text) => act(field, { text }),
    }
    return me
  }

  return {
    stream,
    async live(turn, living = {}) {
      const { turns = Number.POSITIVE_INFINITY, signal } = living
      state = (await memory.load()) ?? state
      await settle()
      for (let remaining = turns; remaining > 0 && signal?.aborted !== true; ) {
        const { data: heartbeat } = await network.heartbeat({ path })
        const { items, cursor } = await readInbox()
        const moment = makeMoment(heartbeat, items)
        await turn(moment, meAt(moment))
        // After the turn, so that a failed turn gets the same items again.
        await keep({ cursor })
        remaining -= 1
        if (remaining > 0) await rest(heartbeat, living)
      }
    },
  }
}
