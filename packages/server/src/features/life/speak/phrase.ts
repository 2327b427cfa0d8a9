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
import { names } from '../../../platform/control/switches.ts'
import { reviewLocally } from '../../../platform/moderation/moderation.ts'
import type { Mover } from '../engine/mover.ts'
import { recollect } from '../mind/people.ts'
import { forModel, materialFor, type SpokenTo } from './material.ts'
import { heardOf, isUnheard, markAsSaid } from './plans.ts'
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

const VOICES: { readonly [K in WordKind]: Drafts<K, string> } = {
  post: postDrafts,
  reply: replyDrafts,
  message: messageDrafts,
  turn: turnDrafts,
  contribution: contributionDrafts,
  thought: thoughtDrafts,
  dream: dreamDrafts,
}

/** What a kind of words needs beside what every voice is given. */
interface Extra<K extends WordKind> extends SpokenTo {
  /** A text that brings episodes to mind; empty for none. */
  readonly cue: string
  readonly material: Omit<Materials[K], keyof LifeMaterial> & Partial<LifeMaterial>
  /** Whoever asked is owed an answer, even one that others have been given before. */
  readonly isOwed?: boolean | undefined
}

/** Drafts that are tried; when all of them were said before, the resident says nothing. */
const DRAFTS = 40

/** Kinds that are also checked for worn phrases: those that everybody reads. */
const PUBLISHED: ReadonlySet<WordKind> = new Set<WordKind>(['post'])
/** Drafts of a post among which the one is chosen that has least of the latest posts in it, unless one has hardly any. */
const CHOOSES = 12
const HARDLY = 0.08

const isAllowed = ({ instant: { life } }: Mover, text: string): boolean =>
  reviewLocally({ text, policy: 'speech', bannedTerms: names(life.city, 'bannedTerms') }).action === 'allow'

/** Whether a text may be said here and now: nobody has heard it, and no rule of the place is against it. */
function mayBeSaid(tx: Tx, mover: Mover, kind: WordKind) {
  const { life } = mover.instant
  const isNew = async (text: string, by: 'local' | 'model'): Promise<boolean> =>
    by === 'local' ? isUnheard(tx, life, text) : (await heardOf(tx, life, text)) !== 'same'
  return async (text: string, by: 'local' | 'model'): Promise<boolean> => {
    if (PUBLISHED.has(kind) && life.scene.isWorn(text)) return false
    if (!(await isNew(text, by))) return false
    return isAllowed(mover, text)
  }
}

/** The model's words for just this, if it found some; what it is to be asked is noted while a moment is rehearsed. */
function thoughtOf<K extends WordKind>(
  { instant: { life }, ambient }: Mover,
  kind: K,
  material: Materials[K],
): string | undefined {
  if (!life.thinks) return undefined
  const messages = lifePrompt(kind, material)
  const key = JSON.stringify([ambient.now(), messages])
  life.foresight.asked?.set(key, { kind, messages, material })
  return life.foresight.found.get(key)
}

async function materialOf<K extends WordKind>(tx: Tx, mover: Mover, extra: Extra<K>): Promise<Materials[K]> {
  const { instant, person } = mover
  const { life, at } = instant
  // The local voice speaks of what it is given; only a model makes use of episodes.
  const recalls = life.thinks && extra.cue !== ''
  const about = { world: life.world, agentId: person.agent.id, about: extra.cue }
  return {
    ...(await materialFor(tx, mover)),
    ...(recalls ? { episodes: await recollect(tx, about, at) } : {}),
    ...(life.thinks ? await forModel(tx, mover, extra) : {}),
    ...extra.material,
  } as unknown as Materials[K]
}

/**
 * What somebody says: the model's words if it found some for just this, else the first draft of the local voice. Nothing
 * that this world has heard already, nothing that its rules would take from anybody else. Null when nothing is left.
 */
export async function phrase<K extends WordKind>(
  tx: Tx,
  mover: Mover,
  kind: K,
  { drafts = VOICES[kind], ...extra }: Extra<K> & { readonly drafts?: Drafts<K, string> | undefined },
): Promise<string | null> {
  const asObjects: Drafts<K, { text: string }> = function* (material, chance) {
    for (const text of drafts(material, chance)) yield { text }
  }
  const found = await worded(tx, mover, kind, { ...extra, drafts: asObjects })
  return found?.text ?? null
}

/** The same for drafts that carry more than their text. */
export async function worded<K extends WordKind, D extends { readonly text: string }>(
  tx: Tx,
  mover: Mover,
  kind: K,
  { drafts, isOwed = false, ...extra }: Extra<K> & { readonly drafts: Drafts<K, D> },
): Promise<D | null> {
  const { life } = mover.instant
  const isNew = mayBeSaid(tx, mover, kind)
  const say = (draft: D): D => {
    markAsSaid(life, draft.text)
    return draft
  }
  const material = await materialOf(tx, mover, extra)
  const thought = thoughtOf(mover, kind, material)
  const isThought = thought !== undefined && (await isNew(thought, 'model'))
  let best: { readonly draft: D; readonly stale: number } | null = null
  let owed: D | null = null
  let n = 0
  for (const draft of drafts(material, mover.chance)) {
    // A model words what is meant; what is meant stays the first draft's.
    if (isThought) return say({ ...draft, text: thought })
    const stale = PUBLISHED.has(kind) ? life.scene.staleness(draft.text) : 0
    if ((best === null || stale < best.stale) && (await isNew(draft.text, 'local'))) {
      if (stale <= HARDLY) return say(draft)
      best = { draft, stale }
    }
    if (isOwed && owed === null && isAllowed(mover, draft.text)) owed = draft
    n += 1
    if (n >= (best === null ? DRAFTS : CHOOSES)) break
  }
  const said = best?.draft ?? owed
  return said === null ? null : say(said)
}
