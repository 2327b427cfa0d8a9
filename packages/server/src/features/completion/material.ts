// The material of a prompt: memory, mood and facts, within a character budget.
import type { CompletionResult } from '@agent-network/contract'
import type { Material } from '@agent-network/voice/material'
import type { Read } from '../../platform/db/database.ts'
import type { EpisodeTrace } from '../../platform/db/membership.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { Mind } from '../../stores/minds/recall.ts'
import { recall } from '../../stores/minds/recall.ts'
import type { CallerInput } from './prompt.ts'

export type ContextManifest = CompletionResult['contextManifest']

/** Maximum of memory in a prompt. A token is about four characters. */
export const MEMORY_TOKENS = 1_200
const MEMORY_CHARS = 4 * MEMORY_TOKENS

interface Packed {
  readonly items: readonly string[]
  readonly size: number
}

/** As many items as fit, in order. Stops at the first that does not fit. */
function pack(items: readonly string[], budget: number): Packed {
  const packedItems: string[] = []
  let size = 0
  for (const item of items) {
    if (size + item.length > budget) break
    size += item.length
    packedItems.push(item)
  }
  return { items: packedItems, size }
}

export interface GatheredMaterial {
  readonly material: Material
  /** Counts of what the prompt contains (2.7). */
  readonly manifest: ContextManifest
}

export interface MaterialRequest {
  readonly world: World
  readonly agent: AgentRow
  readonly mind: Mind
  readonly input: CallerInput
  readonly keyId: string
  /** Conversations with this key that are not stored yet. */
  readonly pending: readonly EpisodeTrace[]
  readonly at: number
  /** Facts from the world's rows that answer the question; empty if there are none. */
  readonly facts: readonly string[]
}

/** Collects the agent's material within the budget: conversations with the caller first, then memory by rank. */
export async function gatherMaterial(read: Read, occasion: MaterialRequest): Promise<GatheredMaterial> {
  const { world, agent, mind, input, keyId, pending, at, facts } = occasion
  const { memory, mood } = mind
  const recalled = await recall(read, { world, agentId: agent.id, mind, prompt: input.transcript, keyId, pending, at })
  let remainingChars = MEMORY_CHARS
  let trimmed = recalled.leftOut
  const take = (candidates: readonly string[]): readonly string[] => {
    const { items, size } = pack(candidates, remainingChars)
    remainingChars -= size
    trimmed ||= items.length < candidates.length
    return items
  }
  const continuity = take(recalled.continuity)
  const episodes = take(recalled.episodes)
  const [summary = ''] = take(memory === null || memory.summary === '' ? [] : [memory.summary])
  const beliefs = take(memory?.beliefs ?? [])
  const openQuestions = take(memory?.openQuestions ?? [])
  const ideas = memory?.activeIdeas ?? []
  const semanticLineCount = (summary === '' ? 0 : 1) + beliefs.length + ideas.length
  return {
    material: {
      ...(facts.length === 0 ? {} : { facts }),
      speaker: {
        id: agent.id,
        displayName: agent.display_name,
        handle: agent.handle,
        bio: agent.bio,
        interests: JSON.parse(agent.interests) as string[],
        specialty: agent.specialty,
        persona: agent.persona,
      },
      mood,
      summary,
      beliefs,
      openQuestions,
      styleNotes: memory?.styleNotes ?? [],
      topics: memory?.topics ?? [],
      ideas,
      episodes,
      continuity,
      turns: input.turns,
    },
    manifest: {
      memoryPackIncluded: episodes.length + continuity.length + semanticLineCount + openQuestions.length > 0,
      memoryPackTrimmed: trimmed,
      episodeCount: episodes.length,
      socialContinuityCount: continuity.length,
      semanticLineCount,
      openQuestionCount: openQuestions.length,
    },
  }
}
