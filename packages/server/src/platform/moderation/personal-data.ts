// Detection of personal data: mail addresses, phone, card and account numbers.
import { createRequire } from 'node:module'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { LinkifyIt, type Match } from 'linkify-it'
import creditCard from 'validator/lib/isCreditCard.js'
import email from 'validator/lib/isEmail.js'
import { clean } from './normalise.ts'

const PERSONAL_KINDS = ['email', 'phone', 'card', 'iban'] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

interface PersonalData {
  readonly kind: PersonalKind
  /** Without case, spaces and symbols, so that spellings compare equal; a phone number starts with its country code. */
  readonly value: string
}

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}[\p{L}\p{N}-]{2,63}/gu
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/giu
const CARD = /(?<![\p{L}\p{N}.,])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu
const PHONE =
  /(?<![\p{L}\p{N}.,:_#$€£/+-])(?:\+\s?|\(\+?)?\d(?:[\s().\-–/]{0,3}\d){6,16}(?![\p{L}\p{N}_%€]|[,:/.-]\d)/gu
// Bounds the time for a text with 1,000 near-matches.
const PARSES_MAX = 120

/** Countries whose numbers are recognised without a country code, in this order: those with any length come last. */
const COUNTRIES: readonly CountryCode[] = ['US', 'GB', 'ES', 'FR', 'AU', 'IN', 'NL', 'CH', 'SE', 'DE', 'AT', 'IT']
const SAID_TO_BE_A_PHONE =
  /(?:\b(?:phone|mobile|cell|call(?: me| us)?|ring(?: me)?|dial|text(?: me)?|sms|whatsapp|telegram|fax|tel|telefon|handy|t[ée]l[ée]phone|portable|m[oó]vil|tel[ée]fono)\b)[^\d]{0,20}$/iu
const NORTH_AMERICAN = /^(?:1[-. ])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}$/
// A trunk zero, an area code, and the rest in at most five groups: "030 901820", "01 42 68 53 00", "(020) 7946 0958".
const TRUNK = /^\(?0[1-9]\d{0,4}\)?(?:[ \-/.–]{1,3}\d{2,8}){1,4}$/
const DATE = /^(?:\d{1,2}[-./ ]\d{1,2}[-./ ]\d{4}|\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2})/

// "02110-1301" is an American postcode.
const POSTCODE = /^\d{5}-\d{4}$/

const digits = (text: string): string => text.replace(/\D/g, '')

type ReadPhone = (written: string, country: CountryCode | undefined) => string | null

function phoneOf(written: string, before: string, read: ReadPhone): string | null {
  const spelled = written.replace(/^\(?\+\s?/, '+').replace(/^00(?=[1-9])/, '+')
  if (spelled.startsWith('+')) return read(spelled, undefined)
  if (DATE.test(written) || digits(written).length < 9 || /isbn[^\d]{0,9}$/iu.test(before)) return null
  if (NORTH_AMERICAN.test(written)) return read(written, 'US')
  if (!(TRUNK.test(written) && !POSTCODE.test(written)) && !SAID_TO_BE_A_PHONE.test(before)) return null
  for (const country of COUNTRIES) {
    const found = read(written, country)
    if (found !== null) return found
  }
  return null
}

function boundedReader(): ReadPhone {
  let parses = 0
  return (written, country) => {
    parses += 1
    if (parses > PARSES_MAX) return null
    // The library's own text search takes a second for a page of digits; the patterns above are faster.
    const phone = parsePhoneNumberFromString(written, { ...(country && { defaultCountry: country }), extract: false })
    return phone?.isValid() ? digits(phone.number) : null
  }
}

/** The length of an account number depends on the country; the words that follow may look like a part of it. */
function ibanOf(written: string): string | null {
  const packed = written.replace(/[ -]/g, '').toUpperCase()
  const iban = packed.slice(0, countrySpecs[packed.slice(0, 2)]?.chars ?? 0)
  return isValidIBAN(iban) ? iban : null
}

const emailOf = (written: string): string | null => {
  const address = written.replace(/^['.]+/, '').toLowerCase()
  return email.default(address) ? address : null
}
const cardOf = (written: string): string | null => (creditCard.default(digits(written)) ? digits(written) : null)

const SIGNS = /[ -]/

/** The rest of a written number behind its first `length` letters and digits. */
function restAfter(written: string, length: number): string {
  let end = 0
  for (let digitCount = 0; end < written.length && digitCount < length; end++)
    if (!SIGNS.test(written[end]!)) digitCount += 1
  return written.slice(end)
}

/** Each detector removes its matches from the text, so that an account number is not also a phone number. */
export function findPersonalData(text: string): readonly PersonalData[] {
  const found: PersonalData[] = []
  let rest = restoreSpokenAddresses(clean(text))
  const take = (
    kind: PersonalKind,
    pattern: RegExp,
    read: (written: string, before: string) => string | null,
  ): void => {
    const source = rest
    rest = source.replace(pattern, (written: string, at: number) => {
      const value = read(written, source.slice(Math.max(0, at - 32), at))
      if (value === null) return written
      found.push({ kind, value })
      return kind === 'iban' ? ` | ${restAfter(written, value.length)}` : ' | '
    })
  }
  if (rest.includes('@') || /[[({<]\s?(?:at|ät|arroba)\b/iu.test(rest)) {
    rest = restoreDisguisedAddresses(rest)
    take('email', EMAIL, emailOf)
  }
  if (/\d{2}/.test(rest)) {
    const read = boundedReader()
    take('iban', IBAN, ibanOf)
    take('card', CARD, cardOf)
    take('phone', PHONE, (written, before) => phoneOf(written, before, read))
  }
  return found
}

// ── Detection of links, including spelled-out ones ──

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
