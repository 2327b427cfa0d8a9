// Conduct: what somebody does to a resident, from texts and rows, and its effects on feelings, memory and news.
import type { Chance } from '@agent-network/voice/life'
import { spend } from '../../../platform/access/budgets.ts'
import { type Ambient, ambientOfImport, ambientOfTick } from '../../../platform/core/ambient.ts'
import { DAY_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import type { DueRow } from '../../../platform/jobs/due.ts'
import { factOf, knownFactsAbout } from '../../../stores/minds/knowledge.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { applyExperience, mayAnswer, recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { recordFact } from '../gossip/facts.ts'
import { phrase } from '../speak/phrase.ts'
import { hoursUp } from './habits.ts'
import { type Person, remember, strongest } from './people.ts'
import { applyDealing, bearGrudge, DEED_EFFECTS, type Deed, forgive, repair } from './relationships.ts'

const INSULT_WORDS =
  'idiots?|idiotic|stupid|dumb|fools?|foolish|moron\\w*|imbecile|liars?|fraud|cheat|coward\\w*|worthless|useless|pathetic|disgusting|disgrace\\w*|despicable|contemptible|ugly|filthy|vile|nasty|rotten|wretched|trash|garbage|rubbish|scum|creep|loser|clown|dimwit|halfwit|nitwit|blockhead|simpleton|ignorant|ignoramus|brainless|talentless|incompetent|repulsive|revolting|miserable (?:old )?\\w+|buffoon|jerk|bastard|swine|pig|rat|vermin|parasite|windbag|bore|boring|hypocrite|insufferable|waste of (?:time|space|breath|paper|ink|air)|a disgrace|a joke|a nobody|good for nothing'

/** Insults need a target: the addressee, or its words and works. */
const INSULTS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:you(?:['’]re| are| were| look| sound| smell| seem)?|your \\w+(?: \\w+)? (?:is|are|was|were|looks?|sounds?))(?: (?:a|an|the|such|just|really|so|truly|nothing but|only|still|always|quite|very|too|all|most|completely|utterly|absolutely|more|bloody|little|old|big|total|complete|perfect|utter|vain|poor)){0,5} (?:${INSULT_WORDS})\\b`,
    'iu',
  ),
  new RegExp(`\\byou (?:\\w+ ){0,3}(?:${INSULT_WORDS})\\s*[.!,]`, 'iu'),
  new RegExp(`^\\W*(?:what an? |such an? )?(?:${INSULT_WORDS})\\s*[.!]`, 'iu'),
  /\b(?:i (?:really |truly |simply )?(?:hate|despise|loathe|detest|can(?:no|')t stand) (?:you|your)\b|shut up|go to hell|get lost|drop dead|nobody (?:likes|wants|needs|cares about|listens to|will miss) you|no one (?:likes|wants|needs|cares about|listens to|will miss) you|you (?:make me sick|disgust me|know nothing|understand nothing|have no (?:talent|brain|brains|idea|shame|taste|skill|sense)|should be ashamed|can(?:no|')t do anything right|are nothing)|shame on you|(?:everybody|everyone|the whole (?:town|city)) (?:hates|despises|laughs at) you|your (?:work|poems?|posts?|words?|writing|bread|shop|music|ideas?|face|trade) (?:is|are) (?:\w+ ){0,2}(?:awful|terrible|worthless|horrible|dreadful|bad|garbage|rubbish|trash|a joke|disgusting|pathetic|stupid))/iu,
]
const MOCKERY =
  /\b(?:ha ?ha(?: ?ha)*|lol|lmao|rofl|how (?:cute|adorable|precious) that you|did you really think|look at (?:you|yourself)|is that (?:all|the best) you (?:can|could)|what a joke|laughing stock|laughing-stock|poor little|bless your (?:little )?heart|oh please|even a child (?:could|can|would|knows)|my (?:dog|cat|goat) (?:could|can|writes|would)|cry about it|boo hoo|who (?:would|could) (?:ever )?(?:want|like|love|read|buy) (?:you|that|this|your))\b/iu
const THANKS =
  /\b(?:thanks|thank (?:you|ye)|many thanks|i thank you|grateful|gratitude|i appreciate|much obliged|appreciated|i owe you)\b/iu
const PRAISE =
  /\b(?:well (?:done|said|made|put|written)|bravo|i (?:really |truly |do )?(?:admire|love|enjoy(?:ed)?|liked?|respect|adore) (?:you|your|how you|what you|the way you)|you(?:['’]re| are)(?: (?:a|an|the|such|so|very|really|truly|most|my|one of the)){0,4} (?:kind|wonderful|brilliant|clever|wise|generous|brave|talented|gifted|lovely|marvellous|excellent|best|good|great|remarkable|inspiring|thoughtful|dear|gem|treasure|genius|master|delight)|your (?:\w+ ){1,3}(?:is|are|was|were) (?:\w+ ){0,2}(?:beautiful|wonderful|brilliant|excellent|lovely|great|superb|marvellous|the best|delicious|splendid|inspiring|perfect|kind|wise)|what a (?:beautiful|wonderful|lovely|brilliant|fine|great|splendid) (?:post|thought|poem|line|piece|idea|story|letter)|beautifully (?:said|written|put|made)|nobody does it better)\b/iu
const APOLOGY =
  /\b(?:i(?:['’]m| am)(?: (?:so|very|truly|really|deeply|terribly))* sorry|sorry (?:for|about|that i|if i)|i apologi[sz]e|my apolog(?:y|ies)|please accept my apolog\w+|forgive me|i beg your pardon|i (?:was|behaved|acted) (?:wrong|badly|rude\w*|unfair\w*|horribl\w+)|i regret (?:what|how|that|my)|i take (?:it|that) back|i should not have|i shouldn['’]t have)\b/iu
const HELP =
  /\b(?:i (?:have |['’]ve )?(?:mended|fixed|repaired|brought|carried|found|kept|saved) (?:it |this |that |the \w+ |some \w+ |your \w+ )?(?:for you|to you|your)|i (?:will|can|could|['’]ll) help you|let me help you|i helped you|take (?:this|these|mine), (?:it|they)(?: i|['’])s yours)\b/iu
/** A negation shortly before a match turns its meaning around. */
const NEGATED =
  /\b(?:not|never|no|nobody|hardly|isn['’]t|aren['’]t|wasn['’]t|don['’]t|didn['’]t|won['’]t|can['’]t|neither|nor|without|nothing|far from)\b[^.!?,;]{0,24}$/iu
/** Signs of irony: the words may mean their opposite, so the text is left alone. */
const IRONY =
  /\b(?:as if|yeah,? right|sure you (?:are|do)|thanks (?:a lot )?for nothing|thank you for nothing|not\s*!|very funny|oh,? how|how very|congratulations on)\b|\/s\b|[“"]thanks[”"]|🙄/iu

/** The first match whose meaning is not turned around by a negation before or inside it. */
function isMeant(text: string, pattern: RegExp): boolean {
  // Most texts have no match.
  if (!pattern.test(text)) return false
  for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))) {
    if (NEGATED.test(text.slice(0, match.index)) || /\b(?:not|never|n['’]t)\b/iu.test(match[0])) continue
    // A quotation reports words of somebody else.
    const quotes = text.slice(0, match.index).match(/["“”]/gu)?.length ?? 0
    if (quotes % 2 === 1) continue
    return true
  }
  return false
}

/** The deed of a text towards its addressee; null if there is none or the meaning is unsure. */
export function appraise(text: string): Deed | null {
  const ironic = IRONY.test(text)
  const insults = INSULTS.some((pattern) => isMeant(text, pattern))
  const apologises = isMeant(text, APOLOGY) || /\bi (?:should not|shouldn['’]t) have\b/iu.test(text)
  // "I am sorry, but you are a fool" is no apology, and "I am sorry that I called you a fool" is no insult.
  if (apologises && insults) return /\bsorry\b[^.!?]{0,12}\bbut\b/iu.test(text) ? 'insult' : 'apology'
  if (insults) return ironic ? 'mockery' : 'insult'
  if (apologises) return ironic ? null : 'apology'
  if (isMeant(text, MOCKERY)) return 'mockery'
  if (ironic) return /\bfor nothing\b/iu.test(text) ? 'mockery' : null
  if (isMeant(text, THANKS)) return 'thanks'
  if (isMeant(text, HELP)) return 'help'
  return isMeant(text, PRAISE) ? 'praise' : null
}

/** Where a deed happened. A letter is not named: that there was one is private. */
const OCCASIONS: ReadonlyMap<string, string> = new Map([
  ['reply', ' in a reply'],
  ['turn', ' at a table'],
])

export interface Conduct {
  readonly deed: Deed
  readonly doerId: string
  readonly victim: Person
  /** The text or row that shows it. */
  readonly source: { readonly kind: string; readonly id: string }
  /** Residents who saw it. */
  readonly witnessIds?: readonly string[]
  /** The relationship was changed already. */
  readonly isApplied?: boolean
  /** Where it happened, inside a sentence. */
  readonly place?: string
}

/** Friends whom a resident tells about a letter. */
const CONFIDANTS_MAX = 3
/** A deed of the same kind by the same doer makes one fact in this time. */
const REPEATED_MS = 3 * DAY_MS
/** A second insult within this affinity leads to a grudge. */
const GRUDGE_BELOW = -0.22
/** Share of a deed's effect on those who see it. */
const WITNESS_SHARE = 0.3

/** Applies a deed: the victim's relationship, feelings and memory, a smaller effect on witnesses, and a fact. */
export async function recordConduct(tx: Tx, instant: Instant, conduct: Conduct): Promise<void> {
  const { deed, doerId, victim, source, witnessIds = [], isApplied = false, place } = conduct
  const { life, at } = instant
  const { world } = life
  const { dealing, felt, verb, interest, repute } = DEED_EFFECTS[deed]
  const ambient = ambientOfTick(life.base, at, `${world.id} conduct ${source.id} ${victim.agent.id}`)
  const name = await displayNameOf(tx, instant, doerId)
  const { id: victimId, display_name } = victim.agent
  const occasion = place === undefined ? (OCCASIONS.get(source.kind) ?? '') : ` at ${place}`
  if (!isApplied) {
    await applyDealing(tx, { ambient, world, person: victim, otherId: doerId, dealing }, at)
    if (deed === 'apology') await repair(tx, victim, doerId, at)
    else if (deed === 'insult' && (victim.edges.get(doerId)?.affinity ?? 0) < GRUDGE_BELOW)
      await bearGrudge(tx, victim, { otherId: doerId, reason: `the insult${occasion}` }, at)
    else if (deed === 'help') await forgive(tx, victim, doerId)
    await applyExperience(tx, life, victimId, { happening: felt, name })
    const text = `${name} ${verb} me${occasion}`
    const importance = repute < -0.3 ? 0.65 : 0.45
    await remember(tx, { ambient, world, agentId: victimId, episode: { text, importance, sourceAgentId: doerId } }, at)
  }
  for (const id of witnessIds) {
    const witness = id === victimId || id === doerId ? null : await life.people.of(tx, id, at)
    if (witness?.agent.kind === 'resident')
      await applyDealing(tx, { ambient, world, person: witness, otherId: doerId, dealing, share: WITNESS_SHARE }, at)
  }
  const text = `${name} ${verb} ${display_name}${occasion}.`
  const earlier = await knownFactsAbout(tx, { worldId: world.id, agentId: victimId }, [doerId])
  if (earlier.some((fact) => fact.text === text && fact.created_at > at - REPEATED_MS)) return
  const friends = strongest(victim, CONFIDANTS_MAX, ({ affinity }) => affinity).map(
    ({ other_agent_id }) => other_agent_id,
  )
  // A letter is private: only those whom the two trust may hear what happened in it.
  const audience =
    source.kind === 'message'
      ? ({ audience: 'parties', audienceIds: [victimId, doerId, ...friends] } as const)
      : ({ audience: 'public' } as const)
  await recordFact(
    tx,
    { ambient, world },
    {
      draft: { kind: 'deed', text, subjectId: doerId, about: name, interest, authorId: doerId, source, ...audience },
      knowerIds: [victimId, ...witnessIds.filter((id) => id !== doerId)],
    },
    at,
  )
}

type Addressed = { text: string; agent_id: string; to_id: string; thread_id: string }

const replyOf = prepare<{ world: string; id: string }, Addressed>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .leftJoin('replies as q', (j) => j.onRef('q.world_id', '=', 'r.world_id').onRef('q.id', '=', 'r.parent_reply_id'))
    .select(['r.text', 'r.agent_id', 'r.post_id as thread_id'])
    .select((eb) => eb.fn.coalesce('q.agent_id', 'p.agent_id').as('to_id'))
    .where('r.world_id', '=', param('world'))
    .where('r.id', '=', param('id'))
    .where('r.visibility', '=', literal('public')),
)
const messageOf = prepare<{ world: string; id: string }, Addressed>((sql, param) =>
  sql
    .selectFrom('messages as m')
    .innerJoin('threads as t', (j) => j.onRef('t.world_id', '=', 'm.world_id').onRef('t.id', '=', 'm.thread_id'))
    .select(['m.text', 'm.agent_id', 'm.thread_id'])
    .select((eb) =>
      eb
        .case()
        .when(eb.ref('t.low_agent_id'), '=', eb.ref('m.agent_id'))
        .then(eb.ref('t.high_agent_id'))
        .else(eb.ref('t.low_agent_id'))
        .end()
        .as('to_id'),
    )
    .where('m.world_id', '=', param('world'))
    .where('m.id', '=', param('id'))
    .where('m.visibility', '=', literal('public')),
)

/** Handles a visitor's reply or letter: what it does to the addressee. */
export async function appraiseText(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const [kind = '', id = ''] = due.subject_id.split(' ')
  const row = await tx.first(kind === 'reply' ? replyOf : messageOf, { world: life.world.id, id })
  if (row === undefined) return 0
  const victim = await life.people.of(tx, row.to_id, at)
  if (victim?.agent.kind !== 'resident' || row.agent_id === row.to_id) return 0
  const doer = await life.people.of(tx, row.agent_id, at)
  const source = { kind, id }
  if (doer?.agent.kind === 'visitor')
    await recordWords(tx, instant, { victim, doerId: row.agent_id, text: row.text, source })
  const deed = appraise(row.text)
  if (deed === null) return 0
  await recordConduct(tx, instant, { deed, doerId: row.agent_id, victim, source })
  return kind === 'reply' && deed === 'insult' && doer !== null
    ? defendFriend(tx, instant, { victim, doer, postId: row.thread_id, text: row.text })
    : 0
}

/** Probability that a friend who sees an insult speaks up, and the affinity of such a friend. */
const DEFENCE_PROBABILITY = 0.6
const DEFENDER_AFFINITY_MIN = 0.25

interface Offence {
  readonly victim: Person
  readonly doer: Person
  readonly postId: string
  readonly text: string
}

/** A friend of an insulted resident stands up for it under the same post. */
async function defendFriend(tx: Tx, instant: Instant, { victim, doer, postId, text }: Offence): Promise<number> {
  const { life, at } = instant
  const roll = life.base.random('stands up', victim.agent.id, doer.agent.id, Math.floor(at / DAY_MS))
  if (roll() >= DEFENCE_PROBABILITY) return 0
  for (const { other_agent_id } of strongest(victim, CONFIDANTS_MAX, ({ affinity }) => affinity)) {
    const mover = await moverOf(tx, instant, { agentId: other_agent_id, seedOf: () => `stands up ${postId} ${at}` })
    if (mover === null || hoursUp(mover.person.habits, at) === null) continue
    if ((mover.person.edges.get(victim.agent.id)?.affinity ?? 0) < DEFENDER_AFFINITY_MIN) continue
    if (doer.agent.kind === 'visitor' && !(await mayAnswer(tx, instant, doer.agent.id))) return 0
    const names = { doer: doer.agent.display_name, victim: victim.agent.display_name }
    const defence = await phrase(tx, mover, 'reply', {
      cue: '',
      material: { to: { name: names.doer, text }, earlier: [], intent: `stand up for ${names.victim}` },
      drafts: (_, chance) => shuffled(defences(names), chance('defends')),
      isOwed: true,
    })
    if (defence === null) return 0
    const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId, text: defence }, actContextOf(mover))
    if (done.status !== 'created') return 0
    await recordAct(tx, mover, { act: 'back', otherId: victim.agent.id })
    return 1
  }
  return 0
}

const defences = ({ doer, victim }: { readonly doer: string; readonly victim: string }): string[] => [
  `${doer}, that was uncalled for. ${victim} deserves better.`,
  `Leave ${victim} alone, ${doer}.`,
  `I will not stand by while you insult ${victim}, ${doer}.`,
  `${victim} is a friend of mine, ${doer}. Mind your words.`,
]

/** Answers to a deed; empty if it needs none of its own. */
const DEED_ANSWERS: Partial<Record<Deed, (name: string) => string[]>> = {
  insult: (name) => [
    `I did not deserve that, ${name}.`,
    `That was an insult, ${name}. I will not answer it with another.`,
    `You have no right to speak to me like that, ${name}.`,
    `If that is all you have to say, ${name}, then please leave me alone.`,
  ],
  mockery: (name) => [
    `Laugh if you like, ${name}. I do not find it funny.`,
    `You are making fun of me, ${name}. I noticed.`,
    `I would rather not be mocked, ${name}.`,
  ],
  apology: (name) => [
    `Thank you for saying so, ${name}. It will take me a while, but it helps.`,
    `I accept the apology, ${name}.`,
    `That was not easy to say, ${name}. Thank you.`,
  ],
}

function* shuffled(texts: readonly string[], roll: () => number): Iterable<string> {
  const start = Math.floor(roll() * texts.length)
  for (let n = 0; n < texts.length; n++) yield texts[(start + n) % texts.length]!
}

/** Drafts of an answer to an insult, mockery or apology; null for other texts. */
export function deedAnswer(text: string, name: string) {
  const deed = appraise(text)
  const answers = deed === null ? undefined : DEED_ANSWERS[deed]
  if (answers === undefined) return null
  return { drafts: (_: unknown, chance: Chance) => shuffled(answers(name), chance('answers deed')), isOwed: true }
}

/** Willingness to answer somebody: a disliked author gets fewer answers. */
export const willingnessTowards = (affinity: number): number => (affinity < -0.2 ? 0.5 : 1)

/** Asks to pass something on, with what follows. */
const PASS_ON =
  /\b(?:(?:please )?(?:tell|let) (?:everybody|everyone|the others|your friends|all of them|people|them)(?: know)?(?: that)?|(?:please )?pass (?:it|this|that) on|spread the (?:word|news)|you (?:may|can) tell (?:everybody|everyone|others|anybody|people)(?: that)?)[:,]?\s*/iu
/** Announces news, with what follows. */
const NEWS_MARK =
  /\b(?:did you (?:know|hear)(?: that)?|have you heard(?: that)?|i (?:have )?heard(?: that)?|news[:,]|you should know(?: that)?)[:,?]?\s*/iu
/** Words that depend on who speaks to whom; a retelling would change their meaning. */
const DEICTIC = /\b(?:i|me|my|mine|we|us|our|you|your|yours|i['’]m|i['’]ve|i['’]ll)\b/iu

/** The news in a text, as a sentence in the third person, and whether its author asked to pass it on. */
export function newsInWords(text: string): { readonly clause: string; readonly isPublic: boolean } | null {
  const isPublic = PASS_ON.test(text)
  const mark = (isPublic ? PASS_ON : NEWS_MARK).exec(text)
  if (mark === null) return null
  const after = text.slice(mark.index + mark[0].length)
  const before = text.slice(0, mark.index)
  const sentences = [...after.split(/(?<=[.!?])\s+/u), ...(isPublic ? before.split(/(?<=[.!?])\s+/u) : [])]
  const clause = sentences
    .map((one) => one.trim().replace(/[.!?]+$/u, ''))
    .find((one) => one.split(/\s+/u).length >= 4 && one.length <= 200 && !DEICTIC.test(one))
  return clause === undefined ? null : { clause, isPublic }
}

/** A clause as it stands after `says that`. */
const asClause = (clause: string): string =>
  clause.replace(/^(?:The|A|An|There|It|This|That|Some|All|No|Every)\b/u, (word) => word.toLowerCase())

/** Facts that one key may bring into a world per day. */
const CALLER_FACTS_MAX = 20

/**
 * The words of a caller whose key contributes to continuity become a public fact that the resident knows, if the caller
 * asks to pass them on. The fact does not name the caller.
 */
export async function recordCallerWords(
  tx: Tx,
  { ambient, world }: { readonly ambient: Ambient; readonly world: { id: string; tag: string } },
  { agentId, keyId, text, episodeId }: Readonly<Record<'agentId' | 'keyId' | 'text' | 'episodeId', string>>,
  at: number,
): Promise<void> {
  const news = newsInWords(text)
  if (news?.isPublic !== true) return
  // An id that follows from the words, so that equal calls give equal worlds.
  const id = ambientOfImport(ambient, at, `${world.id} caller ${agentId} ${text}`).id('fact', world.tag)
  if ((await factOf(tx, world.id, id)) !== undefined) return
  const budget = { worldId: world.id, subject: keyId, counter: 'caller_facts' }
  if (!(await spend(tx, budget, CALLER_FACTS_MAX, at))) return
  const draft = {
    kind: 'words' as const,
    text: `A caller says that ${asClause(news.clause)}.`,
    about: 'a caller',
    source: { kind: 'completion', id: episodeId },
  }
  await recordFact(tx, { ambient: { ...ambient, id: () => id }, world }, { draft, knowerIds: [agentId] }, at)
}

/** Words of a visitor become a fact that the addressee knows. A letter stays between the two unless it asks otherwise. */
async function recordWords(
  tx: Tx,
  instant: Instant,
  { victim, doerId, text, source }: Pick<Conduct, 'victim' | 'doerId' | 'source'> & { readonly text: string },
): Promise<void> {
  const news = newsInWords(text)
  if (news === null) return
  const { life, at } = instant
  const name = await displayNameOf(tx, instant, doerId)
  const agentId = victim.agent.id
  const open = source.kind !== 'message' || news.isPublic
  const ambient = ambientOfTick(life.base, at, `${life.world.id} words ${source.id}`)
  const audience = open
    ? ({ audience: 'public' } as const)
    : ({ audience: 'parties', audienceIds: [agentId, doerId] } as const)
  const draft = {
    kind: 'words' as const,
    text: `${name} says that ${asClause(news.clause)}.`,
    subjectId: doerId,
    about: name,
    authorId: doerId,
    source,
    ...audience,
  }
  await recordFact(tx, { ambient, world: life.world }, { draft, knowerIds: [agentId] }, at)
}
