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
import type { Tx } from '../../db/database.ts'
import { reviewLocally } from '../../models/moderation/local-rules.ts'
import { names } from '../../settings/switches.ts'
import { recollect } from '../resident/remembering.ts'
import type { Mover } from '../world/mover.ts'
import { materialFor } from './material.ts'
import { lifePrompt } from './prompt.ts'
import { markAsSaid, wasSaid } from './said-marks.ts'

interface Materials {
  post: PostMaterial
  reply: ReplyMaterial
  message: MessageMaterial
  turn: TurnMaterial
  contribution: ChallengeMaterial
  thought: ThoughtMaterial
  dream: LifeMaterial
}

const VOICES: { readonly [K in WordKind]: (material: Materials[K], chance: Chance) => Iterable<string> } = {
  post: postDrafts,
  reply: replyDrafts,
  message: messageDrafts,
  turn: turnDrafts,
  contribution: contributionDrafts,
  thought: thoughtDrafts,
  dream: dreamDrafts,
}

/** What a kind of words needs beside what every voice is given. */
interface Extra<K extends WordKind> {
  /** A text that brings episodes to mind; empty for none. */
  readonly cue: string
  readonly material: Omit<Materials[K], keyof LifeMaterial> & Partial<LifeMaterial>
}

/** More drafts than anybody needs; a voice that still repeats itself stays silent. */
const DRAFTS = 40

/** Words that spread are held to what wears out; what is said once to somebody is not. */
const PUBLISHED: ReadonlySet<WordKind> = new Set<WordKind>(['post'])

/**
 * What somebody says: the model's words if it found some for just this, else the first draft of the local voice. Nothing
 * that this world has heard already, nothing that its rules would take from anybody else. Null when nothing is left.
 */
export async function phrase<K extends WordKind>(
  tx: Tx,
  mover: Mover,
  kind: K,
  extra: Extra<K>,
): Promise<string | null> {
  const {
    instant: { life, at },
    person,
    ambient,
    chance,
  } = mover
  const { world } = life
  const bannedTerms = names(life.city, 'bannedTerms')
  const isNew = async (text: string): Promise<boolean> => {
    if (PUBLISHED.has(kind) && life.scene.isWorn(text)) return false
    if (await wasSaid(tx, world.id, text)) return false
    return reviewLocally({ text, policy: 'speech', bannedTerms }).action === 'allow'
  }
  const say = async (text: string): Promise<string> => {
    await markAsSaid(tx, world.id, text)
    return text
  }
  // The local voice speaks of what it is given; only a model makes use of episodes.
  const recalls = life.thinks && extra.cue !== ''
  const material = {
    ...(await materialFor(tx, mover)),
    ...(recalls ? { episodes: await recollect(tx, { world, agentId: person.agent.id, about: extra.cue }, at) } : {}),
    ...extra.material,
  } as unknown as Materials[K]
  if (life.thinks) {
    const messages = lifePrompt(kind, material)
    const key = JSON.stringify([ambient.now(), messages])
    life.foresight.asked?.set(key, { kind, messages, material })
    const thought = life.foresight.found.get(key)
    if (thought !== undefined && (await isNew(thought))) return say(thought)
  }
  let n = 0
  for (const text of VOICES[kind](material, chance)) {
    if (await isNew(text)) return say(text)
    n += 1
    if (n >= DRAFTS) return null
  }
  return null
}
