import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS, type TermPreview } from '@agent-network/contract'
import { newestPublicTexts } from '../content/moderated.ts'
import { isoOrEmpty } from '../core/day.ts'
import { invalidInput } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { isCaughtBy } from '../models/moderation/banned-terms.ts'
import { normalise } from '../models/moderation/normalise.ts'
import type { World } from '../worlds/worlds.ts'

const { previewTexts, previewTextsMax, previewShown } = LIMITS.moderation

/** Milliseconds at a time; whoever else waits comes in between. */
const AT_A_TIME_MS = 5

/** Which of the newest public texts a term would have caught, had it been banned. */
export async function previewTerm(
  { database, ambient }: Pick<Deps, 'database' | 'ambient'>,
  term: string,
  worlds: readonly World[],
): Promise<TermPreview> {
  if (normalise(term).folded.trim() === '') throw invalidInput('term: holds nothing that could be looked for')
  const items: TermPreview['items'] = []
  let scanned = 0
  let matches = 0
  let since = ambient.elapsed()
  for (const world of worlds) {
    let ofWorld = 0
    for await (const { kind, id, agentId, text, createdAt } of newestPublicTexts(database.read, world.id)) {
      if (ofWorld >= previewTexts || scanned >= previewTextsMax) break
      ofWorld += 1
      scanned += 1
      if (isCaughtBy(term, text)) {
        matches += 1
        if (items.length < previewShown)
          items.push({ kind, id, worldId: world.id, agentId, text, at: isoOrEmpty(createdAt) })
      }
      if (ambient.elapsed() - since < AT_A_TIME_MS) continue
      await nextTurn()
      since = ambient.elapsed()
    }
  }
  return { scanned, matches, items }
}
