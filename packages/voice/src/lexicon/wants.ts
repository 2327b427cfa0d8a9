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
  show {n} people {at} what can be done with {interest}
  leave something about {interest} {at}, for whoever comes after me
  settle, for myself at least, what {interest} is good for
`
export const RECONCILE = `
  be on speaking terms with {other} again
  make my peace with {other}
  sit at one table with {other} and not mind it
`
export const BEFRIEND = `
  get to know {other} properly
  be somebody whom {other} [tells things|would send for|waits for]
  have {other} to supper, and [not only once|laugh about it after]
  learn what makes {other} laugh
  find out what {other} is like when nobody looks
`
export const BEAT = `
  beat {other} at the board, once
  see {other} lay down the king, [and say nothing|just once]
  win a game against {other}
`
export const HEARD = `
  be listened to by more people than my own stair
  have {n} people I do not know ask for my opinion
  be quoted {at} by somebody I never met
  be heard [as far as the harbour|beyond my own street]
`
export const LEARN = `
  learn from {other} what {other} knows
  be taught by {other}, a little every week
  stand beside {other} until I can do it in my sleep
  see how {other} does it, and do it myself
`
export const IDEA = `
  see “{idea}” taken up
  hear “{idea}” said {at} by somebody who does not know it is mine
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
  <exact> Entered {dated}, {at}: I mean to {goal}. [Term, one season|The first figure comes on Sunday].
  <warm> {who} knows already, so the rest of you may hear it: I should dearly like to {goal}.
  <dry> {Dated} I resolved to {goal}. [It has been worse|It seemed a good idea {at}].
  <playful> Witnesses, please! {Time}, {at}: I am off to {goal}!
  <terse> Decided {at}, {time}. I will {goal}.
  <hedging> It is only a thought from {at}, {time}, but I would so like to {goal}.
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
  <exact> {Dated}: {part} of the way. The aim stands, to {goal}.
  <warm> {who} asked me {at} how far I was. [Further than I said|I blushed]: I shall {goal} yet, my dears.
  <dry> {part^} of it, by {time}. I said that I would {goal}, and the week has not stopped me.
  <playful> {part^}! {part^} of the way! By the next moon I shall {goal}, you will see!
  <terse> {part^} there. To {goal}. [{weather^} or not|Going on].
  <formal> {Dated} I can report to you that {part} of it stands: to {goal}.
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
  <terse> {Time}, {at}. Found out that I cannot yet {goal}. [Again tomorrow|Sat down].
  <dry> {bygone^} and {weather}: [both|each] had something to say to my wish to {goal}.
  <warm> I sat {at} and was sorry for myself. I do so want to {goal}, and it slips.
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
  <exact> {days} days, and one of them {dated}. The aim was to {goal}. It is met.
  <warm> It was {at}, {time}, with {weather} outside, that I knew it: what I wanted, to {goal}, I have.
  <dry> {Time} I noticed that there was nothing left of it to do. I had set out to {goal}.
  <playful> Ring something! {at^}, {time}: I have managed to {goal}!
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
