// Checks and cleans model output before it is returned or published.
import { boundedMap } from '../cache/content-cache.ts'
import { fold } from '../core/text.ts'
import { type OutputFault, signOf, withoutStageDirections } from './form-signs.ts'
import {
  languageOf,
  type OutputCleaner,
  unfenced,
  unwrapped,
  withoutAfterword,
  withoutAnnouncement,
  withoutEmphasis,
  withoutHashtags,
  withoutInvisible,
  withoutPreamble,
  withoutReasoning,
  withoutTokens,
} from './form-wrappers.ts'

/** The properties of the prompt that the guard checks against. */
export interface OutputExpectation {
  /** The rules of the prompt, which must not appear in the output. */
  readonly rules: string
  /** Other parts of the prompt that must not be repeated verbatim: private data, and texts of others. */
  readonly data: readonly string[]
  readonly speaker: string
  /** Display names of others, under which the model might write lines. */
  readonly others: readonly string[]
  /** Texts in the allowed languages: the speaker's and the caller's. */
  readonly languageSamples: readonly string[]
}

export type GuardResult = { readonly text: string } | { readonly fault: OutputFault }

interface Step {
  readonly clean: OutputCleaner
  readonly fault: OutputFault
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const ROLE = 'assistant|ai|response|answer'
const WIDE_ROLE = `${ROLE}|bot|model|reply|output|post|message|final(?: answer)?|me|resident|character|speaker`
const OTHER = 'user|human|system|caller|assistant'
const WIDE_OTHER = `${OTHER}|visitor|customer|developer|narrator|instructions?|prompt|tool|function`
const MARK = '[*_#>"“]{0,3}'
const COLON = `${MARK}\\s*[:：]${MARK}`

const patterns = boundedMap<RegExp>(500)

/** Cached: patterns with a speaker's name are the same for every response of that speaker. */
function compiled(source: string): RegExp {
  const cachedPattern = patterns.get(source)
  if (cachedPattern !== undefined) return cachedPattern
  const pattern = new RegExp(source, 'iu')
  patterns.set(source, pattern)
  return pattern
}

/** Removes a leading label: a role, or the speaker's name. */
function withoutLabel(roles: string, speaker: string): OutputCleaner {
  const name = speaker === '' ? '' : `|@?${escaped(speaker)}(?:\\s*\\([^)\\n]{0,40}\\))?`
  const label = compiled(`^\\s*${MARK}\\[?(?:${roles}${name})\\]?${COLON}\\s*`)
  return (text) => {
    const bare = text.replace(label, '')
    return bare === text ? text : bare.replace(label, '').trim()
  }
}

/** Matches the start of another speaker's line. */
const foreignLine = (roles: string, { others, speaker }: OutputExpectation): RegExp => {
  const named = [...others, speaker].filter((name) => name !== '').map((name) => `@?${escaped(name)}`)
  return compiled(`(?:^|\\n)\\s*${MARK}\\[?(?:${[roles, ...named].join('|')})\\]?${COLON}`)
}

/** Drops lines of others after the speaker's words. If they come first, the speaker of the rest is unclear. */
const withoutOthers =
  (form: OutputExpectation): OutputCleaner =>
  (text) => {
    const at = foreignLine(WIDE_OTHER, form).exec(text)?.index
    if (at === undefined) return text
    return text.slice(0, at).trim() === '' ? null : text.slice(0, at).trim()
  }

const QUOTED = /^\s*["“”„«'‘’]+\s*([\s\S]*?)\s*["“”»'‘’]+\s*$/u
const unquoted: OutputCleaner = (text) => {
  const inside = QUOTED.exec(text)?.[1]
  return inside === undefined || /["“”«»]/u.test(inside) ? text : inside
}

/** Artefacts removed from every output: none of them is part of an ordinary response. */
const ARTEFACT_STEPS: readonly Step[] = [
  { clean: unfenced, fault: 'code' },
  { clean: unwrapped, fault: 'tags' },
  { clean: withoutReasoning, fault: 'reasoning' },
  { clean: withoutTokens, fault: 'template' },
]

const stepsForTalk = ({ speaker }: OutputExpectation): Step[] => [
  ...ARTEFACT_STEPS,
  { clean: withoutAnnouncement, fault: 'assistant' },
  { clean: withoutLabel(ROLE, speaker), fault: 'other-speaker' },
]

/** Texts for publication also lose chat phrases. */
const stepsForPublication = (form: OutputExpectation): Step[] => [
  { clean: withoutInvisible, fault: 'tags' },
  ...ARTEFACT_STEPS,
  { clean: withoutPreamble, fault: 'assistant' },
  { clean: withoutLabel(WIDE_ROLE, form.speaker), fault: 'other-speaker' },
  { clean: withoutLabel(WIDE_ROLE, form.speaker.split(' ')[0]!), fault: 'other-speaker' },
  { clean: withoutAfterword, fault: 'assistant' },
  { clean: withoutOthers(form), fault: 'other-speaker' },
  { clean: withoutStageDirections, fault: 'stage' },
  { clean: withoutEmphasis, fault: 'list' },
  { clean: unquoted, fault: 'quotation' },
  { clean: withoutHashtags, fault: 'link' },
]

const WORD = /[\p{L}\p{N}]+/gu
const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? []

/** Length in words of a match with the rules that is not a coincidence. */
const RULES_RUN = 7
const DATA_RUN = 10

function runsOf(words: readonly string[], length: number): Set<string> {
  const runs = new Set<string>()
  for (let at = 0; at + length <= words.length; at++) runs.add(words.slice(at, at + length).join(' '))
  return runs
}

/** Word sequences of rules, which are the same at every call. */
const runsOfRules = boundedMap<ReadonlySet<string>>(20)

function rulesRuns(rules: string): ReadonlySet<string> {
  const cachedRuns = runsOfRules.get(rules)
  if (cachedRuns !== undefined) return cachedRuns
  const runs = runsOf(wordsOf(rules), RULES_RUN)
  runsOfRules.set(rules, runs)
  return runs
}

const hasRunOf = (words: readonly string[], runs: ReadonlySet<string>, length: number): boolean => {
  for (let at = 0; at + length <= words.length; at++) if (runs.has(words.slice(at, at + length).join(' '))) return true
  return false
}

function sharesRun(text: string, source: string, length: number): boolean {
  const words = wordsOf(text)
  return words.length >= length && hasRunOf(words, runsOf(wordsOf(source), length), length)
}

const isJson = (text: string): boolean => {
  const bare = text
    .trim()
    .replace(/^(?:`{3,}\s*(?:json[c5]?)?\s*)+|(?:\s*`{3,})+$/giu, '')
    .trim()
  if (/^[{[]\s*(?:["'“{[]|\})/u.test(bare) || /^\[\s*\]$/u.test(bare)) return true
  if (!/^["{[]/u.test(bare)) return false
  try {
    return typeof JSON.parse(bare) === 'object'
  } catch {
    return false
  }
}

const OUR_TAGS =
  /<\/?(?:name|handle|bio|character|interest|style|wrote-before|mood|summary|belief|open-question|idea|knows|memory|earlier-talk|place|moment|company|topic|said|to|present|challenge|person|plan|fact|today|rules?|system|tool_call|tool_response|function_calls?|invoke|antml:[a-z_]+|function(?:=[^>]*)?|answer|response|output|final|final_answer|instructions?)>/iu
const ANY_TAG = /<\/?[a-z][^<>\n]{0,80}>|&lt;|&gt;|<!--/iu
const CALL = /"?(?:tool_calls?|function_call|arguments|finish_reason|completion_tokens)"?\s*:/iu
const LINK =
  /\b(?:https?|ftp|file|data|javascript):\S|\bwww\.\S|\]\(\s*\S+\)|\b[a-z0-9-]+\.(?:com|org|net|io|ai|dev|info|example)\b(?:\/\S*)?/iu
const LIST_LINE = /^\s*(?:[-*•]\s+|\d{1,2}[.)]\s+|#{1,6}\s+|\|.*\|\s*$)/gmu
const HEADING = /^\s*#{1,6}\s+\S/mu
const OPTIONS = /\b(?:option|version|variant|draft|alternative)s?\s*(?:\d|one|two|a|b)\b\s*[:.)-]/iu
const HOLE =
  /\[(?:your|insert|name|resident|character|place|topic|city|date|time|todo)\b[^\]\n]{0,40}\]|\{\{[^}\n]{0,60}\}\}|<(?:insert|your)\b[^>\n]{0,60}>|\$\{[^}\n]{0,60}\}|\bTODO\b|\blorem ipsum\b/iu
const MACHINE: readonly RegExp[] = [
  /\bas an? (?:ai|artificial intelligence|language model|large language model|virtual assistant)\b/iu,
  /\bi(?:'m| am) (?:an? (?:ai|language model|large language model|virtual assistant)|chatgpt|gpt|claude|gemini|llama)\b/iu,
  /\b(?:language model|system prompt|my (?:training data|guidelines|instructions|programming)|knowledge cutoff)\b/iu,
  /\bi(?:'m| am)? ?(?:cannot|can't|can’t|won't|unable to|not able to) (?:assist|comply|fulfil|fulfill|help (?:you )?with|generate|write (?:this|that|the|a|an|as)|create (?:this|that)|role-?play|continue with)\b/iu,
  /\bhow can i (?:help|assist) you\b/iu,
  /\b(?:the user|this user) (?:wants|asks|asked|is asking|has asked)/iu,
  /\bi (?:need|should|have|must|am asked|was asked) to (?:write|respond|produce|generate|craft|stay in character)\b/iu,
  /\b(?:in the first person|in[- ]character|stay in character|character limit|at most \d+ characters)\b/iu,
  /\blet(?:'s|’s| me) (?:craft|draft|think (?:about|through) (?:the|this|how)|respond|produce|generate)\b/iu,
  /\bthe (?:prompt|instructions?|tags?|rules?) (?:says?|said|tells?|asks?|requires?) (?:me|us|to|that i)\b/iu,
]
const CODE =
  /`{3}|~{3}|\b(?:function|const|let|var|def|import|class|return|console\.log|print)\b[^\n]*[({;=]|=>|<\/?(?:html|div|span|script|p|br)\b|^\s*(?:SELECT|INSERT|UPDATE|DELETE)\b.*\b(?:FROM|INTO|SET)\b/mu
const SAME_WORD = /(?:^|\s)(\p{L}[\p{L}\p{N}']*)(?:[\s,.!-]+\1){5,}(?:\b|$)/iu

/** Detects a sentence repeated three times. */
function repeatsSentence(text: string): boolean {
  if (SAME_WORD.test(text)) return true
  const counts = new Map<string, number>()
  for (const sentence of text.split(/(?<=[.!?…])\s+|\n+/u)) {
    const key = wordsOf(sentence).join(' ')
    if (key.length > 8) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts.values()].some((n) => n >= 3)
}

/** A text that names a language may ask for it. */
const NAMES_LANGUAGE =
  /\b(?:translat\w*|languages?|tongue|in (?:english|german|french|spanish|italian|portuguese|dutch|polish|swedish|turkish|finnish|russian|greek|chinese|japanese|korean|arabic|hebrew|hindi|latin|welsh|thai|ukrainian))\b/iu

function isInOtherLanguage(text: string, conversation: readonly string[]): boolean {
  const language = languageOf(text)
  if (language === null) return false
  let knowsAny = false
  for (const line of conversation) {
    const code = languageOf(line)
    if (code === language) return false
    knowsAny ||= code !== null
  }
  return knowsAny && !conversation.some((text) => NAMES_LANGUAGE.test(text))
}

type Check = readonly [(text: string, form: OutputExpectation) => boolean, OutputFault]

const isForeign = (text: string, form: OutputExpectation): boolean => foreignLine(OTHER, form).test(text)

/** Checks for every output. */
const COMMON_CHECKS: readonly Check[] = [
  [(text) => wordsOf(text).length === 0 && !/\p{S}/u.test(text), 'empty'],
  [(text) => OUR_TAGS.test(text), 'tags'],
  [isJson, 'json'],
  [(text) => CALL.test(text) && /[{}]/u.test(text), 'json'],
  [(text, { rules }) => hasRunOf(wordsOf(text), rulesRuns(rules), RULES_RUN), 'rules'],
  [isForeign, 'other-speaker'],
  [(text, { languageSamples }) => isInOtherLanguage(text, languageSamples), 'language'],
]

/** Detects a link that is not in the conversation. */
const addsLink = (text: string, { languageSamples }: OutputExpectation): boolean => {
  const link = LINK.exec(text)
  return link !== null && !languageSamples.some((line) => line.includes(link[0]))
}

/** Checks for texts in a feed, a letter or a conversation. */
const PUBLICATION_CHECKS: readonly Check[] = [
  [(text) => ANY_TAG.test(text), 'tags'],
  [(text) => /[{[]\s*"[^"\n]{1,60}"\s*:/u.test(text), 'json'],
  [(text) => CODE.test(text), 'code'],
  [(text) => (text.match(LIST_LINE)?.length ?? 0) >= 2 || HEADING.test(text) || OPTIONS.test(text), 'list'],
  [(text) => LINK.test(text), 'link'],
  [(text) => HOLE.test(text), 'placeholder'],
  [(text) => MACHINE.some((sign) => sign.test(text)), 'assistant'],
  [repeatsSentence, 'loop'],
  [(text, { data }) => data.some((source) => sharesRun(text, source, DATA_RUN)), 'quotation'],
  [
    (text, { data }) => data.some((source) => wordsOf(source).length > 2 && fold(source).trim() === fold(text).trim()),
    'quotation',
  ],
]

function cleaned(text: string, steps: readonly Step[]): GuardResult {
  let bare = text
  for (const { clean, fault } of steps) {
    const next = clean(bare)
    if (next === null) return { fault }
    bare = next
  }
  return { text: bare }
}

function judged(result: GuardResult, form: OutputExpectation, checks: readonly Check[]): GuardResult {
  if ('fault' in result) return result
  for (const [holds, fault] of checks) if (holds(result.text, form)) return { fault }
  return result
}

/** Artefacts may be nested: a preamble before a code fence, a label after a reasoning block. */
const ROUNDS = 3

function settled(text: string, steps: readonly Step[]): GuardResult {
  let result: GuardResult = { text }
  for (let round = 0; round < ROUNDS; round++) {
    const before: string = result.text
    const next = cleaned(before, steps)
    if ('fault' in next || next.text === before) return next
    result = next
  }
  return result
}

/** Output for a caller: artefacts are removed; output that fails a check is rejected. */
export const guardTalk = (text: string, form: OutputExpectation): GuardResult =>
  judged(settled(text, stepsForTalk(form)), form, [...COMMON_CHECKS, [addsLink, 'link']])

const WHOLE_SENTENCES = /^[\s\S]*[.!?…](?=\s|$)/u

/** Text for publication by a resident: cleaned as far as that is safe. A last sentence that was cut off is dropped. */
export function guardPublication(text: string, form: OutputExpectation): GuardResult {
  const result = judged(settled(text, stepsForPublication(form)), form, [...COMMON_CHECKS, ...PUBLICATION_CHECKS])
  if ('fault' in result) return result
  const fault = signOf(result.text, form)
  if (fault === null) return result
  const whole = fault === 'cut' ? WHOLE_SENTENCES.exec(result.text)?.[0] : undefined
  return whole === undefined || signOf(whole, form) !== null ? { fault } : { text: whole }
}
