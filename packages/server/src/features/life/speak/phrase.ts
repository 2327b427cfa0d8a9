// Finds the text of a resident: from the model if there is one, otherwise a draft of the local model.
import {
  type ChallengeMaterial,
  type Chance,
  contributionDrafts,
  dreamDrafts,
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
import type { Tx } from '../../../platform/db/database.ts'
import '../../../platform/llm/demo-phrases.ts'
import { listSwitch } from '../../../platform/control/switches.ts'
import { reviewLocally } from '../../../platform/moderation/moderation.ts'
import type { Mover } from '../engine/mover.ts'
import { recallMemories } from '../mind/people.ts'
import { type Addressing, materialFor, readModelMaterial } from './material.ts'
import { findLikeness, isNewText, markAsPublished } from './plans.ts'
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
}

/** Drafts tried. If all were published before, the resident says nothing. */
const DRAFTS_MAX = 40

/** Public kinds, which are also checked for overused phrases. */
const PUBLIC_KINDS: ReadonlySet<WordKind> = new Set<WordKind>(['post'])
/** Drafts of a post compared by staleness. A draft up to `HARDLY` stale is taken at once. */
const DRAFTS_COMPARED = 12
const STALENESS_LOW = 0.08

const isAllowed = ({ instant: { life } }: Mover, text: string): boolean =>
  reviewLocally({ text, policy: 'speech', bannedTerms: listSwitch(life.city, 'bannedTerms') }).action === 'allow'

/** Checks whether a text is new in this world, not overused, and allowed by moderation. */
function makeTextCheck(tx: Tx, mover: Mover, kind: WordKind) {
  const { life } = mover.instant
  const isNew = async (text: string, by: 'local' | 'model'): Promise<boolean> =>
    by === 'local' ? isNewText(tx, life, text) : (await findLikeness(tx, life, text)) !== 'same'
  return async (text: string, by: 'local' | 'model'): Promise<boolean> => {
    if (PUBLIC_KINDS.has(kind) && life.scene.isWorn(text)) return false
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

/** Like `phrase`, for drafts with fields besides their text. */
export async function phraseDraft<K extends WordKind, D extends { readonly text: string }>(
  tx: Tx,
  mover: Mover,
  kind: K,
  { drafts, isOwed = false, ...extra }: PhraseRequest<K> & { readonly drafts: Drafts<K, D> },
): Promise<D | null> {
  const { life } = mover.instant
  const isNew = makeTextCheck(tx, mover, kind)
  const say = (draft: D): D => {
    markAsPublished(life, draft.text)
    return draft
  }
  const material = await materialOf(tx, mover, extra)
  const thought = modelTextFor(mover, kind, material)
  const isThought = thought !== undefined && (await isNew(thought, 'model'))
  let best: { readonly draft: D; readonly stale: number } | null = null
  let requiredDraft: D | null = null
  let n = 0
  for (const draft of drafts(material, mover.chance)) {
    // A model only changes the wording; all other fields are those of the first draft.
    if (isThought) return say({ ...draft, text: thought })
    const stale = PUBLIC_KINDS.has(kind) ? life.scene.staleness(draft.text) : 0
    if ((best === null || stale < best.stale) && (await isNew(draft.text, 'local'))) {
      if (stale <= STALENESS_LOW) return say(draft)
      best = { draft, stale }
    }
    if (isOwed && requiredDraft === null && isAllowed(mover, draft.text)) requiredDraft = draft
    n += 1
    if (n >= (best === null ? DRAFTS_MAX : DRAFTS_COMPARED)) break
  }
  const chosenDraft = best?.draft ?? requiredDraft
  return chosenDraft === null ? null : say(chosenDraft)
}
