/**
 * What is said about meeting somebody: `{to}` a first name, `{there}` the place with its preposition, `{thither}` the way to it, `{when}` the time.
 * `{when}` is told as seen from now: `tomorrow at four` before, `at four` after.
 */
export const INVITE = `
  <terse> {there^}, {to}. {when^}. [Come|Be there|I will wait a quarter of an hour].
  <terse> [Free|Have you time] {when}, {to}? {there^}.
  <warm> Come and sit with me {there}, {to}, {when}. [I bring the bread|We need not talk of anything|It has been too long].
  <warm> I should like to see your face, {to}, and not only your hand. {when^}, {there}?
  <formal> May I ask you to meet me {there}, {to}, {when}? [There is a matter I would rather not write down|I shall not keep you long].
  <formal> I propose {when}, {there}, {to}, [if it is convenient|should it suit you].
  <playful> Dare you, {to}: {there}, {when}! [Whoever is late pays|Bring an appetite|Wear the hat].
  <dry> I am told people meet, {to}. {when^}, {there}. [I can stand an hour of it|There will be something to complain of].
  <exact> {when^}, {there}, {to}: [not before|and I keep the time]. I have {n} things to ask you about {interest}.
  <exact> Let us say {when}, {there}, {to}. [I have written it down|I shall be early].
  <hedging> Perhaps you would care to come {thither}, {to}, {when}? [Only if nothing else is on|You must say if not].
  <hedging> I might be {there} {when}, {to}, if that were any use to you. [I go there anyway|It is only a thought].
  <formal> Would you do me the kindness, {to}, of an hour {there}? I had thought of {when}.
  <playful> {to}! {there^}, {when}. [I know something you do not|Bring your worst joke|I have found a bench].
  <dry> I shall be {there} {when}, {to}, as one must be somewhere. [Come and make it worse|You could be there too].
  <warm> It is {n} days since I heard you laugh, {to}. [Come|Walk over] {thither} {when}, [will you|and stay a while].
  <curious> What do you think of {interest}, {to}? [Tell me|Say it to my face] {there}, {when}!
  <curious> I have a question that will not fit on paper, {to}. {when^}, {there}?
`

export const ACCEPT = `
  <terse> {when^}, {there}. [Yes|I will be there|Good], {to}.
  <terse> [Done|Agreed|Right], {to}: {when}, {there}.
  <warm> [Gladly|With all my heart|Of course I will], {to}. {when^}, {there}, [and I bring something hot|and do not hurry].
  <warm> I shall look forward to it, {to}. {there^}, then, {when}.
  <formal> I accept, {to}, and shall be {there} {when}.
  <formal> You may count on me, {to}: {when}, {there}.
  <formal> With pleasure, {to}. I have put {when} in the book, and the word “{place}” beside it.
  <terse> {there^} it is, {to}. {when^}.
  <hedging> That should be possible, {to}. {when^}, {there}, if I have understood you.
  <exact> {when^} suits me, {to}. {there^}, then. [I shall bring a pencil|That leaves me the morning].
  <playful> I am already on my way, {to}, more or less! {when^}, {there}.
  <playful> [Try and stop me|Ha, yes|You are on], {to}! {there^}, {when}. [Save me the good chair|Last one there sweeps].
  <dry> If I must leave the house, {to}, then for that. {when^}, {there}.
  <dry> [Very well|I had nothing better|So be it], {to}. {there^}, {when}. Bring a reason.
  <exact> Noted, {to}: {when}, {there}. [I shall be on time|I expect the same of you].
  <hedging> I think I can, {to}. {when^}, {there}, unless the sky falls. [I will do my best|Yes, I should say yes].
  <curious> Yes, {to}! {there^}, {when}. [I have a dozen questions|I have wanted to|I wonder what it will be].
`

export const DECLINE = `
  <terse> [Not then|I cannot], {to}. [Another day|Ask again].
  <terse> No, {to}. {when^} is taken.
  <warm> I cannot, {to}, and I am sorry: {when} [I am promised elsewhere|is when I sleep|there is somebody I must sit with]. Ask me again.
  <formal> {when^} I am not my own master, {to}. [Pray ask again|I should be glad of another day].
  <dry> It is a handsome offer, {to}, and {when} I shall be [asleep|elsewhere]. [Improve on it|Another time].
  <formal> I regret that {when} is not possible for me, {to}. [Any other day|Let us find another hour].
  <playful> {when^}? {to}, [I have a date with my pillow|even the cat is in bed then]. Make it another.
  <dry> {when^}, {to}? [I think not|I have a wall to look at]. Try me next week.
  <exact> {when^} does not fit, {to}: I am [bound elsewhere|not up]. Name another hour.
  <hedging> I fear {when} is hard for me, {to}. [Another day would be easier|I should only disappoint you].
  <curious> Oh, I cannot {when}, {to}, and now I shall wonder all day. Will you ask again?
`

/** Said before the hour by whoever cannot come; `{matter}` is the clause that says why: `the Heron stands still`. */
export const PREVENTED = `
  <terse> Do not wait {there}, {to}: {matter}. [Another day|We will find an hour].
  <terse> {matter^}, {to}. I cannot get {thither}. [Sorry|Not today].
  <warm> Stay at home, {to}, and keep warm: {matter}, and I cannot come {thither} {when}. [I had looked forward to it|Let it be soon].
  <warm> I have tried, {to}. {matter^}, so you must not sit {there} for me {when}. Forgive the day, not me.
  <formal> I regret, {to}, that I am prevented {when}: {matter}. [I shall propose another hour|Pray do not go {thither} on my account].
  <playful> Our table {there} is called off, {to}, by [higher powers|the city itself]: {matter}! [You are spared my joke|The buns keep].
  <dry> {matter^}, {to}. It is the best excuse I ever had, and it is true. Not {when}, then.
  <exact> For {when}, {there}, {to}: not possible. {matter^}. [Name another hour|I have struck it out].
  <hedging> I fear it will not do {when}, {to}. {matter^}, and I see no way. [Perhaps later in the week|You will understand].
  <curious> Have you heard, {to}? {matter^}. [How would one get {thither} now|I looked for a way and there is none]. Let us take another day.
`

export const REPROACH = `
  <terse> I was {there} {when}, {to}. You were not.
  <terse> {there^}, {when}. I waited, {to}. [That is all|Say why].
  <warm> I sat {there} {when} with two cups, {to}, and drank both. [I hope nothing has happened to you|Only tell me that you are well].
  <warm> You will have had your reasons, {to}. But I was {there} {when}, and I had looked forward to it.
  <formal> I attended {there} {when}, {to}, as was agreed between us. I must record that I was alone.
  <playful> Guess who held a chair for you {there} {when}, {to}! The chair was better company. [You owe me a bun|Next time I bring the cat].
  <dry> {there^} is very pleasant {when}, {to}. One has it to oneself. [I counted the bricks|I learnt a good deal about the wall].
  <exact> {when^}: {there}. A quarter past: {there}. Half past: home, {to}. [I note it|It was you who said yes].
  <hedging> I may have mistaken the hour, {to}, but I was {there} {when} and did not see you. [It may have been the wrong day|I expect it was me].
  <curious> What kept you, {to}? I was {there} {when}, and I have thought of {n} reasons. [One of them must be right|I should like to know which].
`

export const APOLOGISE = `
  <terse> I forgot, {to}. [My fault|No excuse]. I am sorry.
  <terse> {there^}, {when}. [It went out of my head|I should have been there], {to}. Sorry.
  <warm> Oh, {to}, I am ashamed. I was to be {there} {when}, and I [lost the whole day|let you sit alone]. Forgive me, and let me cook for you.
  <warm> You waited {there}, {to}, and I did not come. There is no excuse that is as large as that. I am sorry.
  <formal> I owe you an apology, {to}. I gave my word for {when} and did not keep it.
  <playful> I am a worm, {to}. {there^}, {when}, and I was [asleep in a chair|looking for my other boot]. Two buns, and I carry your bag.
  <dry> You may say it, {to}. I have said it to myself already, and worse. I am sorry about {there}.
  <exact> I said {when} and I was not {there}, {to}. That is a fact, and I regret it. It will not happen twice.
  <hedging> I do not know how to put it, {to}. I ought to have been {there}. I am truly sorry, if that is any use.
  <curious> Can you forgive me, {to}? I was on my way {thither} and stopped to look at something, and then it was dark. I am sorry.
`

/** For anything but a meeting: `{matter}` is what was done, as in `not coming` or `the debt`. */
export const SORRY = `
  <terse> About {matter}, {to}. I was wrong. [Sorry|That is all].
  <terse> {to}: I am sorry for {matter}.
  <warm> I cannot let it lie between us, {to}. I am sorry for {matter}, and I have been [for days|since it happened]. Come and eat with me.
  <warm> Dear {to}, I have been thinking of {matter}. You deserved better of me. Forgive me.
  <formal> I write to you, {to}, on account of {matter}. The fault was mine, and I ask your pardon.
  <playful> A white flag, {to}! {matter^} was [not my finest hour|worthy of a goose]. I am sorry, truly.
  <dry> It turns out, {to}, that one can be in the wrong about {matter}. [I was|I looked it up]. My apologies.
  <exact> I have gone over {matter} again, {to}, and find that I was in the wrong. I am sorry for it.
  <hedging> I am not sure that it helps, {to}, but I am sorry about {matter}. [I should have said so at once|I did not know how to begin].
  <curious> Could we talk about {matter}, {to}? I was wrong, I think, and I am sorry. [How did it look from your side|What should I have done].
`

export const FORGIVE = `
  <terse> [It is done with|Forgotten], {to}.
  <terse> [Good|Enough], {to}. We are square.
  <warm> Come here, {to}. [It was never as large as all that|I have missed you]. Let us say no more of it.
  <formal> Your apology is accepted, {to}, and the matter is closed.
  <playful> You are let off, {to}! [I wanted the buns anyway|I was getting tired of being cross].
  <dry> I had rather got used to being wronged, {to}. [Very well|But I take it].
  <exact> Thank you, {to}. That is what was missing. [It is struck out|The page is clean].
  <hedging> I think I was a little hard, too, {to}. [Let us leave it|Let us begin again].
  <curious> I did wonder whether you would say it, {to}. Thank you. [Come by|Tell me everything].
`

export const UNMOVED = `
  <terse> Words, {to}. [Not yet|We shall see].
  <warm> I hear you, {to}, and I would like to be done with it. I am not, yet.
  <formal> I have read your apology, {to}. I am not able to accept it at present.
  <playful> One bun, {to}? [It was a two-bun wrong|I am still cross, and rather good at it].
  <dry> Handsomely put, {to}. [I remain where I was|I shall keep it with the others].
  <exact> It is noted, {to}. What was broken is still broken.
  <hedging> I do not know, {to}. Perhaps it is too soon. [Ask me later|Give me a week].
  <curious> Why now, {to}? [I should like to believe it|Let me think about it].
`

export const KEPT = `
  <terse> {to} came. {when^}, {there}. [As said|Good].
  <terse> {there^}, {when}: {to} and {weather}. [Both on time|Stayed an hour].
  <warm> {to} and I have been {there}, {dated}, and talked of {interest} until [somebody put the chairs up|our feet were cold].
  <dry> {to} came {thither} after all, {when}, in {weather}. [I had a speech ready and did not need it|I am running out of people to be disappointed in].
  <playful> Who says {to} never keeps a date? {there^}, {when}, {weather} and all!
  <formal> The meeting with {to} took place {there}, {when}, {dated}. [Nothing was left open|We parted in good order].
  <exact> {when^}, {there}: {to}, {n} subjects, [no quarrel|one small quarrel], {weather}.
  <curious> {to} told me something about {interest} {there}, {when}. [I have been turning it over since|Did you all know that].
  <hedging> It was not certain that {to} and I would both be {there} {when}, in {weather}. [But we were|It went rather well].
  <terse> Met {to} {there}. [On time|Neither of us was late].
  <warm> {to} kept an old promise today and came {thither} {when}, and we sat until [the light went|the cups were cold].
  <warm> It is a small thing to be waited for. {to} was {there} {when}, as we had said, and I went home lighter.
  <formal> I wish it known that {to} was {there} {when}, as agreed, and that I was glad of it.
  <playful> {to} turned up! {there^}, {when}, [hair combed and all|with a bun in each hand]. I had bet against it.
  <dry> {to} said {when}, {there}, and was. [I had brought a book in vain|One hardly knows what to do with people who come].
  <exact> {to} and I, {there}, {when}. Both on time. [It can be done|Recorded].
  <hedging> I had half thought that {to} might not come. But there we were, {there}, {when}.
  <curious> I met {to} {there} {when}, and asked all my questions. [Half were answered|I came away with more].
`

/** Said after a promise, once it was agreed where. */
export const WHERE = `
  <terse> {there^}.
  <warm> I shall be {there}.
  <formal> Let us say {there}.
  <playful> {there^}, then, and no hiding!
  <dry> {there^}, since it has to be somewhere.
  <exact> The place is fixed: {there}.
  <hedging> Would it suit you {there}?
  <hedging> I thought of meeting {there}, perhaps.
  <warm> You will find me {there}.
  <playful> {there^}, and I bring the witness!
  <exact> I note the place: {there}.
  <curious> Shall we meet {there}?
`
