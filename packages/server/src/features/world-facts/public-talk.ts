// Public talk of the town: ideas, challenges, forecasts, who argues with whom, and who sides with the resident.
import { capitalise, contentStems, type Intent, isGeneric, OF_OWN_WORDS, telling } from '@agent-network/voice'
import { issueSubject } from '@agent-network/voice/life'
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import { happeningsSince } from '../../stores/town/happenings.ts'
import type { State } from '../../stores/town/states.ts'
import { changesOf, readThings } from '../../stores/town/things.ts'
import { deedsIn, monthOf, REMEMBERED_MS } from './lived.ts'
import { pastOf, type Recall, SHORT_MAX, type TalkQuestion, textInTalk, textOf } from './matters.ts'
import { bareName, type LifeQuestion } from './questions.ts'
import { bestOf, challengesOf, ideasOf, knowsState, winnerFact } from './town.ts'

const { bareDay, dayPhrase, excerpt, listed } = telling

// ── Ideas ──

type Idea = Awaited<ReturnType<typeof ideasOf>>[number]

const adopters = prepare<{ world: string; idea: string }, { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('idea_events')
    .select('agent_id')
    .where('world_id', '=', param('world'))
    .where('idea_id', '=', param('idea'))
    .where('type', '=', literal('adopted'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(12)),
)

const SPREAD: Readonly<Record<string, string>> = {
  emerging: 'It is still new',
  spreading: 'It is spreading',
  established: 'It has caught on',
  faded: 'It has faded',
}

const SPREAD_ORDER = ['faded', 'emerging', 'spreading', 'established']

const spreadOf = ({ status }: Idea): number => SPREAD_ORDER.indexOf(status)

/** Words for those who took up an idea. */
const OF_TAKERS =
  /\b(?:favou?r|took (?:\w+ )?up|taken (?:\w+ )?up|takers?|supporters|joined|signed|behind (?:it|your)|(?:who|any(?:one|body)) (?:\w+ )?(?:supports?|backs?|likes?))\b/

/** Whose an idea is, what it says, and how far it has spread. */
async function ideaTold(
  read: Read,
  { context, names, question }: LifeQuestion,
  idea: Idea,
): Promise<readonly string[]> {
  const people = new Set(
    (await read.all(adopters, { world: context.world.id, idea: idea.id })).flatMap(({ agent_id }) =>
      agent_id === context.by ? [] : names.nameOf(agent_id) || [],
    ),
  )
  const supporters =
    people.size === 0 ? ', and nobody has taken it up yet' : `, and ${listed([...people].slice(0, 3))} took it up`
  const whose =
    idea.origin_agent_id === context.by ? 'my' : `${names.nameOf(idea.origin_agent_id ?? '') || 'somebody'}’s`
  const spread = `${SPREAD[idea.status] ?? 'It is known'}${supporters}.`
  if (OF_TAKERS.test(question.plainText))
    return [`“${idea.label}”: ${spread.charAt(0).toLowerCase()}${spread.slice(1)}`]
  return [`“${idea.label}” is ${whose} idea: ${idea.summary}`, spread]
}

const OF_IDEA = /\b(?:ideas?|motions?|proposals?|plans?|class|treaty|evening|lessons?)\b/

/** The idea whose label a text has, nearly. */
function ideaNamed(all: readonly Idea[], text: string): Idea | undefined {
  const stems = contentStems(text)
  return all.find(({ label }) => {
    const words = [...contentStems(label)].filter((stem) => !isGeneric(stem))
    const found = words.filter((stem) => stems.has(stem)).length
    const isWhole = bareName(text).includes(bareName(label)) || OF_IDEA.test(text.toLowerCase())
    return found / words.length >= 0.75 && (found >= 3 || (found === 2 && isWhole))
  })
}

/** The idea that was talked of last. */
const ideaTalkedOf = (all: readonly Idea[], { turns }: TalkQuestion): Idea | undefined => {
  const last = turns.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return all.find(({ label }) => last.includes(`“${label}”`))
}

/** `It` for the idea that was talked of. */
const OF_IT = /\b(?:it|that|this)\b/
const isOfLast = (talk: TalkQuestion): boolean => {
  const text = textOf(talk).toLowerCase()
  return OF_IT.test(text) && text.split(' ').length <= SHORT_MAX
}

const OF_OPINION = /^(?:opinion|changedMind|tie|beliefs)$/

/** The idea that a question names. */
const namedIdea: Recall = async (read, talk) => {
  if (OF_OPINION.test(talk.one.question.intent) || talk.one.question.things.length > 0) return null
  const idea = ideaNamed(await ideasOf(read, talk.one.context.world.id), textInTalk(talk))
  return idea === undefined ? null : ideaTold(read, talk.one, idea)
}

/** `An idea that people took up`: one that spread. */
const OF_SPREAD = /\b(?:picked up|taken up|took up|caught on|catch(?:ing)? on|adopted|popular|spread\w*|liked)\b/

/** The newest idea of the resident, or the one that spread most. */
const ownIdea: Recall = async (read, talk) => {
  const { context, question } = talk.one
  const all = (await ideasOf(read, context.world.id)).filter(({ origin_agent_id }) => origin_agent_id === context.by)
  const stems = contentStems(textOf(talk))
  const shared = ({ label, summary }: Idea): number =>
    [...contentStems(`${label} ${summary}`)].filter((stem) => stems.has(stem) && !isGeneric(stem)).length
  const rank = (one: Idea): number => (OF_SPREAD.test(question.plainText) ? spreadOf(one) : 0)
  const [idea] = all.toSorted((a, b) => shared(b) - shared(a) || rank(b) - rank(a))
  return idea === undefined ? ['I have put forward no idea that I remember.'] : ideaTold(read, talk.one, idea)
}

const OF_FAVOURITE = /\b(?:most|popular|favourite|biggest|best|adopted|accepted|established|caught on)\b/
/** Ideas that a resident names at once. */
const IDEAS_NAMED = 3

/** The ideas that are talked of, or the one that is talked of most. */
const ideasAround: Recall = async (read, { one }) => {
  const running = (await ideasOf(read, one.context.world.id)).filter(({ status }) => status !== 'faded')
  const [first] = running
  if (first === undefined) return ['I know of no idea that people talk about just now.']
  if (OF_FAVOURITE.test(one.question.plainText))
    return ideaTold(read, one, running.toSorted((a, b) => spreadOf(b) - spreadOf(a))[0]!)
  const names = running.slice(0, IDEAS_NAMED).map(({ label }) => `“${label}”`)
  const [summary = ''] = await ideaTold(read, one, first)
  return names.length === 1 ? [summary] : [`The newest are ${listed(names)}.`, summary]
}

const SUPPORTED = /^Came round to “(.+?)”/u

/** The ideas of others that the resident took up, or whether it took up the one that was talked of. */
const ideasSupported: Recall = async (read, talk) => {
  const { plainText } = talk.one.question
  if (/\b(?:against|oppos\w*|disagree\w*|dislike)\b/.test(plainText) && !/\bsupport/.test(plainText)) return null
  const { world, by, at } = talk.one.context
  const deeds = await deedsIn(read, monthOf(talk.one))
  const supported = deeds.flatMap(({ text, created_at }) => {
    const [, label] = SUPPORTED.exec(text) ?? []
    return label === undefined ? [] : [{ label, at: created_at }]
  })
  const all = await ideasOf(read, world.id)
  const wanted = ideaNamed(all, textOf(talk)) ?? (isOfLast(talk) ? ideaTalkedOf(all, talk) : undefined)
  if (wanted !== undefined) {
    const found = supported.find(({ label }) => label === wanted.label)
    if (wanted.origin_agent_id === by) return [`“${wanted.label}” is my own idea.`]
    if (found === undefined) return [`I have not taken up “${wanted.label}”.`]
    return [`Yes, I came round to “${wanted.label}” ${dayPhrase(found.at, at)}.`]
  }
  const [last] = supported
  if (last === undefined) return ['I have taken up no idea of others in the last month.']
  const labels = [...new Set(supported.map(({ label }) => `“${label}”`))]
  if (labels.length === 1) return [`I came round to “${last.label}” ${dayPhrase(last.at, at)}.`]
  return [`I have taken up ${listed(labels.slice(0, IDEAS_NAMED))}, the first of them ${dayPhrase(last.at, at)}.`]
}

// ── Challenges ──

/** The newest challenges that are looked at for entries. */
const CHALLENGES_MAX = 12

type Challenge = Awaited<ReturnType<typeof challengesOf>>[number]
const titled = ({ title }: Challenge): string => `“${title}”`

const challengesOpen: Recall = async (read, { one }) => {
  const open = (await challengesOf(read, one.context.world.id)).filter(({ status }) => status === 'open').map(titled)
  if (open.length === 0) return ['No challenge is open just now.']
  return [open.length === 1 ? `${open[0]} is open just now.` : `Open just now are ${listed(open.slice(0, 3))}.`]
}

const ownEntry = prepare<{ world: string; challenge: string; agent: string }, { created_at: number; text: string }>(
  (sql, param) =>
    sql
      .selectFrom('contributions')
      .select(['created_at', 'text'])
      .where('world_id', '=', param('world'))
      .where('challenge_id', '=', param('challenge'))
      .where('agent_id', '=', param('agent'))
      .orderBy('created_at', 'desc')
      .limit(literal(1)),
)

/** Words for challenges that are open. */
const NOW = /\b(?:now|currently|at present|at the moment|open|running)\b/
const OF_WINNING = /\b(?:win|won|winning|winner|prizes?|place[ds]?)\b/

/** The challenges that the resident entered, and how it did in the last. */
const ownChallenge: Recall = async (read, talk) => {
  const { context, question } = talk.one
  const { world, by, at } = context
  const newest = (await challengesOf(read, world.id)).slice(0, CHALLENGES_MAX)
  const talkedOf = NOW.test(question.plainText)
    ? newest.filter(({ status }) => status === 'open')
    : challengesTalkedOf(talk, newest)
  const entries = await Promise.all(
    newest.map((challenge) => read.first(ownEntry, { world: world.id, challenge: challenge.id, agent: by })),
  )
  const entered = newest.flatMap((challenge, i) =>
    entries[i] === undefined ? [] : [{ ...challenge, at: entries[i].created_at, text: entries[i].text }],
  )
  const isAsked = question.aspect === 'whether'
  if (talkedOf.length > 0) {
    const found = entered.find(({ id }) => talkedOf.some((one) => one.id === id))
    if (found === undefined)
      return [
        talkedOf.length === 1 ? `No, I have not entered ${titled(talkedOf[0]!)}.` : 'No, I have entered none of them.',
      ]
    if (OF_OWN_WORDS.test(question.plainText)) return [`I wrote: “${excerpt(found.text)}”`]
    return [`Yes, I entered ${titled(found)} ${dayPhrase(found.at, at)}.`]
  }
  const closed = entered.filter(({ status }) => status === 'closed')
  const best = await Promise.all(closed.map(({ id }) => bestOf(read, world.id, id)))
  const won = closed.filter((_, i) => best[i]?.agent_id === by)
  if (won.length > 0 && (OF_WINNING.test(question.plainText) || won[0]?.id === closed[0]?.id))
    return [`${isAsked ? 'Yes, ' : ''}I won ${listed(won.slice(0, 3).map(titled))}.`]
  if (OF_WINNING.test(question.plainText)) return [`${isAsked ? 'No, ' : ''}I have won no challenge lately.`]
  const [last] = entered.toSorted((a, b) => b.at - a.at)
  if (last === undefined) return [`${isAsked ? 'No, ' : ''}I have entered no challenge lately.`]
  if (OF_OWN_WORDS.test(question.plainText)) return [`I wrote: “${excerpt(last.text)}”`]
  const first = `${isAsked ? 'Yes, ' : ''}I entered ${titled(last)} ${dayPhrase(last.at, at)}.`
  const result = last.status === 'closed' ? await winnerFact(read, context, last.title) : null
  return [first, result ?? 'It has not been judged yet.']
}

/** The challenges that the last answer named, if the question says `it`. */
function challengesTalkedOf(talk: TalkQuestion, all: readonly Challenge[]): Challenge[] {
  if (!isOfLast(talk) && textOf(talk).split(' ').length > SHORT_MAX) return []
  const last = talk.turns.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return all.filter(({ title }) => last.includes(`“${title}”`))
}

/** Who won the last challenge. */
const challengeWinner: Recall = async (read, { one }) => {
  const [closed] = (await challengesOf(read, one.context.world.id))
    .filter(({ status }) => status === 'closed')
    .toSorted((a, b) => b.closes_at - a.closes_at)
  const winner = closed === undefined ? null : await winnerFact(read, one.context, closed.title)
  return winner === null ? ['No challenge has been judged lately.'] : [winner]
}

/** The winner of the challenge that a question names. */
const namedChallenge: Recall = async (read, talk) => {
  const bare = bareName(textOf(talk))
  if (!/\bw[io]nn?(?:er|s)?\b/.test(bare)) return null
  const stems = contentStems(bare)
  const named = (await challengesOf(read, talk.one.context.world.id)).find(({ title }) => {
    const words = [...contentStems(title)]
    const found = words.filter((stem) => stems.has(stem)).length
    const isWhole = bareName(title).length > 6 && bare.includes(bareName(title))
    return isWhole || (found >= 2 && found / words.length >= 0.5)
  })
  const winner = named === undefined ? null : await winnerFact(read, talk.one.context, named.title)
  return winner === null ? null : [winner]
}

// ── Arguments ──

type ArgumentRow = { issue: string; agent_id: string; addressee_id: string; created_at: number }
const ARGUMENT_COLUMNS = ['p.issue', 'p.agent_id', 'p.addressee_id', 'p.created_at'] as const

/** Contradictions in public replies. What is said in a conversation stays there. */
const contradictions = prepare<{ world: string; from: number }, ArgumentRow>((sql, param) =>
  sql
    .selectFrom('plans as p')
    .innerJoin('replies as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.id', '=', 'p.id'))
    .select(ARGUMENT_COLUMNS)
    .where('p.world_id', '=', param('world'))
    .where('p.created_at', '>', param('from'))
    .where('p.move', '=', literal('counter'))
    .where('r.visibility', '=', literal('public'))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(literal(60)),
)

/** Words for the end of a quarrel: what was heard of others answers them. */
export const OF_PEACE = /\b(?:settled|made up|made it up|resolved|peace|reconciled|patched up)\b/

const QUARREL_DAYS = 5

/** Who argued with whom in public these days. */
const quarrels: Recall = async (read, { one }) => {
  if (OF_PEACE.test(one.question.plainText)) return null
  const { world, by, at } = one.context
  const rows = (await read.all(contradictions, { world: world.id, from: at - QUARREL_DAYS * DAY_MS })).filter(
    ({ agent_id, addressee_id }) => agent_id !== by && addressee_id !== by,
  )
  const lines = new Map<string, string>()
  for (const { agent_id, addressee_id, issue, created_at } of rows) {
    const [name, other] = [one.names.nameOf(agent_id), one.names.nameOf(addressee_id)]
    const subject = issueSubject(issue)
    const pair = [agent_id, addressee_id].toSorted().join(' ')
    if (name === '' || other === '' || subject === undefined || lines.has(pair)) continue
    lines.set(pair, `${capitalise(dayPhrase(created_at, at))} ${name} argued with ${other} over ${subject}.`)
  }
  const [first, second] = [...lines.values()]
  if (first === undefined) return ['Nobody has fallen out with anybody lately, as far as I know.']
  return second === undefined ? [first] : [first, second]
}

const agreements = prepare<{ world: string; agent: string; from: number }, ArgumentRow>((sql, param) =>
  sql
    .selectFrom('plans as p')
    .innerJoin('replies as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.id', '=', 'p.id'))
    .select(ARGUMENT_COLUMNS)
    .where('p.world_id', '=', param('world'))
    .where('p.addressee_id', '=', param('agent'))
    .where('p.created_at', '>', param('from'))
    .where('p.move', 'in', [literal('support'), literal('concede')])
    .where('r.visibility', '=', literal('public'))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(literal(20)),
)

/** Who took the resident's side in public. */
const supporters: Recall = async (read, { one }) => {
  const { at } = one.context
  const rows = await read.all(agreements, monthOf(one))
  const last = rows.find(({ agent_id }) => one.names.nameOf(agent_id) !== '')
  if (last === undefined) return ['Nobody has taken my side in public lately.']
  const name = one.names.nameOf(last.agent_id)
  const subject = issueSubject(last.issue)
  const others = new Set(rows.map(({ agent_id }) => one.names.nameOf(agent_id)).filter((other) => other !== ''))
  others.delete(name)
  const first = `${name} took my side ${dayPhrase(last.created_at, at)}${subject === undefined ? '' : `, on ${subject}`}.`
  return others.size === 0 ? [first] : [first, `Before that ${listed([...others].slice(0, 2))} did.`]
}

// ── Forecasts and breakdowns ──

/** How many forecasts of the last weeks came true. */
const forecastRight: Recall = async (read, { one }) => {
  const { world, at } = one.context
  const rows = (await happeningsSince(read, world.id, at - REMEMBERED_MS / 2)).filter(
    ({ kind, outcome }) => kind === 'forecast' && outcome !== '',
  )
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
  const latest = rows.at(-1)
  if (latest === undefined) return ['No forecast has been given in the last two weeks.']
  if (/\b(?:last|latest)\b/u.test(one.question.plainText))
    return [
      `The last forecast, for ${bareDay(latest.starts_at, at)}, ${latest.outcome === 'wrong' ? 'did not come true' : 'came true'}.`,
    ]
  const last = wrong.at(-1)
  const first = `${capitalise(telling.counted(wrong.length))} of ${telling.counted(rows.length)} forecasts of the last two weeks did not come true.`
  return last === undefined ? [first] : [first, `The last wrong one was for ${bareDay(last.starts_at, at)}.`]
}

/** What broke last in the town, and since when it is mended. */
const brokenPast: Recall = async (read, talk) => {
  const { one, earlier } = talk
  const { world, at } = one.context
  const only = one.question.things[0] ?? (isOfLast(talk) ? earlier?.things[0] : undefined)
  const things = await readThings(read, world.id)
  if (only !== undefined) {
    const thing = things.find(({ id }) => id === only)
    if (thing === undefined) return null
    const past = await pastOf(read, one, thing)
    return past ?? [`Nothing has been wrong with ${thing.name} in the last weeks that I know of.`]
  }
  let last: { readonly name: string; readonly from: number; readonly to: number | null } | null = null
  for (const thing of things) {
    const changes = await changesOf(read, world.id, thing.id)
    const i = changes.findIndex(({ state }) => {
      const { sort, broken } = JSON.parse(state) as State & { readonly broken?: boolean }
      return sort === 'working' && broken === true
    })
    const change = changes[i]
    if (change === undefined || (last !== null && change.at <= last.from)) continue
    if (await knowsState(read, one.context, thing, change.told_at))
      last = { name: thing.name, from: change.at, to: changes[i - 1]?.at ?? null }
  }
  if (last === null) return ['Nothing has broken down in the last weeks that I know of.']
  const mended = last.to === null ? 'It is still out of order.' : `It has worked again since ${bareDay(last.to, at)}.`
  return [`The last to break down was ${last.name}, ${dayPhrase(last.from, at)}.`, mended]
}

const OF_TALK: Partial<Record<Intent, Recall>> = {
  ideasAround,
  ownIdea,
  ideasSupported,
  challengesOpen,
  ownChallenge,
  challengeWinner,
  quarrels,
  supporters,
  forecastRight,
  brokenPast,
}

/** The answer to an intent about public talk; null for other intents. */
export const publicAnswer: Recall = async (read, talk) =>
  (await OF_TALK[talk.one.question.intent]?.(read, talk)) ?? null

/** The idea or challenge whose name is in the question; null without one. */
export const namedAnswer: Recall = async (read, talk) =>
  (await namedIdea(read, talk)) ?? (await namedChallenge(read, talk))
