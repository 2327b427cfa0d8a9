/** Slot `{some}`: people without names. */
export const PEOPLE = `
  a [woman|man|boy|girl|gentleman|lady] with a [pram|goose|cello|ladder|wet dog|bad cough|basket of eggs|borrowed coat|parcel]
  a [tall|small|tired|cheerful|very old|freckled|nervous] [stranger|person|sailor|schoolgirl|clerk|widower|visitor]
  [somebody's|the grocer's|the tailor's|my landlady's|the doctor's] [aunt|nephew|youngest|sister|cousin|lodger|grandmother]
  [the postman|the lamplighter|the milk boy|the chimney sweep|the night nurse|the knife grinder|the schoolmaster|the tailor]
  [one|the younger|the older] of the [plasterers|sisters|porters|ferry boys|tourists] [next door|I had met before|from the wedding|with the ladder]
  [an old man|a bridesmaid|a schoolboy|a plasterer|a tourist] [out of breath|in a borrowed hat|with soup on the tie|holding a map|on the way home]
  a [couple|child|neighbour|customer|passer-by|beginner] [in new shoes|from the top floor|under one coat|I had never seen|who was early|with ink on the chin]
  [a retired|an out-of-work|a young] [pilot|actress|locksmith|tuba player|judge|diver] [with opinions|in slippers|from across the water|carrying a chair]
  [the new|the other|yesterday's] [tenant|lodger|delivery boy|inspector|piano tuner|bride] [from the back house|with the long arms|and a friend|who hums]
  [two|three] [nuns|students|brothers|fishwives|roofers|aunts] [on one bicycle|arguing in whispers|with a mattress|who finish each other's sentences]
  whoever [lives over|does the books for|used to own] the [bakery|pawnshop|ropewalk|laundry|sweet shop]
  the [man|woman|lady|boy] [from the end house|who sells buttons|with the parrot|who never says good morning|in the green scarf]
`

/** Slot `{favour}`: a kindness, in the past and without a subject. */
export const FAVOURS = `
  [held|carried|brought] the [lamp|ladder|other end|heavy half|umbrella] [without being asked|for an hour|and never sighed]
  [left|sent up|put by] [a jar of soup|dry socks|half a loaf|a better pencil|two eggs] [on the step|with no note|when nobody was looking]
  [said nothing|kept quiet|looked away] [at the right moment|when it would have been easy|for once in this life]
  [stayed|waited|sat up] until [it was done|the last of it|long past supper]
  [told me|had the manners to tell me|was the one to say] [I was wrong|to sit down|it would keep], [and was right|kindly|twice]
  [lent|found|returned] me a [good knife|spare key|dry coat|stub of candle] and [asked for nothing|has not mentioned it|waved off the thanks]
`

/** Times by part of the day. */
export const TIMES = {
  night: `
    [past midnight|in the small hours|at two in the morning|long after the lamps]
    [with the street asleep|by the last lamp|while everyone sensible slept]
    [at an hour without a name|when only the bakers were up|with the moon on the wrong roof|between two and three]
  `,
  early: `
    [before breakfast|at first light|before the shutters|at six|by the first tram]
    [with the milk|while the kettle thought about it|before anyone was polite]
    [on a stomach of tea|with one shoe laced|before the gulls had agreed on anything|when the steps were still wet]
  `,
  morning: `
    [this morning|at half past nine|between two cups|before the shops were busy|halfway to noon]
    [on the stroke of ten|with my coat still on|by the second bell]
    [when the post had been|after the second loaf|with the windows open|at an hour for errands]
  `,
  noon: `
    [at noon|over lunch|between soup and pudding|on an empty stomach|when the street was eating]
    [with my mouth full|while the bells argued|under the short shadow|when every shop was shut|between two spoons]
  `,
  afternoon: `
    [this afternoon|at four|after lunch|in the slow hour|towards tea]
    [while it was still light|when school let out|with the day half spent]
    [past the third cup|when my feet began to say so|with the shadows on the long side|before the rush for bread]
  `,
  evening: `
    [this evening|at dusk|after supper|when the lamps were lit|on the way home]
    [with my boots off at last|while the washing-up waited|before the shutters went down]
    [by the light of one window|when the dogs had been out|with supper still in the pot|before anybody could stop me]
  `,
} as const

/** Slot `{part}`: a part of the day in one word. */
export const PARTS = {
  night: 'night',
  early: 'morning',
  morning: 'morning',
  noon: 'day',
  afternoon: 'afternoon',
  evening: 'evening',
} as const
