import type { TradeWords } from '../trades.ts'

export const TIDES: TradeWords = {
  words: 'tides tide sea ferry boat harbour sailor sailing water ocean fish fishing pilot gull navigation',
  introductions: [
    'I work by the water',
    'the tide is my clock and my employer',
    'I know boats, steps and what the sea does to both',
  ],
  remarks: [
    'The water will say whether I am right.',
    'You can argue with that, as you can argue with a swell.',
    'It comes in when it comes in.',
    'I have seen it go out further than that and come back.',
    'I learned that wet, which is how one learns it.',
    'There is weather behind that, if you look.',
  ],
  counsel: [
    'Look at the water before you look at the chart.',
    'Move the heavy things upstairs first.',
    'Wait for slack, then go quickly.',
    'Tie it so that you can untie it in the dark.',
    'Ask who is carrying what; the rest sorts itself out.',
  ],
  asks: [
    '{Does} {x} come and go for you, like a tide, or stay put?',
    'Who else is in the boat with you, as far as {x} {is} concerned?',
  ],
  matters: `
= water: tide high water step flood level stair sea quay moon slack surge mark count
saw <terse> [{n} steps|{n} on the stair|step {n}] [at the turn|by lamp|at high water], [wind|and wind] [south-west|backing|gone to bed|from the land|none]
saw <terse> the water [stood|came|waited] [a hand under|level with|just short of] the [ring|green mark|mason's line], and [left|thought about it|went back the way it came]
saw the [weed|scum line|wet] is [two fingers|a hand|a boot] [above|over|higher than] [Sunday's|the chalk|where I left it], [with no wind to blame|and the moon is small|so carry the flour up]
saw [a chair|somebody's gate|half a door|an oar] came [in on the flood|down with the ebb|past at slack], [the right way up|in no hurry|with a gull on it]
did sat [out the tide|till it turned|on the top step] with [the lamp|a thermos|my needles], and [counted|said nothing|it came]
did chalked [the mark|today's step|a line] [at the turn|and the hour|over the old one] and [wiped the guess|signed it|went in]
did <terse> [looked|waited|counted]. [waited|looked|listened]. [wrote it down|counted again|went home]
said {some} asked for it in [centimetres|words|confidence], and [I gave the step|got the number again|was shown the stair]
said {who} [forecast|promised|said] [less|more|drier], [from upstairs|in good boots|with a dial], and [it did what it did|the stair did not hear|I have it written down]
so it will [do what it does|come or not|stop where it stops], and [you can be upstairs|best be asleep or ready|somebody should stand there]
so [nothing to carry|lift the bottom shelf|leave the boots on] [tonight|for now|till the turn]
view a [step|stair|wet boot] is [measure enough|worth ten dials|something a person can stand on]
view [late and right|exact and late|a day late] is [better than|worth two of] [early and wrong|quick|sorry]
ask who [sleeps|keeps a stove|has hens] below [the ninth|the chalk|the second ring]
do [carry it up|lift the rugs|bring the cat in] [now|before the turn|and then laugh at me]
will [count|sit|look] again at [the turn|four|slack water]
out I [watched the water|stood on the stair|counted with them] [for a whole tide|after supper|until I was cold], and [it looks at you back|now I whisper near it|have moved my shoes up a shelf]
saw <terse> [low|slack|neap] [water|tide]. [mud|weed|a boot] [to the fourth|showing|where the boats lie]. [it will be back|a heron|no wind]
saw <terse> [the step count|today|last night]: {n}. [before that|yesterday|Sunday] {n}. [it is walking|say nothing yet|move the low crates]
saw the [sea|ebb|flood] has [left a door|taken the bottom plank|turned the buoy] [at the stair foot|and not the lock|in the night], and [it will want it back|that is two this month|I noted the hour]
did <terse> [told|warned|looked at] [the fish hall|them|the low doors]. [twice|by name|without raising it]. [some moved|they laughed|it is their carpet]
did marked [the wall|my own boot|a post], [went in for tea|turned my back|waited], and [it was over the mark|it had been and gone|came back to a wet cup]
said {some} said it looked [calm|the same to them|pretty], and [so does a cat|I gave them the number|they had their good shoes on]
so [count|watch|stay] and [say the number|do not dress it up|let them laugh first]
view <terse> [water|the sea|a tide] [keeps no grudge and no promise|has not read it|is not early]
view the [dry|high|brave] [talk most|forecast|sleep through], and [the stair is honest|then they ask for the boat|I knit]
will [knock|light the lamp|say it again] at [the ninth step|dusk|the turn], [louder|once|in boots]

= wind: wind salt weather silence knitting gull wool slack boots sky exact
saw the wind went [round|down|into the north] [at three|without a word|behind my back], and [the rope knew first|the gulls sat|so did my knee]
saw salt on the [window|kettle|inside of the door], [as far as|up to] the [second pane|latch|shelf], [and no storm|like writing|by breakfast]
did knitted [a sleeve|forty rows|half a heel] between [tides|two ferries|the ebb and the flood], [and unpicked it|for nobody in particular|grey]
did gave the [socks|long scarf|cap] to [whoever was wet|the boy on the steps|the first cold neck] and [left before the thanks|said the wool was spare|it was]
said {some} stood by me [a whole tide|for an hour|till dark] and said [nothing|one word|it was big], which was [right|company|about the size of it]
so quiet [carries|goes|is heard] [over water|further than a shout|longer than you think]
view [salt|wind|silence] [gets in|is honest|tells you] where [paint stops|people do not|the house is lying]
do [look|listen] [down|at the rope|at the birds] before you [look up|ask me|read anything]
will [mend|finish|unpick] the [net|heel|other sleeve] at [slack|low water|the weekend]
saw [three gulls|the smoke|every rope on the pier] [facing in|lying flat|gone slack], [before noon|all at once|and no cloud], so [bring in the nets|I wore the other coat|it was right by four]
did [dropped|counted|turned] [a stitch|eleven rows|the heel] when [the wind went|the horn sounded|she made me laugh], and [left it in|that one is for her|it shows]
said {some} talked [the whole slack|through the turn|till the lamp], and I [said two words|finished the cuff|was not unhappy]
so [wool|a dry sock|quiet] is [what there is|said better than thanks|for somebody]
view <terse> [joke|laugh|answer] [tomorrow|late|when it is dry], [it keeps|if at all|they get there]
will [cast off|start the grey|sit] [with the ebb|and say nothing|when the boat is in]

= ferry: ferry boat pilot crossing passenger pier horn oar aboard captain harbour ferries second
saw <-terse> had [a bride|a goat|three hatstands and their owner|an entire choir] aboard [on the early boat|all the way round|without paying], and [the goat was no trouble|she steered a bit|not one of them could swim]
saw <-terse> [a trunk|a wardrobe|one red boot|a hen in a basket] went over [at the second pier|in the swell|while I was explaining something], and [I had it back|it floats better than my uncle|the hen never noticed]
did <-terse> rowed [half the quarter|a piano stool|two fellows who were not speaking] round the [point|long way|wrong side of the marker], and [came out of it|was paid|got home] with [a free haddock|a recipe|nobody's good opinion]
did <-terse> [came alongside|cut it fine|missed the pier] by [a coat of paint|the length of a curse|rather more than usual], [which I meant|and everyone clapped|and I will deny it]
did <-terse> [spliced|lost|borrowed] the [stern line|good boathook|bell] and [told|promised|blamed] [nobody|the tide|somebody's cousin]
said <-terse> {some} asked if [the sea is always on that side|she has ever sunk|I knew the way], and [I said only in summer|I looked as if I had to think|the whole boat went quiet]
said <-terse> {who} [would not|will never|was too proud to] get in [without a receipt|until I had stopped talking|on that side], [so we are still there in a sense|and I talked slower|I like a fight before breakfast]
so the first thing in [any trouble|a swell|a quarrel] is [who is carrying what|to sit the loud one in the middle|ballast, and the second is tea]
so [I came out of it|it ended|we landed] [slightly in the wrong|with dry feet|richer by one fish], [as usual|and I would do it again|ask anyone but them]
view a boat [knows|forgives|remembers] [everything but a bad knot|her pilot's moods|more than the harbour office]
view <-terse> there is no [short crossing|quiet passenger|bad weather], only [a dull pilot|one who has not been asked|people without soup]
ask who left [a left oar|half a cheese|their grandmother's umbrella] [aboard|under the thwart|on my roof], and [is there more|do they want it|was it a hint]
do [sit in the middle|pay the boy|bring a hat] and [keep your fingers in|mind the wet end|tell me about it]
will go [round again|out at six|over for the mail], [fog or none|if she starts|and whoever is on the pier is coming]
out I took the boat [instead of the stairs|round the long way|for the company] and [arrived wet|heard three lives|was made to hold a goose], and [would again|it beats walking|I was not even going there]
saw <-terse> [a professor|somebody's mother-in-law|the mayor's own cousin] [fell in|stood up|insisted on rowing], [which I had said|with the sandwiches|at the exact moment I described], and [I fished out the sandwiches first|we have been close ever since|it took the hat to convince him]
saw <-terse> it was [flat as soup|blowing old boots|so thick you could lean on it] out past [the marker|the second pier|the point], and [not a soul aboard believed me|I sang|we went by smell]
did <-terse> [raced|overtook|very nearly hit] [the mail boat|a bath|my own wake], [with a full load|by accident|for a pie], and [won on style|let him think so|everyone lost a shoe]
did <-terse> [carried|delivered|mislaid] [nine hens|a bass drum|one bridegroom] and [counted thirteen at the far side|was paid in both|the bride took it well]
said <-terse> {some} [wanted to pay in|swore blind he had paid in|offered me] [poems|an eel|advice], and [I took the eel|I have had worse money|you should have heard the third verse]
said <-terse> {who} [laughed|very nearly laughed|moved one eyebrow], [I have it in the log|on my boat|before noon], and [that is the year made|nobody will believe it|I told it again, slower]
so if there is [a moral|any sense|a dry inch] in it, it is [bring soup|I was nearly right|never sit downwind of a choir]
view the truth is [all right as ballast|better with a fish in it|what you have when the story runs out]
ask who is [owed a lift|for the last boat|still on the pier pretending to read], and [can they bail|have they a coat|will they sing]
will tell [the rest|it properly|the vicar's part] [on the way back|when the kettle's hot|to anyone who carries something]

= fish: fish price market haddock whelk crab stall scales wet debt credit gull
saw [haddock|mackerel|crab] is [up again|down a penny|dearer than a haircut], and the [scales|thumb|fishwife] [at the end stall|by the door] [is no cleaner|weighs more than Sunday|has a cousin]
saw somebody paid in [eels|song|buttons] and [was given change|nobody blinked|it was good weight]
did swapped [a ride|two knots|a story] for [a crate of whelks|the big crab|fish I cannot name], and [think I lost|ate it on the step|the story was not even mine]
said {some} swore it was [caught this morning|the last one|a sort of cod], and [the eye said otherwise|it winked|I have bought worse off a bishop]
so [fresh|a bargain|credit] is [a matter of who is asking|what it was yesterday|a smell with a hat on]
view never [trust|argue with|marry] a man who [weighs it dry|wraps before you see|has clean cuffs at a fish stall]
ask what are they [asking|wanting|getting] for [a pair of kippers|crab|anything with a head on] [up your way|now|with a straight face]
do [smell it|look it in the eye|bring your own paper] and then [pay half|walk off slowly|ask after his mother]
saw the [whelk man|herring girl|fellow with the scales] [smiled|went deaf|added his elbow], so [I counted my change twice|there goes a penny|it was short by a fin]
did [sold|weighed|argued over] [one cod|a bucket|the head] [three times|by candle|till it was soup], and [we parted friends|made a loss with honour|he threw in a crab]
said {some} wants it [without the head|fresher|for the cat], and [pays like the cat|I said look at its eye|the cat has better manners]
so you [weigh it wet|smell first|pay last], and [keep your thumb to yourself|nobody starves|it is not stealing if he laughs]
view a [good fish|fair price|honest stall] [needs no lemon|is gone by seven|knows you by your boots]
will [gut|salt|swap] the [rest|ugly ones|eel] [for rope|before Friday smells of it|with whoever is rude to me next]

= knots: knot rope splice hitch line tie bowline loose hand tale
saw somebody has tied [my painter|the long rope|that gate] with [a granny|hope|eleven turns and a prayer], [so it came to me|and it held|I am keeping it to show people]
did tied [a bowline|three hitches|the same knot] [behind my back|for a bet|in the dark] and [had to cut it out|won a pie|taught a child, who was quicker]
said {some} asked me for [a knot that holds a husband|one that comes undone by itself|the name of it], and [I know four|there is and I drew it|nobody should have that]
so a [knot|splice|hitch] is [only rope that was listened to|as good as whoever was cold when they tied it|a promise you can undo]
view if you [cannot undo it|have to swear|need two goes] it is not a [knot|hitch], it is [a mistake with ends|an heirloom|a tangle putting on airs]
do [leave a tail|pull it twice|wet it first] and [sleep|never mind the name|show somebody else]
saw a [clove hitch|boy's first splice|bit of string] [held|is holding|has held] [the whole pier|my boat|that gate] since [the blow|breakfast|I looked away], and [I have not told it|take your hat off|somebody's thumb did that]
did [showed|bet|robbed] {some} with [the thief knot|a loose end|two half hitches], and [they saw through it|it cost me a bun|we were stuck till the tide]
so [pull|wet it|look twice], and [then trust it|after that it is up to the rope|say nothing till it holds]
view there are [two sorts|only two kinds] of people: [those who leave a tail|those who can undo it|whippers and fusers], and [the other sort|relations|I have sailed with both]
do [untie it|look at it|leave it] [by daylight|before you curse|for the next one aboard]

= gulls: gull bird thief pigeon beak noise chimney fish-stealing
saw a gull [walked in|came down|stood about] [like a landlord|in the doorway|on the third pier], took [a whole pie|my left glove|the receipt], and [looked at me|left by the front|walked out again]
saw the gulls have [learnt the timetable|posted a lookout|started on the bakery], [on the roof|two by two|I have it from one of the pies]
did shouted at [a gull|the big grey one|nine of them] until [it apologised|a window opened|I felt better], and [it brought friends|was short one herring|the vicar said good morning]
said {some} maintains that gulls are [only hungry|a kind of poet|misunderstood], [with no hat on|and was hit twice|and I say who by]
so [they know|it knew] exactly what [they are|it was] doing, and [so do I|that is the insult|it is in the eye]
view [to a bird|beak and foot|man and boy], gulls are [thieves|solicitors|relations of somebody]
do [cover the pie|keep one hand over your chips|walk as if you had nothing] [from the pier on|till you are indoors|and never look up]
out a gull has [moved in|taken against me|been on our sill] since [Tuesday|the herrings|I laughed at it], and [we are down to terms|it taps|I have named it after my aunt]
saw [four|two|nine] of them [held a meeting|stood in a row|were laughing] on [the wheelhouse|my washing|the fish hall roof], and [I was the agenda|one had a chip|adjourned when I picked up the oar]
did [lost|defended|shared] [a sandwich|the herring|my lunch] [with honour|as far as the crust|under protest], and [it was watching my eyes, not the bread|now it knows my name|they have sent a bigger one]
said {some} has [tamed one|named the big one|started feeding them], and [I have stopped speaking to that end of the pier|it bit the hand, I am glad to say|there should be a law]
so that is [war|lunch gone|how it starts], and [I said so in spring|the bird agreed|cover your pie]
view a gull is [a pickpocket with a view|rain that screams|nobody's friend twice]
`,
  bystanders: `
the [water|tide|sea] was at [our step|the second ring|the bakery wall] [when I woke|by supper|again], and [we moved the piano|the cat moved first|I counted it twice]
I [waved|called|ran] to the [boat|ferry|pilot], [missed it|got a wet knee|was hauled in], and [heard the whole story|held somebody's eel|learnt a new word]
[a fishwife|the boy at the pier|a man mending nets] [sold|gave|promised] me [something with legs|two herrings|the big one], and [supper was silent|it looked at me|I cannot cook it]
I [sat|stood|ate] on [the quay|a bollard|the lowest dry step] and [did nothing|watched it come in|forgot the time], and [my shoes can prove it|nobody needed me|it was the best hour]
the [horn|fog|tide] [got me up|came into the kitchen|kept me in] [at five|on Sunday|all day], and I [do not complain|wrote four letters|answered it]
`,
}
