import type { TradeWords } from '../trades.ts'

export const SCIENCE: TradeWords = {
  words:
    'science physics mathematics biology chemistry astronomy research data scientist experiment star stars statistics medicine health doctor psychology',
  introductions: [
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
  matters: `
= bench: science physics chemistry biology experiment research laboratory data scientist result theory
saw the [third|control|repeat] [sample|run|measurement] [came out|read|stood] [low|backwards|exactly as hoped], and [I distrust it|somebody had moved the lamp|so did nobody else's]
saw a [graph|residual|blank cell] has [a bump|one point off by itself|a second slope] [where theory is flat|at the cold end|I had smoothed away], and [it will not go|it winked|that is either dust or a paper]
did [repeated|blinded|threw out] [the run|my favourite result|a week's work] [with fresh glass|before lunch|on a student's word], and [it held|it was the fridge|slept better than I should]
did explained [noise|a null result|error bars] to {some} [with two buns|on the stairs|and a bus timetable], and [was asked the question I avoid|they had it in a minute|understood it myself]
said {some} asked what it is [for|good for|like to be wrong all day], and [I said ask me in forty years|there was cake, mercifully|restful, after a while]
so [nature|the sample|a fact] has [no manners|not read my proposal|all the time there is], and [I have until Friday|one waits|writes no apologies]
so it is [probably|nearly|almost certainly] [nothing|the cable|me], which is [where all of it starts|what they wrote last time|a hypothesis]
view a [theory|model|clever idea] should be [easy to kill|shown the door politely|tried on the worst day]
view [most|half|the best] of knowing is [cleaning glass|writing down the boring number|asking who else has checked]
ask what would [change your mind|you measure|convince you], [by Tuesday|in one afternoon|and have you looked]
do [plot it|label the tube|keep the bad ones], [before you love it|in ink|they know things]
will [run|plot|leave] it [again|overnight|blind], and [tell no one|report either way|not look till morning]
out I [nodded|asked twice|pretended] through [a lecture|somebody's thesis|the talk on moths], and [one slide stayed|have looked at moths since|it was about patience, I think]

= stars: astronomy star space sky telescope planet night mathematics number statistics health medicine doctor body psychology
saw [Jupiter|a satellite|one honest star] came out [between two clouds|over the chimneys|for four minutes], and [nobody else was looking up|I had the cap on|the dog saw it first]
did [stood|waited|lay] [on the cold roof|till three|in a field of frogs] for [one number|a smudge|a transit], and [got it|it was a moth|would again tonight]
did [added|checked|lost] [a column|the odds|one minus sign], [in my head|four times|somewhere before page six], and [the universe balanced|it was the minus sign|found it in the bath]
said {some} asked [how far|if we are alone|whether it hurts], and [I said it depends what you call far|gave the figure and held the hand|we both looked up]
so one is [small|statistically lucky|made of old weather], and [it is good for the posture|supper still has to be made|nobody sends a bill]
view [a large number|the dark|a body] is [only shy|patient with us|easier if you sit down first]
ask what is the [furthest|oldest|luckiest] thing you have [looked at|touched|survived]
will [set the alarm|check the sum|go up] [for two|against the tables|if it clears]
`,
  bystanders: '',
}
