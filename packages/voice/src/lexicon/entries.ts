/**
 * Entries that do what their task asks. `{saw}`, `{view}`, `{said}`, `{so}` are clauses of the speaker's own, `{will}` and
 * `{do}` what it would do, `{e}` a thing the task mentions. A capital letter capitalises.
 */
export const THREE = `
  One: {saw}. Two: {view}. Three: {so}.
  First, {said}. Second, {saw}. Third, {view}.
  1. {Saw}. 2. {Said}. 3. {View}.
  <terse> {Saw}. {View}. {So}. That is three.
  <warm> Three, then, and take them as you find them. One: {saw}. Two: {said}. Three: {view}.
`
export const SMALLEST = `
  {Saw}. [That is all|Nothing more|It needs no more].
  <terse> {Saw}.
  <exact> The smallest that I have: {saw}.
  <hedging> I cannot make it smaller than this: {saw}.
  <playful> Hold out your hand. {Saw}. There.
`
export const NEWCOMER = `
  You are new, so listen: {view}. [And|Also] {saw}. [The rest you will see|That is enough for the stairs].
  <warm> Welcome. All you need is this: {view}. The day I came, {said}.
  <terse> {View}. Mind the step.
  <dry> They will tell you otherwise. {View}. {Saw}. You have been warned.
  <curious> Ask anybody, and first ask why {saw}. Then you will know that {view}.
`
export const USED_TO_BE = `
  Before any of us, I guess, {view}. What is left of it is that {saw}. The first is a guess, the second I have seen.
  They say that {said}. I take it from this, which is still there: {saw}. [Where I guess, I say so|That part is guessing]: {view}.
  <exact> Known: {saw}. Told: {said}. Guessed, and marked as such: {view}.
  <hedging> It may once have been that {view}. I have only this to go by: {saw}.
`
export const OTHER_SIDE = `
  I speak for whoever sweeps up afterwards. You say that {view}. From down here, {saw}.
  Nobody asks the one who comes last. I will: {saw}, and who pays for it? I need not agree, and I do not say that I do.
  <formal> On behalf of those who come off worst: {saw}. That {view} is easily said from above.
  <warm> Somebody always gets the cold end of it. For them, then: {saw}. It is no answer that {view}.
`
export const RULE = `
  Rule: {view}. Exception: the day on which {saw}.
  The rule is that {view}. Break it when {saw}, and on no other day.
  <terse> {View}. Except when {saw}.
  <formal> One rule: {view}. It shall not hold on the day that {saw}.
  <playful> {View}, always! Unless {saw}. Then run.
`
export const HOUR = `
  I shall {will}. [That takes half of it|Twenty minutes]. Then I shall sit down on the dry stone and [say nothing|look at my boots].
  <warm> I mean to {will}, and to have somebody beside me while I do. [The rest is for dancing|Then the table goes into the street].
  <terse> {Will}. Dry. At last.
  <exact> Sixty minutes. Forty: {will}. Nineteen: nothing. One: to find my hat before it begins again.
  <playful> I shall {will}, in the middle of the street, with my hat off!
  <dry> I shall {will}, and complain of the dust.
  <hedging> I should like to {will}, if the hour is really an hour.
  <curious> I want to know what the gutters sound like empty. After that I shall {will}.
`
export const SEVEN = `
  “[Weigh|Wait for|Watch] the water, [weigh|wait for|watch] yourselves, [salt keeps no count|salt is owed here|there is no credit]”. I read tarren as [to weigh|to wait|to stand watch], because {saw}.
  I offer “[Who waits for the sea|Whoever weighs the sea] [waits for|weighs] all of us; [nothing is given on trust|salt stays salt]”. My defence is that {view}, and I own that I should like it to be so.
  <exact> TARREN twice, so it governs both: “[stand off from|stay above] the water, [stand off from|stay above] the tide: [no mooring|no salt sold]”. Compare what one still sees: {saw}.
  <dry> “[No fishing|No credit|No landing], not for you, nor for your [cousin|salt]”. Stones say little else. {Saw}.
  <hedging> Perhaps “[hold the rope|keep the step], hold the [child|door], [let the salt go|leave the rest]”. I cannot prove it; only {saw}.
`
export const KITCHEN = `
  [Flat cakes|A thick pancake|Dumplings] on the lid of the pan: flour, lamp fat, and whatever [floats by that has a peel|the flood has salted already]. Eight people get one each, and the ninth is for whoever holds the lamp. I know it works, since {saw}.
  I soak [the hard ends|yesterday's loaf|ship's biscuit] in [onion water|the last of the beer], press it on the hot pan under a boot, and call it bread. {View}.
  <warm> Soup first, for the feet: [onion|cabbage|an apple], a handful of flour rubbed small, and everybody stirs. Nobody is cold who stirs. {View}.
  <exact> Flour two cups, water one, [a spoon of ash lye|a pinch of salt from the wall]. Thin, on the dry pan, [ninety seconds|two minutes] a side over the lamp. It makes eight.
  <playful> Whatever floats past goes in! I have had [a turnip|three eels|a wheel of cheese] that way. Fry it flat, sing while it browns, and tell them {view}.
  <terse> Flour. Water. Lamp. Pan. [Thin|Flat]. Eat it hot.
`
export const SIGNS = `
  Hang them [face down over the lowest doors|along the Long Gutter], as [steps|shelves|little roofs]. {View}.
  Lay them in [the wet end of the Fish Hall|the market] as a floor, letters up, so that [children learn to read standing|one can stand in a street that is gone]. {Saw}.
  <exact> Forty: one at each landing, with the year that the name went. It costs [forty hooks|two days]. {View}.
  <warm> Lend them, one to a house, for a year each, and on the day they come back we eat together under all forty. {View}.
`

/** What can be said for an entry that does what was asked. */
export const PRAISE = {
  THREE: 'for three things and no two alike',
  SMALLEST: 'for the smallest thing that says it',
  NEWCOMER: 'for what a newcomer could really use',
  USED_TO_BE: 'for saying where it guessed',
  OTHER_SIDE: 'for speaking for somebody who was not asked',
  RULE: 'for a rule that can be kept and an exception that will come',
  HOUR: 'for an hour that one would like to have had',
  SEVEN: 'for a translation and a reason for it',
  KITCHEN: 'for something that eight people could eat',
  SIGNS: 'for a use that melts nothing',
} as const
