import { namesMachinery } from './words.ts'

/** Ids, references, addresses, markup and orders to a model. */
const UNSPEAKABLE = /[[\]{}<>@#_|\\*=]|\.\.|https?:|\bignore (?:all|any|previous|the)\b|\bdisregard\b|\n/iu

/** Whether a resident may say a stored text aloud. */
export const isSpeakable = (text: string): boolean =>
  text.length <= 400 && !UNSPEAKABLE.test(text) && !namesMachinery(text) && /\p{L}{2}/u.test(text)

/** The text without footnote numbers, quotation marks and control characters, with single spaces. */
export const tidy = (text: string): string =>
  text
    .replace(/\(\d+\)/g, '')
    .replace(/[“”"«»]/g, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .trim()
