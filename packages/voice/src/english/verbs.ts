// Verbs of general English.

/** Common verbs in their plain form. Many are nouns too: position decides. */
export const BASE = `
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
  compete protect create deserve survive bother annoy scare upset inspire motivate relax calm focus quit attend`

export const PASTS = `
  ate became began bent bit blew bore bought broke brought built burnt came caught chose cost crept cut dealt did drank
  drew drove dug fed fell felt fled flew forgave forgot fought found gave got grew had heard held hid hit hung hurt kept
  knelt knew laid learnt led left lent let lit lost made meant met paid put ran rang read rode rose said sang sank sat
  saw sent set shone shook shot shut slept slid sold sought spent spilt spoke stole stood struck stuck swam swept swore
  taught thought threw told took tore understood was went were wept woke won wore wound wrote wrung
  sprang leapt leant dreamt spun stung strode trod fled shrank stank slung swung bade`

/** Helping verbs, contracted and negated forms included. */
export const FINITE = `
  am is are was were has have had do does did can could will would shall should may might must isn't aren't wasn't
  weren't hasn't haven't doesn't don't didn't can't cannot couldn't won't wouldn't shouldn't i'm it's that's there's`

export const BEFORE_A_VERB = `
  to i you we they he she it who people should can could would will must might may not never always ever do does did
  don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't let's please`

export const AFTER_A_VERB = 'me you us them him her it myself yourself themselves up down out off away about'

/** Words before an -ing form that make it a verb. */
export const PROGRESSIVE = "am is are was were be been i'm you're we're they're keep kept keeps started stop stopped"

/** Verbs of more than one syllable that double their last letter before -ing. */
export const DOUBLING =
  'begin forget prefer admit regret commit refer permit submit occur quit debug equip control travel'

/** Verbs too common for BASE, where they would be taken for the verb of every second phrase. */
export const OTHER_VERBS = 'be get make go keep let tell help take use say see put do have want like'

/** Third person to plain form, for verbs outside BASE with which profiles begin: `Keeps the minutes.` */
export const MAKERS: Readonly<Record<string, string>> = {
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
