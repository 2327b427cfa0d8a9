// Normalisation and limits of visitor texts.

import { LIMITS } from '@agent-network/contract'
import { countCharacters } from '../../platform/core/text.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Verdict } from '../../platform/moderation/moderation.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { addVerdict } from '../../stores/posts/verdicts.ts'
import { type Skipped, skip } from './action.ts'

const { postMaxChars, bioMaxChars, personaMaxChars } = LIMITS.visitorText

/** AMB-66: removes surrounding white space only. */
export const trimSpeech = (text: string): string => text.trim()

/** Null unless 1 to 500 characters remain. */
export function readSpeech(text: string): string | null {
  const trimmed = trimSpeech(text)
  return trimmed === '' || countCharacters(trimmed) > postMaxChars ? null : trimmed
}

const BIO_GAPS = /[\p{Cc}\p{Z}\s]+/gu

/** 4.10: one line. Control characters, line breaks and runs of blanks become one space. */
export const oneLine = (text: string): string => text.replace(BIO_GAPS, ' ').trim()

export function readBio(text: string): string | null {
  const line = oneLine(text)
  return countCharacters(line) > bioMaxChars ? null : line
}

const LINE_BREAKS = /\r\n|[\r\u2028\u2029]/g
const OTHER_CONTROLS = /(?!\n)\p{Cc}/gu

/** 4.10, in the order of AMB-69; the raw length is checked before. */
export const normalisePersona = (text: string): string =>
  text
    .replace(LINE_BREAKS, '\n')
    .replace(OTHER_CONTROLS, ' ')
    .replace(/ {2,}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')

export function readPersona(text: string): string | null {
  const normalised = normalisePersona(text)
  return countCharacters(normalised) > personaMaxChars ? null : normalised
}

// ── Quarantine of a post or reply that moderation objects to ──

/** AMB-71: the text is stored but not shown. The verdict is stored with it for the operator's queue. */
export async function quarantineText(
  tx: Tx,
  { world, id, verdict }: { world: World; id: string; verdict: Verdict },
  at: number,
): Promise<Skipped> {
  const { action, category, reason, rule } = verdict
  await addVerdict(tx, { world_id: world.id, id, action, category, reason, rule, created_at: at })
  return skip('held_for_review')
}
