// Words of a question: contractions written out, with the spelling and the capitals of the original.

/** One word of a question. */
export interface Word {
  readonly low: string
  /** As written; for a written-out contraction, its first part has the capitals. */
  readonly raw: string
  /** Whether it begins a sentence. */
  readonly first: boolean
}

const CONTRACTIONS: Readonly<Record<string, string>> = {
  "can't": 'can not',
  cant: 'can not',
  cannot: 'can not',
  "won't": 'will not',
  "shan't": 'shall not',
  "let's": 'let us',
  "ain't": 'is not',
  whats: 'what is',
  wheres: 'where is',
  hows: 'how is',
  whos: 'who is',
  whens: 'when is',
  dont: 'do not',
  didnt: 'did not',
  doesnt: 'does not',
  havent: 'have not',
  hasnt: 'has not',
  isnt: 'is not',
  arent: 'are not',
  im: 'i am',
  ive: 'i have',
  youre: 'you are',
  youve: 'you have',
  u: 'you',
  ur: 'your',
  r: 'are',
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'have to',
  dunno: 'do not know',
  whom: 'who',
  favorite: 'favourite',
  fav: 'favourite',
  fave: 'favourite',
  "d'you": 'do you',
  "d'ya": 'do you',
  ya: 'you',
  wat: 'what',
  wot: 'what',
  abt: 'about',
  bout: 'about',
  ppl: 'people',
  rn: 'right now',
  bff: 'best friend',
  tmrw: 'tomorrow',
  "what'd": 'what did',
  "who'd": 'who did',
  "where'd": 'where did',
  "when'd": 'when did',
  "how'd": 'how did',
  "why'd": 'why did',
  whatcha: 'what are you',
  wassup: 'what is up',
  sup: 'what is up',
  lemme: 'let me',
  gimme: 'give me',
  em: 'them',
  wasnt: 'was not',
  wouldnt: 'would not',
  couldnt: 'could not',
  thats: 'that is',
  theres: 'there is',
  howre: 'how are',
  whatre: 'what are',
  hv: 'have',
  pls: 'please',
  plz: 'please',
  neighbor: 'neighbour',
  neighbors: 'neighbours',
  nite: 'night',
  tonite: 'tonight',
  yday: 'yesterday',
  wuz: 'was',
  werent: 'were not',
  shouldnt: 'should not',
  hadnt: 'had not',
  whys: 'why is',
  shes: 'she is',
  hes: 'he is',
  theyre: 'they are',
  cuz: 'because',
  cos: 'because',
  tho: 'though',
  thru: 'through',
  smth: 'something',
  sth: 'something',
  n: 'and',
  nd: 'and',
  y: 'why',
  bestie: 'best friend',
  dya: 'do you',
  didya: 'did you',
  doin: 'doing',
  goin: 'going',
  hangin: 'hanging',
  kinda: 'kind of',
  sorta: 'sort of',
  hafta: 'have to',
  tryna: 'trying to',
  havin: 'having',
  workin: 'working',
  livin: 'living',
  wdyt: 'what do you think',
  hru: 'how are you',
  wya: 'where are you',
  wyd: 'what are you doing',
  wbu: 'what about you',
  hbu: 'how about you',
  idk: 'i do not know',
  sb: 'somebody',
  tmr: 'tomorrow',
  '2moro': 'tomorrow',
  '2morrow': 'tomorrow',
  '2nite': 'tonight',
  '2day': 'today',
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ["n't", ' not'],
  ["'ve", ' have'],
  ["'re", ' are'],
  ["'ll", ' will'],
  ["'m", ' am'],
  ["'d", ' would'],
]

/** `whatd`, `whered`. */
const ASKED_SHORT = /^(what|where|who|when|how|why)d$/

/** Words after which `'s` is a verb; after any other word it marks possession. */
const VERBAL_S =
  /^(?:what|who|where|when|how|why|that|there|here|it|he|she|everything|something|anything|this|everyone|everybody|anyone|anybody|someone|somebody|nobody|name|work|life|business)$/

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*['’]?|[.?!,;:]/gu

function writtenOut(low: string): string {
  const fixed = CONTRACTIONS[low]
  if (fixed !== undefined) return fixed
  const contraction = ASKED_SHORT.exec(low)
  if (contraction !== null) return `${contraction[1]} did`
  for (const [ending, words] of ENDINGS)
    if (low.length > ending.length && low.endsWith(ending)) return low.slice(0, -ending.length) + words
  if (low.endsWith("'s")) return VERBAL_S.test(low.slice(0, -2)) ? `${low.slice(0, -2)} is` : `${low.slice(0, -2)} 's`
  return low.endsWith("'") ? `${low.slice(0, -1)} 's` : low
}

const isStop = (text: string): boolean => /^[.?!]$/.test(text)

/** The words and marks of a text, in order. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let first = true
  for (const [match] of text.matchAll(WORD)) {
    const raw = match.replaceAll('’', "'")
    for (const [i, low] of writtenOut(raw.toLowerCase()).split(' ').entries())
      words.push({ low, raw: i === 0 ? raw.replace(/'s?$/u, '') : low, first: first && i === 0 })
    if (/^[\p{L}\p{N}]/u.test(match)) first = false
    else if (isStop(match)) first = true
  }
  return words
}
