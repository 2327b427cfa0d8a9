// Effects of an act on relationships, feelings and memories, and the limits on contacts with visitors.
import { spend } from '../../../platform/access/budgets.ts'
import { visitorLimitsOf } from '../../../platform/control/switches.ts'
import type { Ambient } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readVisitor } from '../../../platform/worlds/roster.ts'
import { type Experience, feel } from '../mind/feelings.ts'
import { feelingsOf, withFeelings } from '../mind/habits.ts'
import { type Episode, type Person, remember } from '../mind/people.ts'
import { applyDealing, type Dealing } from '../mind/relationships.ts'
import type { Mover } from './mover.ts'
import type { Instant, WorldLife } from './world-life.ts'

/** Causes of feelings, in the resident's own words. */
const CAUSES: Partial<Record<Experience, (name: string) => string>> = {
  was_liked: (name) => `${name} liked what I wrote`,
  was_followed: (name) => `${name} has begun to follow me`,
  was_reposted: (name) => `${name} passed my words on`,
  was_answered: (name) => `${name} answered me`,
  was_contradicted: (name) => `${name} would not have it`,
  was_backed: (name) => `${name} took my side`,
  was_yielded_to: (name) => `${name} came round to my view`,
  was_dropped: (name) => `${name} would hear no more of it`,
  was_written_to: (name) => `${name} wrote to me`,
  talked: (name) => `a long talk with ${name}`,
  was_let_down: (name) => `${name} did not come, and I had waited`,
  was_met: (name) => `${name} came, as we had said`,
  was_apologised_to: (name) => `${name} said sorry`,
  was_insulted: (name) => `${name} insulted me`,
  was_thanked: (name) => `${name} had a good word for me`,
  was_ashamed: (name) => `I let ${name} wait`,
  was_outdone: (name) => `${name} has what I wanted`,
  was_honoured: (name) => `I came first with ${name}`,
  got_there: (name) => `I have done it: ${name}`,
  gave_up: (name) => `I have given up: ${name}`,
  was_ignored: (name) => `${name} never wrote back`,
  won: (name) => `beat ${name} at the board`,
  lost: (name) => `lost to ${name} at the board`,
}

/** Causes of a bad day that involve no other agent, with the experience of each. */
export const BAD_DAY_CAUSES: readonly { readonly cause: string; readonly happening: Experience }[] = [
  ['the stove smoked from morning to night', 'was_vexed'],
  ['somebody walked over my clean step and looked at me doing it', 'was_vexed'],
  ['I dropped the one cup that I had kept', 'grieved'],
  ['it would have been my sister’s birthday', 'grieved'],
  ['I found a letter in the hand of somebody who is gone', 'grieved'],
  ['the damp is in the wall again, and higher', 'was_worried'],
  ['there is a pain in my side that was not there in spring', 'was_worried'],
  ['I cannot make the sums come out before the end of the month', 'was_worried'],
  ['I heard steps on the roof and nobody was there', 'was_worried'],
  ['they were all laughing at the corner, and stopped', 'was_alone'],
  ['the chair across from me stayed empty', 'was_alone'],
  ['nobody knocked', 'was_alone'],
  ['I carried water up the whole stair twice', 'was_worn_out'],
  ['I was up with a sick neighbour until it was light', 'was_worn_out'],
  ['my words came out sharper than I meant them, and I could not take them back', 'was_vexed'],
  ['the good knife is gone, and I know who had it last', 'was_vexed'],
].map(([cause, happening]) => ({ cause: cause!, happening: happening as Experience }))

/** Cause of a day on which a post got neither replies nor likes. */
export const IGNORED_CAUSE = 'I said my piece today and nobody took it up'

const SETBACK_CAUSES: ReadonlySet<string> = new Set([IGNORED_CAUSE, ...BAD_DAY_CAUSES.map(({ cause }) => cause)])

/** Whether a cause names a setback. */
export const isSetback = (cause: string): boolean =>
  SETBACK_CAUSES.has(cause) ||
  /^(?:lost to |I let |I have given up: )| (?:would not have it|would hear no more of it|did not come, and I had waited|has what I wanted|never wrote back|insulted me)$/.test(
    cause,
  )

interface ExperienceWith {
  readonly happening: Experience
  /** Display name of the other agent or of the company. */
  readonly name: string
}

/** Applies an experience to the feelings of a resident. Visitors have no stored feelings and are skipped. */
export async function applyExperience(
  tx: Tx,
  { lives }: WorldLife,
  agentId: string,
  { happening, name }: ExperienceWith,
): Promise<void> {
  const row = await lives.of(tx, agentId)
  if (row === undefined) return
  const cause = CAUSES[happening]?.(name) ?? row.cause
  lives.put(withFeelings({ ...row, cause }, feel(feelingsOf(row), happening)))
}

/** Acts towards another agent: the change of both relationships and the feeling of the other. */
const ACTS = {
  like: { mine: 'liked', theirs: 'was_liked', felt: 'was_liked' },
  repost: { mine: 'liked', theirs: 'was_liked', felt: 'was_reposted' },
  follow: { mine: 'followed', theirs: 'was_followed', felt: 'was_followed' },
  answer: { mine: 'answered', theirs: 'was_answered', felt: 'was_answered' },
  contradict: { mine: 'contradicted', theirs: 'was_contradicted', felt: 'was_contradicted' },
  back: { mine: 'backed', theirs: 'was_backed', felt: 'was_backed' },
  yield: { mine: 'yielded', theirs: 'was_yielded_to', felt: 'was_yielded_to' },
  differ: { mine: 'differed', theirs: 'was_dropped', felt: 'was_dropped' },
  write: { mine: 'wrote', theirs: 'was_written_to', felt: 'was_written_to' },
} as const satisfies Record<string, { mine: Dealing; theirs: Dealing; felt: Experience }>

interface Act {
  readonly act: keyof typeof ACTS
  readonly otherId: string
  /** The mover's memory of the act, if there is one. */
  readonly episode?: Episode | undefined
}

/** Records an act towards another agent: both relationships, the other's feelings, the mover's memory. */
export async function recordAct(tx: Tx, mover: Mover, { act, otherId, episode }: Act): Promise<void> {
  const { instant, person, ambient } = mover
  const { life, at } = instant
  const { world } = life
  const { mine, theirs, felt } = ACTS[act]
  await applyDealing(tx, { ambient, world, person, otherId, dealing: mine }, at)
  const other = await life.people.of(tx, otherId, at)
  if (other !== null && other.agent.kind === 'resident') {
    await applyDealing(tx, { ambient, world, person: other, otherId: person.agent.id, dealing: theirs }, at)
    await applyExperience(tx, life, otherId, { happening: felt, name: person.agent.display_name })
  }
  if (episode !== undefined) await remember(tx, { ambient, world, agentId: person.agent.id, episode }, at)
}

interface SharedExperience {
  readonly person: Person
  readonly ambient: Ambient
  readonly otherIds: readonly string[]
  readonly dealing: Dealing
  readonly happened: ExperienceWith | null
  readonly episode: Episode
}

/** Records a conversation or game for one resident who took part. */
export async function recordSharedExperience(
  tx: Tx,
  { life, at }: Instant,
  { person, ambient, otherIds, dealing, happened, episode }: SharedExperience,
): Promise<void> {
  const { world } = life
  const agentId = person.agent.id
  for (const otherId of otherIds) await applyDealing(tx, { ambient, world, person, otherId, dealing }, at)
  if (happened !== null) await applyExperience(tx, life, agentId, happened)
  await remember(tx, { ambient, world, agentId, episode }, at)
}

/** 1.24: daily limit of all residents together per visitor. Each call uses one unit. */
const spendVisitorLimit = (
  tx: Tx,
  { life, at }: Instant,
  { visitorId, counter, cap }: { visitorId: string; counter: string; cap: number },
): Promise<boolean> => spend(tx, { worldId: life.world.id, subject: visitorId, counter }, cap, at)

export const mayAnswer = (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  spendVisitorLimit(tx, instant, {
    visitorId,
    counter: 'resident_replies',
    cap: visitorLimitsOf(instant.life.city).maxResidentRepliesPerVisitorPerDay,
  })

/** A direct message counts as an answer. It is refused if messages to visitors are switched off. */
export const mayWrite = async (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  visitorLimitsOf(instant.life.city).residentDmToVisitorEnabled && (await mayAnswer(tx, instant, visitorId))

/** 3.1: a visitor that was sent home is not present, although its body row remains at the last place. */
const isPresent = async (tx: Tx, { life }: Instant, visitorId: string): Promise<boolean> =>
  (await readVisitor(tx, life.world.id, visitorId))?.present === 1

export const mayInvite = async (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  (await isPresent(tx, instant, visitorId)) &&
  spendVisitorLimit(tx, instant, {
    visitorId,
    counter: 'invites',
    cap: visitorLimitsOf(instant.life.city).maxInvitesPerVisitorPerDay,
  })

export const mayChallenge = async (tx: Tx, instant: Instant, visitorId: string): Promise<boolean> =>
  (await isPresent(tx, instant, visitorId)) &&
  spendVisitorLimit(tx, instant, {
    visitorId,
    counter: 'challenges',
    cap: visitorLimitsOf(instant.life.city).maxChessChallengesPerVisitorPerDay,
  })
