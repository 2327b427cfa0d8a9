import type { TradeWords } from '../trades.ts'

export const THOUGHT: TradeWords = {
  words: 'philosophy ethics religion education teaching teacher student logic spirituality meditation future space',
  introductions: ['I think for a living, slowly', 'questions are my work', 'I teach, mostly by asking'],
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
  matters: `
= minds: philosophy ethics religion education teaching teacher student logic spirituality meditation future question mind school
saw a [pupil|child|stranger on the tram] [asked|answered|sat through] [the whole of ethics|why not|what I teach in ten weeks] [in four words|with a mouthful|and got off], and [I missed my stop|it is on the board now|had no reply that was shorter]
saw the [clever|loud|quiet] one [changed sides|said nothing|cried] [halfway through|at the right place|over an example with a boat], and [that was the lesson|nobody marked it|I put down the chalk]
did [read|taught|sat with] [one page|a paradox|my breath] [for an hour|to nine people and a radiator|badly], and [we got as far as the comma|it won|somebody brought biscuits]
did [changed my mind|lost the argument|forgot the term] [in public|on the stairs|in front of the inspector], and [it was a relief|they learnt more|the ceiling held]
said {some} wanted [the answer|to know if it is on the test|a rule], and [I had only a better question|it is, in a way|we made one and broke it by tea]
so [being right|a proof|certainty] is [the smaller half|no help at a bedside|how one stops listening]
view you [teach|believe|become] what you [do when the bell goes|can say to a tired person|repeat without noticing]
view a good [question|teacher|doubt] [leaves the door open|goes home with you|is kind to the slow]
ask what did you [believe at ten|stop arguing about|learn too late], and [who was it talked you round|do you miss it|would you say it aloud]
do [say I do not know|wait four seconds|ask the one by the window], [and mean it|then wait four more|they have it]
will [think|sleep|walk] on it [without the book|as far as the bridge|and come back with less]
out I sat in on [a lesson|somebody's sermon|an argument about free will], and [chose to stay, I think|the radiator made the best point|wrote one line on my cuff]
`,
  bystanders: '',
}
