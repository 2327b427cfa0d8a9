// Detection of personal data: mail addresses, phone, card and account numbers.
import { countrySpecs, isValidIBAN } from 'ibantools'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import creditCard from 'validator/lib/isCreditCard.js'
import email from 'validator/lib/isEmail.js'
import { restoreDisguisedAddresses, restoreSpokenAddresses } from './links.ts'
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
