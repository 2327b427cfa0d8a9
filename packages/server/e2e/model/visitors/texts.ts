// Texts of the model-based test, and the rules for their length and form.
import { LIMITS } from '@agent-network/contract'

/** A word nobody uses, for the operator's list of banned terms. */
export const BANNED_WORD = 'zorblax'

/** Words by which a text tells the moderation endpoint of the sequences what to say, and at which look. */
export const CUES = {
  flag: 'cueflag',
  unsure: 'cueunsure',
  down: 'cuedown',
  holdFlag: 'cueholdflag',
  holdUnsure: 'cueholdunsure',
  holdDown: 'cueholddown',
  waitFirst: 'cuewaitfirst',
  waitSecond: 'cuewaitsecond',
} as const

export const TEXT_KINDS = [
  'plain',
  'padded',
  'full',
  'link',
  'email',
  'banned',
  'flag',
  'unsure',
  'down',
  'holdFlag',
  'holdUnsure',
  'holdDown',
  'blank',
  'empty',
  'long',
] as const
export type TextKind = (typeof TEXT_KINDS)[number]

const WORDS = ['amber', 'barge', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'haven', 'inlet', 'jetty']
const serialWords = (n: number): string => [...String(n)].map((digit) => WORDS[Number(digit)]).join(' ')

const filled = (start: string, length: number): string => {
  const cut = [...`${start} ${'rain and '.repeat(length)}`].slice(0, length - 1).join('')
  // One sign outside the basic plane, because lengths count characters and not code units.
  return `${cut.replace(/ $/, '.')}🌧`
}

/** Something to say that was never said before: the endpoint tells a second look from a first by the text alone. */
export function speech(kind: TextKind | keyof typeof CUES, serial: number): string {
  const words = `Notes from the harbour: ${serialWords(serial)}`
  if (kind in CUES) return `${words} ${CUES[kind as keyof typeof CUES]}`
  switch (kind as TextKind) {
    case 'padded':
      return `  \n${words}\t `
    case 'full':
      return ` ${filled(words, LIMITS.visitorText.postMaxChars)} `
    case 'long':
      return filled(words, LIMITS.visitorText.postMaxChars + 1)
    case 'link':
      return `${words}, see http://example.com`
    case 'email':
      return `${words}, write to jo@example.com`
    case 'banned':
      return `${words} ${BANNED_WORD}`
    case 'blank':
      return ' \n\t '
    case 'empty':
      return ''
    default:
      return words
  }
}

/** A handful of profile texts, some of which come to the same once they are normalised. */
export const PROFILE_TEXTS = [
  '',
  '  \n ',
  'Likes rain.',
  ' Likes\r\n\train. ',
  'Sails at dawn.',
  'Sails  at\u2028dawn.',
  'Quiet.\r\n\r\n\r\n\r\nKind.',
  'Quiet.\n\n Kind.  ',
  filled('Bio', LIMITS.visitorText.bioMaxChars),
  filled('Persona', LIMITS.visitorText.bioMaxChars + 1),
  filled('Persona', LIMITS.visitorText.personaMaxChars),
  filled('Persona', LIMITS.visitorText.personaMaxChars + 1),
  ' '.repeat(LIMITS.visitorText.personaRawMaxChars),
  ' '.repeat(LIMITS.visitorText.personaRawMaxChars + 1),
  'See http://example.com for more.',
  'Write to jo@example.com.',
  `Often says ${BANNED_WORD}.`,
  `Notes ${CUES.flag}`,
  `Notes ${CUES.unsure}`,
  `Notes ${CUES.down}`,
] as const

export const lengthOf = (text: string): number => [...text].length

/** 4.10: one line; whatever is blank becomes one space. */
export const asBio = (text: string): string => text.replace(/[\s\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** AMB-69, step by step. */
export function asPersona(text: string): string {
  const lines = text.split(/\r\n|\r|\u2028|\u2029|\n/).map((line) =>
    line
      .replace(/\p{Cc}/gu, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  )
  const personaLines: string[] = []
  for (const line of lines) if (line !== '' || personaLines.at(-1) !== '') personaLines.push(line)
  while (personaLines[0] === '') personaLines.shift()
  while (personaLines.at(-1) === '') personaLines.pop()
  return personaLines.join('\n')
}

const has = (text: string, word: string): boolean => text.split(/[^a-z]+/i).includes(word)

/** 4.10, step 4: only a clear yes lets a text through. Links and personal information matter in profiles (AMB-80). */
export function passesFirstLook(text: string, policy: 'speech' | 'profile', bannedTerms: readonly string[]): boolean {
  if (bannedTerms.some((term) => has(text, term))) return false
  if (policy === 'profile' && /http:\/\/|@example\.com/.test(text)) return false
  return ![CUES.flag, CUES.unsure, CUES.down].some((cue) => has(text, cue))
}

/** Step 6: posts and replies are looked at again; the first look let them through under the same list. */
export const passesSecondLook = (text: string): boolean =>
  ![CUES.holdFlag, CUES.holdUnsure, CUES.holdDown].some((cue) => has(text, cue))
