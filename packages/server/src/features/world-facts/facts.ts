// Facts from a world's rows that answer a question.
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { makeMaps } from '../../stores/city/maps.ts'
import { metersBetween, namesAt, placeNamed, residentById, residentNamed, whereabouts } from './people.ts'
import type { QuestionContext } from './questions.ts'
import { bareName, placesFor, recogniseQuestion, type WantedFact } from './questions.ts'
import { townFact } from './town.ts'

const lastPost = prepare<{ world: string; agent: string }, { text: string }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select('text')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(1)),
)
const tieOf = prepare<{ world: string; agent: string; other: string }, { type: string }>((sql, param) =>
  sql
    .selectFrom('relationships')
    .select('type')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_agent_id', '=', param('other')),
)
const nearest = prepare<{ world: string; agent: string; type: string }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('relationships as r')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.other_agent_id'))
    .select('a.display_name')
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('r.type', '=', param('type'))
    .where('a.kind', '=', literal('resident'))
    .orderBy('r.familiarity', 'desc')
    .orderBy('a.id')
    .limit(literal(2)),
)
const moodOf = prepare<{ world: string; agent: string }, { mood: string; reason: string }>((sql, param) =>
  sql
    .selectFrom('moods')
    .select(['mood', 'reason'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)
/** The newest of each kind are the subjects of conversation. */
const newestIdeas = prepare<{ world: string }, { label: string; origin_agent_id: string | null }>((sql, param) =>
  sql
    .selectFrom('ideas')
    .select(['label', 'origin_agent_id'])
    .where('world_id', '=', param('world'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(200)),
)
const newestChallenges = prepare<{ world: string }, { id: string; title: string; status: string }>((sql, param) =>
  sql
    .selectFrom('challenges')
    .select(['id', 'title', 'status'])
    .where('world_id', '=', param('world'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(100)),
)
const bestEntry = prepare<{ world: string; challenge: string }, { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('contributions')
    .select('agent_id')
    .where('world_id', '=', param('world'))
    .where('challenge_id', '=', param('challenge'))
    .where('score', 'is not', null)
    .orderBy('score', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(1)),
)

const WHAT_IT_IS: Readonly<Record<string, string>> = {
  friend: 'counts as a friend',
  ally: 'gets on well with',
  rival: 'cannot stand',
  mentor: 'looks after',
  acquaintance: 'knows, no more than that,',
  neutral: 'hardly knows',
}

const stop = (text: string): string => (/[.!?…]["”’)]*$/u.test(text) ? text : `${text}.`)
const inside = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

function whoIs({ display_name, specialty, bio }: AgentRow): string {
  const trade = specialty === null || specialty === '' ? '' : ` ${display_name} is in ${specialty}.`
  return `${display_name}: ${stop(bio)}${trade}`.trim()
}

async function personFact(
  read: Read,
  { world, map, at }: QuestionContext,
  wanted: WantedFact,
  person: AgentRow,
): Promise<string | null> {
  const one = { world: world.id, agent: person.id }
  const name = person.display_name
  switch (wanted.kind) {
    case 'who':
      return whoIs(person)
    case 'where': {
      const where = map === null ? null : await whereabouts(read, { worldId: world.id, map, agentId: person.id }, at)
      if (where === null) return null
      return where.underway
        ? `${name} is on the way to ${inside(where.place.label)}.`
        : `${name} is at ${inside(where.place.label)} just now.`
    }
    case 'said': {
      const post = await read.first(lastPost, one)
      return post === undefined
        ? `${name} has not posted anything yet.`
        : `The last that ${name} wrote was this: “${post.text}”`
    }
    case 'followers':
      return `${name} has ${person.followers_count} ${person.followers_count === 1 ? 'follower' : 'followers'}.`
    case 'posts':
      return `${name} has written ${person.post_count} ${person.post_count === 1 ? 'post' : 'posts'}.`
    case 'mood': {
      const mood = await read.first(moodOf, one)
      return mood === undefined ? null : `${name} was ${mood.mood} when last heard of. ${stop(mood.reason)}`
    }
    case 'tie': {
      const other = await residentNamed(read, world, wanted.other)
      if (other === null) return null
      const tie = await read.first(tieOf, { ...one, other: other.id })
      const is = tie === undefined ? 'does not know' : (WHAT_IT_IS[tie.type] ?? `is ${tie.type} to`)
      return `${name} ${is} ${other.display_name}.`
    }
    default:
      return null
  }
}

async function placeFact(read: Read, { world, map, at }: QuestionContext, wanted: WantedFact): Promise<string | null> {
  if (map === null) return null
  if (wanted.kind === 'distance') {
    const from = wanted.from === null ? null : placeNamed(map, wanted.from)
    const to = placeNamed(map, wanted.to)
    if (from === null || to === null) return null
    const meters = from.id === to.id ? 0 : metersBetween(map, from, to)
    return meters === null
      ? null
      : `From ${inside(from.label)} to ${inside(to.label)} it is ${Math.round(meters)} metres on foot.`
  }
  if (wanted.kind === 'present') {
    const place = placeNamed(map, wanted.place)
    if (place === null) return null
    const names = await namesAt(read, world.id, place.id, at)
    if (names.length === 0) return `Nobody is at ${inside(place.label)} just now.`
    return `At ${inside(place.label)} just now: ${names.join(', ')}.`
  }
  const place = wanted.kind === 'where' ? placeNamed(map, wanted.name) : null
  if (place === null) return null
  const near = map.near(place.node).find(({ destination, meters }) => destination.kind !== 'home' && meters > 0)
  const distanceClause =
    near === undefined ? '' : `, ${Math.round(near.meters)} metres from ${inside(near.destination.label)}`
  return `${place.label} is a ${place.kind.replaceAll('_', ' ')}${distanceClause}.`
}

function somewhereFact({ map, by = '' }: QuestionContext, to: string): string | null {
  const [first, second] = map === null ? [] : placesFor(map, to, by)
  if (first === undefined) return null
  const kind = first.kind.replaceAll('_', ' ').replace(/^[aeio]?/u, (vowel) => `a${vowel === '' ? '' : 'n'} ${vowel}`)
  const other = second === undefined ? '' : `, or else to ${inside(second.label)}`
  return `I would go to ${inside(first.label)}, which is ${kind}${other}.`
}

/** Friends or rivals of the answering resident; ties are public. */
async function ownFact(read: Read, { world, by }: QuestionContext, tie: 'friend' | 'rival'): Promise<string | null> {
  if (by === undefined) return null
  const [first, second] = await read.all(nearest, { world: world.id, agent: by, type: tie })
  if (first === undefined)
    return tie === 'friend' ? 'Nobody whom I would call a friend yet.' : 'I have no quarrel with anybody at present.'
  const names = second === undefined ? first.display_name : `${first.display_name} and ${second.display_name}`
  if (tie === 'friend') return `I count ${names} among my friends.`
  return `It is no secret that I do not get on with ${names}.`
}

async function ideaFact(read: Read, { world }: QuestionContext, label: string): Promise<string | null> {
  const wanted = bareName(label)
  const idea = (await read.all(newestIdeas, { world: world.id })).find((one) => bareName(one.label) === wanted)
  if (idea === undefined) return null
  const origin = idea.origin_agent_id === null ? undefined : await residentById(read, world.id, idea.origin_agent_id)
  return origin === undefined ? null : `“${idea.label}” was ${origin.display_name}'s idea.`
}

async function winnerFact(read: Read, { world }: QuestionContext, title: string): Promise<string | null> {
  const wanted = bareName(title)
  const found = (await read.all(newestChallenges, { world: world.id })).find((one) => bareName(one.title) === wanted)
  if (found === undefined) return null
  if (found.status !== 'closed') return `“${found.title}” has not been judged yet.`
  const best = await read.first(bestEntry, { world: world.id, challenge: found.id })
  if (best === undefined) return `“${found.title}” ended without an entry.`
  const winner = await residentById(read, world.id, best.agent_id)
  return winner === undefined ? null : `${winner.display_name} won “${found.title}”.`
}

/**
 * A sentence that the world's rows support, or null. It contains only public data about residents. Without a fact the
 * answer must not invent one.
 */
export async function factFor(read: Read, context: QuestionContext, text: string): Promise<string | null> {
  const wanted = recogniseQuestion(text)
  if (wanted === null) return null
  switch (wanted.kind) {
    case 'distance':
    case 'present':
      return placeFact(read, context, wanted)
    case 'somewhere':
      return somewhereFact(context, wanted.to)
    case 'own':
      return ownFact(read, context, wanted.tie)
    case 'idea':
      return ideaFact(read, context, wanted.label)
    case 'winner':
      return winnerFact(read, context, wanted.title)
    case 'state':
    case 'since':
    case 'keeper':
    case 'happened':
    case 'forecast':
    case 'when':
      return townFact(read, context, wanted)
    default: {
      const person = await residentNamed(read, context.world, wanted.name)
      if (person !== null) return personFact(read, context, wanted, person)
      return (await townFact(read, context, wanted)) ?? placeFact(read, context, wanted)
    }
  }
}

const maps = makeMaps()

/** The same for callers without a map. */
export const factIn = async (
  read: Read,
  { world, at, by }: { readonly world: World; readonly at: number; readonly by: string },
  text: string,
): Promise<string | null> =>
  recogniseQuestion(text) === null ? null : factFor(read, { world, map: await maps.of(read, world), at, by }, text)
