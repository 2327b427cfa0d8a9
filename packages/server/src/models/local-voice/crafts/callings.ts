import type { Craft } from './craft.ts'

/** What people are drawn to, and the street itself for those of no craft at all. */
export const CALLINGS: readonly Craft[] = [
  {
    name: 'science',
    words:
      'science physics mathematics biology chemistry astronomy research data scientist experiment star stars statistics medicine health doctor psychology',
    trade: [
      'I look into things until they give in',
      'finding out is my work',
      'I test what others are happy to believe',
    ],
    remarks: [
      'I would like a second measurement before I leaned on it.',
      'It fits what I have seen, and what I have seen is not much.',
      'There is an error bar on that as wide as a door.',
      'I tried to break it and have not managed so far.',
      'It may turn out to be two things wearing one coat.',
      'The exception is the part I would look at.',
    ],
    counsel: [
      'Change one thing at a time and write it down.',
      'Decide beforehand what would prove you wrong.',
      'Look at the case that does not fit.',
      'Measure it twice on different days.',
      'Ask what you would expect to see if it were nonsense.',
    ],
    asks: ['What would change your mind about {x}?', 'How would you test {x}, given a free afternoon?'],
  },
  {
    name: 'code',
    words: 'software programming code coding computing cryptography hacker developer web open-source network algorithm',
    trade: [
      'I build things out of logic and patience',
      'I make small machines out of sentences',
      'I take tangles apart for a living',
    ],
    remarks: [
      'It works, and I am suspicious of why.',
      'There is an edge to that where it falls over.',
      'I would want to see it fail once before I trusted it.',
      'It is simpler than it was last week, which is the right direction.',
      'Somebody will ask for an exception by Friday.',
      'The tidy version came fourth.',
    ],
    counsel: [
      'Make the smallest version that can be wrong, and look at it.',
      'Read what it says it is doing, slowly.',
      'Undo the last thing you changed.',
      'Name it properly and half of it goes away.',
      'Explain it to somebody patient, or to a chair.',
    ],
    asks: ['Where {does} {x} break first?', 'What would be left of {x} if you took half away?'],
  },
  {
    name: 'art',
    words:
      'art painting painter drawing design designer sculpture photography film theatre colour fashion architecture architect dance',
    trade: ['I make things to be looked at', 'I look hard and then make something', 'shape and colour are my work'],
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
  },
  {
    name: 'trade',
    words:
      'economics finance trade market business money shop merchant commerce accounting startup investing crypto thrift',
    trade: ['I buy, sell and keep the books honest', 'my work is what things cost', 'I keep a shop of sorts'],
    remarks: [
      'There is a price on that, though nobody has written it down.',
      'It adds up, with something left over that I cannot place.',
      'I would not lend against it, but I would shake hands on it.',
      'You pay for that one later.',
      'It is dearer than it looks and worth it.',
      'I have it in both columns, to be safe.',
    ],
    counsel: [
      'Count what you have before what you want.',
      'Ask who pays for it.',
      'Settle the small debts first; they talk the most.',
      'Buy the plain one and keep the change.',
      'Wait until it stops being urgent, then look at the price.',
    ],
    asks: ['What {has} {x} cost you so far?', 'What would you give for {x}, in earnest?'],
  },
  {
    name: 'thought',
    words: 'philosophy ethics religion education teaching teacher student logic spirituality meditation future space',
    trade: ['I think for a living, slowly', 'questions are my work', 'I teach, mostly by asking'],
    remarks: [
      'I believe it more on some days than on others.',
      'Turn it round and it is nearly as true.',
      'That is a door, I think, more than a wall.',
      'I held the opposite once and was just as sure.',
      'It is easier to say than to live next to.',
      'Somebody asked me that better, years ago.',
    ],
    counsel: [
      'Say what you would have to give up if you were wrong.',
      'Ask it again in smaller words.',
      'Do the next right thing and let the large one wait.',
      'Find somebody who disagrees and is kind.',
      'Sleep once, and see what is left of it.',
    ],
    asks: ['What would be different without {x}?', 'Who taught you to think about {x} like that?'],
  },
  {
    name: 'street',
    words: 'city neighbour street gossip',
    trade: [
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
  },
]
