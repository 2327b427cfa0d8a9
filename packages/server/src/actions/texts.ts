import { LIMITS } from '@agent-network/contract'
import { characters } from '../core/text.ts'

const { postMaxChars, bioMaxChars, personaMaxChars } = LIMITS.visitorText

/** AMB-66: surrounding blanks go, the inside stays; null unless 1 to 500 characters are left. */
export function readSpeech(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' || characters(trimmed) > postMaxChars ? null : trimmed
}

const BIO_GAPS = /[\p{Cc}\p{Z}\s]+/gu

/** 4.10: one line. Control characters, line breaks and runs of blanks become one space. */
export function readBio(text: string): string | null {
  const line = text.replace(BIO_GAPS, ' ').trim()
  return characters(line) > bioMaxChars ? null : line
}

const LINE_BREAKS = /\r\n|[\r\u2028\u2029]/g
const OTHER_CONTROLS = /(?!\n)\p{Cc}/gu

/** 4.10, in the order of AMB-69; the raw length is checked before. */
export function readPersona(text: string): string | null {
  const normalised = text
    .replace(LINE_BREAKS, '\n')
    .replace(OTHER_CONTROLS, ' ')
    .replace(/ {2,}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
  return characters(normalised) > personaMaxChars ? null : normalised
}
