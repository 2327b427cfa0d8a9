import { DataSet, englishDataset, type ParsedPattern, parseRawPattern, SyntaxKind } from 'obscenity'

/**
 * From the package's English list only what has no innocent meaning: slurs and crude sexual acts. Anatomy, mild oaths
 * and words with a second sense (a dyke, a chink of light, to retard a dough, cumin, a cockpit) are left to a model.
 * With nothing innocent in it, the list needs no exceptions.
 */
const KEPT = new Set([
  ...['africoon', 'arabush', 'bestiality', 'blowjob', 'buttplug', 'chingchong', 'deepthroat', 'dildo'],
  ...['double penetration', 'finger bang', 'gangbang', 'handjob', 'jizz', 'lubejob', 'whore'],
])

/**
 * Words whose patterns there reach into ordinary ones (Swedish "beslut", Latin "dicunt", Indonesian "tangga"), and a
 * few it lacks. A bar is the edge of a word.
 */
const STRICTER: readonly string[] = [
  ...['fuck', '|fck|', '|fcks|', '|fckin', '|fuking|', '|phuck', '|fvck'],
  ...['|shit|', '|shits|', '|shitty|', '|shitting|', '|shithead', '|shithole', '|shitpost', 'bullshit', 'dipshit'],
  ...['|bitch', 'sonofabitch', '|cunt', '|slut|', '|sluts|', '|slutty|', '|twat|', '|twats|'],
  ...['|wank|', '|wanker', '|wanking|', 'asshole', 'arsehole', '|asshat', '|dickhead', '|dickwad', 'cocksuck'],
  ...['|nigger', 'sandnigger', '|nigga|', '|niggas|', '|niggaz|', '|faggot', '|fggot', '|tranny|', '|trannies|'],
  ...[
    '|kike|',
    '|kikes|',
    '|gook|',
    '|gooks|',
    '|spics|',
    '|wetback',
    '|raghead',
    '|towelhead',
    '|jigaboo',
    '|shemale',
  ],
]

const { blacklistedTerms } = STRICTER.reduce(
  (set, term) => set.addPhrase((phrase) => phrase.addPattern(parseRawPattern(term))),
  new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf((phrase) => !KEPT.has(phrase.metadata?.originalWord ?? '')),
).build()

const sourceOf = ({ nodes, requireWordBoundaryAtEnd }: ParsedPattern): string => {
  const one = (node: ParsedPattern['nodes'][number]): string => {
    if (node.kind === SyntaxKind.Optional) return `(?:${one(node.childNode)})?`
    return node.kind === SyntaxKind.Literal ? String.fromCodePoint(...node.chars) : '.'
  }
  return nodes.map(one).join('') + (requireWordBoundaryAtEnd ? '\\b' : '')
}
const anyOf = (patterns: readonly ParsedPattern[]): string => `(?:${patterns.map(sourceOf).sort().join('|')})`

/**
 * One expression for the list: the package's matcher asks for each pattern by itself and compares every hit with every
 * exception, which costs twenty times as much on a sentence and the square of its length on a hostile text.
 */
const patterns = blacklistedTerms.map((term) => term.pattern)
const LISTED = new RegExp(
  `\\b${anyOf(patterns.filter((one) => one.requireWordBoundaryAtStart))}|${anyOf(patterns.filter((one) => !one.requireWordBoundaryAtStart))}`,
  's',
)

/** Whether normalised text holds a term of the shipped list. */
export const hasShippedTerm = (text: string): boolean => LISTED.test(text)
