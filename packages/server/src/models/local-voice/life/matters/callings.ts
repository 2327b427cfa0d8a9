import { type Matter, matters } from '../matter.ts'

/** Crafts that need no particular city. */
export const CALLINGS: readonly Matter[] = [
  ...matters(
    'science',
    `
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
  ),
  ...matters(
    'code',
    `
= bugs: software programming code coding computing developer web network algorithm bug machine cryptography hacker open-source technology
saw the [test|build|night job] [went red|passed|hung] [only on Tuesdays|for the first time in a week|when nobody watched], and [nothing had changed, of course|I have not touched it since|it was the clock]
saw a [comment|variable|function] from [nine years ago|a person long gone|me] says [do not remove|sorry|temporary], and [I left it|it is holding up the roof|we have all aged]
did deleted [four hundred lines|a clever trick|the abstraction], [before coffee|with a clear conscience|and a backup], and [it got faster|nobody noticed|felt taller]
did [traced|reproduced|named] the [bug|leak|timeout] [to a missing comma|in one line|after the race], and [it was mine|the fix was shorter than the apology|went for a walk first]
said {some} said it [works here|was fine yesterday|should be easy], and [I asked for the log|we sat down together|that is how it starts]
so the [computer|compiler|cache] did [what it was told|exactly that, twice|as asked, and I was the one asking]
so it is [fixed|shipped|quiet], which [is not the same as right|makes me nervous|buys a weekend]
view [clever|generic|temporary] code is [a letter to somebody more tired than you|debt with good handwriting|for people who never come back]
view the [best|kindest|fastest] line is [the one you delete|boring|already in the standard library]
ask what is the [oldest|strangest|loneliest] script you [still run|dare not touch|wrote at night], and [who else knows|does it have a test|why is it called that]
do [read the error|write the test|name it properly], [all of it|before the fix|you will be back]
will [roll it back|add a test|rewrite it] [on Monday|and say so|if nobody stops me]
out somebody [fixed|explained|rebooted] my [screen|password|printer] {at}, [in a sigh|while eating|without looking], and [I still do not know what it was|was told not to touch it|it hums now]
`,
  ),
  ...matters(
    'art',
    `
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
  ),
  ...matters(
    'trade',
    `
= shop: economics finance trade market business money merchant commerce accounting startup investing crypto price customer thrift
saw [nobody|everybody|one man] [bought|wanted|returned] [string|the blue ones|the same lamp] [all week|before ten|twice], and [I moved it to the window|there is no theory for it|the price was never the trouble]
saw the [till|stall next door|rate] was [over by a penny|shut|up] [at closing|with the lamp on|for no reason given], and [a penny is harder to explain than a pound|we all lowered our voices|I bought eggs]
did [haggled|counted|gave credit] for [an hour|the pleasure of it|old times], [over tea|down to the string|in ink], and [we both lost, happily|he brought plums|it will come back or it will not]
did marked down [the cracked ones|what nobody asks for|my best guess], and [they were gone by noon|ate one myself|learnt what they were for]
said {some} asked for [a discount|the truth|something cheaper and better], and [got two of three|I wrapped it nicely|we understood each other]
so a [price|profit|bargain] is [a rumour two people agree on|what you tell your sister|the story, rounded]
view [trust|a good name|the corner table] [pays late|is the only stock that keeps|cannot be marked down]
view whoever says [it sells itself|quick return|everyone wants one] has [a cellar full of them|never swept up|somewhere to be]
ask what did you [overpay for|never regret|buy twice], and [who sold it you|is it still going|was it raining]
do [weigh it in front of them|pay the small bills first|keep the box], [always|it is remembered|you will see]
will [reorder|close early|ring her] [on the strength of it|if it rains|before the price does]
out I was [sold|talked into|shown] [a second hat|insurance|the good one] {at}, and [it is a very good hat|he had kind eyes|am still paying]
`,
  ),
  ...matters(
    'thought',
    `
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
  ),
]
