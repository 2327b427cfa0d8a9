import type { CompletionResult } from '@agent-network/contract'
import type { Turn } from '@agent-network/voice/material'
import type { Caller } from '../access/authenticate.ts'
import type { Namespace, OnReplay } from '../access/idempotency.ts'
import type { Leaving } from '../core/leaving.ts'
import type { AgentRow } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

/** What the caller said, already within its limits. */
export interface Said {
  readonly turns: readonly Turn[]
  /** The whole of it as one text: what is measured, and what memory is searched with. */
  readonly transcript: string
  /** What is moderated: the transcript, without the prefixes that moderation would take for forged ones. */
  readonly reviewed: string
}

/** One request for words from one agent, whichever door it came through. */
export interface Invocation<T> {
  readonly caller: Caller
  /** Already resolved and allowed (see `admitAgent`). */
  readonly agent: AgentRow
  readonly world: World
  readonly said: Said
  /** Null without an idempotency value: nothing is kept, and the work ends with the connection. */
  readonly idempotency: { readonly namespace: Namespace; readonly value: string } | null
  readonly gone: Leaving
  /** The header of the request, as it came. */
  readonly traceparent?: string | undefined
  readonly onReplay?: OnReplay
  /** What the door answers with; kept as JSON, so that a replay is the same answer. */
  render(result: CompletionResult): T
}
