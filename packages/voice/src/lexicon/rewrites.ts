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
  [/\bI am (?=\p{L})/gu, "I'm ", 'I am '],
  [
    /\bI have (?=not |been |never |had |seen |checked|tried|asked|heard|put |kept |got |lived|lost |made|put|no longer)/g,
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
