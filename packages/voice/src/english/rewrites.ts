// Rewrites of general English: synonyms, contractions, habits of writing and word choices.

/** A pattern and its replacement, applied in order. */
export type Rewrite = readonly [RegExp, string]

/** Words that mean the same: enough of them break up a quotation. The first ten are safe inside a question. */
export const SWAPS: readonly Rewrite[] = [
  [/\bmerely\b/g, 'only'],
  [/\busually\b/g, 'as a rule'],
  [/\bseldom\b/g, 'rarely'],
  [/\bperhaps\b/g, 'maybe'],
  [/\buntil\b/g, 'till'],
  [/\balmost\b/g, 'nearly'],
  [/\bwhole\b/g, 'entire'],
  [/\bbegins\b/g, 'starts'],
  [/\bbegan\b/g, 'started'],
  [/\bbecause (?=\p{L})(?!of\b)/gu, 'since '],
  [/\bupon\b/g, 'on'],
  [/(?<=\p{L} )should (?=be\b|have\b|include\b|stand\b|\p{L}+ (?:it|them|the|a)\b)/gu, 'ought to '],
  [/\b(is|are) only\b/g, '$1 just'],
  [/\balthough\b/g, 'though'],
  [/\bone's own\b/g, 'your own'],
  [/(?<!\b(?:for|after|in|once|quite)) a while\b/g, ' for a time'],
  [/\ba person can\b/g, 'someone can'],
]

/** For an informal register. */
export const LOOSER: readonly Rewrite[] = [
  [/\b(does|do|did|is|are|was|were|has|have|could|would|should) not(?![-\w])/g, "$1n't"],
  [/\bcannot\b/g, "can't"],
  [/\bwill not\b/g, "won't"],
]

/** For a formal register. */
export const STRICTER: readonly Rewrite[] = [
  [/\b(does|do|did|is|are|was|were|has|have|could|would|should)n't\b/g, '$1 not'],
  [/\bcan't\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/\bI'm\b/g, 'I am'],
  [/\bI've\b/g, 'I have'],
  [/\bit's (?=a|an|the|not|just)\b/g, 'it is '],
]

/** Pronouns in pairs of one meaning. */
export const TWINS: Readonly<Record<string, string>> = {
  nobody: 'no one',
  somebody: 'someone',
  someone: 'somebody',
  everyone: 'everybody',
  everybody: 'everyone',
  anybody: 'anyone',
  anyone: 'anybody',
  every: 'each',
  each: 'every',
}

/** Contractions of answers. */
export const ANSWER_CONTRACTIONS: readonly Rewrite[] = [
  [/(?<!and )\bI am (?=\p{L})/gu, "I'm "],
  [/(?<!and )\bI have (?=not |been |never |had |seen |checked|tried|asked|heard|put |kept |no )/g, "I've "],
  [/\bI've no /g, 'I have no '],
  [/\bI would (?=\p{L})(?!not\b)/gu, "I'd "],
  [/\bI will (?=\p{L})(?!not\b)/gu, "I'll "],
  [/\b(do|does|did|is|are|was|were|has|have|could|would|should) not(?![-\w])/g, "$1n't"],
  [/\b(Do|Does|Did|Is|Are) not(?![-\w])/g, "$1n't"],
  [/\bcannot\b/g, "can't"],
  [/\bwill not\b/g, "won't"],
  [/\b(that|there|what|it) is (?=an? |the |not |no |my |all |what |only |still )/gi, "$1's "],
  [/\b(y|Y)ou are (?=welcome|wrong|still|here|after)/g, "$1ou're "],
]

/** Contractions of posts, replies and talk: more of them, since these texts have no frames that forbid one. Each with signs that it needs. */
export const LIFE_CONTRACTIONS: readonly (readonly [...Rewrite, needs: string])[] = [
  [/(?<!\band )\bI am (?=\p{L})/gu, "I'm ", 'I am '],
  [
    /(?<!\band )\bI have (?=not |been |never |had |seen |checked|tried|asked|heard|put |kept |got |lived|lost |made|put|no longer)/g,
    "I've ",
    'I have ',
  ],
  [/\bI would (?=\p{L})(?!not\b)/gu, "I'd ", 'I would '],
  [/\bI will (?=\p{L})(?!not\b)/gu, "I'll ", 'I will '],
  [
    /\b([Dd]o|[Dd]oes|[Dd]id|[Ii]s|[Aa]re|was|were|[Hh]as|[Hh]ave|had|could|would|should) not(?![-\w])/g,
    "$1n't",
    ' not',
  ],
  [/\b([Cc])annot\b/g, "$1an't", 'annot'],
  [/\b([Ww])ill not\b/g, "$1on't", 'ill not'],
  [
    /\b([Tt]hat|[Tt]here|[Ww]hat|[Ii]t) is (?=an? |the |not |no |my |all |what |only |still |always |never |how |why |where )/g,
    "$1's ",
    ' is ',
  ],
]

/** Words by which habits of writing are recognised. */

/** Contractions. */
export const SHORT_FORMS = "i'm i've i'd i'll it's that's there's he's she's you're they're we're what's"

/** A word, and the words before it with which it could have been contracted. */
export const WRITTEN_OUT = {
  not: 'do does did is are was has have could would should can',
  am: 'i',
  have: 'i',
  would: 'i',
  will: 'i',
  is: 'it that there',
} as const

/** Numbers in words that others write in digits. */
export const SPELT = 'two three four five six seven eight nine ten twelve twenty'

/** Single words that open a sentence as a habit. */
export const OPENING_WORDS =
  'well now so anyway friends listen right look honestly then still oh ah yes no also sir madam note item notice and'

/** Openings of several words that end in a comma. */
export const SETTLED =
  /^(?:with|or|in|on|by|to|as|all|for|of|one|now|mind|be|not|the way|i have|i don't|truth|well)\b[\p{L}', -]*$/iu

/**
 * Words of one meaning: the words that it begins with, a pattern, and the ways to say it. A speaker always says it in the same
 * way, and nobody notices, but by such words people are known. A leading `~` marks a way that only a written manner takes; `=`
 * leaves what is written.
 */
export const CHOICES: readonly (readonly [heads: string, find: string, ways: string])[] = [
  ['somebody/someone', "somebody(?!'s)|someone(?!'s)", 'somebody|someone'],
  ['no one/nobody', "nobody(?!'s| else| special)|no one(?!'s| else| special)", 'nobody|no one|~not a soul'],
  ['everybody/everyone', "every(?:body|one)(?!'s| else)", 'everybody|everyone'],
  ['anybody/anyone', "any(?:body|one)(?!'s| else| who)", 'anybody|anyone'],
  [
    'till/until',
    'until|(?<!\\b(?:[Tt]he|[Aa]|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|of|every|old) )till(?! (?:roll|drawer))',
    'until|till',
  ],
  [
    'only',
    '(?<=\\p{Ll} )(?<!\\b(?:[Tt]he|[Aa]n|[Mm]y|[Ii]ts|[Yy]our|[Oo]ur|[Nn]ot|[Ii]f|[Aa]nd|[Bb]ut) )only(?= \\p{Ll})(?! (?:one|ones)\\b)',
    'only|just|~merely',
  ],
  ['because', '(?<!\\b(?:mostly|only|just|not|partly|or|and) )because(?! of)', 'because|since|~seeing that|~cos'],
  ['maybe/perhaps', 'perhaps|maybe', 'perhaps|maybe|possibly|~perchance|~conceivably'],
  [
    ', and',
    ', and(?= (?:I|it|he|she|they|we|you|the|that|this|nobody|somebody|one|there|everybody|everyone|my|his|her|their|none)\\b[^.!?:]*[.!])',
    ', and|; and|. And| – and',
  ],
  [
    'should/ought to',
    '(?<=\\p{Ll} )(?<!\\b(?:why|how|what|who|where) )(?:should|ought to)(?= (?:be|have|go|stand|stay|keep|come|leave|know|sit|take|make|get|give|tell|pay|put|rest|wait|ring|run)\\b)',
    'should|ought to',
  ],
  [
    'again',
    '(?<!\\b(?:never|nobody|no one|not)\\b[^.;!?]{0,60} )(?<!\\b(?:and|over|all|once) )again\\b(?! and\\b)',
    'again|once more|once again',
  ],
  ['almost/nearly', '(?<!\\b(?:very|not) )(?:nearly|almost)', 'nearly|almost|~very nearly|~well-nigh|~near enough'],
  ['whole', '(?<=\\b(?:[Tt]he|[Aa]|[Mm]y|[Oo]ur|[Tt]hat|[Tt]his) )whole(?= \\p{Ll})(?! of)', 'whole|entire'],
  [
    'small',
    '(?<=\\b(?:[Aa]|[Tt]he|[Mm]y|[Oo]ne) )small(?= \\p{Ll})(?! (?:hours|change|talk|print|and)\\b)',
    'small|little|~wee|~tiny|~modest',
  ],
  ['big', '(?<=\\b(?:[Aa]|[Tt]he|[Mm]y|[Oo]ne) )big(?= \\p{Ll})', 'big|large|~great'],
  [
    'people',
    "(?<=\\b(?:of|the|most|some|other|that|and|when|where|for|to|what|how|by) )people\\b(?!'s)",
    'people|~folk|~folks|~persons',
  ],
  [
    'on the',
    '(?<=\\p{L} )on the(?= (?:step|stair|wall|bench|table|roof|sill|line|ledge|rope|bridge|door|shelf|floor|page|quay|landing|map|pier|rail|window|ground|bed|board|desk|counter|stove|boat|edge|corner)s?\\b)',
    'on the|upon the',
  ],
  ['as if/as though', 'as (?:if|though)', 'as if|as though|~like'],
  ['around/round', '(?<=\\p{Ll} )a?round(?= (?:the|a|my|his|her|it|there|here|us|me)\\b)', 'round|around'],
  ['among/amongst', 'among(?:st)?', 'among|amongst'],
  [
    'I think/I do think',
    'I (?:do )?think(?= \\p{L})(?! (?:of|about|so|not|it over|too)\\b)',
    "I think|I reckon|I believe|I suppose|~I fancy|~I'd say|~I bet|~I gather|~I submit|~I conceive|~I maintain|~I should say|~I say|~I find|~I declare|~I tell you",
  ],
  [', but', ', but(?= \\p{Ll})', ', but|, yet|, and yet|~. But|~, only|~, though'],
  [
    'wrong',
    '(?<=\\b(?:I was|I am|you were|you are|we were|he was|she was|they were) )wrong(?=[.,;:!?]| about| again| and| in| on)',
    'wrong|mistaken|~in error',
  ],
  ['must', '(?<=\\b(?:I|you|we|they) )must(?! (?:be|have|say|not)\\b)', 'must|have to|~have got to'],
  ['may', 'may(?= (?:be|have|well|not|yet)\\b)', 'may|might'],
  ['nothing', '(?<!for )nothing(?=[.,;!?])', 'nothing|~naught|~not a thing'],
  ['began', 'began', 'began|started'],
  [
    'man',
    '(?<=\\b(?:[Aa]|[Tt]he|[Oo]ld|[Oo]ne|[Tt]hat|[Yy]oung|[Tt]his) )man\\b(?! of| and)',
    'man|fellow|chap|~fella|~gentleman',
  ],
  ['child', '(?<=\\b(?:[Aa]|[Tt]he|[Ss]mall|[Oo]ne|[Tt]hat) )child', 'child|youngster|~kid'],
  ['woman', '(?<=\\b(?:[Aa]|[Tt]he|[Oo]ld|[Oo]ne|[Yy]oung|[Tt]all) )woman', 'woman|lady'],
  ['boy', '(?<=\\b(?:[Aa]|[Tt]he|[Oo]ne|[Tt]hat|[Ss]ame) )boy', 'boy|lad'],
  ['each other/one another', 'each other|one another', 'each other|one another'],
  ['while', '(?<!\\b(?:a|worth|little|long) )while(?= \\p{L})', 'while|~whilst'],
  ['them', '(?<=\\p{L} )them(?=[ .,;!?])', "them|~'em"],
  ["are not/aren't/is not/isn't", "(?:is|are) not(?= \\p{Ll})|(?:is|are)n't(?= \\p{Ll})", "=|~ain't"],
  ['it is', '(?<=^|[.!?:;,] )it is(?= \\p{L})', "=|~'tis"],
  ['before', 'before(?= (?:breakfast|noon|supper|dawn|the|it|I|you|we|they|he|she)\\b)', '=|~ere'],
  ['so that', 'so that(?= \\p{L})', 'so that|~in order that'],
  ['thank you', '(?<=^|[.!?:;] )thank you(?=[,.!]| for\\b)', 'thank you|thanks|much obliged|~ta'],
  ['although/though', '(?<!\\b(?:as|even) )(?:al)?though(?= \\p{Ll})', 'though|although'],
  ['shall/will', '(?<=\\bI )(?:will|shall)(?= \\p{Ll})(?! not)', 'will|shall'],
  ['too', '(?<=\\p{Ll} )too(?=[.,;!])', 'too|as well'],
  ['at last', 'at last(?! (?:year|night|week|month))', 'at last|finally|in the end'],
  [', so', ', so(?= (?:I|the|we|he|she|they|it|nobody|somebody|a)\\b)', ', so|, and so|; so|. So'],
  ['whoever', 'whoever(?= \\p{Ll})(?! (?:it|they|he|she|you|we)\\b)', 'whoever|anyone who|~whosoever'],
  ['both of us/the two of us', 'both of us|the two of us', 'both of us|the two of us|~the pair of us'],
  [
    'I am going to/I mean to',
    'I (?:am going|mean) to(?= \\p{Ll})',
    'I am going to|I mean to|~I intend to|~I propose to|~I aim to',
  ],
  ['talked', 'talked(?= (?:with|to|about|of)\\b)', 'talked|spoke'],
  [
    'a little',
    'a little(?= (?:late|damp|tired|worse|better|more|less|slow|early|longer|ashamed|cold|wet|louder|broken|off|too)\\b)',
    'a little|a bit|~somewhat|~a trifle',
  ],
  ['very', '(?<=\\b(?:is|was|am|are|were) )very(?= \\p{Ll})', 'very|most|~ever so|~mighty|~right'],
  ['at chess', 'at chess', 'at chess|~over the board|~at the board'],
  ['game of chess', 'game of chess', 'game of chess|game|~match at chess'],
  ['glad', '(?<=\\b(?:am|was|be|were|are|is) )glad(?= to\\b|[.;,])', 'glad|pleased|happy'],
  [
    'at',
    '(?<!\\b(?:laugh|laughed|looked|look|looking|shout|shouted|angry|cross|good|bad|pointed|went|go|stared|over|down|up) )at(?= (?:the )?\\p{Lu})(?! \\p{Lu}\\p{L}+ Day)',
    '=|~over at|~down at|~up at',
  ],
  ['town', '(?<=\\b(?:[Tt]he|[Tt]his) )town(?= \\p{Ll}|[.,;!?])(?! (?:hall|clerk|crier|gate)\\b)', 'town|~city|~place'],
  ['story', 'story', 'story|tale|~yarn'],
  ['mended', 'mended(?=[.,;!?:]| (?:now|again|by|it|the)\\b)', 'mended|repaired|fixed'],
  ['thrown away', 'thrown away', 'thrown away|thrown out'],
  [
    'about',
    '(?<=\\b(?:talked|talk|spoke|argued|argument|thought|thinks|heard|knows|know|knew|something|anything) )about(?= \\p{Ll})',
    '=|~concerning|~touching|~regarding|~as to',
  ],
  [
    'every',
    '(?<!\\b(?:[Nn]ot|[Aa]lmost|[Nn]early|my|your|his|her|its|our|their) )[Ee]very(?= \\p{L})(?! (?:other|second|few|now|once|bit|so|single|last|one|two|three|four|five|six|seven|eight|nine|ten|half|reason|right|chance)\\b)',
    'every|each',
  ],
  ['out of order', 'out of order', 'out of order|out of service|out of action'],
  [
    'did not come',
    '(?<=\\b(?:I|who|he|she|they|\\p{Lu}\\p{Ll}+) )did not come(?=[.,;:!?]| to\\b| and\\b)',
    'did not come|never came',
  ],
  ['I am told', 'I am told(?= \\p{Ll})(?! (?:to|by|off|of)\\b)', 'I am told|I hear|I understand'],
  ['anyone who', '(?<=\\b(?:for|to|by|teaches|with) )anyone who(?= \\p{Ll})', 'anyone who|whoever'],
  [
    'I do not know',
    'I do not know(?= (?:what|why|who|how|when|where|whether|which)\\b)',
    'I do not know|I could not say|I cannot tell',
  ],
  ['I would rather', 'I would rather(?= \\p{Ll})', 'I would rather|I would sooner'],
]
