/** What the idea of a speaker without interests is about. */
export const NO_INTEREST = 'this street'

/** A label, a bar outside brackets, a summary. `{e}` is the thing, `{b}` the thing without its article, `{bs}` its plural. */
export const IDEAS = `
  [Keep|Leave|Let us leave] {e} [as it is|alone for a year|unlocked at night]|[Nobody is to|Let nobody] [improve|move|paint] {e} [until spring|without asking the street|for one year]
  [One|A public|A borrowed] {b} [for every stair|on each landing|at {place}]|[Put|Keep] a {b} [where anybody can reach it|at {place}], [to be used and put back|with a slip to sign|and trust people with it]
  [Share|Divide|Lend out] {e}|{E} should [go from door to door|belong to whoever needs it next|be lent by the week], [with a list|and come home on Sundays|as an umbrella would be]
  [An evening|A night|One hour] for {e}|[Once a month|On the first dry evening|Every Friday] [the street|anyone who likes] [meets|sits down] {at} [over|about] {e}, [and no speeches|with soup|and nothing is decided]
  [Ask|Listen to] {e} first|Before anything is [built|voted|mended], somebody [looks at|stands beside|reports on] {e} [for an hour|and writes down what it is doing|and is believed]
  [Write down|Count|Name] every {b}|[A list|A map|A register] of {bs}, [kept by everybody|with the date and a witness|in pencil], so that [none is lost twice|we know what we have|the next person need not ask]
`

/** A post in which an idea is told for the first time: `{label}` its name, `{summary}` what it says. */
export const BORN = `
  <terse> {label}. {summary}
  <warm> I have had a thought, and be kind to it: {label}. {summary}
  <formal> I should like to propose something, under the name of “{label}”. {summary}
  <playful> Idea! {label}! {summary}
  <dry> {label}, since nobody else will say it. {summary}
  <exact> Proposal: {label}. {summary}
  <hedging> It may be foolish, but what about this: {label}? {summary}
  <curious> What if we tried it: {label}? {summary}
  It came to me {at}: {label}. {summary}
  Call it “{label}”. {summary}
`
