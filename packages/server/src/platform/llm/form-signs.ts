// Signs of malformed model output: patterns that no text of a resident has, by fault.
import { fold } from '../core/text.ts'

export type OutputFault =
  | 'facts'
  | 'empty'
  | 'reasoning'
  | 'template'
  | 'tags'
  | 'json'
  | 'code'
  | 'list'
  | 'rules'
  | 'quotation'
  | 'other-speaker'
  | 'language'
  | 'link'
  | 'placeholder'
  | 'assistant'
  | 'loop'
  | 'stage'
  | 'cut'

const RESIDENT_VERBS = 'sigh|pause|look|lean|smile|nod|laugh|shrug|turn|glance|chuckle|grin|frown|whisper|stare|wink'
const DIRECTION = `(?:(?:he|she|they|i)\\s+)?(?:[a-z]+ly\\s+)?(?:${RESIDENT_VERBS})(?:s|es)?\\b[^*()\\[\\]\\n]{0,80}`
/** `*sighs*` and `(pauses)` at either end. */
const STAGE = new RegExp(
  `^\\s*(?:\\*{1,2}${DIRECTION}\\*{1,2}|[([]${DIRECTION}[)\\]])|(?:\\*{1,2}${DIRECTION}\\*{1,2}|[([]${DIRECTION}[)\\]])\\s*$`,
  'iu',
)

/** Has to be checked before emphasis marks are removed. */
export const withoutStageDirections = (text: string): string | null => (STAGE.test(text) ? null : text)

const SIGNS: readonly (readonly [OutputFault, RegExp])[] = [
  ['json', /^\s*[{[][\s\S]*[}\]]\s*$|["']\s*[}\]]\s*$|^\s*["']?\w{1,20}["']\s*:/u],
  ['json', /^\s*(?:mood|tone|content|text|title|topic|subject)\s*:|^\s*\|/imu],
  ['json', /\[TOOL_CALLS\]|^\s*action(?: input)?\s*:/imu],
  ['list', /^\s*(?:-{3,}|\*{3,}|={3,}|_{3,})\s*$|^\s*or\s*$|^\s*(?:or )?alternatively\s*:/imu],
  ['list', /^\s*(?:post|reply|answer|response|message|letter|dream|assistant)\s*(?:[—–-]\s|\n)/iu],
  ['list', /\b(?:two|three|four|some|several|\d) (?:options|versions|alternatives|drafts)\s*:/iu],
  ['code', /`|\b[a-z_]\w*\((?:["'“]|\w+\s*=)|\\[nrtu"[\]]|\\(?:boxed|text)\b|&(?:[a-z]{2,8}|#\d{1,6});|\ufffd/iu],
  ['tags', /<!\[CDATA|<\?xml|^\s*>/iu],
  ['template', /\[(?:EOS|BOS|PAD)\]|<｜|^\s*\[?\d{4}-\d\d-\d\d|^\s*\[\d\d:\d\d(?::\d\d)?\]/u],
  ['reasoning', /^\W*(?:thoughts?|thinking|reasoning|analysis|final answer)\W{0,3}:/imu],
  [
    'assistant',
    /\b(?:being|i(?:'m|’m| am)(?: just| only)?) an? (?:ai|artificial intelligence|language model|chatbot)\b/iu,
  ],
  [
    'assistant',
    /\bi (?:cannot|can't|can’t|won't|won’t|am unable to|must decline to) (?:help with (?:this|that)|write (?:this|that)|answer (?:this|that)|provide (?:this|that)|discuss (?:this|that)|do (?:this|that)\.?$)/iu,
  ],
  ['assistant', /\bi (?:must|have to) decline\b|\bi(?:'m|’m| am) unable to (?:write|help|provide|answer|assist)\b/iu],
  [
    'assistant',
    /\b(?:sorry|apologi[sz]e)\b[,.]? (?:but )?i (?:cannot|can't|can’t) (?:do that|provide|help with|assist|answer)/iu,
  ],
  ['assistant', /\b(?:content|safety|usage) polic(?:y|ies)\b|\bmy guidelines\b|\bcontent removed\b/iu],
  [
    'assistant',
    /\blet me know if you\b|\banything else i can\b|\bfeel free to (?:ask|reach)|\bi hope this helps\b|\bwould you like (?:me to|another)\b/iu,
  ],
  [
    'assistant',
    /^\s*here (?:you go|it is|goes)\s*:|\bas instructed\b|\bmy task is to\b|\bwe need to (?:produce|write)\b/iu,
  ],
  ['assistant', /\bhow [\p{L} ]{1,40} would (?:say|put|answer) (?:this|that|it)\b/iu],
  [
    'assistant',
    /\bOOC\b|\[(?:in character|end of)|\((?:note|written|this is)\b|\bthe tone you\b|^\s*this (?:post|reply|text) reflects/imu,
  ],
  ['assistant', /^\s*(?:error\b[^\n]{0,3}[:\d]|traceback \(|request timed out|rate limit exceeded|model overloaded)/iu],
  ['placeholder', /\bXXX\b|\{[a-z_]{1,30}\}|\[[A-Z_]{3,}\]|_{3,}|%[sd]\b|\$\{/u],
  ['empty', /^\W*(?:null|undefined|none|n\/?a|nan|object object|no (?:response|output|answer)|empty)\W*$/iu],
]

const WORD = /[\p{L}\p{N}]+/gu
const FINAL = /[.!?…"”’'»)\]:;—–-]\s*$|\p{S}\s*$/u
/** A short text may end without a mark; a longer one was cut off. */
const UNMARKED_WORDS = 7

const count = (text: string, sign: string): number => text.split(sign).length - 1

function isCutOff(text: string): boolean {
  if (!FINAL.test(text) && (text.match(WORD)?.length ?? 0) >= UNMARKED_WORDS) return true
  if (/,\s*$/u.test(text)) return true
  if (count(text, '"') % 2 === 1) return true
  return [
    ['(', ')'],
    ['[', ']'],
    ['“', '”'],
  ].some(([open, shut]) => count(text, open!) > count(text, shut!))
}

/** All sentences are the same one. */
function isRepeated(text: string): boolean {
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => fold(sentence).match(WORD)?.join(' ') ?? '')
    .filter((sentence) => sentence.length > 8)
  return sentences.length > 1 && new Set(sentences).size === 1
}

/** Some words of another script in a Latin text. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{3,}|(?:[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]{2,}[\s,.]+){2,}/u

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const SPEECH = '(?:says|said|replies|replied|murmurs|mutters|adds|answers)'

/** Somebody else tells what the speaker said, or the speaker signs it. */
function isNarrated(text: string, speaker: string): boolean {
  const names = ['she', 'he', 'they', ...[speaker, speaker.split(' ')[0]!].filter((name) => name !== '').map(escaped)]
  const who = `(?:${names.join('|')})`
  const own = names.slice(3).join('|') || '(?!)'
  return new RegExp(
    `^\\s*${who}\\b[^"“\\n]{0,80}\\b${SPEECH}\\b[^"“\\n]{0,30}["“]|^\\s*["“][^"“”]+["”]\\s+${who}\\s+(?:says|replies|murmurs|mutters|adds|answers)\\b|\\n\\s*[-—–~]+\\s*(?:${own})\\b|\\n\\s*(?:best|kind|warm)?\\s*regards\\b`,
    'iu',
  ).test(text)
}

/** The fault of a text for publication that a sign shows; null if there is none. */
export function signOf(
  text: string,
  { speaker, languageSamples }: { speaker: string; languageSamples: readonly string[] },
): OutputFault | null {
  if ((text.match(WORD)?.length ?? 0) === 0) return 'empty'
  const sign = SIGNS.find(([, pattern]) => pattern.test(text))
  if (sign !== undefined) return sign[0]
  if (isNarrated(text, speaker)) return 'other-speaker'
  if (isRepeated(text)) return 'loop'
  if (OTHER_SCRIPT.test(text) && !languageSamples.some((line) => OTHER_SCRIPT.test(line))) return 'language'
  return isCutOff(text) ? 'cut' : null
}
