// Finds the text of a resident: from the model if there is one, otherwise a draft of the local model.

import { contradicts } from '@agent-network/voice'
import {
  type ChallengeMaterial,
  type Chance,
  contributionDrafts,
  dreamDrafts,
  isGrammatical,
  isGrammaticalOutsideQuotations,
  type LifeMaterial,
  type MessageMaterial,
  messageDrafts,
  type PostMaterial,
  postDrafts,
  type ReplyMaterial,
  replyDrafts,
  type ThoughtMaterial,
  type TurnMaterial,
  thoughtDrafts,
  turnDrafts,
  type WordKind,
} from '@agent-network/voice/life'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../platform/db/database.ts'
import '../../../platform/llm/local-model.ts'
import { listSwitch } from '../../../platform/control/switches.ts'
import { reviewLocally } from '../../../platform/moderation/moderation.ts'
import { entityIndexOf } from '../../world-facts/facts.ts'
import type { Mover } from '../engine/mover.ts'
import { recallMemories } from '../mind/people.ts'
import { type Addressing, latestPosts, materialFor, readModelMaterial } from './material.ts'
import { findLikeness, isNewText, isRepeated, markAsPublished } from './plans.ts'
import { lifePrompt } from './prompt.ts'

interface Materials {
  post: PostMaterial
  reply: ReplyMaterial
  message: MessageMaterial
  turn: TurnMaterial
  contribution: ChallengeMaterial
  thought: ThoughtMaterial
  dream: LifeMaterial
}

type Drafts<K extends WordKind, D> = (material: Materials[K], chance: Chance) => Iterable<D>

const DRAFTS_BY_KIND: { readonly [K in WordKind]: Drafts<K, string> } = {
  post: postDrafts,
  reply: replyDrafts,
  message: messageDrafts,
  turn: turnDrafts,
  contribution: contributionDrafts,
  thought: thoughtDrafts,
  dream: dreamDrafts,
}

/** Material that one kind of text needs in addition. */
interface PhraseRequest<K extends WordKind> extends Addressing {
  /** Text used to recall memories; empty for none. */
  readonly cue: string
  readonly material: Omit<Materials[K], keyof LifeMaterial> & Partial<LifeMaterial>
  /** Whether a reply is required, even if the same text was published before. */
  readonly isOwed?: boolean | undefined
  /** Whether the text may resemble an earlier one, as plain sentences about facts do. */
  readonly mayResemble?: boolean | undefined
  /** Facts that the text tells. */
  readonly facts?: readonly string[] | undefined
  /** Whether a post is left out if all its drafts use words that are a habit of the author. */
  readonly isOptional?: boolean | undefined
}

/** Drafts tried. If all were published before, the resident says nothing. */
const DRAFTS_MAX = 40

/** Drafts of a post that must differ from all earlier texts. After them, one that is not word for word the same will do. */
const NEW_DRAFTS_MAX = 8

/** Drafts of a post that must not use a habit of the author. */
const PLAIN_DRAFTS_MAX = 24

/** A run of this many words in this many of the latest posts of an author is a habit: at most one post of nine. */
const HABIT_WORDS = 4
const HABIT_USES = 2

/** Days and figures are not words of a habit; neither are names, which have a capital inside a sentence. */
const DAY_WORD = /^(?:this|morning|afternoon|evening|yesterday|last|night|\p{L}+day|\p{N}+)$/u

/** Runs of published posts. Drafts are not cached: most of them are never read again. */
const RUNS_MAX = 2_000
const runsByText = new LRUCache<string, ReadonlySet<string>>({ max: RUNS_MAX })

function runsOf(text: string): ReadonlySet<string> {
  const cachedRuns = runsByText.get(text)
  if (cachedRuns !== undefined) return cachedRuns
  const runs = new Set(findRuns(text))
  runsByText.set(text, runs)
  return runs
}

/** Runs of words of a text, without names, days and figures. */
function* findRuns(text: string): Iterable<string> {
  // A name of several words, such as a boat's, can be a habit too.
  for (const part of [text, ...text.split(/(?<=[^.!?:\n]) (?:\p{Lu}[\p{L}'’]+)/u)]) {
    const words = (part.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []).filter((word) => !DAY_WORD.test(word))
    for (let at = 0; at + HABIT_WORDS <= words.length; at++) yield words.slice(at, at + HABIT_WORDS).join(' ')
  }
}

/** Runs of words that an author has used too often in its latest posts. */
async function habitsOf(tx: Tx, mover: Mover): Promise<ReadonlySet<string>> {
  const uses = new Map<string, number>()
  for (const text of await latestPosts(tx, mover))
    for (const run of runsOf(text)) uses.set(run, (uses.get(run) ?? 0) + 1)
  return new Set([...uses].filter(([, n]) => n >= HABIT_USES).map(([run]) => run))
}

const isAllowed = ({ instant: { life } }: Mover, text: string): boolean =>
  reviewLocally({ text, policy: 'speech', bannedTerms: listSwitch(life.city, 'bannedTerms') }).action === 'allow'

/** Checks whether a text is new in this world and allowed by moderation. */
function makeTextCheck(tx: Tx, mover: Mover, mayResemble: boolean) {
  const { life } = mover.instant
  const isNew = async (text: string, by: 'local' | 'model'): Promise<boolean> =>
    by === 'model'
      ? (await findLikeness(tx, life, text)) !== 'same'
      : mayResemble
        ? !(await isRepeated(tx, life, text))
        : isNewText(tx, life, text)
  return async (text: string, by: 'local' | 'model'): Promise<boolean> => {
    if (!(await isNew(text, by))) return false
    return isAllowed(mover, text)
  }
}

/** The model's text for this prompt, if there is one. A dry run records the prompt. */
function modelTextFor<K extends WordKind>(
  { instant: { life }, ambient }: Mover,
  kind: K,
  material: Materials[K],
): string | undefined {
  if (!life.thinks) return undefined
  const messages = lifePrompt(kind, material)
  const key = JSON.stringify([ambient.now(), messages])
  life.foresight.requests?.set(key, { kind, messages, material })
  return life.foresight.found.get(key)
}

async function materialOf<K extends WordKind>(tx: Tx, mover: Mover, extra: PhraseRequest<K>): Promise<Materials[K]> {
  const { instant, person } = mover
  const { life, at } = instant
  // Only a model uses memories.
  const recalls = life.thinks && extra.cue !== ''
  const about = { world: life.world, agentId: person.agent.id, about: extra.cue }
  return {
    ...(await materialFor(tx, mover)),
    ...(recalls ? { episodes: await recallMemories(tx, about, at) } : {}),
    ...(life.thinks ? await readModelMaterial(tx, mover, extra) : {}),
    ...(extra.facts === undefined || extra.facts.length === 0 ? {} : { facts: extra.facts }),
    ...extra.material,
  } as unknown as Materials[K]
}

/**
 * The text of a resident: the model's text for this prompt, otherwise a draft of the local model. Repeated texts and
 * texts that moderation rejects are left out. Null if no text remains.
 */
export async function phrase<K extends WordKind>(
  tx: Tx,
  mover: Mover,
  kind: K,
  { drafts = DRAFTS_BY_KIND[kind], ...extra }: PhraseRequest<K> & { readonly drafts?: Drafts<K, string> | undefined },
): Promise<string | null> {
  const asObjects: Drafts<K, { text: string }> = function* (material, chance) {
    for (const text of drafts(material, chance)) yield { text }
  }
  const found = await phraseDraft(tx, mover, kind, { ...extra, drafts: asObjects })
  return found?.text ?? null
}

/** Whether a model's text contradicts the facts of its prompt; then a local draft is used. */
async function isAgainstFacts(
  tx: Tx,
  { instant: { life, at } }: Mover,
  text: string,
  { facts = [], cue }: Pick<PhraseRequest<WordKind>, 'facts' | 'cue'>,
): Promise<boolean> {
  if (facts.length === 0) return false
  return contradicts(text, facts, { index: await entityIndexOf(tx, { world: life.world, at }), context: cue })
}

/** Like `phrase`, for drafts with fields besides their text. */
export async function phraseDraft<K extends WordKind, D extends { readonly text: string }>(
  tx: Tx,
  mover: Mover,
  kind: K,
  {
    drafts,
    isOwed = false,
    mayResemble = false,
    isOptional = false,
    ...extra
  }: PhraseRequest<K> & { readonly drafts: Drafts<K, D> },
): Promise<D | null> {
  const { life } = mover.instant
  const isNew = makeTextCheck(tx, mover, mayResemble)
  const say = (draft: D): D => {
    markAsPublished(life, draft.text)
    return draft
  }
  const material = await materialOf(tx, mover, extra)
  const thought = modelTextFor(mover, kind, material)
  const isAgainst = thought !== undefined && (await isAgainstFacts(tx, mover, thought, extra))
  const isThought = thought !== undefined && !isAgainst && (await isNew(thought, 'model'))
  // Facts may quote others.
  const isSound = (extra.facts ?? []).length > 0 ? isGrammaticalOutsideQuotations : isGrammatical
  const habits = kind === 'post' ? await habitsOf(tx, mover) : null
  const isHabit = (text: string): boolean => {
    if (habits === null || habits.size === 0) return false
    for (const run of findRuns(text)) if (habits.has(run)) return true
    return false
  }
  let habitDraft: D | null = null
  let plainDraft: D | null = null
  let requiredDraft: D | null = null
  let faultyDraft: D | null = null
  let n = 0
  for (const draft of drafts(material, mover.chance)) {
    // A model only changes the wording; all other fields are those of the first draft.
    if (isThought) return say({ ...draft, text: thought })
    if (n >= (plainDraft !== null ? NEW_DRAFTS_MAX : habitDraft !== null ? PLAIN_DRAFTS_MAX : DRAFTS_MAX)) break
    n += 1
    const isFresh = await isNew(draft.text, 'local')
    const mayBePlain = (kind === 'post' || isOwed) && plainDraft === null
    const mayBeFaulty = isOwed && faultyDraft === null
    // The grammar is checked last, because it takes longest.
    if (!isFresh && !mayBePlain && !mayBeFaulty) continue
    const hasHabit = isHabit(draft.text)
    // One draft with a habit is enough.
    if (hasHabit && !mayBeFaulty && (habitDraft !== null || !isFresh)) continue
    if (isSound(draft.text)) {
      if (hasHabit) {
        if (habitDraft === null && isFresh) habitDraft = draft
        continue
      }
      if (isFresh) return say(draft)
      if (!mayBePlain || !isAllowed(mover, draft.text)) continue
      if (!(await isRepeated(tx, life, draft.text))) plainDraft = draft
      // A turn is never repeated word for word.
      else if (isOwed && kind !== 'turn' && requiredDraft === null) requiredDraft = draft
    } else if (mayBeFaulty && isAllowed(mover, draft.text)) faultyDraft = draft
  }
  // A required text with a fault, such as a name or a fact in lower case, is better than none.
  const chosenDraft = plainDraft ?? (isOptional ? null : habitDraft) ?? requiredDraft ?? faultyDraft
  return chosenDraft === null ? null : say(chosenDraft)
}
