// Word classes of general English, by which clauses and noun phrases are recognised.

/** After one of these a verb is bound too tightly for an aside before it. */
export const PRONOUNS =
  'it i you he she they we that this there who which what not nobody and or but if when whoever whatever where how'

/** Words that open a clause after `and` or `or`. */
export const STARTS_CLAUSE = `
  i you he she it they we the a an that there then now so yet never not one this who nobody no is are was has have
  somebody only can everyone two three four five six seven eight nine ten eleven twelve`

/** Conjunctions before which an aside may stand. */
export const BREAKERS = 'because since but unless though although until till while whether than'

export const PREPOSITIONS = 'on in for with at from by upon after before under without between about through'

/** Verbs before the verb of a deed: `how can one …`. */
export const HELPERS = 'do does did can could should would will to must might may ought shall'

/** Words that tie a second noun phrase to the first: `a street without a name`. */
export const LINKS = 'of without in between for and from on at'

/** Determiners that are left out when a phrase is said back. */
export const DROPPED = 'any some no another that this these those'

/** Adjectives that name no subject by themselves. */
export const FLAT = `
  important better worse good bad happy sad true false possible easy hard difficult ready early late exact honest fair
  okay fine able afraid angry alone tired busy free sure wrong right real beautiful ugly funny strange worth necessary
  useful useless lonely interesting boring expensive cheap safe dangerous old young new bored lost hungry nervous
  excited proud glad sorry sick scared stuck upset confused curious certain fast slow loud quiet long short much many
  favourite favorite`

/** Function words that may stand inside a noun phrase after its determiner. */
export const MODIFIERS = 'first last own other little same next only second best new'

/** Subjects of a deed that are not named when it is said back. */
export const DOERS = 'i we one you someone somebody anyone'

export const SKIPPED = 'best ever really actually also still just even always never not properly'

/** Words at which the phrase of a deed ends. */
export const BREAKS = 'when if because that while so but unless until since or which who how what why where than'

/** Pronouns of a deed, from the caller's side to the speaker's. */
export const SWAPPED: Readonly<Record<string, string>> = {
  my: 'your',
  your: 'my',
  me: 'you',
  myself: 'yourself',
  yourself: 'myself',
  mine: 'yours',
  us: 'you',
}

/** Words before a thing that can be said back. */
export const LEADS = 'the a an my your his her their our that this those these'

/** Words that end such a thing. */
export const FOLLOWS = `
  of in on at by for with from to and or but is was are were has had have will would can could that which who when where
  so as than then into onto over under behind like said says came goes went stood`

/** Nouns too wide to be said back. */
export const PALE = `
  younger older size wall stairs shout sort length while end show cost one ones lot half rest other others end middle side
  top bottom way day week year hour minute time moment morning evening night bit piece part thing kind sort first second
  third last same next whole worst best point number name word question answer reason man woman boy girl lady gentleman
  person people`

/** Pronouns of somebody's deed, to stand after `you`. */
export const SAID_BACK: Readonly<Record<string, string>> = {
  i: 'you',
  my: 'your',
  me: 'you',
  myself: 'yourself',
  mine: 'yours',
  our: 'your',
  us: 'you',
  we: 'you',
}

/** Nouns and adjectives that are no names, although they may begin a sentence. */
export const COMMON = `
  bread luck defeat moss technique gratitude silence trust time money love work food rain water weather music art nature
  history language truth patience kindness courage change life death sleep tea coffee paper wet dry old new good bad
  slow quick thirty twenty most wisdom freedom power beauty knowledge learning hope fear grief memory progress science
  forgetting eleven ten two three four five six seven eight nine twelve small big hard soft real true false steps gulls`
