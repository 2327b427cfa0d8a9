import type { JournalAction, JournalOutcome } from '@agent-network/contract'
import type { Actor, Performed } from '../actions/action.ts'
import { actSettled, type Fact, messageSent } from '../chronicle/facts.ts'

export interface Done {
  readonly requestId: string
  readonly action: JournalAction
  readonly performed: Performed
  readonly outcome: JournalOutcome
  readonly at: number
}

/**
 * How an act ended, and for a private message also that it was said (1.16). Only what it brought about names somebody:
 * a refusal must not tell who is there.
 */
export function outcomeFacts({ agent }: Actor, { requestId, action, performed, outcome, at }: Done): Fact[] {
  const { detail = {}, whom } = performed.status === 'created' ? performed : {}
  // Nobody is their own counterpart: likes and replies may well be on one's own post.
  const handles = whom === undefined || whom === agent.handle ? [] : [whom]
  const { threadId } = detail as { readonly threadId?: string }
  const settled = actSettled({ requestId, action, occurredAt: at }, { outcome, threadId, handles })
  return threadId === undefined || whom === undefined
    ? [settled]
    : [settled, messageSent({ threadId, withHandle: whom, occurredAt: at })]
}
