import {
  ACTION_KINDS,
  type ActionKind,
  type BodyClosedReason,
  type ClosedReason,
  LIMITS,
  type Menu,
} from '@agent-network/contract'
import { probationEndsAt } from '../access/authenticate.ts'
import { driveCap, heartbeatCap } from '../access/drive.ts'
import type { ApiKey } from '../access/keys.ts'
import type { MenuView, Pending } from '../actions/action.ts'
import { ACTIONS } from '../actions/index.ts'
import { iso } from '../core/day.ts'
import type { Switches } from '../settings/switches.ts'

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

/** 2.9: every verb is either open or closed with one reason; its own reason before the spent budget (AMB-58). */
export function menuOf(facts: MenuFacts): Menu {
  const { key, at } = facts
  const acts = allowance(facts.actsUsed, driveCap(key, at))
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
      probation: at < probationEndsAt(key),
      probationEndsAt: key.createdAt === null ? null : iso(probationEndsAt(key)),
    },
    heartbeats: allowance(facts.heartbeatsUsed, heartbeatCap(key, at)),
  }
}
