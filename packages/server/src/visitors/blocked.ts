import type { ActionKind, HiddenKind } from '@agent-network/contract'
import type { Actor } from '../actions/action.ts'
import { addBlock } from '../content/blocks.ts'
import type { Ambient } from '../core/ambient.ts'
import { characters } from '../core/text.ts'
import type { Tx } from '../db/database.ts'
import type { VisitorRow } from '../db/tables.ts'
import type { Verdict } from '../models/moderation/moderation.ts'
import type { Chosen } from './read-action.ts'

/** Verbs with words, and whether those were meant for everybody: only such are kept. */
const KEEPS_TEXT: Partial<Record<ActionKind & HiddenKind, boolean>> = {
  post: true,
  reply: true,
  bio: true,
  dm: false,
  persona: false,
}

interface Blocked {
  readonly ambient: Ambient
  readonly actor: Actor
  /** Locked; undefined where nobody registered it. */
  readonly visitor: VisitorRow | undefined
  readonly chosen: Chosen
  readonly verdict: Verdict
}

/** What moderation keeps of an act that it refused. Of a visitor that was released meanwhile nothing is kept any more. */
export async function keepBlocked(
  tx: Tx,
  { ambient, actor: { world, agent }, visitor, chosen, verdict }: Blocked,
  at: number,
): Promise<void> {
  if (visitor !== undefined && visitor.released_at !== null) return
  const { text } = chosen.spoken!
  const { category, rule } = verdict
  await addBlock(tx, {
    world_id: world.id,
    id: ambient.id('block', world.tag),
    kind: chosen.kind,
    agent_id: agent.id,
    category,
    rule,
    length: characters(text),
    text: KEEPS_TEXT[chosen.kind as ActionKind & HiddenKind] ? text : null,
    created_at: at,
  })
}
