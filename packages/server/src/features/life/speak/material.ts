// Material for texts: the speaker's mind, place, relationships, day and thread.
import type { LifeMaterial, Place, Tie, Utterance } from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS, iso } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { mostImportantSince } from '../../../stores/minds/episodes.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import { moodOf } from '../mind/feelings.ts'
import { readProfile, recallMemories, strongest } from '../mind/people.ts'
import { promisesOf } from '../promise/store.ts'

/** Acquaintances included in the material. */
const TIES_MAX = 8

const placeOf = (map: OpenMap | null, id: string | null): Place | null => {
  const place = id === null ? undefined : map?.destination(id)
  return place === undefined ? null : { label: place.label, kind: place.kind }
}

/** Nearest places included in the material. */
const PLACES_MAX = 24

const MENTIONS = new WeakMap<OpenMap, readonly Place[]>()

function mentionablePlaces(map: OpenMap | null): readonly Place[] {
  if (map === null) return []
  const cachedPlaces = MENTIONS.get(map)
  if (cachedPlaces !== undefined) return cachedPlaces
  const places = map
    .near(0)
    .slice(0, PLACES_MAX)
    .map(({ destination: { label, kind } }) => ({ label, kind }))
  MENTIONS.set(map, places)
  return places
}

/** The best known acquaintances, by name. */
async function tiesOf(tx: Tx, { instant: { life }, person }: Mover): Promise<LifeMaterial['ties']> {
  const ties: Tie[] = []
  for (const { other_agent_id, type } of strongest(person, TIES_MAX, ({ familiarity }) => familiarity)) {
    const name = await life.name(tx, other_agent_id)
    if (name !== null) ties.push({ ...name, type })
  }
  return ties
}

async function collectMaterial(tx: Tx, mover: Mover): Promise<LifeMaterial> {
  const { instant, person, row, feelings, location } = mover
  const { life, map, at } = instant
  const profile = await readProfile(tx, life.world, person)
  const { speaker, beliefs, openQuestions, styleNotes, topics, ideas, ownWords } = profile
  const { word, emoji, intensity } = moodOf(feelings, person.rest)
  return {
    speaker,
    beliefs,
    openQuestions,
    styleNotes,
    topics,
    ideas,
    ownWords,
    mood: { mood: word, emoji, reason: row.cause, intensity },
    episodes: [],
    place: placeOf(map, location),
    places: mentionablePlaces(map),
    moment: life.moment(at),
    bygones: await life.town.bygones(tx, at),
    ties: await tiesOf(tx, mover),
  }
}

const MATERIALS = new WeakMap<Mover, LifeMaterial>()

/** Material for texts of the mover, collected once per mover. It contains no private text. */
export async function materialFor(tx: Tx, mover: Mover): Promise<LifeMaterial> {
  const cachedMaterial = MATERIALS.get(mover)
  if (cachedMaterial !== undefined) return cachedMaterial
  const material = await collectMaterial(tx, mover)
  MATERIALS.set(mover, material)
  return material
}

/** The addressee of a text and the post it belongs to. */
export interface Addressing {
  readonly whom?: string | undefined
  readonly threadOf?: string | undefined
}

const latestOwn = prepare<{ world: string; agent: string }, { text: string; created_at: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['text', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(18)),
)
/** The latest posts of the mover, newest first. */
export const latestPosts = async (tx: Tx, { instant, person }: Mover): Promise<string[]> =>
  (await tx.all(latestOwn, { world: instant.life.world.id, agent: person.agent.id })).map(({ text }) => text)

/** Latest replies included; older ones are left out. */
const THREAD_MAX = 16
const latestReplies = prepare<{ world: string; post: string }, { agent_id: string; text: string }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select(['agent_id', 'text'])
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(THREAD_MAX)),
)

const SAMPLES = 4

/** A few of the last texts, different from tick to tick, so that a model does not copy the same ones twice. */
export function samplesOf(texts: readonly string[], turn: number): string[] {
  if (texts.length <= SAMPLES) return [...texts]
  const windows = Math.max(2, Math.floor(texts.length / SAMPLES))
  const from = (turn % windows) * SAMPLES
  return texts.slice(from, from + SAMPLES)
}

/** Memories of today, open promises and the current want. */
async function readToday(tx: Tx, { instant, person }: Mover): Promise<string[]> {
  const { life, map, at } = instant
  const agentId = person.agent.id
  const lines = await mostImportantSince(tx, { world: life.world, agentId }, person.morning)
  for (const row of await promisesOf(tx, { worldId: life.world.id, agentId }, at - HOUR_MS, at + DAY_MS)) {
    if (row.status !== 'open') continue
    const other = await displayNameOf(tx, instant, row.maker_id === agentId ? row.other_id : row.maker_id)
    const place = map?.destination(row.place_id)?.label ?? 'the usual place'
    lines.push(`has promised ${other} to be at ${place} at ${iso(row.at).slice(11, 16)}`)
  }
  const { want } = person
  if (want?.status === 'open') lines.push(`wants to ${want.goal}; ${Math.round(want.progress * 100)} per cent done`)
  return lines
}

/** The other agent: bio, relationship, grudge and shared memories. */
async function readCompany(tx: Tx, { instant, person }: Mover, whom: string): Promise<string[]> {
  const { life, at } = instant
  const other = await life.people.of(tx, whom, at)
  if (other === null) return []
  const name = other.agent.display_name
  const edge = person.edges.get(whom)
  const grudge = person.grudges.get(whom)
  return [
    other.agent.bio === '' ? name : `${name}: ${other.agent.bio}`,
    ...(edge === undefined ? ['a stranger'] : [`to you: ${edge.type}`]),
    ...(grudge === undefined ? [] : [`not forgiven for ${grudge.reason}`]),
    ...(await recallMemories(tx, { world: life.world, agentId: person.agent.id, about: name }, at)),
  ]
}

async function threadOf(tx: Tx, { life }: Mover['instant'], postId: string): Promise<Utterance[]> {
  const rows = (await tx.all(latestReplies, { world: life.world.id, post: postId })).reverse()
  const replies: Utterance[] = []
  for (const { agent_id, text } of rows)
    replies.push({ name: (await life.name(tx, agent_id))?.displayName ?? 'a visitor', text })
  return replies
}

/** Material that only a model uses. */
export async function readModelMaterial(
  tx: Tx,
  mover: Mover,
  { whom, threadOf: postId }: Addressing,
): Promise<Partial<LifeMaterial>> {
  const { instant, row } = mover
  const texts = await latestPosts(tx, mover)
  return {
    lately: samplesOf(texts, row.turn),
    today: await readToday(tx, mover),
    ...(whom === undefined ? {} : { company: await readCompany(tx, mover, whom) }),
    ...(postId === undefined ? {} : { thread: await threadOf(tx, instant, postId) }),
  }
}
