import type { InboxKind } from '@agent-network/contract'
import { addressees } from '../chronicle/addressees.ts'
import { encounterClosed, encounterInvited, encounterTurn, type Fact } from '../chronicle/facts.ts'
import { tell } from '../chronicle/tell.ts'
import type { Tx } from '../db/database.ts'
import { visitorsAmong } from '../worlds/roster.ts'
import { type EncounterRow, readEncounter, takesPart } from './encounters.ts'
import { handlesOf } from './handles.ts'
import { inWorld, type Telling, type TellingIn } from './notices.ts'

interface InTalk {
  readonly encounterId: string
  readonly withHandles: readonly string[]
  readonly occurredAt: number
}

interface Notice {
  readonly encounter: EncounterRow
  readonly toIds: readonly string[]
  readonly kind: InboxKind
  readonly fromId: string | null
  readonly turnId?: string
  readonly occurredAt: number
  fact(given: InTalk): Fact
}

/** Something in a conversation, to those visitors whom it concerns; who else is in it is part of what is observed. */
async function tellOfTalk(
  tx: Tx,
  { world, switches }: TellingIn,
  { encounter, toIds, kind, fromId, turnId, occurredAt, fact }: Notice,
  at: number,
): Promise<void> {
  const { id: encounterId, destination_id: destinationId } = encounter
  if (toIds.length === 0 || world.kind === 'prime') return
  const visitors = await visitorsAmong(tx, world.id, toIds)
  if (visitors.size === 0) return
  const there = ((await readEncounter(tx, world.id, encounterId, at))?.participants ?? []).filter(takesPart)
  const others = there.map(({ agent_id }) => agent_id).sort()
  const handles = await handlesOf(tx, world.id, others)
  const ref = { encounterId, destinationId, ...(turnId === undefined ? {} : { turnId }) }
  for (const agentId of [...visitors].sort()) {
    const withHandles = others.filter((other) => other !== agentId).flatMap((other) => handles.get(other) ?? [])
    await tell(tx, { world, agentId, switches, at }, [
      { item: { kind, fromId, ref }, fact: fact({ encounterId, withHandles, occurredAt }) },
    ])
  }
}

export function tellInvited(
  tx: Tx,
  there: TellingIn,
  { encounter, byId, invitedIds }: { encounter: EncounterRow; byId: string; invitedIds: readonly string[] },
  at: number,
): Promise<void> {
  const toIds = addressees({ kind: 'invitation', invitedIds })
  const about = { kind: 'invite', fromId: byId, occurredAt: at } as const
  return tellOfTalk(tx, there, { ...about, encounter, toIds, fact: encounterInvited }, at)
}

interface SaidTurn {
  readonly encounter: EncounterRow
  readonly byId: string
  readonly turnId: string
  readonly witnessIds: readonly string[]
}

export function tellTurn(
  tx: Tx,
  there: TellingIn,
  { encounter, byId, turnId, witnessIds }: SaidTurn,
  at: number,
): Promise<void> {
  const fact = (given: InTalk) => encounterTurn({ ...given, direction: 'incoming' })
  const toIds = addressees({ kind: 'turn', byId, witnessIds })
  const about = { kind: 'conversation_turn', fromId: byId, turnId, occurredAt: at } as const
  return tellOfTalk(tx, there, { ...about, encounter, toIds, fact }, at)
}

/** It is over, for everybody who takes part in it until then. */
export async function tellEnded(
  tx: Tx,
  there: TellingIn,
  { encounter, reason, occurredAt }: { encounter: EncounterRow; reason: string; occurredAt: number },
  at: number,
): Promise<void> {
  const participants = (await readEncounter(tx, there.world.id, encounter.id, at))?.participants ?? []
  const thereIds = participants.filter(takesPart).map(({ agent_id }) => agent_id)
  const fact = (given: InTalk) => encounterClosed({ ...given, reason })
  const about = { kind: 'conversation_ended', fromId: null, occurredAt } as const
  await tellOfTalk(tx, there, { ...about, encounter, toIds: addressees({ kind: 'ended', thereIds }), fact }, at)
}

/** Conversations whose time ran out. */
export async function tellClosed(tx: Tx, telling: Telling, closed: readonly EncounterRow[], at: number): Promise<void> {
  for (const encounter of closed) {
    const there = inWorld(telling, encounter.world_id)
    if (there !== null && there.world.kind !== 'prime')
      await tellEnded(tx, there, { encounter, reason: 'deadline', occurredAt: encounter.deadline }, at)
  }
}

/** Conversations that were over because somebody left or declined: only those who stayed do not know it yet. */
export async function tellLeft(tx: Tx, there: TellingIn, closed: readonly EncounterRow[], at: number): Promise<void> {
  for (const encounter of closed) await tellEnded(tx, there, { encounter, reason: 'ended', occurredAt: at }, at)
}
