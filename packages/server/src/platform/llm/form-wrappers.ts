// Removal of model artefacts: reasoning, template tokens, fences, preambles; language detection.

/** Removes an artefact from output; null if that is not safe. */
export type OutputCleaner = (text: string) => string | null

const THOUGHT = 'think(?:ing)?|thoughts?|reason(?:ing)?|scratch_?pad|reflection|analysis|inner_monologue|plan(?:ning)?'
/** Angle brackets as models and tokenizers write them. */
const OPEN = '(?:<|＜|&lt;|◁|\\[|\\{)'
const SHUT = '(?:>|＞|&gt;|▷|\\]|\\})'
const BLOCK = new RegExp(
  `${OPEN}\\s*(${THOUGHT})(?:\\s[^<>＜＞]{0,80})?${SHUT}[\\s\\S]*?${OPEN}\\s*/\\s*\\1\\s*${SHUT}`,
  'giu',
)
const LATE_END = new RegExp(`^[\\s\\S]*${OPEN}\\s*/\\s*(?:${THOUGHT})\\s*${SHUT}`, 'iu')
const ANY_THOUGHT = new RegExp(`${OPEN}\\s*/?\\s*(?:${THOUGHT})\\b[^<>＜＞]{0,80}${SHUT}`, 'iu')
const THOUGHT_BLOCK =
  /<\|(?:begin_of_)?(?:thought|think|reasoning)\|>[\s\S]*?<\|(?:end_of_)?(?:thought|think|reasoning)\|>/giu
const SOLUTION = /<\|(?:begin|end)_of_solution\|>/giu
/** Harmony: channels before the final one are reasoning. */
const FINAL = /^[\s\S]*<\|channel\|>\s*final\s*(?:<\|[^|]*\|>[^<]{0,40})*<\|message\|>/iu
const CONTROL_TOKEN =
  /<\|[a-z0-9_]{2,40}\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|<\/?(?:bos|eos|pad|unk)>/iu
const HEAD_OR_TAIL = new RegExp(
  `^(?:\\s*(?:${CONTROL_TOKEN.source})\\s*(?:(?:assistant|model)\\b\\s*)?)+|(?:\\s*(?:${CONTROL_TOKEN.source}))+\\s*$`,
  'giu',
)

/** Closed reasoning blocks are removed. With an open block the start of the response is unclear. */
export const withoutReasoning: OutputCleaner = (text) => {
  if (!/[<＜◁[{&]/u.test(text)) return text
  let bare = text.replace(THOUGHT_BLOCK, '').replace(SOLUTION, '').replace(BLOCK, '')
  if (FINAL.test(bare)) bare = bare.replace(FINAL, '')
  if (LATE_END.test(bare)) bare = bare.replace(LATE_END, '')
  if (bare === text) return ANY_THOUGHT.test(text) ? null : text
  return ANY_THOUGHT.test(bare) ? null : bare.trim()
}

/** Chat template tokens at either end are removed; in the middle they start another speaker's message. */
export const withoutTokens: OutputCleaner = (text) => {
  if (!/[<[]/u.test(text)) return text
  const bare = text.replace(HEAD_OR_TAIL, '')
  if (CONTROL_TOKEN.test(bare)) return null
  return bare === text ? text : bare.trim()
}

const WRAPPED =
  /^\s*<(answer|response|output|final|final_answer|reply|post|message|text|said|words)>([\s\S]*)<\/\1>\s*$/iu

/** Removes a tag around the whole output. */
export const unwrapped: OutputCleaner = (text) => WRAPPED.exec(text)?.[2]?.trim() ?? text

const ONE_FENCE =
  /^\s*(?:`{3,}|~{3,})(?:\s*(?:text|txt|plain(?:text)?|markdown|md)?\s*)\n([\s\S]*?)\n?\s*(?:`{3,}|~{3,})\s*$/iu

/** Removes a code fence around plain text; code stays fenced. */
export const unfenced: OutputCleaner = (text) => {
  const inside = ONE_FENCE.exec(text)?.[1]
  return inside === undefined || /`{3}|~{3}/u.test(inside) ? text : inside.trim()
}

const THING =
  '(?:(?:short|brief|quick|possible|suitable|private|in-character|one|two|single|final|revised|draft|sentence|next|new|own|little|feed|public)[- ]*){0,4}' +
  '(?:post|reply|answer|response|message|letter|line|turn|entry|contribution|thought|dream|text|note|version|draft|comment|sentence|words?|rewrite|option|attempt|take)s?'
const EAGER =
  '(?:(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|alright|all right|great|got it|understood|no problem|gladly|happy to(?: help)?|with pleasure|yes)\\b[!.,:;—–-]*\\s*){0,3}'
const HERE = `(?:here(?:'s|’s| is| are| goes| you go)|below is|this is|i(?:'ll| will|'d| would)? (?:write|wrote|respond|reply|say)|(?:my|the|your))`
const PREAMBLE = new RegExp(
  `^\\s*${EAGER}(?:${HERE}(?:,)?\\s+(?:(?:a|an|the|my|your|one|that|his|her|their|some)\\s+)?${THING}\\b[^\\n:]{0,120}:|as (?:requested|asked|instructed|you asked)[^\\n:]{0,60}:|${HERE}\\s+[^\\n:.!?]{0,100}(?:post|reply|response|message|character|resident|persona)[^\\n:.!?]{0,60}:)\\s*`,
  'iu',
)
/** Phrases that are never part of a response: eagerness with an announcement, or an announcement on its own line. */
const ANNOUNCED = new RegExp(
  `^\\s*(?:(?=\\S)${EAGER.replace('{0,3}', '{1,3}')}(?:here(?:'s|’s| is)|below is)\\s+(?:(?:a|an|the|my|your|one)\\s+)?${THING}\\b[^\\n:]{0,120}:\\s*|(?:here(?:'s|’s| is)|below is)\\s+(?:(?:a|an|the|my|your|one)\\s+)?${THING}\\b[^\\n:]{0,120}:\\s*\\n\\s*)`,
  'iu',
)

/** Removes the part of a preamble that is safe to remove for callers. */
export const withoutAnnouncement: OutputCleaner = (text) => {
  const bare = text.replace(ANNOUNCED, '')
  return bare === text ? text : bare.trim()
}

const EAGER_ALONE = /^\s*(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|understood|got it)[!.:,]*\s*\n+\s*/iu

/** "Sure! Here is a post:" */
export const withoutPreamble: OutputCleaner = (text) => {
  const bare = text.replace(PREAMBLE, '')
  if (bare !== text) return bare.trim()
  return text.replace(EAGER_ALONE, '')
}

const AFTERWORD =
  /\n+\s*(?:[-–—*_]{3,}\s*)?(?:\(?(?:(?:word|character|token)s?(?: count)?\s*[:=]\s*\d+|\d+ (?:words|characters|tokens))[^\n]*\)?|(?:\*{0,2}note\*{0,2}\s*:|let me know|i hope (?:this|that)|hope this|feel free|would you like (?:me|another)|if you(?:'d| would) like|this (?:post|reply|response|message|answer) (?:is|stays|reflects|captures|keeps))[\s\S]*)$/iu
const COUNT_TAIL =
  /\s*[([](?:(?:word|character|token)s?(?: count)?\s*[:=]\s*\d+|\d+ (?:words|characters|chars|tokens))[)\]]\s*$/iu

/** Removes "Let me know if you want another!" and character counts. */
export const withoutAfterword: OutputCleaner = (text) => text.replace(AFTERWORD, '').replace(COUNT_TAIL, '')

const MARKED = /(\*\*|__)(?=\S)([^\n]*?\S)\1/gu
const SLANTED = /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^\n*_]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu

/** Removes emphasis marks. */
export const withoutEmphasis: OutputCleaner = (text) => text.replace(MARKED, '$2').replace(SLANTED, '$2')

const TAGS_AT_END = /(?:\s*#[\p{L}_][\p{L}\p{N}_-]*)+\s*$/u
/** Before a sentence that starts with a capital letter. */
const TAGS_AT_START = /^(?:\s*#[\p{L}_][\p{L}\p{N}_-]*)+\s+(?=\p{Lu})/u
const TAG_INSIDE = /(^|[\s([“"'‘])#(?=[\p{L}_])/gu

/** Hashtags at the end are removed; inside a sentence the word stays. */
export const withoutHashtags: OutputCleaner = (text) =>
  text.replace(TAGS_AT_END, '').replace(TAGS_AT_START, '').replace(TAG_INSIDE, '$1')

const INVISIBLE = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

export const withoutInvisible: OutputCleaner = (text) => text.replace(INVISIBLE, '')

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['han', /\p{Script=Han}/gu],
  ['hangul', /\p{Script=Hangul}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['bengali', /\p{Script=Bengali}/gu],
  ['tamil', /\p{Script=Tamil}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['georgian', /\p{Script=Georgian}/gu],
  ['armenian', /\p{Script=Armenian}/gu],
]

/** Function words that are frequent in one language and rare in the others. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to is that it was for on are with as they at be this have from or had by not but what all were we when your can said there an which their will about if out so would them has like him into time no could my than been its who now people down did get come made may over any some me you he she his her i am do does just still never only one two here how why where very too',
  de: 'der die das und ist nicht ich ein eine zu den mit sich auf für von dem es auch wie im bei noch nach wir sie aber wenn oder nur habe hat war sind wird über mein dass kein mehr schon immer heute würde lieber als neue haben werden gut',
  fr: 'le la les et est pas je une des du que qui dans pour sur avec ce il elle nous vous mais ou son sa ses au aux plus par ne cette mon ma tout bien aussi comme très c’est être aujourd',
  es: 'el la los las y es no que de en un una por con para se su lo como más pero me mi al del está hay muy ya cuando este esta todo sin nos hoy',
  it: 'il lo la gli le e è non che di un una per con si in del della sono ma come più anche ho mio al dei nel questo quando tutto sempre oggi',
  pt: 'o os as e é não que de em um uma por com para se do da no na mais mas como eu meu ao foi está muito já quando isso este hoje você',
  nl: 'de het een en is niet ik van dat in op te met voor zijn maar ook als er nog bij naar wij ze hebben heb was mijn meer wel vandaag',
  pl: 'i w nie na się to jest z że do jak co ale o po tak za już tylko czy jego przez jestem mnie dzisiaj',
  sv: 'och att det är en som inte jag på för med av till har den om men ett var vi så från min idag',
  tr: 've bir bu için ile çok ama ben de da ne gibi daha var yok değil kadar bugün',
  id: 'yang dan di itu ini tidak dengan untuk dari saya ke ada akan pada kita bisa hari juga',
  fi: 'ja on ei että se hän minä mutta kun niin oli ole myös tänään vain',
}

const LISTS = Object.entries(FUNCTION_WORDS).map(([code, words]) => [code, new Set(words.split(' '))] as const)

/** Languages, by index, that have a function word. */
const LANGUAGES_BY_WORD = new Map<string, number[]>()
for (const [at, [, list]] of LISTS.entries())
  for (const word of list) LANGUAGES_BY_WORD.set(word, [...(LANGUAGES_BY_WORD.get(word) ?? []), at])
const NONE: readonly number[] = []

const LETTER = /\p{L}/gu
const WORD = /\p{L}+(?:['’]\p{L}+)*/gu

/** Fewer letters or function words are not conclusive. */
const LETTERS_MIN = 6
const HITS_MIN = 3

/** All scripts above start behind it. */
const OTHER_SCRIPT = /[^\0-\u036f]/u

function otherScript(text: string, letters: number): string | null {
  if (!OTHER_SCRIPT.test(text)) return null
  for (const [script, pattern] of SCRIPTS) {
    const share = (text.match(pattern)?.length ?? 0) / letters
    if (share > 0.3) return script === 'kana' ? 'han' : script
  }
  return null
}

/** In ASCII text all letters are matched by code. */
const ASCII = /^[\0-\x7f]*$/

function countLetters(text: string): number {
  if (!ASCII.test(text)) return text.match(LETTER)?.length ?? 0
  let letters = 0
  for (let i = 0; i < text.length; i++) if (((text.charCodeAt(i) | 32) - 97) >>> 0 < 26) letters += 1
  return letters
}

/** The script of a non-Latin text, else its language by function words; null if unsure. */
export function languageOf(text: string): string | null {
  const letters = countLetters(text)
  if (letters === 0) return null
  const script = otherScript(text, letters)
  if (script !== null) return script
  if (letters < LETTERS_MIN) return null
  const hits = new Array<number>(LISTS.length).fill(0)
  const words = (text.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 1).slice(0, 200)
  for (const word of words) for (const at of LANGUAGES_BY_WORD.get(word) ?? NONE) hits[at]! += 1
  let [first, second] = [0, -1]
  for (let at = 1; at < hits.length; at++)
    if (hits[at]! > hits[first]!) [first, second] = [at, first]
    else if (second < 0 || hits[at]! > hits[second]!) second = at
  return hits[first]! >= HITS_MIN && hits[first]! > hits[second]! * 1.3 ? LISTS[first]![0] : null
}
