import { capitalise } from '../words.ts'
import { laidOut } from './dressing.ts'
import { echoes } from './echo.ts'
import { fillerFor, firstName } from './gaps.ts'
import { type Chance, DRAFTS_MAX, expand, linesOf, pick } from './grammar.ts'
import type { LifeMaterial, ThoughtMaterial } from './material.ts'
import type { Move } from './matter.ts'
import { ownGaps } from './own-gaps.ts'
import { drawn, matterFor, type Telling, told } from './post.ts'
import { sentences, stopped, type Unit } from './sentence.ts'
import { type LifeVoice, lifeVoice } from './voice.ts'

const LONGEST_THOUGHT = 280
const LONGEST_DREAM = 400
const LONGEST_REASON = 160

const THINKING = linesOf(`
  [I did not say so|I kept that to myself|Nobody needs to know that|Let that stay here].
  [It was nothing|Perhaps it was nothing|I am making too much of it].
  [I should tell|I must ask|I wonder what] {who}[ would say|, one day|].
  [Remember this|Write that down|Do not forget the smell of it].
  [I was happier than I let on|I minded more than I showed|It went on in my head all the way home].
`)

const IMPRESSION = linesOf(`
  {name} [talks|stands|listens] as if [somebody might leave|the floor were thin|it were already tomorrow]. [I like it|I notice it each time|It makes me careful].
  [With|Around|Beside] {name} I [say less and mean more|hear my own voice|want to be right, which is a warning].
  {name} [was kind|was short with me|looked tired|laughed first] [today|just now|and did not explain]. [I turned it over on the stairs|I could ask|It is not my business, and yet].
  [I had|I have] {name} [wrong|nearly right|down as proud], and [it is shyness|it was hunger|there is more of it under the hat].
  {name} [carries|holds|puts down] a cup as [if it were listening|one lays down a tool|people do who have been scolded]. [I have started doing it|One could draw it|It tells me more than the talk].
  [If|When] {name} [goes quiet|says fine|whistles], [count to ten|it is the other thing|something has been decided]. [I learnt that slowly|Nobody else seems to hear it|I keep it to myself].
  [There is|I find] [more patience|a temper|a good deal of mischief] in {name} than [one is shown|the coat suggests|the bill says], and [I should like to see it used|it was pointed at me, once|it comes out on stairs].
  {name} [remembered|forgot|asked about] [my bad knee|what I said in passing|the thing I lost], [weeks after|without making anything of it|in front of people]. [I was touched|I did not know where to look|That is a debt].
  [I argue|I agree|I walk] [better|longer|more slowly] with {name} than with [anyone|myself|people I like more], and [it ought to worry me|I look forward to it|we have never said so].
  [What|The thing] {name} [wants|never asks for|keeps looking at] is [to be believed in time|somebody to stay|the end of the story].
`)
const OF_LATE = linesOf(`
  {name}, about {e}: [I keep thinking of the way it was said|that was not said lightly|one could hear the rest of it].
  [It was|I think it was] {e} that [did it|gave {name} away|mattered], [not the words|whatever was said|and I missed it].
`)

const DREAM = linesOf(`
  [Dreamt|I dreamt|A dream]: {dream}. {turn}. {wake}.
  [Last night|In the small hours|Asleep at last], {dream}. {turn}. {wake}.
  {dream^}, [in the dream|or so I dreamt|and I was asleep]. {turn}. {wake}.
`)
const DREAMT = linesOf(`
  I was {at} and [everyone had|the cat had|my father had] [my hands|somebody else's hat|a number on a string]
  {place} was [under the sea|the size of a drawer|upside down], and [it was perfectly usual|people wiped their feet|one paid to leave]
  [it was raining upwards|all the doors were the same door|nobody had a name] {at}
  [the stairs went on|every clock was edible|my coat had been elected] and [nobody would say to where|I was asked to carve|it made a speech] {at}
  I had to [deliver|return|apologise to] [a wave|the letter R|somebody's shadow] before [the shops shut|it melted|my mother came], and [had no pockets|the queue was all gulls|they wanted it in pairs]
  [a very small|a borrowed|the wrong] [bell|train|bishop] [followed me|sat on my chest|kept ringing] {at}, [quite politely|with my name on|as if we were engaged]
  {who} and I were [carrying a staircase|counting one egg|late for a boat that was a table] [between us|through deep flour|in whispers]
`)
const TURNED = linesOf(`
  [Then|After that|And because it was a dream] I {did}
  [Somebody said|A voice explained|It was written up] that {view}
  [When I looked again|Underneath|On the back] there was {thing}
  [I opened it|I looked down|Inside] and it was [full of post|last Tuesday|the sea, folded], [all addressed to {who}|and still warm|which explained the smell]
  {some^} [asked me the time|wanted it signed|gave me half a bell], and [I had only soup|it was warm|we both wept, politely]
`)
const WOKE = linesOf(`
  [I woke|Woke] [with one hand out|before I could answer|laughing|hungry|holding the blanket by its corner]
  [It was ten past three|The window was open|I could still smell it] [when I woke|, and no one there|]
  [I knew the word for it and now I do not|I was sorry to leave|Nobody had been cross]
`)

function telling(
  life: LifeMaterial,
  voice: LifeVoice,
  rng: () => number,
  own: Readonly<Record<string, string | undefined>> = {},
): Telling {
  const mind = ownGaps(life, voice, rng)
  return { voice, rng, fill: fillerFor(life, voice, rng, (gap) => own[gap] ?? mind(gap)), used: new Set() }
}

function thought(material: ThoughtMaterial, voice: LifeVoice, rng: () => number): string | null {
  if (material.kind === 'impression' && material.about !== null) {
    const { displayName, lately } = material.about
    const found = lately === null ? [] : echoes(lately, new Set())
    const name = firstName(displayName)
    const t = telling(material, voice, rng, { name, e: found[0]?.the })
    const text = expand(pick(found.length > 0 && rng() < 0.5 ? OF_LATE : IMPRESSION, rng), rng, t.fill)
    return text === null ? null : laidOut([text], voice, rng)
  }
  const t = telling(material, voice, rng)
  const { matter, inside } = matterFor(voice, material.topic, rng)
  const moves: readonly Move[] = inside
    ? pick([['saw', 'so'], ['view'], ['so'], ['did', 'so'], ['view', 'ask']] as const, rng)
    : ['out']
  const units: Unit[] = moves.flatMap((move) => {
    const text = told(t, matter, move)
    return text === null ? [] : [{ move, text }]
  })
  if (units.length === 0) return null
  if (rng() < 0.45) {
    const text = expand(pick(THINKING, rng), rng, t.fill)
    if (text !== null) units.push({ move: 'raw', text })
  }
  return laidOut(sentences(units, voice, rng), voice, rng)
}

/** Drafts of a thought or an impression, without end. */
export function* thoughtDrafts(material: ThoughtMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = thought(material, voice, chance(`thought ${n}`))
    if (text !== null && text.length <= LONGEST_THOUGHT && !voice.guard.quotes(text)) yield text
  }
}

/** Drafts of a dream, without end. */
export function* dreamDrafts(material: LifeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`dream ${n}`)
    const t = telling(material, voice, rng)
    const matter = drawn(voice.homes, rng).matter
    const inner = (lines: typeof DREAMT): string | null =>
      expand(pick(lines, rng), rng, (gap) => {
        const bare = gap.replace('^', '')
        const text = bare in matter.lines ? told(t, matter, bare as Move) : t.fill(bare)
        return text !== null && gap.endsWith('^') ? capitalise(text) : text
      })
    const text = expand(pick(DREAM, rng), rng, (gap) => {
      const made = inner(gap.startsWith('dream') ? DREAMT : gap === 'turn' ? TURNED : WOKE)
      return made !== null && gap.endsWith('^') ? capitalise(made) : made
    })
    if (text === null) continue
    const dressed = laidOut([text], voice, rng)
    if (dressed.length <= LONGEST_DREAM && !voice.guard.quotes(dressed)) yield dressed
  }
}

const FIRST_PERSON = /\b(?:I|my|me|mine|myself)\b/

/** Drafts of the reason for a mood: something that happened, told so that anybody may repeat it. */
export function* moodReasonDrafts(material: LifeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`reason ${n}`)
    const t = telling(material, voice, rng)
    const text = told(t, drawn(voice.homes, rng).matter, pick(['saw', 'said', 'saw'] as const, rng))
    if (text === null || text.length > LONGEST_REASON || (n < 40 && FIRST_PERSON.test(text))) continue
    yield laidOut([stopped(capitalise(text))], voice, () => 1)
  }
}
