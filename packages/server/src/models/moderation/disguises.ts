/** Endings that people spell out; all of them but `com` and `net` are no words that could follow a dot on a dress. */
const SPOKEN_ENDINGS = 'com|net|org|io|dev|xyz|biz|edu|gov|ai|gg|co|uk|de|fr|eu|ru|cn'

const BRACKETED_DOT = /\s?[[({<]\s?(?:\.|dot|punkt|point|punto)\s?[\])}>]\s?/giu
const BRACKETED_AT = /\s?[[({<]\s?(?:@|at|ät|arroba)\s?[\])}>]\s?/giu
// "the dot com years" and "written in dot net" are no addresses.
const SPOKEN_DOT = new RegExp(
  `(?<!\\b(?:the|a|an|in|of|with|using|this|that|and|or|for|old|microsoft))(?<=[a-z0-9])\\s{1,3}dot\\s{1,3}(?=(?:${SPOKEN_ENDINGS})\\b)`,
  'giu',
)
const SPACED_DOT = /(?<=[a-z0-9])(?:\s\.\s?|\.\s)(?=(?:com|org)\b)/giu
// Browsers take these for dots.
const FOREIGN_DOT = /(?<=[\p{L}\p{N}])[。｡](?=\p{L})/gu

/** Addresses as they would have to be typed: "example[.]com", "example (dot) com" and "name(at)host" lose their disguise. */
export const undisguise = (text: string): string =>
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

/** "name at host dot com", which says what no bare "at" could. */
export const spellAddresses = (text: string): string => text.replace(SPOKEN_ADDRESS, '$1@$2.$3')
