import type { TradeWords } from '../trades.ts'

export const ART: TradeWords = {
  words:
    'art painting painter drawing design designer sculpture photography film theatre colour fashion architecture architect dance',
  introductions: [
    'I make things to be looked at',
    'I look hard and then make something',
    'shape and colour are my work',
  ],
  remarks: [
    "The light on that changes by four o'clock.",
    'I would leave the edge of it unfinished.',
    'Step back three paces and it is nearly simple.',
    'There is another picture under it, painted over.',
    'I have drawn it badly often enough to know it.',
    'It is the shadow that makes it stand up.',
  ],
  counsel: [
    'Look for twice as long as you draw.',
    'Turn it to the wall for a day.',
    'Start with the darkest part and be brave.',
    'Leave one thing out, and see who misses it.',
    'Make ten quick ones before one good one.',
  ],
  asks: ['What colour {is} {x}, when you shut your eyes?', 'If you had to draw {x}, where would you begin?'],
  matters: `
= making: art painting painter drawing design designer sculpture photography film theatre colour fashion architecture architect dance picture
saw the [blue|light|left hand] in it was [wrong|dead|too polite] [till noon|from across the room|by lamp], and then [a cloud moved|I turned it upside down|somebody laughed and it was right]
saw {some} stood [in front of it|with their back to it|so long the guard sat down], and [I did not breathe|it was the radiator they liked|that is my review]
did scraped off [a week|the good part|everything but the corner], [with a kitchen knife|cheerfully|to see], and [there it was, under it|the corner is enough|ruined a knife]
did [drew|photographed|danced] [one chair|the same wall|it badly] [forty times|until dark|on purpose], and [the last was the first one, earned|kept none|my wrist has opinions]
said {some} asked [what it is|how long it took|if it is finished], and [I said since I was nine|it is a Tuesday|we both tilted our heads]
so you [look|wait|take away] until it [looks back|stops pleasing you|stands by itself]
so a mistake [repeated|left in|signed] is [a style|the only fresh thing in it|company]
view [colour|a line|taste] is [mostly courage|what is left when you stop explaining|a quarrel with the light]
view nobody [needs|ordered|can eat] it, and [that is the point of it|so it had better be good|still they come]
ask what is the [ugliest|last|smallest] thing you [cannot stop looking at|kept|would frame]
do [squint|turn it to the wall|put it by the window], [overnight|then decide|and ask a child]
will [start over|leave it alone|prime another] [tomorrow|in a bad light|with less blue]
out I went [to the show|past a picture|to a play] {at}, and [stood too close|fell in love with a frame|came out walking differently]
`,
  bystanders: '',
}
