import type { TradeWords } from '../trades.ts'

export const WEATHER: TradeWords = {
  words: 'weather rain forecast cloud meteorology climate pressure probability wind snow barometer storm',
  introductions: ['I study what falls on us', 'I watch the sky and write down what it did', 'weather is my work'],
  remarks: [
    'Call it a fair chance, with cloud later.',
    'I have been rained on for saying so before.',
    'It may clear by evening; opinions do.',
    'That is the forecast, and I publish my mistakes.',
    'One has to stand out in it to be sure.',
    'There are kinds of that too, and only one of them is famous.',
  ],
  counsel: [
    'Go out and stand in it for ten minutes first.',
    'Say how sure you are, and then say it again tomorrow.',
    'Keep a note of what you expected; it is the only way to learn.',
    'Take a coat and go anyway.',
    'Look west before you decide.',
  ],
  asks: ['Which kind of weather does {x} bring, where you are?', 'How sure are you about {x}, as a percentage?'],
  matters: `
= forecast: forecast probability percentage cloud certain chance tomorrow prediction sky dial pressure
saw <exact> the [morning|evening|noon] cloud [came in|sat down|broke] [an hour|forty minutes|two hours] [ahead of|behind|after] [the chart|me|the figure], [from the wrong side|for reasons of its own|at sixty per cent]
saw [a reader|the public|everyone on the stairs] has taken [thirty per cent for no|seventy for a promise|a probability for an opinion], [once more|and got wet|and writes to say so]
did <exact> put tomorrow at {nn} per cent [for rain|dry by noon|with fog on the low side], and [was asked|am pressed|declined] to [say yes or no|round it up|swear]
did [published|withdrew|let stand] [the figure|a forecast|my first guess] [with a footnote|before supper|against my own knee], and [slept badly|have boots ready|await correction]
said {some} asked [what it will really do|whether to hang the sheets|which day to marry], and [I gave a fraction|one did one's best|was told that is not an answer]
said {who} [looked|glanced|stuck a hand] out of the window and [beat me by an hour|said it would hold|called that a method]
so [likely|a number|seventy] is not [certain|a promise|now], and it [does not follow|never did|is a pity one must print that]
so one is [loved|believed|invited] only [when one says sun|in dry weeks|by people with sheets out]
view a forecast is [a confession with a decimal|what one does not know, tidily put|a letter to adults]
view <formal> the [honest|decent|only] thing is to [print|sign|state] the [doubt|error|range] [beside the guess|in the same type|and stand under it]
ask what would you [do differently|cancel|carry] at [forty|sixty|fifty-five] per cent, [be honest|and at what hour|I ask for the record]
do [take|bring|lend somebody] the [coat|good boots|umbrella] at [anything over forty|the first grey|once], and [blame me|thank me dry|leave the grumbling to the sky]
will [revise|print|defend] it [at dawn|on Sunday|if the glass drops], [by how much and why|without excuses|in full]
out I [believed|trusted|laughed at] the forecast and [came home|stood|was found] [soaked|in the right boots|under somebody's awning], so [that is one each|I owe an apology|we are even]
saw <exact> [nine|seven|eleven] days in [ten|a fortnight] [came out|fell|landed] [inside the range|as printed|within the hour], and [they speak of the other one|I shall be asked about the one|nobody wrote]
saw the [cloud|front|fog] [paused|divided|thought better of it] [over the harbour|at my window|an hour short], [without notice|on no evidence|exactly as drawn], and [I admit I applauded|I was at the telescope in one boot|the washing was saved]
did [rounded|explained|refused to round] [a decimal|sixty-five|the truth] [for a bride|at a dinner|under questioning], and [was called evasive|she has moved the tent|it rained on the decimal]
did <formal> [wrote|climbed|sat] [to the almanac|up at four|with the charts], [revised nothing|moved it five points|changed my collar], and [let the sky have the last word|am braced for thanks|it is at the printer's]
said {some} [asked|demanded] [yes or no|a straight answer|what I would do], [with an umbrella in hand|as though hiding it from them|of a warm front], and [I said perhaps, distinctly|gave the odds|lent the umbrella]
so one is [right on average|wrong out loud|believed afterwards], and [wet on the day|it is a living|the boots are good]
so on the evidence [bring a coat|I should not hang the sheets|we do not know], and [I say that with confidence|that is knowledge|do quote me]
view [certainty|a flat yes|a clear sky] is [for people with short memories|how accidents are advertised|a temporary reading]
view <formal> the public [may have|deserves|is owed] [the doubt as well as the sun|a range, and an apology|the sum, not the sermon]
ask would you [rather know|plan by|forgive] [the odds|a kind lie|an early warning], [at supper time|with sheets out|truly]
will [stand by|halve|lower] it [until six|to fifty-five|if the swallows do]

= instruments: pressure barometer instrument glass gauge vane calibrate thermometer needle telescope boots tower
saw <exact> the glass has [dropped|gone up|sat] [three points|a hair|where it was] since [breakfast|the bell|I tapped it], and [the old one|its twin|the spare] [disagrees|sulks|says nothing of the kind]
saw there is [a spider|a feather|dew] in the [wind gauge|rain funnel|long telescope], and [the figures are hers|she has a theory|that explains Wednesday]
did [recalibrated|took apart|oiled] the [vane|big barometer|drum recorder] [by candle|in a gale|in my second-best boots] and [named it again|it was right|had a screw over]
did read the [five|dry|upper] gauges [at the hour|twice|with one eye shut], took the mean, and [did not like it|threw out the flattering one|went to look out of the window]
said {some} tapped the glass [with a ring|as everybody must|in passing], and it [fell|obliged|has not been the same]
so an [instrument|honest dial|gauge] answers [what it is asked|one question|the wrong question beautifully]
view a good [eye|knee|nose] is an instrument with [poor papers|no serial number|nothing written down]
ask what do you [tap|watch|go by] before you [leave the house|trust the day|put out the cat]
will [clean|rehang|read] the [funnel|vane] [between showers|at six|once the wind lets go]
saw <exact> [Agatha|the north gauge|my second-best dial] reads [high|low|as if flattered] when [I am watched|the door slams|the wind has an R in it], [by two points|reliably|and I have allowed for it]
did [climbed|crawled|leant] out to [free|read|kiss] the [cups|sleeve|vane], [in a forty-knot argument|holding the gutter|in the good boots], and [lost a pencil and a principle|it turned|saw whose shirts those are]
said {some} looked through the telescope [the wrong way|at the baker's|for an hour], and [found me very small|said that is not weather|has been buying bread since]
so [two|three] instruments [that agree|in a row] are [a comfort|one mistake, copied|nearly a fact]
view [a gauge|brass|a long record] is [patience you can polish|only a memory with a scale on|vain, like me, and as useful]
will [test|swap|have words with] the [pair|hygrometer|upper cups] [on the next still day|by ice and kettle|at dawn]

= errata: error errata mistake wrong correction admit sunday regret exact
saw [last week|the column|Tuesday] [ran|came|amounted] to [four errors|one right answer|two pages of regrets], of which [one was handsome|the wind was mine|I would repeat only the last]
did printed [what I had wrong|the wind, two hours early|a plain correction] [in large type|without a because|before anyone wrote in], and [felt taller|had three letters|bought a bun]
said {some} [thanked me|wrote in|stopped me on the stairs] for [being wrong in public|an error of mine|the corrections], [which they read first|and kept the cutting|as one thanks a dentist]
so an error [with its size on it|owned before lunch|in print] is [nearly a measurement|lighter to carry|the only thing I am sure of]
view whoever [prints no mistakes|is never wrong|has no Sunday column] is [keeping them somewhere|not forecasting|due one]
ask what did you get wrong this week, [and by how much|to the nearest inch|apart from the obvious]
do [say it early|put a figure on it|leave out the excuse] and [then have breakfast|it will be half the size|sign your name]
will [list|own|reprint] it on [Sunday|the usual page|the door], [under my name|above the fold|with the good one left out]
saw [fog|my Thursday|a perfectly good forecast] [went wrong|failed|came apart] at [four o'clock|the edges|the sea], by [three hours|one island|the width of my pride], and [it is on page one|there is no excuse that would not take longer|I drew the graph]
did [counted|confessed|ranked] [six errors|them|the week] [by cost to washing|before breakfast|in descending order of cheek], and [the worst was an adverb|went out and faced the baker|two readers sent flowers]
so [wrong|nine degrees out|sorry] is [where I start|a number too|the beginning of a decent instrument]
view <formal> [an apology|an erratum|regret] should have [a date and a figure|no because in it|the same type size as the boast]
will [add|post|own up to] [the fog|one more|it] [at the foot of the column|by dawn mail|before she says it]

= rains: rain kind drizzle shower naming specimen register drop wet name cloudburst
saw <playful> today's rain [comes down|arrives|hangs about] like [somebody looking for a key|an aunt with news|a clerk clearing his throat|gravel with manners], [and stops to check|never quite entering|in threes]
saw there are two rains [on at once|on this street|under the one cloud]: [a fine one|a slant one|a sort of breathing], and [behind it|over that|at knee height] [a heavier|a rude one|one with elbows]
saw <playful> it was not [drizzle|mist|a shower], it was [more like being counted|what a sneeze leaves|the sky ironing], [and it smelt of slate|from the left only|for eleven drops]
did stood in it [for ten minutes|with no hat|on the tin roof] and [crossed out|tried|kept] [three likenesses|the obvious name|the second]
did entered [a new one|the long drip|half a specimen], with [a witness|the hour|its nearest cousin], [in ink|because it is not the others|and spelt it as it sounds]
said {some} [swears|called down|told me] it is [only rain|the same as Monday's|nothing to write home about], and [then came out and stood in it|went to the window all the same|was quite wet by the end]
said {who} calls it [the long uncle|spitting|weather for letters], and [not quite|that is nearly it|have put it in with a query]
so how much is [the least of it|only arithmetic|what you ask when you are indoors]
so [a name|the right likeness|one good word] [stops it being the same rain|makes you look up|keeps it a little]
view [every|any] rain [knows|has|minds] its own [business|manners|furniture], and [wants standing in|will tell you|is never in a hurry to be liked]
view no rain should be [named|judged|complained of] from [a doorway|under a brim|indoors]
ask what is it doing [where you are|on your roof|at this minute], and [like what|which sort|are you sure]
do [listen|hold out a sleeve|take off the hat], [then tell me it is the same|ten minutes, no more|and say the first thing you think of]
will go [up on the leads|as far as the bridge|out again] [hatless|before it changes|with the ledger under my coat]
out it rained [sideways|in the soup|exactly as long as my walk], and I [name it|call that] [spite|my mother-in-law|Tuesday]
saw <playful> it's [spitting in italics|raining as if reading aloud|coming down in shillings], [off the high roofs|with pauses|and only on the just], and [not quite|that's nearly the word|cross out italics]
saw a [soft|thin|sulky] one [crept in|fell upwards, a bit|had the street to itself] [between the bells|before anyone was up|under cover of the fish carts], and [left no puddles|the cats stayed out in it|it wants its own line]
did <playful> [chased|followed|lost] [a shower|the edge of it|one particular cloud] as far as [the cistern|two streets over|somebody's kitchen], and [stood with one arm in|it turned round|wrote on my sleeve]
did [compared|matched|fell out over] [two drips|this with number twelve|last night's], [at the sill|with my tongue out|by ear], and [they're cousins|it isn't, it isn't, it is|kept both]
said {some} [brought me|described|sang] a rain from [their village|the tannery side|a dream], [with gestures|word perfect|in a jar], and [it's real, I went and stood in it|not one of ours|I gave it half a page]
so it [has a gait|means it|isn't the same one], [once you've heard it|you'd know it in the dark|and that makes a difference to a day]
view a [good|true|new] rain is [recognised by the neck|in no hurry|never what you packed for]
view [puddles|umbrellas|forecasts] are what [indoor people|other people|dry people] [know of it|have instead|write down]
ask what do you call the kind that [waits till you've sat down|only falls on Sundays|smells of pennies], and [who says so|shall I write it in|did you stand in it]
will [stand|listen|wait] [by the tin roof|at the corner of three gutters|out in it] till I've [the second word|somebody to witness|got it exactly]

= hatless: walk roof hat boots rooftop simile likeness wet hair window shelter similes walking
saw from the roofs [every gutter|all the washing|each chimney] is [saying one word|pointing the same way|in a different weather], and [nobody looks up|a child does|one was singing]
saw my [coat|ledger|left ear] has [stopped being dry|a tide in it|learnt to drip], and [one gets fond of it|people move along the bench|that was the specimen]
did walked [from end to end|the ridge|round by the cistern] without [a hat|meeting one umbrella|a single simile], [for research|as a rest|and felt it all]
did crossed out [like silk|as lead|like needles], because it [was not|never is|was somebody else's]
said {some} held an umbrella over me [without asking|for half a street|as one would a dog], and I [let them|missed four minutes of data|thanked it]
so the [truer|second|plain] likeness comes [after the clever one|when you are cold enough|from your neck]
view a [simile|likeness|comparison] should be [stood in|caught, not made|wet]
ask what is it [like|most like|not like], [quickly|without the word grey|said aloud]
do [go up|lean out|leave the hat] [and count to sixty|once this week|and bring me a word]
saw a [whole family|clerk|postman] [took off their hats|put down the umbrella|looked up] [because I had|on the bridge|for no reason], and [we all got the same drop, roughly|nobody said whimsy|that was a good minute]
did [ran|sat|lay] [along the leads|on the chimney side|flat on the warm slates] to [catch the change|get the sound of it|see where it began], and [my hair is a specimen|somebody's cat joined|got three words and a cold]
said {some} called me [daft|a drain|brave], [from a dry step|quite kindly|and lent a towel], and [I asked which rain|have looked up daft|they were listening by then]
so [you hear it|the roof goes on talking|it comes] after [you stop choosing words|the good line|everyone goes in]
view a [hat|brim|doorway] is [a rumour of rain|half the truth|how you miss it]
will [go|climb|be out] [barehead|in the thick of it|with one witness] [until it says what it is|tonight|and come down when it's named]
`,
  bystanders: `
I [hung out|took in|lost] the [sheets|good shirts|whole line] [twice|by the forecast|on a promise], and [they are wetter than when they started|the neighbour has one|blame nobody]
it [rained|cleared|blew] [the moment I|as soon as I|just when I] [bought a hat|said so|locked the door], [as it will|and I had witnesses|out of spite]
[the forecaster|that clever tower|somebody with a barometer] [said|promised|printed] [sixty per cent|bright spells|nothing of the sort], and [we got the other forty|I wore the wrong shoes|it was a lovely hour]
I [opened|stood at|fell asleep by] the [window|door|stove] to [hear|smell|think about] the rain, and [the soup boiled over|it was better than music|felt quite rich]
there was [one|a single|half a] [dry hour|blue patch|shaft of sun] [over {place}|at lunchtime|on our stair], and [everyone stood in it|nobody spoke|I used it on the washing]
`,
}
