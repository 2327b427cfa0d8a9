import { DETERMINERS, straighten } from './words.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Common verbs in their plain form; many are nouns too, so position decides. */
const BASE = list(`
  accept add admit afford agree allow answer appear apologise apologize argue arrive ask avoid bake bear beat become
  begin believe belong bless blow borrow break bring build burn buy call care carry catch cause change charge check
  choose claim clean climb close collect come compare complain consider continue cook cope count cover cross cry cut
  dance deal decide deny depend describe deserve die dig disagree discover draw dream drink drive drop earn eat end
  enjoy exist expect explain face fail fall fear feed feel fight fill find finish fit fix fly fold follow forget forgive
  gather give grow guess happen hate hear hide hit hold hope hurt imagine improve join judge jump kill kiss know last
  laugh lay lead learn leave lend lie lift listen live look lose love manage mark marry matter measure meet mend mind
  miss move name need notice object offer open oppose order owe own paint pass pay pick plan plant play point prefer
  prepare pretend prove pull push raise reach read recommend refuse regret remain remember repair repeat replace reply
  rest return ride ring rise run save sell send serve set settle shake share shout show shut sing sit sleep slow smell
  smile solve sound speak spend spread stand start stay steal stop study succeed suffer suggest suppose survive swear
  swim talk taste teach tend thank think throw touch train translate travel treat trust try turn understand visit vote
  wait wake walk wash waste watch wear weigh win wind wish wonder worry write yield describe discuss mention tune handle
  compete protect create deserve survive bother annoy scare upset inspire motivate relax calm focus quit attend`)

const PASTS = list(`
  ate became began bent bit blew bore bought broke brought built burnt came caught chose cost crept cut dealt did drank
  drew drove dug fed fell felt fled flew forgave forgot fought found gave got grew had heard held hid hit hung hurt kept
  knelt knew laid learnt led left lent let lit lost made meant met paid put ran rang read rode rose said sang sank sat
  saw sent set shone shook shot shut slept slid sold sought spent spilt spoke stole stood struck stuck swam swept swore
  taught thought threw told took tore understood was went were wept woke won wore wound wrote wrung
  sprang leapt leant dreamt spun stung strode trod fled shrank stank slung swung bade`)

const FINITE = list(`
  am is are was were has have had do does did can could will would shall should may might must isn't aren't wasn't
  weren't hasn't haven't doesn't don't didn't can't cannot couldn't won't wouldn't shouldn't i'm it's that's there's`)

const BEFORE_A_VERB = list(`
  to i you we they he she it who people should can could would will must might may not never always ever do does did
  don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't let's please`)

const AFTER_A_VERB = list('me you us them him her it myself yourself themselves up down out off away about')

export const isHelping = (word: string): boolean => FINITE.has(straighten(word.toLowerCase()))

/** A form that can only be, or mostly is, a verb in the past. */
export const isPast = (word: string): boolean => {
  const w = word.toLowerCase()
  return (
    PASTS.has(w) ||
    (w.length > 3 && /[^e]ed$/.test(w) && !/^(?:hundred|indeed|sacred|naked|embed|shed|sled|bred)$/.test(w))
  )
}

export const isBase = (word: string): boolean => BASE.has(word.toLowerCase())

const thirdPerson = (word: string): string | undefined => {
  const w = word.toLowerCase()
  for (const base of [w.replace(/s$/, ''), w.replace(/es$/, ''), w.replace(/ies$/, 'y')]) {
    if (base !== w && BASE.has(base)) return base
  }
  return MAKERS[w]
}

/** What people's first lines say of them: draws, keeps, winds. */
const MAKERS: Readonly<Record<string, string>> = {
  makes: 'make',
  keeps: 'keep',
  runs: 'run',
  rings: 'ring',
  tends: 'tend',
  brews: 'brew',
  sews: 'sew',
  maps: 'map',
  fixes: 'fix',
  designs: 'design',
  codes: 'code',
  studies: 'study',
}

/** `draws` to `draw`, when it stands where a verb stands. */
export const plainForm = (word: string): string | undefined => thirdPerson(word)

const PROGRESSIVE = list("am is are was were be been i'm you're we're they're keep kept keeps started stop stopped")

/** Whether the word at `i` is doing a verb's work, as far as its neighbours tell. */
export function isVerbAt(words: readonly string[], i: number): boolean {
  const word = words[i]!
  if (FINITE.has(word)) return true
  const before = words[i - 1]
  const after = words[i + 1]
  if (/ing$/.test(word) && before !== undefined && PROGRESSIVE.has(before)) return true
  const led = before !== undefined && (DETERMINERS.has(before) || /^(?:of|in|for|with|without|about|on)$/.test(before))
  if (led) return false
  if (before !== undefined && BEFORE_A_VERB.has(before)) return BASE.has(word) || isPast(word)
  const opens = after !== undefined && (DETERMINERS.has(after) || AFTER_A_VERB.has(after))
  if (opens && (BASE.has(word) || isPast(word) || thirdPerson(word) !== undefined)) return true
  return isPast(word) && before !== undefined && !/^(?:so|very|most|well|half|newly|and|or)$/.test(before)
}

const DOUBLING = list(
  'begin forget prefer admit regret commit refer permit submit occur quit debug equip control travel',
)

const OTHER_VERBS = list('be get make go keep let tell help take use say see put do have want like')

/** Could be one, standing where a verb is expected. */
export const mayBeVerb = (word: string): boolean => BASE.has(word) || OTHER_VERBS.has(word)

/** keep to keeping, let to letting, give to giving. */
export const gerund = (verb: string): string => {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`
  if (/^[^aeiou]*[aeiou][bdglmnprt]$/.test(verb) || DOUBLING.has(verb)) return `${verb}${verb.at(-1)}ing`
  return `${verb}ing`
}
