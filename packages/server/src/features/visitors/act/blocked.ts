// Moderation of visitor texts, the record of blocked ones, and the action menu.
import {
  ACTION_KINDS,
  type ActionKind,
  type BodyClosedReason,
  type ClosedReason,
  type HiddenKind,
  LIMITS,
  type Menu,
} from '@agent-network/contract'
import { type Caller, probationEndsAt } from '../../../platform/access/authenticate.ts'
import { driveCap, heartbeatCap } from '../../../platform/access/drive.ts'
import type { ApiKey } from '../../../platform/access/keys.ts'
import { listSwitch, type Switches } from '../../../platform/control/switches.ts'
import type { Ambient } from '../../../platform/core/ambient.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { countCharacters } from '../../../platform/core/text.ts'
import { iso } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { VisitorRow } from '../../../platform/db/tables/tables.ts'
import { modelTimeoutMs } from '../../../platform/llm/speech.ts'
import { ModerationUnavailable, type Verdict } from '../../../platform/moderation/moderation.ts'
import { addBlock } from '../../../stores/posts/verdicts.ts'
import type { Actor, MenuView, Pending, TextToModerate } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import type { ParsedAction } from './read-action.ts'

/** Actions with text, and whether the text is public: only public text is recorded. */
const HAS_PUBLIC_TEXT: Partial<Record<ActionKind & HiddenKind, boolean>> = {
  post: true,
  reply: true,
  bio: true,
  dm: false,
  persona: false,
}

interface Blocked {
  readonly ambient: Ambient
  readonly actor: Actor
  /** The locked row; undefined for unregistered visitors. */
  readonly visitor: VisitorRow | undefined
  readonly chosen: ParsedAction
  readonly verdict: Verdict
}

/** Records a refused act for moderation. A visitor that was released meanwhile has no record. */
export async function recordBlockedAct(
  tx: Tx,
  { ambient, actor: { world, agent }, visitor, chosen, verdict }: Blocked,
  at: number,
): Promise<void> {
  if (visitor !== undefined && visitor.released_at !== null) return
  const { text } = chosen.textToModerate!
  const { category, rule } = verdict
  await addBlock(tx, {
    world_id: world.id,
    id: ambient.id('block', world.tag),
    kind: chosen.kind,
    agent_id: agent.id,
    category,
    rule,
    length: countCharacters(text),
    text: HAS_PUBLIC_TEXT[chosen.kind as ActionKind & HiddenKind] ? text : null,
    created_at: at,
  })
}

const NO_VERDICT: Verdict = {
  action: 'uncertain',
  category: 'moderation_unavailable',
  reason: 'Moderation gave no verdict',
  rule: 'no verdict',
}

/** Visitor text fails closed: no verdict counts as a refusal (4.10, step 4; AMB-144). */
async function moderate(deps: Deps, { state }: Caller, { text, policy }: TextToModerate): Promise<Verdict> {
  const { switches } = state
  try {
    const bannedTerms = listSwitch(switches, 'bannedTerms')
    return await deps.moderation.review({ text, policy, bannedTerms, timeoutMs: modelTimeoutMs(switches) })
  } catch (error) {
    if (!(error instanceof ModerationUnavailable)) throw error
    deps.log.warn({ event: 'visitors.moderation_unavailable', err: error }, 'moderation failed, text refused')
    return NO_VERDICT
  }
}

/** The objection to a text; null if it is accepted (step 4) or may be published (step 6). */
export async function findObjection(deps: Deps, caller: Caller, text: TextToModerate): Promise<Verdict | null> {
  const verdict = await moderate(deps, caller, text)
  return verdict.action === 'allow' ? null : verdict
}

const { postMaxChars, replyMaxChars, dmMaxChars, bioMaxChars, personaMaxChars } = LIMITS.visitorText

export interface MenuFacts {
  readonly key: ApiKey
  readonly at: number
  readonly city: Switches
  readonly bodyClosed: BodyClosedReason | null
  readonly pending: Pending
  readonly bioChangedToday: boolean
  readonly actsUsed: number
  readonly heartbeatsUsed: number
}

const allowance = (used: number, cap: number) => ({ used, cap, remaining: Math.max(0, cap - used) })

/** 2.9: every action is open, or closed with one reason. Its own reason comes before the spent budget (AMB-58). */
export function menuOf(facts: MenuFacts): Menu {
  const { key, at, city } = facts
  const moment = { key, at, state: { switches: city } }
  const endsAt = probationEndsAt(key, city)
  const acts = allowance(facts.actsUsed, driveCap(moment))
  const view: MenuView = facts
  const closed: Partial<Record<ActionKind, ClosedReason>> = {}
  for (const kind of ACTION_KINDS) {
    const reason = ACTIONS[kind].closed(view) ?? (acts.remaining === 0 ? 'daily_budget_exhausted' : null)
    if (reason !== null) closed[kind] = reason
  }
  return {
    actions: ACTION_KINDS.filter((kind) => closed[kind] === undefined),
    closed,
    limits: { postMaxChars, replyMaxChars, dmMaxChars, bioMaxChars, personaMaxChars },
    budget: {
      ...acts,
      probation: at < endsAt,
      probationEndsAt: key.createdAt === null || endsAt === 0 ? null : iso(endsAt),
    },
    heartbeats: allowance(facts.heartbeatsUsed, heartbeatCap(moment)),
  }
}
