import { fold } from '../core/text.ts'

/** Words that carry no subject. */
const FILLERS = new Set(
  `about above after again against almost along already also although always among another anyone anything around away
back became because been before began behind being below beneath beside best better between beyond both bring came come
could does doing done down during each either else enough even ever every everyone everything first five from gave
getting give given goes going good great have having here hers herself high himself into itself just keep kept knew know
known last later least left less like likely little long look looked made make makes making many maybe mean might mine
more most much must myself near need never next nobody none nothing often once only onto other others ours ourselves
over part people perhaps place quite rather really right said same says seem seemed seems several shall should show
since some someone something sometimes soon still such sure take taken takes tell than that their theirs them themselves
then there these they thing things think this those though thought three through time times today together told tomorrow
tonight took toward towards turn turned under until upon used using very want wanted wants week well went were what
whatever when where whether which while whole whose will with within without woman word words work world would year
years yesterday young your yours yourself four seven eight nine eleven twelve thirteen fourteen fifteen sixteen twenty
thirty forty fifty sixty hundred thousand half second third quarter minute hour nobody somebody everybody anybody name
hand stood looked asked`.split(/\s+/),
)

const WORD = /[\p{L}\p{N}]+/gu
const CUE_MIN = 4
const CUE_MAX = 40

/** Plurals and possessives come to mind by the same word. */
const stem = (word: string): string => (/[^su]s$/u.test(word) ? word.slice(0, -1) : word)

/** Each cue with the word that brought it, in the order in which they appear. */
function cueWords(text: string): Map<string, string> {
  const cues = new Map<string, string>()
  for (const word of text.match(WORD) ?? []) {
    const folded = fold(word)
    if (folded.length < CUE_MIN || folded.length > CUE_MAX || FILLERS.has(folded)) continue
    const cue = stem(folded)
    if (!cues.has(cue)) cues.set(cue, word)
  }
  return cues
}

/** The words by which a text could come to mind. */
export const cuesOf = (text: string): string[] => [...cueWords(text).keys()]

const SUBJECTS_MAX = 5

const listed = (subjects: readonly string[]): string =>
  subjects.length < 2 ? subjects.join('') : `${subjects.slice(0, -1).join(', ')} and ${subjects.at(-1)}`

const weight = (importance: number): string =>
  importance >= 0.75 ? 'something that mattered a lot' : importance >= 0.4 ? 'something' : 'something small'

/**
 * What an episode was about, without a word of it that is not public already. `known` tells which cues are public; all
 * else stays behind, so that no name, number or secret of an episode can reach a prompt.
 */
export function gistOf(text: string, importance: number, known: ReadonlySet<string>): { gist: string; cues: string[] } {
  const words = [...cueWords(text)].filter(([cue]) => known.has(cue))
  const subjects = words.slice(0, SUBJECTS_MAX).map(([, word]) => word)
  return {
    gist: subjects.length === 0 ? weight(importance) : `${weight(importance)} to do with ${listed(subjects)}`,
    cues: words.map(([cue]) => cue),
  }
}
