/**
 * What somebody is after for weeks. Goals are written so that `to` can stand before them: `{other}` a first name,
 * `{interest}` something the speaker cares for, `{n}` a small number, `{idea}` a label.
 */
export const MAKE = `
  finish [a small book|a list|a chart|the long account] of {interest}
  write down all that I know of {interest}, before I forget it
  [mend|put right|set up] {n} old things that have to do with {interest}
  make something of {interest} that will [outlast me|stand up to rain|be of use]
  keep a [diary|count|record] of {interest} for a whole [month|season], without a gap
  get to the bottom of {interest}
`
export const RECONCILE = `
  be on speaking terms with {other} again
  make my peace with {other}
  sit at one table with {other} and not mind it
`
export const BEFRIEND = `
  get to know {other} properly
  have {other} for a friend
  find out what {other} is like when nobody looks
`
export const BEAT = `
  beat {other} at the board, once
  win a game against {other}
`
export const HEARD = `
  be listened to by more people than my own stair
  be heard [as far as the harbour|beyond my own street]
`
export const LEARN = `
  learn from {other} what {other} knows
  be taught by {other}, a little every week
  see how {other} does it, and do it myself
`
export const IDEA = `
  see “{idea}” taken up
  bring {n} people round to “{idea}”
`

/** What is told of it: `{goal}` as above. */
export const BEGUN = `
  <terse> I mean to {goal}. [We shall see|Starting today].
  <warm> I have made up my mind, and you may all hold me to it: I want to {goal}.
  <formal> I give notice that I intend to {goal}[, in so far as time allows|].
  <playful> New plan! I am going to {goal}. [Do not laugh yet|Place your bets].
  <dry> One needs something to fail at. I am going to {goal}.
  <exact> Begun today: to {goal}. I shall say how it goes.
  <hedging> I have half a mind to {goal}. Perhaps more than half.
  <curious> What would it take to {goal}? I am going to find out.
`
export const NEARER = `
  <terse> Nearer. I set out to {goal}, and [it comes|I am past the worst].
  <warm> It is going well, and I owe some of you for it. You know that I wanted to {goal}.
  <formal> A word on progress: I undertook to {goal}, and am [further than I had hoped|on the way].
  <playful> Remember that I was going to {goal}? [Ha|Well]! It is happening!
  <dry> I said that I would {goal}. To general surprise, [something has come of it|I have not stopped].
  <exact> Of what it takes to {goal}, {part} is done.
  <hedging> I do not like to say it too loud, but I think I may yet {goal}.
  <curious> The further I get, the more there is of it. I wanted to {goal}, and {part} of it is behind me.
`
export const SET_BACK = `
  <terse> A bad week for it. I wanted to {goal}. [Slower now|Back a step].
  <warm> I have lost some ground, and I mind it. It was to {goal}.
  <formal> I have to report a setback. It concerns my intention to {goal}.
  <playful> Two steps back! I was to {goal}, and [it laughs at me|the week had other plans].
  <dry> I was going to {goal}. It seems that I was not consulted.
  <exact> Revised downwards: to {goal}. {part^} done, where I had written more.
  <hedging> I am not so sure any more that I can {goal}.
  <curious> Why is it so hard to {goal}? It went backwards this week.
`
export const REACHED = `
  <terse> Done. I set out to {goal}, and I have.
  <warm> I have to tell somebody, so I tell you all: I set out to {goal}, and I have done it. [Come and have something|Thank you for not laughing].
  <formal> I am able to announce that what I undertook, to {goal}, is accomplished.
  <playful> I did it! I said that I would {goal}, and look at me! [Drinks|Buns] for whoever bet on me!
  <dry> I had meant to {goal}. It is done. I do not know what to do with my evenings now.
  <exact> Closed: to {goal}. Begun {days} days ago, done today.
  <hedging> I think I may say that I have managed it, to {goal}. I keep looking to see whether it is so.
  <curious> So that is what it is like, to {goal}! I wanted it for weeks, and now I have it. [What next|And now].
`
export const GIVEN_UP = `
  <terse> I wanted to {goal}. I have stopped.
  <warm> I shall not do it after all, and I would rather you heard it from me. It was to {goal}, and it is not in me.
  <formal> I withdraw what I announced: to {goal}. I ask nobody to mention it.
  <playful> Strike it out! I was going to {goal}, and I am not. [Even a goose knows when|Whoever bet against me may collect].
  <dry> I was to {goal}. It has been put with the other things.
  <exact> Given up after {days} days: to {goal}. The reasons are my own.
  <hedging> I fear I must leave it. I had hoped to {goal}, and perhaps it was too much.
  <curious> How do people do it? I meant to {goal}, and I cannot, and I have let it go.
`
