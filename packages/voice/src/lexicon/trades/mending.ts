import type { TradeWords } from '../trades.ts'

export const MENDING: TradeWords = {
  words:
    'repair mending mend umbrella clock clocks restore craft carpentry tailor sewing fix hinge escapement tinker watchmaker',
  introductions: [
    'I mend what people bring me',
    'broken things come to me and some go home again',
    'I work at a bench with small screws',
  ],
  remarks: [
    'It has been broken there before, you can feel the join.',
    "People usually point a hand's breadth away from the trouble.",
    'It ticks; I have not opened the back.',
    'That holds, though I would not swing on it.',
    'I have had that one in pieces on the bench more than once.',
    'A drop of oil and it would turn.',
  ],
  counsel: [
    'Turn it over before you force it.',
    'Keep the small screws in a saucer, in order.',
    'Ask when it last worked, and who was there.',
    'Mend the part that moves; leave the scratches.',
    'Loosen it a little before you tighten it.',
  ],
  asks: [
    'When did {x} last work properly, would you say?',
    '{Is} {x} the trouble, or only the place where you see it?',
  ],
  matters: `
= umbrellas: umbrella rib spoke catch handle ferrule canopy shop mend rain parasol umbrellas repair
saw <-terse> an umbrella came in that [opens by itself|will not open indoors|only leaks on one person], and there's [nothing wrong with the catch|a love letter in the lining|a spring in it from a clock]
saw <-terse> [three|two|four] people have brought in [the same umbrella|a left-hand catch|black ones with one red rib] [this week|in a day|without knowing it], and [each said it was borrowed|not one met my eye|I'm saying nothing]
did straightened [two ribs|a ferrule|the stick] [over the kettle|with my teeth|while she talked], and [gave it back as it was|charged for the wire|it was never about the rib]
did put [a new spring|sixpence of wire|one stitch] in [a widow's parasol|the vicar's best|something with a duck's head], and [it closed with a sigh|found a tram ticket from before the war|had to sit down]
said {some} said [it just went|it was like that|no hurry for it], [turning the handle|and stayed an hour|looking at the kettle], and [that's not the break|so I asked since when|I said I could see that]
said {some} wanted it [mended so it wouldn't show|back exactly as it was|done before he noticed], and [well, it showed already|nothing goes back|I did the inside first]
so that's only [where it shows|the end you can see|the bit that rattles], [as a rule|and you oil it anyway|it'll have begun further up]
so [a mended one|anything with a splint|a thing that's been put right] is [better informed|steadier in a wind|worth two of the other]
view you can't mend [what's sealed|a thing nobody puts down|for somebody who's in a hurry]
view most people have told you [the trouble|all of it|whose fault it was] by the time they've [found the handle|got the thing open|asked how much]
ask what's the oldest [break|thing with a splint|umbrella] you've [got|kept using|never let anybody see to], and [who did it|does it still hold|what were you saying at the time]
do bring it in [wet|with the bits|and sit down], [they tell you more|no charge for listening|I'll not look till you're ready]
will [do the ferrule|look inside the lining|give it another night] [after tea|when she's gone|before I say anything]
out my umbrella [turned inside out|gave up|went off with somebody else] {at}, and [we have parted friends|I looked like a tulip|the mender only said oh dear]
saw <-terse> a [bride's|judge's|drowned] umbrella came in [folded wrong|full of confetti|with somebody else's initials], and [you don't ask, you shake it out|out fell a spoon|I knew the handle from before]
did <-terse> [took out|rethreaded|listened to] [nine inches of wire|the runner|a spring], [by the window|humming|while he found the words], and [it opened like a good mood|we'd got to his brother by then|charged him for one rib]
did [hung|sorted|opened] [forty of them|the black ones|every one in the shop] [to dry|by temper|just to see], and [it was like rooks|nobody could get in|the narrow ones are all shy]
said {some} said it was their [father's|late wife's|own fault], [before I'd looked|very lightly|and couldn't let go of it], and [so I did the handle last|I asked what he was like|we put the kettle on]
so it'll [do|stand a gale|hold], [if you don't tug|longer than the argument|and so will you]
view <warm> [an umbrella|a good mend|a crooked rib] [remembers who it kept dry|ought to show, a bit|is only a question of where you press]
view [new ones|folding ones|anything cheap and shiny] [have nothing to get hold of|never tell you anything|break like gossip, all at once]
will [wire it|ring her|leave the catch] [in the morning light|about the lining|till he comes in for it himself]

= customers: customer conversation talk gossip listen story counter shop secret second question sister husband
saw <-terse> a [couple|mother and son|pair of brothers] came in [one at a time|by turns|for the one repair], and [told me the same evening|neither knew|I had two halves of it by four]
did <-terse> asked the second question, [the one under the first|very quietly|with my back turned], and [out it came|the kettle boiled dry|he sat on the mending]
did kept [my eyes on the wire|a straight face|the door shut] [the whole time|till she'd done|with six in the passage], and [passed on the good half|none of it left the shop|hummed]
said {some} told me [about the sister|what was in the will|why they'd moved], [over a bent spoke|not that I'd asked|and felt better], and [left the thing behind|forgot to pay|I've forgotten it already]
so folk don't come in about [the handle|a spring|what they're holding], [bless them|not really|and you mend that too]
view you should only [gossip|pass things on|carry tales] [upward|if it makes them bigger|when there's cake]
ask how long's it been [doing that|like this|since you asked for help], and [what happened the week before|who was it for|does he know]
do [sit|mind the step|start anywhere], [there's only room for one|I've my eyes on this|we'll get to the umbrella]
saw <-terse> he [paid twice|stood on the mat|came back for his hat], and [it wasn't the hat|I went on with my spoke|then he said it]
did <-terse> [poured tea|passed the pliers|said mm] [at the right place|and nothing else|to somebody's grandmother], and [she'd got there by the second cup|it held|that was two things mended]
said {some} asked [what I'd do|if people change|was it too late for the lining], and [I told a story about a hinge|not the ribs, I said|we looked at it from underneath]
so it's [never the one they bring|the second thing they say|the kettle, mostly], [and you can't rush it|bless him|ask me how I know]
view a [shop|counter|listener] should be [narrow|a bit dim|facing the other way], so [only one trouble gets in at a time|they can say it to the wall|nobody's looked at]
ask and [how's the sister|did she ever write|what did you do with the other one], [since you're passing|if it's not a sore place|the umbrella can wait]

= breakages: hinge small breakage wire second-hand thing crack cup chair solder glue find lining knot broken
saw there was [a button|a note|half a photograph] [behind|under|sewn into] the [lining|drawer|seat] of [a chair I'd had a year|somebody's satchel|the till], and [it wasn't hidden, it was kept|I put it back|somebody's been missing that]
saw the [hinge|cup|chair] broke [where it was mended|beside the mend|clean across], which is [fair|never a surprise|how you know who mended it]
did wired [a cup|the gate|a doll's good arm] [four turns|with fuse wire|by the window], and [it'll see us both out|left the crack showing|felt it hold]
did bought [a box of handles|somebody's whole drawer|one boot] [at the market|for the string round it|from a boy], and [there's history in it|couldn't tell you why|found what it's for by tea]
said {some} said [throw it out|it's only a cup|you'd get a new one cheaper], and [held on to it|I looked at the hands, not the cup|you would, too]
so where it [breaks|gives|comes apart] is [where it was asked too much|news|somebody's thumb, year after year]
view <warm> nothing's [second-hand|past it|only a chair] once [you've turned it over|it's been sat in by somebody you miss|there's wire in it]
do turn it over [first|and look what it stands on|before you blame the leg]
will [wire|wax|leave] it [overnight|till it stops complaining|as it is, if it holds]
saw <warm> [a kettle|somebody's violin|one shoe] came with [a note|its old mend|all the screws in an envelope], and [whoever did it first had cold hands|I'd know that knot anywhere|it's been loved badly, but loved]
did [splinted|sewed|bent] [the leg|a strap|it back], [a bit at a time|with what was in the tin|so it'd show on the inside], and [it sat down like a cow|you'd have to know|gave it a night to think]
said {some} found [a ring|three pennies|their own milk tooth] in [the seam|a drawer I sold them|what they came to throw out], and [we had to have a sit|kept the chair, after that|that's why I look]
so [it gives|you find it|things let you in] where [it's been worrying|nobody thought to look|the old glue stops]
view [a crack|wear|a bodge] is [just somewhere it's been listened to|only honesty in china|not shame, it's handwriting]
will [look under it|ask who sat there|save the bits] [first|and tell nobody|in the blue tin]

= clocks: clock wind winding minute hour public pendulum tick time slow fast five simultaneity clocks
saw the [square|lower|station] clock [gained|lost|kept] [four minutes|nothing|a quarter hour] [overnight|since I wound it|out of tact], and [was right to|nobody has been late|I let it]
saw two clocks struck [noon|six|the same hour] [a street apart|eleven minutes apart|at each other], and [both were sincere|the pigeons moved across|I had lunch in between]
did wound [the last of them|all five|a clock that was not asked for], [took the stairs|set none|listened], and [arrived before I left|was younger by ten minutes|it ran, looked round and stopped]
did <dry> declined to [set|correct|hurry] [it|the tall one|anybody], [on the grounds that it was early there|with perfect manners|having oil on one finger]
said {some} asked me the time, and I asked [whose|by which|for what], and [we were both late|it passed|was shown a pendulum]
said {some} asked which one was [lying|right|mine], and I said [they were answering different questions|it depended on the stairs|that is a personal matter]
so each is [right where it stands|wrong only in company|late somewhere else]
so an [hour|minute|afternoon] [is|takes] as long as [the stairs|what you are leaving|it is left alone]
view if the whole city agreed on the [minute|hour|noon] there would be nothing to do but [be late|apologise|hurry to it]
view <dry> [punctuality|a correct clock|being on time] is [a private matter|a coincidence with witnesses|something one does to others]
ask by which clock, [and who wound it|yours or the stairs'|if it matters]
do [wait|look at the other one|leave the door ajar], [it will come round|it has nowhere to be|they catch up]
will [wind it|oil it|sit with it] [at a quarter to something|on the usual evening|and not repair it]
out I set my watch by [the corner clock|the baker|a stranger's] and [was early for the first time|missed only the beginning|have been happier in the wrong hour]
saw a [mantel|harbour|borrowed] clock [struck thirteen|went backwards|ran beautifully] [for a widow|all Sunday|once it was left alone], and [it was the right number for her|nobody was harmed|I declined to know why]
saw the [stairs|noon boat|whole queue] [waited|left|agreed] by [the wrong clock|mine|habit], and [arrived|it made no difference, elegantly|somebody was early and never knew]
did [stopped|visited|forgave] [the slow one|each of them|a minute], [in passing|as one calls on relations|with a feather], and [the street gained an evening|they had nothing to say to each other|it has been punctual since, out of pride]
did <dry> [accepted|wound|oiled] [a complaint|the complainant's watch|the argument], [with thanks|until it was tight|in every part], and [he left on time for something else|it stopped|we agreed on Tuesday]
said {some} [proved|complained|wept] that [it could not be noon in two places|she had missed it by four minutes|time was short], and [I agreed, and we had lunch in both|offered her the lower clock|asked how tall]
so [late|now|the hour] is [a place|a matter of stairs|what one calls the other clock]
so there was [time|nothing to correct|an extra minute], and [I gave it to a child|nobody claimed it|we sat in it]
view <dry> an [accurate|unanimous|expensive] clock is [one that has stopped listening|only lonely|right about nothing else]
view a minute [kept|wound by hand|left over] is [nobody's|longer|the one you remember]
ask if [the tide|she|an hour] comes [late by one clock and early by the other|when nobody has wound it|twice], [did you wait|whom do we thank|which of you is wet]
will [wind|leave|consult] [the one nobody sees|them in the wrong order|the pendulum], [at an hour of its choosing|as usual|and change the subject]

= escapement: escapement oil spring gear wheel paradox pivot works oiling repair tooth
saw one [tooth|pivot|jewel] was [worn on the waiting side|bright from hesitating|dry], and that was [the whole of its opinions|eleven seconds a day|enough]
did put [a drop|one drop|half a drop] of oil [where it frets|on the third pivot|and wiped away most], and [it forgave me|the tick went down a tone|the silence improved]
did took [the works|a mantel clock|the smallest] apart [on a clean sheet|in the order of its regrets|at night], and [one part was left over|it goes without|there was dust shaped like a minute]
said {some} wanted it [faster|to stop at the nice part|never to stop], and [I accepted all three|one can oil that|was reasonable about it]
so a clock is [a fall, put off|held back, politely, sixty times a minute|mostly refusal]
view [oil|a paradox|patience] should be applied [sparingly|where it squeaks|with a pin]
view some things should be [wound|kept going|listened to] and [not repaired|never opened|left with their fault]
ask if it [loses and gains alike|is right twice|stops only when watched], is it [mended|late|yours]
do [open the back|hold it to your ear|put it down], [and ask nothing|then let it sulk|gently, it is thinking]
saw the [balance|hairspring|smallest wheel] [trembled|had a hair in it|held] [before each tick|like somebody about to speak|for no reason but tact], and [I waited for it|one does not interrupt|then it spoke]
did [listened|blew|breathed] [on the verge|through a straw|once], and [the fault moved over to make room|that was the repair|it kept better time than I did]
did [found|lost|polished] [a screw|its beat|the side no one sees], [under my own lamp|at the same moment|to a mirror], and [they had been looking for each other|nobody will know, which is the point|slept until a quarter past something]
said {some} asked whether it [hurts|minds being opened|knows], and [I said it is only ever a little late|so do we|handed over the loupe]
so [regular|tick|exact] is [two errors taking turns|a hesitation one can set one's watch by|what fear sounds like, well oiled]
view a [spring|clock|person] should be [let down slowly|wound by the same hand|left a little play]
will [hear|clean|not mend] [the particular one|it|what it is used to], [tonight|with the door shut|as I promised]
`,
  bystanders: `
I took [a clock|my umbrella|the good chair] [in|to be mended|round], and [talked for an hour|cried, slightly|came back with advice], and [it was not even broken|the bill was nothing|it works when looked at]
my [watch|hinge|left boot] [stopped|went|squeaked] at [the worst moment|the altar|supper], and [I let it|we were all glad|it has a point]
[the mender|a woman with wire in her mouth|somebody patient] [turned it over|held it to the light|said oh dear], and [asked about my mother|had it right in a minute|found a coin]
I [mended|glued|tied up] [a cup|the gate|my own sleeve] [badly|by myself|with string], and [it holds|am unbearable about it|everyone has been told]
[no two clocks|hardly two clocks|no three clocks] on the way [home|to work|up] [agree|tell the same story|will speak to each other], so I am [late and early|always somewhere in between|paid by the kinder one]
`,
}
