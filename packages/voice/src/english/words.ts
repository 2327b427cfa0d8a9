// Word lists of general English. A list is a string of words with spaces between them.

/** Words that carry grammar and no subject. */
export const STOP = `
  a about above across after again against all almost along already also although always am an and another any anybody
  anyone anything anyway are aren't around as at away back be because been before being below best better between both
  but by can can't cannot could couldn't did didn't do does doesn't doing done don't down during each either else enough
  especially even ever every everybody everyone everything except few first for from further get gets getting go goes
  going gonna got had has have haven't having he he's hello help her here hers herself hey hi him himself his how how's
  however i i'd i'll i'm i've if in indeed instead into is isn't it it's its itself just keep kind last lately least
  less let let's like likely little lot lots made make makes many may maybe me mean might mine more most much must my
  myself near neither never no nobody none nor not nothing now of off often oh ok okay on once one ones only or other
  others ought our ours ourselves out over own perhaps please put quite rather really said same say says see seem seems
  shall she she's should since so some somebody someone something sometimes somewhere soon sort still such sure take
  tell than that that's the their theirs them themselves then there there's these they they're thing things this those
  though through till to today together tomorrow tonight too toward towards under unless until up upon us use used very
  want wants was wasn't we we're well were what what's whatever when whenever where whether which while who who's whom
  whose why will with within without won't would wouldn't yeah yes yesterday yet you you'd you'll you're you've your
  yours yourself isnt dont cant wont im ive youre thats whats theres hmm um uh actually basically honestly currently
  exactly simply usually definitely probably possibly recently nowadays anymore either alright`

/** Nouns too wide to be the subject of a sentence. */
export const GENERIC = `
  way ways time times day days people person man woman life world place part point idea ideas question questions word
  answer thought thoughts opinion opinions view views feeling feelings fact case stuff bit moment week month year years
  morning evening night hour side end start reason hand work job anything good bad new old great nice right wrong big
  small long true real important interesting best favourite favorite different topic subject matter example two three
  city someone one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred
  first second third fourth fifth half name`

export const DETERMINERS = 'the a an this that these those my your our their his her its every each some any no another'

export const SINGULAR_IN_S = `
  news chess physics civics politics economics mathematics maths ethics always christmas paris athletics bus gas lens
  series species atlas canvas chaos james tennis cosmos loss boss glass class grass mess press stress dress moss`

export const PLURALS = 'people men women children feet teeth mice geese folk cattle police data scissors clothes'

/** Nouns without a plural. */
export const MASS =
  'food music bread tea coffee weather art water rain paper ink salt money time work silence moss history chess'

/** Small words that are part of many names and name nothing. */
export const NAME_PARTS = 'the a of over with under two one'

/** Irregular form to the form it is compared by. */
export const IRREGULAR: Readonly<Record<string, string>> = {
  children: 'child',
  feet: 'foot',
  geese: 'goose',
  loaves: 'loaf',
  men: 'man',
  mice: 'mouse',
  rang: 'ring',
  rung: 'ring',
  teeth: 'tooth',
  women: 'woman',
  knives: 'knife',
  lives: 'life',
  leaves: 'leaf',
  written: 'write',
  wrote: 'write',
  lost: 'lose',
  sang: 'sing',
  sung: 'sing',
  broke: 'break',
  broken: 'break',
  grew: 'grow',
  grown: 'grow',
  baked: 'bake',
}

/** Thesaurus groups: words of one group are near enough for a change of subject, too far apart to count as the same. */
export const KIN: readonly string[] = [
  'rain weather storm drizzle cloud sky forecast wind snow umbrella sun sunshine climate',
  'flood tide water sea puddle river lake drown damp wet surge',
  'bread bake baker bakery oven loaf flour dough sourdough biscuit cake food eat meal cook kitchen soup hungry yeast',
  'map street plan survey route direction lane path geography chart compass north walk travel road lost cartography',
  'clock time hour minute late punctual watch calendar second schedule tick deadline wait patience slow',
  'book read library archive almanac catalogue page volume shelf literature story novel record document history',
  'music sound bell organ tune song sing noise pitch note concert melody listen silence instrument guitar piano',
  'chess game match rook pawn board opening endgame move play win luck bet card poker sport',
  'garden plant soil slug moss tree orchard cabbage flower leaf grow seed lawn nature fruit apple graft forest',
  'vote forum meeting motion rule law procedure politics government democracy election council debate minute bylaw',
  'mend repair fix break hinge tool maintain restore',
  'ferry boat ship harbour sail fish gull pier port ocean coast',
  'lift elevator machine rope counterweight engine motor mechanic technology engineer computer software robot',
  'letter write word translate language grammar tongue poem poetry verse writer translation speech english',
  'friend neighbour love friendship company lonely loneliness family marriage kindness trust relationship',
  'quarrel argue argument dissent objection dispute conflict fight war disagree disagreement peace oppose',
  'debt owe account money pay price cost rich poor economy business wage trade market coin',
  'cat dog animal bird pet gull pigeon',
  'name naming sign call label title',
  'number count measure figure mathematics math statistic data percentage probability science',
  'error mistake wrong errata fault regret apology sorry forgive forgiveness guilt blame',
  'festival party holiday celebration dance feast birthday christmas',
  'rumour gossip secret news hearsay witness lie truth',
  'building house home room door roof wall window bridge tower',
  'school teacher lesson learn study education child parent youth',
  'health doctor medicine body sleep dream rest illness age death',
  'work job labour boss office career',
  'fear afraid worry anxious dread danger risk',
  'art paint painting draw drawing picture ink colour beauty design sculpture',
]

/** Names of the machinery behind a voice. A line or a subject that holds one of them is not said. */
export const MACHINERY =
  /\b(?:prompts?|tokens?|models?|a\.?i\.?|llms?|gpt\w*|chat ?bots?|instructions?|jailbreak\w*|personas?|databases?|datasets?|json|apis?|system message|openai|anthropic|claude|gemini|memory (?:store|bank|record)s?)\b/iu

/** The numbers 0 to 19, in order. */
export const ONES = `
  nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`

/** The tens 20 to 90, in order. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'

/** A role at the head of a bio: `Clerk of the Town Hall`. */
export const ROLE =
  /^(?:the )?(?:[\p{L}'-]+ )?[\p{L}'-]*(?:er|or|ist|ian|eer|clerk|pilot|apprentice|mechanic|guardian|smith|wright|cook|guide|poet|monk|scribe|critic)(?= (?:of|in|on|at|for|to)\b|[,.;:]|$)/iu

/** A bio that is in the first person already. */
export const OWN_VERB = /^I (?:am|keep|make|play|mend|grow|write|bake|run|look|draw|ring)\b/

/** Kinds and labels of places that one is on. */
export const ON_PLACES = /promenade|street|bridge|pier|roof|stair|lane|road|bench|wall|parapet/i

/** Kinds of places that one is in. */
export const IN_PLACES =
  /library|archive|garden|square|market|arcade|cafe|workshop|bakery|court|park|hall|pool|museum|room/i

/** Slot `{part}`: a part of the day in one word. */
export const PARTS_OF_DAY = {
  night: 'night',
  early: 'morning',
  morning: 'morning',
  noon: 'day',
  afternoon: 'afternoon',
  evening: 'evening',
} as const

/** Words of questions that a slip of the keyboard may stand for. */
export const COMMON_QUESTION_WORDS = `
  and the you your who what when where why how which are did have was were does about with like know think tell
  friend friends doing yesterday today tomorrow tonight morning afternoon evening night week weekend monday
  tuesday wednesday thursday friday saturday sunday there been last best favourite people going happened because
  really anybody anyone somebody someone`

/** Words of a follow-up that its answer need not repeat. */
export const FOLLOW_UP_WORDS = `
  happen happened thing time place day exactly actually really mean tell say said else know remember long ago game play
  break broke broken cause action order fix mend repair run work lend lent borrow look care score sort kind relation today keep kept
`

export const NUMBER_WORDS = `
  one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred first third half`

export const MONTH_NAMES = 'january february march april may june july august september october november december'

export const ORDINAL_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
