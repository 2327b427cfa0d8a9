/** After a thought. */
export const THINKING = `
  [I did not say so|I kept that to myself|Nobody needs to know that|Let that stay here].
  [It was nothing|Perhaps it was nothing|I am making too much of it].
  [I should tell|I must ask|I wonder what] {who}[ would say|, one day|].
  [Remember this|Write that down|Do not forget the smell of it].
  [I was happier than I let on|I minded more than I showed|It went on in my head all the way home].
`

/** An impression of `{name}`. */
export const IMPRESSION = `
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
`

/** An impression of `{name}` from a text that mentions `{e}`. */
export const OF_LATE = `
  {name}, about {e}: [I keep thinking of the way it was said|that was not said lightly|one could hear the rest of it].
  [It was|I think it was] {e} that [did it|gave {name} away|mattered], [not the words|whatever was said|and I missed it].
`

/** A whole dream; its parts are the three lists below. A slot that is named like a move is a clause of a matter. */
export const DREAM = `
  [Dreamt|I dreamt|A dream]: {dream}. {turn}. {wake}.
  [Last night|In the small hours|Asleep at last], {dream}. {turn}. {wake}.
  {dream^}, [in the dream|or so I dreamt|and I was asleep]. {turn}. {wake}.
`

export const DREAMT = `
  I was {at} and [everyone had|the cat had|my father had] [my hands|somebody else's hat|a number on a string]
  {place} was [under the sea|the size of a drawer|upside down], and [it was perfectly usual|people wiped their feet|one paid to leave]
  [it was raining upwards|all the doors were the same door|nobody had a name] {at}
  [the stairs went on|every clock was edible|my coat had been elected] and [nobody would say to where|I was asked to carve|it made a speech] {at}
  I had to [deliver|return|apologise to] [a wave|the letter R|somebody's shadow] before [the shops shut|it melted|my mother came], and [had no pockets|the queue was all gulls|they wanted it in pairs]
  [a very small|a borrowed|the wrong] [bell|train|bishop] [followed me|sat on my chest|kept ringing] {at}, [quite politely|with my name on|as if we were engaged]
  {who} and I were [carrying a staircase|counting one egg|late for a boat that was a table] [between us|through deep flour|in whispers]
`

export const TURNED = `
  [Then|After that|And because it was a dream] I {did}
  [Somebody said|A voice explained|It was written up] that {view}
  [When I looked again|Underneath|On the back] there was {thing}
  [I opened it|I looked down|Inside] and it was [full of post|last Tuesday|the sea, folded], [all addressed to {who}|and still warm|which explained the smell]
  {some^} [asked me the time|wanted it signed|gave me half a bell], and [I had only soup|it was warm|we both wept, politely]
`

export const WOKE = `
  [I woke|Woke] [with one hand out|before I could answer|laughing|hungry|holding the blanket by its corner]
  [It was ten past three|The window was open|I could still smell it] [when I woke|, and no one there|]
  [I knew the word for it and now I do not|I was sorry to leave|Nobody had been cross]
`
