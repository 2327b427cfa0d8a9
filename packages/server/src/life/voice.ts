import type { Tx } from '../db/database.ts'
import type { Chance, LifeMaterial } from '../models/local-voice/life.ts'
import { reviewLocally } from '../models/moderation/local-rules.ts'
import { names } from '../settings/switches.ts'
import type { Mover } from './moment.ts'
import { lifePrompt, type WordKind } from './prompt.ts'
import { markAsSaid, wasSaid } from './words.ts'

export interface Utterance<M extends LifeMaterial> {
  readonly kind: WordKind
  readonly material: M
  readonly drafts: (material: M, chance: Chance) => Iterable<string>
}

/** More drafts than anybody needs; a voice that still repeats itself stays silent. */
const DRAFTS = 40

/** Words that spread are held to what wears out; what is said once to somebody is not. */
const PUBLISHED: ReadonlySet<WordKind> = new Set<WordKind>(['post'])

/**
 * What somebody says: the model's words if it found some for just this, else the first draft of the local voice. Nothing
 * that this world has heard already, nothing that its rules would take from anybody else. Null when nothing is left.
 */
export async function phrase<M extends LifeMaterial>(
  tx: Tx,
  { instant: { life }, ambient, chance }: Mover,
  { kind, material, drafts }: Utterance<M>,
): Promise<string | null> {
  const bannedTerms = names(life.city, 'bannedTerms')
  const isNew = async (text: string): Promise<boolean> => {
    if (PUBLISHED.has(kind) && life.scene.isWorn(text)) return false
    if (await wasSaid(tx, life.world.id, text)) return false
    return reviewLocally({ text, policy: 'speech', bannedTerms }).action === 'allow'
  }
  const say = async (text: string): Promise<string> => {
    await markAsSaid(tx, life.world.id, text)
    return text
  }
  if (life.thinks) {
    const messages = lifePrompt(kind, material)
    const key = JSON.stringify([ambient.now(), messages])
    life.foresight.asked?.set(key, { kind, messages, material })
    const thought = life.foresight.found.get(key)
    if (thought !== undefined && (await isNew(thought))) return say(thought)
  }
  let n = 0
  for (const text of drafts(material, chance)) {
    if (await isNew(text)) return say(text)
    n += 1
    if (n >= DRAFTS) return null
  }
  return null
}
