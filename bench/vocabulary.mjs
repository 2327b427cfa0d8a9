// Words and texts that look like language to an index: a few thousand words, of which few are common and most are rare.

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

/** Planted in the same number of posts of every data set, so that searches with equally many hits can be compared. */
export const HALLMARK = 'zzhallmark'
export const HALLMARKED = 200
/** Begins a good part of all words. */
export const COMMON_LETTER = 's'

/** A sampler of 0..n-1 in which rank r turns up about 1/r as often as the first. */
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
    // Common words are short, as in any language.
    const syllables = words.size < 60 ? 1 : 1 + Math.ceil(chance() * 2)
    let word = ''
    for (let n = 0; n < syllables; n++) word += pick(ONSETS, chance) + pick(VOWELS, chance) + pick(CODAS, chance)
    words.add(word)
  }
  return [...words]
}

/** A writer of texts, the same for the same source of chance. */
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
