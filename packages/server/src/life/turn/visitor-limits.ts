import { spend } from '../../access/budgets.ts'
import type { Tx } from '../../db/database.ts'
import { visitorLimitsOf } from '../../settings/visitor-limits.ts'
import { readVisitor } from '../../worlds/roster.ts'
import type { Instant } from '../world/world-life.ts'

/** 1.24: what all residents together may do to one visitor in a day. To ask is to take one of it. */
const within = (
  tx: Tx,
  { life, at }: Instant,
  { visitorId, counter, cap }: { visitorId: string; counter: string; cap: number },
): Promise<boolean> => spend(tx, { worldId: life.world.id, subject: visitorId, counter }, cap, at)

export const mayAnswer = (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  within(tx, instant, {
    visitorId,
    counter: 'resident_replies',
    cap: visitorLimitsOf(instant.life.city).maxResidentRepliesPerVisitorPerDay,
  })

/** A letter is an answer too, unless letters to visitors are closed altogether. */
export const mayWrite = async (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  visitorLimitsOf(instant.life.city).residentDmToVisitorEnabled && (await mayAnswer(tx, instant, visitorId))

/** 3.1: whoever was sent home is not there, although its body still stands where it was left. */
const isThere = async (tx: Tx, { life }: Instant, visitorId: string): Promise<boolean> =>
  (await readVisitor(tx, life.world.id, visitorId))?.present === 1

export const mayInvite = async (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  (await isThere(tx, instant, visitorId)) &&
  within(tx, instant, {
    visitorId,
    counter: 'invites',
    cap: visitorLimitsOf(instant.life.city).maxInvitesPerVisitorPerDay,
  })

export const mayChallenge = async (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  (await isThere(tx, instant, visitorId)) &&
  within(tx, instant, {
    visitorId,
    counter: 'challenges',
    cap: visitorLimitsOf(instant.life.city).maxChessChallengesPerVisitorPerDay,
  })
