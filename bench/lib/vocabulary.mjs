// Random texts for search indexes: 4,000 words, few of them common and most of them rare.

const ONSETS = [
  'b',
  'br',
  'c',
  'cl',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'sh',
  'st',
  't',
  'th',
  'tr',
  'v',
  'w',
]
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo']
const CODAS = ['', '', 'l', 'm', 'n', 'nd', 'r', 'rt', 's', 'st', 't']
const SIZE = 4_000

/** In the same number of posts of every data set, for searches with equal numbers of hits. */
export const HALLMARK = 'zzhallmark'
export const HALLMARKED = 200
/** The first letter of many words. */
export const COMMON_LETTER = 's'

/** Samples 0..n-1; rank r is about 1/r as frequent as the first. */
export function skewed(n, chance) {
  const slots = new Uint16Array(65_536)
  let total = 0
  for (let rank = 1; rank <= n; rank++) total += 1 / rank
  let slot = 0
  let reached = 0
  for (let rank = 1; rank <= n; rank++) {
    reached += 1 / rank / total
    const end = Math.max(slot + 1, Math.round(reached * slots.length))
    while (slot < end && slot < slots.length) slots[slot++] = rank - 1
  }
  return () => slots[Math.floor(chance() * slots.length)]
}

const pick = (list, chance) => list[Math.floor(chance() * list.length)]

function makeWords(chance) {
  const words = new Set()
  while (words.size < SIZE) {
    // Common words are short.
    const syllables = words.size < 60 ? 1 : 1 + Math.ceil(chance() * 2)
    let word = ''
    for (let n = 0; n < syllables; n++) word += pick(ONSETS, chance) + pick(VOWELS, chance) + pick(CODAS, chance)
    words.add(word)
  }
  return [...words]
}

/** Returns a function that writes texts; equal for equal random numbers. */
export function makeWriter(chance) {
  const words = makeWords(chance)
  const next = skewed(words.length, chance)
  return (least, most) => {
    const length = least + Math.floor(chance() * (most - least + 1))
    let text = ''
    let sentence = 0
    for (let n = 0; n < length; n++) {
      const word = words[next()]
      const first = sentence === 0
      text += first ? `${n === 0 ? '' : ' '}${word[0].toUpperCase()}${word.slice(1)}` : ` ${word}`
      sentence = sentence > 6 && chance() < 0.2 ? 0 : sentence + 1
      if (sentence === 0 || n === length - 1) text += '.'
    }
    return text
  }
}
