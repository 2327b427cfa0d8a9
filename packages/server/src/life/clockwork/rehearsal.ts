import { LONGEST } from '@agent-network/voice/life'
import type { Material } from '@agent-network/voice/material'
import { countTokens } from '@agent-network/voice/tokens'
import type { Deps } from '../../deps.ts'
import { ModelAborted, ModelFailed, ModelMisconfigured } from '../../models/model.ts'
import { ModerationUnavailable } from '../../models/moderation/moderation.ts'
import { ModelResting, modelTimeoutMs } from '../../models/speech.ts'
import { names } from '../../settings/switches.ts'
import { withTokens } from '../words/token-budget.ts'
import type { Asked } from '../world/foresight.ts'
import type { WorldLife } from '../world/world-life.ts'
import { liveUntil } from './engine.ts'

/** Thrown to undo a rehearsal. */
class Rehearsed extends Error {}

/** A model that is asked for everything at once is asked for nothing in time. */
const AT_A_TIME = 4
const MOST = 24

/** Goes through the next instant without doing it, to learn what will be said. */
async function rehearse({ database }: Deps, life: WorldLife, until: number): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>()
  life.foresight.asked = asked
  try {
    await database.transact(
      async (tx) => {
        // The store may run this again when it lost a race.
        asked.clear()
        life.clear()
        await liveUntil(tx, life, until, 1)
        throw new Rehearsed()
      },
      { quiet: true },
    )
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  } finally {
    life.foresight.asked = null
    life.clear()
  }
  return asked
}

const SENTENCE = /^[\s\S]*[.!?…](?=\s|$)/u

/** The bare words: no quotation marks around them, no longer than the place takes. */
function wordsIn(answer: string, longest: number): string | null {
  const bare = answer.replace(/[\p{Cc}\p{Z}\s]+/gu, ' ').replace(/^["“”'‘’ ]+|["“”'‘’ ]+$/gu, '')
  if (bare === '' || /\p{Cs}/u.test(bare)) return null
  if (bare.length <= longest) return bare
  return SENTENCE.exec(bare.slice(0, longest))?.[0] ?? null
}

/** Failures of a provider are no failures of life: the local voice speaks instead. */
const isProviders = (error: unknown): boolean =>
  [ModelFailed, ModelResting, ModelMisconfigured, ModelAborted, ModerationUnavailable].some(
    (kind) => error instanceof kind,
  )

async function find(deps: Deps, life: WorldLife, key: string, { kind, messages, material }: Asked, at: number) {
  const { speech, moderation, database } = deps
  const { city, world } = life
  const maxOutputTokens = Math.ceil(LONGEST[kind] / 3)
  const most = messages.reduce((sum, { content }) => sum + countTokens(content), maxOutputTokens)
  const whole: Material = { ...material, summary: '', continuity: [], turns: [] }
  try {
    const text = await withTokens(database, { worldId: world.id, city, at, most }, async () => {
      const request = { messages, material: whole, maxOutputTokens, seed: key }
      const { text: value, usage } = await speech.generate(request, city, new AbortController().signal)
      return { value, tokens: usage.promptTokens + usage.completionTokens }
    })
    const words = text === null ? null : wordsIn(text, LONGEST[kind])
    if (words === null) return null
    const bannedTerms = names(city, 'bannedTerms')
    const review = { text: words, policy: 'speech', bannedTerms, timeoutMs: modelTimeoutMs(city) } as const
    return (await moderation.review(review)).action === 'allow' ? words : null
  } catch (error) {
    if (!isProviders(error)) throw error
    deps.log.debug({ event: 'life.model_unavailable', err: error }, 'the model found no words; the local voice speaks')
    return null
  }
}

/**
 * Asks the model, outside any transaction, for what the next instant will need. The instant is then lived for real; where
 * it turns out otherwise than foreseen, the words found for it are not used.
 */
export async function thinkAhead(deps: Deps, life: WorldLife, until: number, at: number): Promise<void> {
  const asked = [...(await rehearse(deps, life, until))].slice(0, MOST)
  const found = new Map<string, string>()
  for (let start = 0; start < asked.length; start += AT_A_TIME)
    await Promise.all(
      asked.slice(start, start + AT_A_TIME).map(async ([key, ask]) => {
        const words = await find(deps, life, key, ask, at)
        if (words !== null) found.set(key, words)
      }),
    )
  life.foresight.found = found
}
