// Detection of links, including spelled-out ones.
import { createRequire } from 'node:module'
import { LinkifyIt, type Match } from 'linkify-it'
import { clean } from './normalise.ts'

/** Domain endings that people spell out. Except `com` and `net` they are not words that could follow "dot". */
const SPOKEN_ENDINGS = 'com|net|org|io|dev|xyz|biz|edu|gov|ai|gg|co|uk|de|fr|eu|ru|cn'

const BRACKETED_DOT = /\s?[[({<]\s?(?:\.|dot|punkt|point|punto)\s?[\])}>]\s?/giu
const BRACKETED_AT = /\s?[[({<]\s?(?:@|at|ät|arroba)\s?[\])}>]\s?/giu
// "the dot com years" and "written in dot net" are not addresses.
const SPOKEN_DOT = new RegExp(
  `(?<!\\b(?:the|a|an|in|of|with|using|this|that|and|or|for|old|microsoft))(?<=[a-z0-9])\\s{1,3}dot\\s{1,3}(?=(?:${SPOKEN_ENDINGS})\\b)`,
  'giu',
)
const SPACED_DOT = /(?<=[a-z0-9])(?:\s\.\s?|\.\s)(?=(?:com|org)\b)/giu
// Browsers treat these as dots.
const FOREIGN_DOT = /(?<=[\p{L}\p{N}])[。｡](?=\p{L})/gu

/** Restores disguised addresses: "example[.]com", "example (dot) com" and "name(at)host". */
export const restoreDisguisedAddresses = (text: string): string =>
  text
    .replace(BRACKETED_DOT, '.')
    .replace(BRACKETED_AT, '@')
    .replace(FOREIGN_DOT, '.')
    .replace(SPACED_DOT, '.')
    .replace(SPOKEN_DOT, '.')

const SPOKEN_ADDRESS = new RegExp(
  `(?<![a-z0-9._+-])([a-z0-9._+-]{1,64})\\s{1,3}at\\s{1,3}([a-z0-9-]{1,63})\\s{1,3}dot\\s{1,3}(${SPOKEN_ENDINGS})\\b`,
  'giu',
)

/** Restores "name at host dot com". */
export const restoreSpokenAddresses = (text: string): string => text.replace(SPOKEN_ADDRESS, '$1@$2.$3')

const require = createRequire(import.meta.url)
const tlds = require('tlds') as string[]
// A mail address is personal data, found by that detector.
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, urlAuth: true, tlds: [...tlds, 'onion'] })

const SCHEME = /(?<![\p{L}\p{N}])(?:h(?:tt|xx|\*\*)ps?|[a-z][a-z0-9+.-]{1,15})\s?:\s?\/\/\s?[\p{L}\p{N}[]/iu
const SCHEME_WITHOUT_SLASHES = /(?<![\p{L}\p{N}])(?:mailto|magnet|tel|javascript|data):[^\s]/iu
const WWW = /(?<![\p{L}\p{N}])www\d?\s?\.\s?[\p{L}\p{N}-]+\s?\.\s?\p{L}{2}/iu
const ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5}\b|\/[a-z])/iu
const WORTH_A_LOOK = /[\p{L}\p{N}]\.[\p{L}\p{N}]|\/\//u

/** File extensions that are also top-level domains. */
const FILE_ENDINGS = new Set('md rs py sh ps zip mov so cab'.split(' '))
/** Words that often start a sentence, if the space after the full stop is missing. */
const SMALL_WORDS = new Set(
  'it is in at be no to my me so am as do us by now here how one next today live life love work new the'.split(' '),
)
const EVERYDAY_ENDINGS = new Set('com net org io dev edu gov info'.split(' '))
const NAMES = new Set(['asp.net', 'ado.net', 'vb.net', 'ml.net'])

/** Distinguishes `example.com` from a missing space between sentences, a file name, a time and an abbreviation. */
function isBareLink(found: Match, text: string): boolean {
  const [host = ''] = found.raw.split(/[/?#(]/)
  // `list.map()` is code.
  if (text[found.index + host.length] === '(') return false
  if (host !== found.raw) return true
  const labels = host.split('.')
  const ending = labels.at(-1)!
  const lower = ending.toLowerCase()
  if (labels.slice(0, -1).every((label) => /^\d+$/.test(label)) || NAMES.has(host.toLowerCase())) return false
  if (labels.length === 2 && FILE_ENDINGS.has(lower)) return false
  if (EVERYDAY_ENDINGS.has(lower)) return true
  // "stopped.It was", "B.Sc", "the end.Next": a capital starts a sentence, unless all letters are capitals.
  if (ending !== lower && host !== host.toUpperCase()) return false
  return !(
    labels.length === 2 &&
    SMALL_WORDS.has(lower) &&
    /^\s\p{L}/u.test(text.slice(found.lastIndex, found.lastIndex + 3))
  )
}

const PORT = /(?<=\.\p{L}{2,20}):\d{2,5}\b/gu

export function hasLink(source: string): boolean {
  const text = restoreDisguisedAddresses(clean(source)).replace(PORT, '/')
  if (SCHEME.test(text) || SCHEME_WITHOUT_SLASHES.test(text) || WWW.test(text) || ADDRESS.test(text)) return true
  if (!WORTH_A_LOOK.test(text)) return false
  return (linkify.match(text) ?? []).some((found) => found.schema !== '' || isBareLink(found, text))
}
