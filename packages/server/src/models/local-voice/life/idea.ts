import { capitalise, contentStems, pluralOf } from '../words.ts'
import { spelled } from './dressing.ts'
import { echoes } from './echo.ts'
import { fillerFor } from './gaps.ts'
import { type Chance, DRAFTS_MAX, expand, linesOf, pick } from './grammar.ts'
import type { Idea, IdeaMaterial } from './material.ts'
import { drawn, matterFor, type Telling, told } from './post.ts'
import { stopped } from './sentence.ts'
import { lifeVoice } from './voice.ts'

/** `{e}` what it is about, `{b}` without article, `{bs}` more than one. The summary says why. */
const IDEAS = linesOf(`
  [Keep|Leave|Let us leave] {e} [as it is|alone for a year|unlocked at night]|[Nobody is to|Let nobody] [improve|move|paint] {e} [until spring|without asking the street|for one year]
  [One|A public|A borrowed] {b} [for every stair|on each landing|at {place}]|[Put|Keep] a {b} [where anybody can reach it|at {place}], [to be used and put back|with a slip to sign|and trust people with it]
  [Share|Divide|Lend out] {e}|{E} should [go from door to door|belong to whoever needs it next|be lent by the week], [with a list|and come home on Sundays|as an umbrella would be]
  [An evening|A night|One hour] for {e}|[Once a month|On the first dry evening|Every Friday] [the street|anyone who likes] [meets|sits down] {at} [over|about] {e}, [and no speeches|with soup|and nothing is decided]
  [Ask|Listen to] {e} first|Before anything is [built|voted|mended], somebody [looks at|stands beside|reports on] {e} [for an hour|and writes down what it is doing|and is believed]
  [Write down|Count|Name] every {b}|[A list|A map|A register] of {bs}, [kept by everybody|with the date and a witness|in pencil], so that [none is lost twice|we know what we have|the next person need not ask]
`)

/** Drafts of an idea, without end. */
export function* ideaDrafts(material: IdeaMaterial, chance: Chance): Iterable<Idea> {
  const voice = lifeVoice(material)
  const about = contentStems(material.from)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`idea ${n}`)
    const found = echoes(material.from, about).filter(({ the, plural }) => the.startsWith('the ') && !plural)
    const echo = found.length > 0 && n < 8 ? pick(found.slice(0, 4), rng) : null
    const interest = voice.interests.length > 0 ? pick(voice.interests, rng) : 'this street'
    // One of it, or more than one, can be asked for only of a thing that was mentioned; an interest may be uncountable.
    const words: Readonly<Record<string, string | undefined>> = {
      e: echo?.the ?? interest,
      E: capitalise(echo?.the ?? interest),
      b: echo?.bare,
      bs: echo === null ? undefined : pluralOf(echo.bare),
    }
    const fill = fillerFor(material, voice, rng)
    const telling: Telling = { voice, rng, fill, used: new Set() }
    const text = expand(pick(IDEAS, rng), rng, (gap) => words[gap] ?? fill(gap))
    if (text === null) continue
    const bar = text.indexOf('|')
    const label = capitalise(text.slice(0, bar).trim())
    const { matter, inside } = matterFor(voice, { name: material.from, description: '' }, rng)
    const why = told(telling, inside ? matter : drawn(voice.homes, rng).matter, pick(['view', 'so'] as const, rng))
    const summary = `${stopped(capitalise(text.slice(bar + 1).trim()))}${why === null ? '' : ` ${stopped(capitalise(why))}`}`
    if (label.split(' ').length > 9 || summary.length > 400 || voice.guard.quotes(summary)) continue
    yield {
      label: spelled(label, { ...voice, rhythm: { ...voice.rhythm, lowerCase: false } }),
      summary: spelled(summary, voice),
    }
  }
}
