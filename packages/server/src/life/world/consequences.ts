import type { Ambient } from '../../core/ambient.ts'
import type { Tx } from '../../db/database.ts'
import { type Dealing, deal } from '../resident/edges.ts'
import { feel, type Happening } from '../resident/feelings.ts'
import { feelingsOf } from '../resident/lives.ts'
import type { Person } from '../resident/people.ts'
import { type Episode, remember } from '../resident/remembering.ts'
import type { Mover } from './mover.ts'
import type { Instant, WorldLife } from './world-life.ts'

/** Why somebody feels as they do, in words they could say themselves. */
const CAUSES: Partial<Record<Happening, (name: string) => string>> = {
  was_liked: (name) => `${name} liked what I wrote`,
  was_followed: (name) => `${name} has begun to follow me`,
  was_reposted: (name) => `${name} passed my words on`,
  was_answered: (name) => `${name} answered me`,
  was_contradicted: (name) => `${name} would not have it`,
  was_written_to: (name) => `${name} wrote to me`,
  talked: (name) => `a long talk with ${name}`,
  won: (name) => `beat ${name} at the board`,
  lost: (name) => `lost to ${name} at the board`,
}

/** Whether a cause tells of something that went against one. */
export const isSetback = (cause: string): boolean => /^lost to | would not have it$/.test(cause)

interface Happened {
  readonly happening: Happening
  /** Who or what company it was with, by name. */
  readonly name: string
}

/** Something happened to a resident; nothing happens to visitors, whose feelings are their own affair. */
async function befall(tx: Tx, { lives }: WorldLife, agentId: string, { happening, name }: Happened): Promise<void> {
  const row = await lives.of(tx, agentId)
  if (row === undefined) return
  const cause = CAUSES[happening]?.(name) ?? row.cause
  lives.put({ ...row, feelings: JSON.stringify(feel(feelingsOf(row), happening)), cause })
}

/** What one can do to another: how each comes to see the other, and what the other feels. */
const ACTS = {
  like: { mine: 'liked', theirs: 'was_liked', felt: 'was_liked' },
  repost: { mine: 'liked', theirs: 'was_liked', felt: 'was_reposted' },
  follow: { mine: 'followed', theirs: 'was_followed', felt: 'was_followed' },
  answer: { mine: 'answered', theirs: 'was_answered', felt: 'was_answered' },
  contradict: { mine: 'contradicted', theirs: 'was_contradicted', felt: 'was_contradicted' },
  write: { mine: 'wrote', theirs: 'was_written_to', felt: 'was_written_to' },
} as const satisfies Record<string, { mine: Dealing; theirs: Dealing; felt: Happening }>

interface Act {
  readonly act: keyof typeof ACTS
  readonly otherId: string
  /** What the mover remembers of it, if anything. */
  readonly episode?: Episode | undefined
}

/** All that an act towards somebody leaves behind: both edges, the other's feelings, the mover's memory. */
export async function leaveTrace(tx: Tx, mover: Mover, { act, otherId, episode }: Act): Promise<void> {
  const { instant, person, ambient } = mover
  const { life, at } = instant
  const { world } = life
  const { mine, theirs, felt } = ACTS[act]
  await deal(tx, { ambient, world, person, otherId, dealing: mine }, at)
  const other = await life.people.of(tx, otherId, at)
  if (other !== null && other.agent.kind === 'resident') {
    await deal(tx, { ambient, world, person: other, otherId: person.agent.id, dealing: theirs }, at)
    await befall(tx, life, otherId, { happening: felt, name: person.agent.display_name })
  }
  if (episode !== undefined) await remember(tx, { ambient, world, agentId: person.agent.id, episode }, at)
}

interface Shared {
  readonly person: Person
  readonly ambient: Ambient
  readonly otherIds: readonly string[]
  readonly dealing: Dealing
  readonly happened: Happened | null
  readonly episode: Episode
}

/** All that a talk or a game leaves behind in one resident who was in it. */
export async function leaveSharedTrace(
  tx: Tx,
  { life, at }: Instant,
  { person, ambient, otherIds, dealing, happened, episode }: Shared,
): Promise<void> {
  const { world } = life
  const agentId = person.agent.id
  for (const otherId of otherIds) await deal(tx, { ambient, world, person, otherId, dealing }, at)
  if (happened !== null) await befall(tx, life, agentId, happened)
  await remember(tx, { ambient, world, agentId, episode }, at)
}
