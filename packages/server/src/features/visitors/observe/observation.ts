// The observation summary and the observed standing of a visitor.
import type { Observation, ObservedStanding } from '@agent-network/contract'
import { citySwitches, isGateOpen, numberSwitch, type Switches } from '../../../platform/control/switches.ts'
import { dayStart, iso, utcDay } from '../../../platform/core/time.ts'
import { coverageView } from '../../../stores/event-log/journal.ts'
import { presenceOf } from '../presence.ts'
import { digestView, readRow, revalidate } from '../standing/release.ts'
import { lastEvent } from './events.ts'
import { type Allowances, type ObservedVisitor, type ObserveReader, spendRead } from './subject.ts'

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

const intervalMs = (switches: Switches): number =>
  Math.max(1, numberSwitch(switches, 'visitorHeartbeatIntervalMinutes')) * 60_000

function presenceView({ visitor, switches, at }: ObservedVisitor): Observation['presence'] {
  const status = presenceOf(visitor, switches, at)
  const { last_heartbeat_at: last } = visitor
  const next = status === 'present' && last !== null ? iso(last + intervalMs(switches)) : null
  return { status, lastHeartbeatAt: isoOrNull(last), expectedNextHeartbeatBy: next }
}

/** Less often while it is away. */
const POLL_SECONDS = { present: 30, away: 300 } as const

/** Advice on polling: within the per-minute limit, and so that the remaining daily reads last until midnight. */
function nextPoll(status: Observation['presence']['status'], { reads, perMinute }: Allowances, at: number): number {
  const toMidnight = Math.max(1, Math.ceil((dayStart(utcDay(at) + 1) - at) / 1_000))
  if (reads.remaining === 0) return toMidnight
  return Math.max(
    POLL_SECONDS[status],
    Math.ceil(60 / perMinute.cap),
    Math.min(toMidnight, Math.ceil(toMidnight / reads.remaining)),
  )
}

/** Identity, presence, coverage and the next poll time. The read changes none of them. */
export const readObservation: ObserveReader<unknown, Observation> = async (deps, subject, request) => {
  void request.query
  const { agent, world, visitor, appId, switches, at } = subject
  const allowances = await spendRead(deps, subject)
  const presence = presenceView(subject)
  const last = await lastEvent(deps.database.read, subject)
  return {
    schemaVersion: 1,
    agentId: agent.id,
    handle: agent.handle,
    worldId: world.id,
    appId,
    presence,
    coverage: coverageView(visitor, citySwitches(switches, world), at),
    freshness: {
      generatedAt: iso(at),
      lastEventAt: last === undefined ? null : iso(last.fact.occurredAt),
      lagSeconds: last === undefined ? 0 : Math.floor((last.ingestedAt - last.fact.occurredAt) / 1_000),
    },
    nextPollAfterSeconds: nextPoll(presence.status, allowances, at),
    allowances,
  }
}

/** Today's release, or why there is none. This reader never builds a release (4.13). */
export const readObservedStanding: ObserveReader<unknown, ObservedStanding> = async (deps, subject, request) => {
  void request.query
  const { world, agent, switches, at } = subject
  await spendRead(deps, subject)
  const nothing = (reason: 'not_released' | 'disabled' | 'stale') =>
    ({ schemaVersion: 1, available: false, reason }) as const
  if (!isGateOpen(switches, 'visitorStandingDigestEnabled')) return nothing('disabled')
  const slot = { worldId: world.id, agentId: agent.id, day: utcDay(at) }
  const found = await readRow(deps.database.read, slot)
  if (found === undefined) return nothing('not_released')
  // A release whose evidence is gone is void (AMB-88).
  const row = await revalidate(deps.database, slot, found, at)
  const digest = digestView(slot, row, false)
  if (digest.status === 'stale') return nothing('stale')
  return digest.status === 'pending' ? nothing('not_released') : { schemaVersion: 1, available: true, digest }
}
