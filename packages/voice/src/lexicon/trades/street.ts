import type { TradeWords } from '../trades.ts'

export const STREET: TradeWords = {
  words: 'city neighbour street gossip',
  introductions: [
    'I live here and pay attention',
    'I know this city by its doors',
    'I watch what goes on and remember some of it',
  ],
  remarks: [
    'Ask on the next corner and you will hear it told differently.',
    'I have carried that one home in the rain more than once.',
    'It sounded better on the stairs.',
    'My neighbours would put it more rudely.',
    'There is a door at the back of that, if you look.',
    'I may take it back by Thursday.',
  ],
  counsel: [
    'Walk round the block with it once.',
    'Ask a neighbour; they have been waiting to be asked.',
    'Leave the door open a little and see who comes in.',
    'Do the near thing first.',
    'Say it to one person before you say it to ten.',
  ],
  asks: ['What do they say about {x} where you live?', 'What brought {x} to your door?'],
  matters: `
= neighbours: neighbour street stair door window house gossip kindness city
saw the [lamp|shutter|doormat] at [number nine|the end house|the corner] has been [moved|mended|painted green], and [nobody saw it done|I approve|the whole stair has a view]
saw [two neighbours|the twins opposite|both landladies] are [speaking again|sharing a ladder|hanging out one line of washing], [after the winter they had|without a word of it|and it suits them]
did carried [a chair|somebody's parcels|a cat in a hatbox] [up four flights|across the road|to the wrong door], and [was asked in|we laughed about it|had to stay for cake]
did swept [the whole step|more than my half|as far as next door's], and [found a button|met everyone|it was swept again by evening, by whom]
said {some} asked [how I was|if it was my turn|whether I had heard], and [waited for the answer|I had to think|we were both late]
so a street is [mostly doors, and who holds them|held up by small errands|what you know without having asked]
view people are [better on the stairs|kinder than their curtains|easier to like one at a time]
ask who [lives above you|last borrowed your ladder|knows your step on the stair]
do [knock|wave|leave the jar back], [it is never the wrong evening|they will say you should not have|once this week]
will [return the ladder|write the note|go round] [after supper|before I think better of it|and bring something]

= errands: errand shop walk bread morning market coat weather small day
saw the [market|shop on the corner|morning] was [out of string|all elbows|half awake], and [there was one plum left|I came back with a spoon|somebody sang by the scales]
saw my [left shoe|umbrella|list] [gave out|was somebody else's|had one word on it] [halfway there|by the fountain|when I looked], [and it was the right word|so I went by ear|which changed the day]
did went out for [a stamp|bread|nothing] and came home with [a chair|news|the long way round in my legs], [as one does|and no stamp|better for it]
did tried [the other baker|a new road|getting up early], and [will not say more|saw the lamps go out|people are different there]
said {some} let me [go first|have the last one|carry the awkward end], and [that was the day made|I have been nice since|now I owe it to somebody]
so a small [errand|walk|thing] [is enough to hang a day on|goes further than you meant|needs no reason]
view the best part of [going out|a day|any list] is [what was not on it|coming up the stairs|the bit nobody paid for]
ask what did you [go out for|forget|carry home] [today|in the end|that you did not mean to]
do [take the long way|say good morning first|leave ten minutes loose], [see what comes|it costs nothing]
will [try again|go early|walk it] [tomorrow|with a shorter list|if it holds off]
`,
  bystanders: '',
}
