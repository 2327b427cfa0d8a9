import type { TradeWords } from '../trades.ts'

export const MAPS: TradeWords = {
  words: 'cartography map cartographer survey street plan atlas compass geography navigation',
  introductions: ['I make maps', 'maps are what I do', 'I draw this city so that people can find one another in it'],
  remarks: [
    'It looks straight on paper and bends as soon as you walk it.',
    'I could show you the spot, and you would still have to go there.',
    'Any plan leaves something off, and that may be what mine leaves off.',
    'I have paced that thought end to end and it comes out the same length each time.',
    'From the other side of the street it may well look different.',
    'There is a blank beside it that I have not filled in.',
  ],
  counsel: [
    'Walk it once before you draw it.',
    'Find the fixed point first and measure everything from there.',
    'Take the route you have not seen, and count the doors.',
    'Mark where you slow down without meaning to; that is usually the place.',
    'Ink nothing until you have been back in the rain.',
  ],
  asks: [
    'Where {does} {x} begin, for you, and where is the edge?',
    'Where were you standing when you last thought about {x}?',
  ],
  matters: `
= paces: street plan pace measure string door survey step width distance stair map
saw <exact> [the back stair|the passage|the arcade|the lane behind the yard] [comes to|measures|runs] {nn} paces and [the sheet|my own note|the old plan] says {nn}
saw <exact> [door|step|window|gate] {n} has moved [a hand|two fingers|half a pace] to the [left|north|east] since [autumn|the last survey|I drew it]
saw [somebody has|the builders have|the council has] [bricked up|widened|repainted|propped] the [side door|lower gate|archway] [I measure from|my whole sheet hangs on|everyone turns at]
saw <playful> a [cat|child|delivery boy|pigeon] [held|sat on|chewed|ran off with] the [far|wet|other] end of my string [for the whole length|as far as the corner|and would not be thanked]
did <exact> [walked|paced|measured] [the east side|the whole of it|the arcade|every landing] [twice|three times|again] and [got|wrote down|came home with] [two|three] [different|separate] [figures|numbers|answers]
did [wet|knotted|restrung|ran out] the [string|line|tape] and [started over|began again|did it properly] from the [corner post|pump|first step]
did stood [in the road|on somebody's step|under the gutter] with a [pencil|plumb line|folded plan] until {some} [asked what I was selling|moved the barrow|took pity on me]
said {some} [asked|wanted to know|called down to ask] whether [a street|a lane|a passage] gets [shorter|narrower|longer] [if you are late|in the rain|when you carry something]
said {some} [swore|told me|insisted] it was [ten|twenty|fifty] paces [at most|and no more|near enough], and [walked it|paced it with me|counted it] and went [quiet|pink|home]
so a [pace|yard|distance] is [only|nothing but|really] a [person|leg|promise] [repeated|agreed on|written small]
so <dry> nobody [thanks|forgives|invites] the one who [measured|counted|went back to check]
so the [difference|missing pace|extra step] has to be [somewhere|hiding|in somebody's kitchen]
view <exact> [near enough|about|roughly] is [a word|the word|a thing] for [people|those] who [stayed indoors|never carried the shopping up|do not have to sign it]
view a plan [should|ought to] [be|stay] [true|right] at [walking|carrying|limping] pace [or not at all|before anything else|and then be handsome]
ask how many [steps|stairs|doors] do you [pass|climb|count] before you [stop thinking about it|call it home|reach for the key]
do [count|pace|measure] your own [stairs|hall|doorstep] [tonight|once|in the dark] and [tell me|write to me|send me] the [number|figure]
will [measure|walk|pace] it [once more|backwards|again] [in dry shoes|before the carts are out|with a second person on the string]
out <-exact> I have [lived here|used that stair|walked that way] for [years|ages] and could not [tell you|say|swear] how [long|wide|steep] it is
saw <exact> [from the pump to the arch|between the two lamps|door to door] it is {nn} paces [dry|with shopping|on a good knee] and {nn} [in the wet|without|on mine]
saw the [kerb|top step|threshold] has worn [a thumb|a finger|half an inch] [lower in the middle|on the pulling side|since my first book], so [that is weight, measured|somebody stands there|feet are a tool]
did <exact> [drove|set|moved] a brass pin [at the corner|in the third joint|by the drain] and [took every distance off it|came back to find it polished|somebody has hung a scarf on it]
did [sat|knelt|lay down] in the [passage|gateway|gutter] to [see the slope|read the stone|get the line straight], and [was offered soup|two people stepped over me|the slope was there]
said {some} [lent me|held|tied] a [dog lead|clothes line|length of ribbon] when [my string broke|I ran short|the wind took mine], and [it was four paces, exactly|now there is a ribbon on the plan|it had never been so useful]
so a [doorstep|corner|stair] [will wait|stays put|keeps its number] [longer than an opinion|if you ask it twice|whoever is mayor]
so I [trust|believe|would sign] the [string|second figure|slower walk] and [not the memory|not the sheet|leave the rest in pencil]
view the [shortest|only honest|driest] [way|route] between two doors is [the one with a witness|what the milk boy takes|never the one drawn]
ask where [exactly|on the ground|to the step] does [your street|the square|home] [begin|stop|turn into somebody else's]
will [check|re-pace|string] [the odd side|number nine to the wall|those last steps] [on Thursday|when the bins are in|by lamp]

= plates: copper plate paper engraving ink print sheet cartographer drawing proof press ink map
saw the [proof|second proof|new sheet] came up [a shade|a hair|visibly] [darker|wider|softer] [along the fold|at one corner|by the harbour]
saw [damp|this weather|wet air] has [got into|cockled|swollen] the [good paper|proofs|whole ream] and [every|each] [river|street|margin] is [a little fatter|longer than it was|wandering]
saw <playful> there is a [thumbprint|tea ring|moth] in the [middle|corner|best part] of the [proof|plate|sheet] and it [looks like|has the shape of|could pass for] a [lake|park|bandstand]
did [burnished out|recut|scraped away] a [single|crooked|misspelt] [letter|line|stair] and [inked|proofed|pulled] it [again|twice|before supper]
did <-exact> [spilt|found|ran out of] the [brown|good|last] ink and [drew on in|finished the sheet in|went home and used] [coffee|pencil|something I would rather not name]
did pressed the [flat ones|good sheets|oldest plan] under [the board|a paving stone|two dictionaries and a cat]
said {some} [looked|stared|peered] at the [plate|copper|proof] and [read it|held it up|admired it] [backwards|in the mirror|upside down], [which was|and that was] [correct|how it is cut|the first sensible question all week]
so you [learn|find out] what a [line|street|coast] [weighs|costs] when you have [cut|scraped|inked] it [twice|by lamplight|the wrong way round]
so [copper|paper|a plate] [forgives|forgets|hides] [nothing|very little|less than people do]
view a [blank|white patch|gap] on [a sheet|a plan|the paper] is the [loudest|rudest|most honest] [part|thing] of it
view <playful> [every|any] [map|sheet] worth [keeping|stealing|folding] has [one thing|something|a lane] wrong [on purpose|out of love|and knows it]
ask who [throws away|keeps|still has] the [old|first|wrong] [sheets|proofs|plans], and [may I|could I|where can I] [see them|have the corner|come and look]
will [cut|ink|proof] the [title|border|last corner] [when it is dry|tomorrow|by daylight] and [not before|leave it alone after that|let it be wrong if it must]
out I keep [an old plan|last year's map|a torn sheet] [in the kitchen drawer|over the damp patch|for lighting the stove] and I [still trust it|know every crease|would not swap it]
saw the [acid|needle|graver] [slipped|bit|wandered] [a hair|once|by the bridge], and [there is a new inlet|the bridge has a beard|I have made a cove of it]
saw [a bookseller|the stationer|somebody's uncle] has the [spring|old|pirated] sheet in the window, [upside down|with my name off|for twice the price], and [I straightened it|went in and bought it|it has a fly on it]
did [hung|dried|ironed] the [wet proofs|big sheet|run] on [the landing|a clothes line|every chair], and [the whole house walked round them|a sock got in|one neighbour found his door]
did cut [the title|four windows|a flight of stairs] [in reverse|before the light went|without breathing], and [it reads|got the sevens right|went for a walk]
said {some} [wanted|asked for|begged] [their house made bigger|a dog put in|the tannery left off], and [offered plums|it is a small dog|was told how paper works]
so ink [dries|spreads|settles] [where it pleases|like talk|to the depth of the scratch], and [you learn to aim wide|that is the last word on it|one plans for it]
view <exact> a [good|true|decent] line is cut [once|cold|by somebody who has walked it]
ask is there anyone with [a flat table|dry hands|north light] and [an hour on Sunday|no children|patience for small lettering]
will pull [ten|one last|a clean] [proof|proofs] [off it|by daylight|before I let anyone near]

= north: north compass bearing needle direction true horizon weathercock
saw <exact> the [needle|compass|good compass] [swings|pulls|leans] [two|three|four] degrees [by the railings|near the boiler|whenever a tram goes under]
saw the [weathercock|vane|old sundial] [disagrees|has quarrelled|is out] with the [compass|sun|needle] [by a finger|again|and looks smug]
did took a bearing [from the roof|off the spire|at first light] and another [at noon|after rain|with the other eye], and [split|kept|distrusted] [the difference|both]
did <playful> [turned|walked|got] [myself|a visitor|three tourists] round until [nobody knew|we had lost|it stopped mattering] which [way|side] was [north|up|home]
said {some} asked [where north goes|whether north moves|who decided on north], [and meant it|very seriously|over the soup]
so [north|a bearing|a fixed point] is [what you have|a comfort|a courtesy] when [nobody|no neighbour|the street] will [agree|answer|stand still]
so it [helps|matters|pays] to know which [way|wall] you are [facing|leaning on] when you [say a thing|lose your temper|make a promise]
view [true north|a compass|a needle] [does not|will never|need not] [flatter|hurry|argue], and [I wish it were catching|that is rest of a kind|some people cannot stand it]
ask which way does your [bed|desk|front door] [point|face|look], and [did you choose it|did it choose you|do you sleep]
do [write down|note|remember] which way you were [facing|looking|turned] when you [decided|heard it|said yes]
will [check|swing|reset] the [needle|compass] [away from|well clear of|nowhere near] the [railings|boiler|ironmonger's]
saw at [noon|twenty past|midday] the [shadow|flagpole|sun] [fell|stood|lay] [on the wrong slab|a hand east of the mark|where I had chalked it], and [somebody moved the slab|I was absurdly pleased|nobody else was looking]
saw <exact> [the church|our bridge|the long wall] is [two|three|five] degrees off [its own drawing|what it claims|square], and [has been admired for it|stands anyway|so was the architect]
did carried the compass [up the tower|round the whole quarter|in my hat], and [it settled only once|it pointed at the bakery|let a child hold it level]
said {some} [turned|sat|faced] [the other way|with their back to it|south] [on principle|to be awkward|for the warmth], and [could still find it|has been lost since|I moved the chair]
so [you face|one faces] [what one can|the weather|somebody], and [write down the angle|the rest is furniture|call that a start]
view [a bearing|one fixed line|a plumb bob] is [good company|the quietest friend I have|all the religion I need], [on a hill|in fog|most weeks]
ask if you [shut your eyes|woke in the dark|were spun twice], which way is [the sea|your bed|the one you owe a letter]
will [sight|shoot|take] it [again|from the far side|off the lamp] [on a still day|when the fog lifts|with somebody holding the hat]

= signs: name naming sign street label unnamed place blank nameplate letter called
saw [somebody has|the rain has|a ladder has] [taken|eaten|covered] the [last letter|first letter|middle] of the [street sign|nameplate|board] [at the corner|by the steps|over the arch], and [now it reads like|what is left sounds like|it has become] [an order|an apology|a kind of fish]
saw <exact> [two|three] [alleys|courts|stairs] [on this side|in one quarter|within a shout] have [the same name|no name at all|a name nobody uses]
did asked [nine|seven|eleven] people [what this corner is called|the name of the yard|where they thought they were] and [got|wrote down|collected] [eight|six|ten] [answers|names|stories]
did [scrubbed|chalked|copied] the [old letters|under-name|nameplate] [off the wall|over the arch|by the pump] before the [damp|painters|committee] [got to it|could]
said {some} calls it [after|for] [a dog|an aunt|a shop] that [closed|died|moved] [before I was here|years ago|last spring], and [so do I now|it fits|I have put that in the margin]
so a name [sticks|takes|holds] when [somebody|a child|a tired person] [shouts it|needs it|uses it in the dark]
so [things|places|corners] do not [wait|ask] to be [named|called something], [we do|but people do|and yet]
view a place [without|that has lost] its name is [harder|slower|lonelier] to [ask for|come home to|be rescued from]
view <playful> the best names were [overheard|mistakes|insults] [first|once|before they were polite]
ask what do you [call|say for|name] the [bit|stretch|corner] between [your door|the bakery|the last lamp] and [the square|the water|the stairs]
do [say|use|shout] the [old|real|short] name [now and then|out loud|when you pass], so it [keeps|knows|does not rust]
will put [both|all three|the rude one too] names on [the sheet|the draft|my copy] and let [people|the street|time] [choose|cross one out|decide]
out everyone [I know|on our stair|in the queue] gives that corner a [different|private|worse] name, and [we all find it|nobody gets lost|that is the beauty of it]
saw a [boy|man with a ladder|woman in an apron] is [repainting|correcting|scrubbing] the [nameplate|arch|board] [from memory|one letter a day|in the wrong blue], and [it is an improvement|nobody dares say|the E has a face]
saw the [old name|second name|name before last] shows [through the whitewash|when it rains|by raking light], [like a tooth|and is shorter|with a different spelling]
did [added|struck out|pencilled] [a name|two dots|a query] on [the draft|my own copy|the landing sheet], and [somebody had to sit down|slept better|owe a reason by Monday]
did <exact> [knocked at|asked at|wrote to] [eleven|nine|every one of the] doors about [the name|their number|what the yard is for], and [three knew|was lent a photograph|came away with jam]
said {some} [insists|holds|maintains] the [lane|yard|step] was [named for a horse|never named|called the opposite], and [has the bill to prove it|nobody living can say|I would like the horse to be true]
so [calling|naming|a sign] [is|makes] [half of finding|a door in a wall|a sort of lamp], [at night especially|for the postman|when you are running]
view a name [chosen by|left to|argued over by] [a committee|the winners|people in chairs] [wants walking|should be worn in first|lasts till the paint does]
ask who was [your street|that bench|the corner] [named for|called after], and [would they have liked it|did they ever come|is there a soul who knows]
will [ask|try] the [oldest|loudest|last] [tenant|door|resident] [about it|before it is cut|when the soup is on]

= puddles: puddle smell moving cat corner rain shape desire path drawing edible argument map noon
saw the [big puddle|long puddle|usual puddle] [by the pump|under the arch|outside the tailor's] has [grown an arm|split in two|taken a lodger], and [it was gone|you could step over it|the sparrows had it] by noon
saw the smell of [bread|tar|frying onions|wet dog] [gets as far as|turns round at|gives up by] [the third lamp|the shut door|the second landing] and [no further|then thinks again|comes back a different smell]
saw [four|five|six] people [in a row|one after another] [slowed|looked up|changed sides] at the [same|one] [paving stone|doorway|drainpipe], and [not one|none] of them [knew it|could say why|would admit it]
did followed a [cat|smell|tune|limp] from [the quay|breakfast|somebody's window] to [where it stopped|a locked yard|the wrong side of town] and [inked|drew|wrote down] [the whole way|every turn|what was left]
did drew the [puddle|draught|quarrel] [before it dried|from memory|on the back of a bill] and [dated it|signed it|gave it] [to nobody|wrongly|to a child]
said {some} [told me|complained|observed] that [a map of|drawing] something which [moves|dries|leaves] is [no use|only showing off|a waste of ink], and [asked for a copy|kept looking at it|was quite right, roughly]
so [roughly|more or less|give or take a corner] is the only [honest|brave|dry] [word|unit] for [a thing like that|anything alive|what a street does]
so what [people avoid|the feet decide|dries last] tells you more than [the walls|what was planned|anything with a signature]
view <playful> a map is [an argument|a quarrel|a story] that [somebody won|stopped too early|got framed], and I [collect|prefer|keep drawing] [the losers|the rest|the other side]
view whatever will be [gone by noon|dry by supper|forgotten on Friday] [deserves|has earned|needs] [the better ink|a witness|somebody standing in it]
ask where does your [street|stair|morning] [smell of|sound like|slow down for] [something else|somebody else's supper|no reason at all]
do go [left at the sound of scales|towards the hammering|until you hear water] and then [ask a cat|turn where it gets warm|keep your nose up]
will [go back|stand there again|follow it again] [tomorrow at the same drip|when it next rains from the west|with a better hat] and see who [blinks|moves|dries] first
saw a [draught|tune|whiff of tar] [comes round|turns|leans into] the [corner by the cobbler|arch|third landing] [at five past|when the school lets out|on washing days], and [every hat goes up|dogs sit down for it|I have it in brown ink]
saw [where the pigeons walk|the line the prams take|how far a whistle carries] is [nothing like|half the length of|rounder than] [what was paved|the street|last week's], and [I blame the bench|it suits the widow|somebody has been happy there]
did [inked|sketched|traced] [a yawn|one argument|the cold spot] from [the fish stall|its first word|table six] as far as [the stairs|silence|where they both laughed], and [ran out of paper|roughly it is a heart|it went off the edge]
did lent my [pen|pencil|back] to {some} and [got it back|drew with a chicken bone|lost the afternoon], [roughly as expected|to great effect|by the sound of the pump]
said {some} [says|swears|tells me] there is [a warm step|a corner that hums|one dry stone] [behind the chandler's|I have missed|on the way to the baths], and [I went|there is, roughly|had to take off a shoe to be sure]
said {who} [called|calls] it [littering|not a map|charming], and I [conceded the facts|went quite cold|have slept on that word]
so you [find|trace|follow] what [moves|fades|was spilt] by [standing still|asking late|letting it get ahead]
so a [street|city|corner] is [what the feet argued last|mostly weather and habit|a long remark], [roughly|to a cat|give or take a lamp]
view <playful> [scale|north|the margin] is for [people who have arrived|walls|the nervous]
view anything you can [smell|trip on|hum] can be [drawn|mapped|lost], and [in that order|should be|I have the stains to prove it]
ask which [corner|step|stone] do you [hurry past|touch|slow down for], and [what happened there|did you know you did|can I draw it]
do [picture|follow|borrow] a [cat|wheelbarrow|person with a secret] and [keep a pencil ready|see where it slows|do not be seen admiring it]
will [draw|go and catch|wait for] the [next one|smell of the second batch|early fog] [before it hears me|on whatever paper|with somebody's pen]

= lost: lost getting lost path shortcut wander route home stranger direction way walk alley
saw there is a [line|track|thread] worn across the [grass|gravel|roof leads] where [no path|nothing] was [meant|drawn|allowed], and it is [straighter|quicker|kinder] than [ours|the real one|the paved one]
saw [the shortcut|the back way|the gap in the fence] has been [closed|planted|tidied] and [everyone|half the street|the whole school] now walks [through it sideways|round it looking hurt|over the flowerbed]
did got lost [on purpose|between two streets I drew|with the plan in my hand] and came out [behind the bakery|in a stranger's kitchen|where I had started, but higher up]
did [walked|took|showed] {some} home [by the long way|the way nobody goes|past every lit window], [and not a word said|which was the point|and we were both better for it]
said {some} wanted [directions|the way|to know how] to {place} and I [heard myself say|said|gave it as] [follow the dripping|ask again when you smell onions|straight on until it feels wrong]
so nobody [is lost|gets lost] who [has a pocketful of time|is not expected|can hear water]
so the [long way|wrong turn|detour] [paid for itself|knew better|was the errand]
view if you have [never|not once] been lost [in your own street|within sight of home|on a Tuesday] you have not [looked at it|been paying attention|lived there]
view [a shortcut|a worn path|the way people cut the corner] is [a vote|a petition|a town meeting] [held with feet|nobody had to chair|that is never adjourned]
ask when did you last take [the other stairs|a street you had no business in|a turning for no reason]
do [leave|put] the [plan|map|watch] at home [once a week|on the next dry evening|and take the cat's route]
will go home [by the roofs|by ear|the way the water goes] and [report|not hurry|draw it afterwards]
out I got [thoroughly|gloriously|a bit] lost on the way to {place} and met [two neighbours|a goat|somebody I owed a letter], so [no complaints|I recommend it|I was early in the end]
saw {some} [walking|go] round [the square|the same block|the fountain] [for the third time|with a cake|looking at doors], and [so was I|asked if they were lost too|we went the fourth together]
saw [steps|a gate|an alley] I had [never noticed|taken for a cupboard|sworn was bricked up] [lets out|comes down|ends] by [the baths|somebody's hens|the sound of a mangle]
did took [the first left|whatever was downhill|the stairs nobody sweeps] [eleven times|until it rained|on a whim], and [found a bench with my name on, nearly|was home by supper|met a bride]
said {some} said you [cannot miss it|go on until you are sorry|turn where the shop used to be], [which is how I got here|with both hands|and I did, roughly]
so [arriving|a straight line|knowing the way] is [the dullest part|wasted on the young|how you miss the hens]
view a stranger [asking the way|with a map upside down|who has stopped] should be [walked there|given time|envied]
ask what is the [strangest|longest|kindest] way you have ever [gone home|been sent|got lost]
will [turn left|take the dark stair|follow the first dog] [tomorrow|out of the gate|at the next bell] and [write|see|not ring anybody]
`,
  bystanders: `
I [asked|stopped|followed] {some} for [the way|directions] and was [drawn a map|sent up three stairs|pointed at the sky], [on a napkin|with feeling|and arrived]
[nobody|not one of us] on our [stair|landing|row] can [fold|read|find] the [new plan|big map|street index], and [we manage|it looks well on the wall|the baby has eaten a corner]
I was [halfway|nearly|almost] to {place} before I [noticed|owned up|saw] the [street|sign|turning] had [changed its mind|gone|been the other one]
[a surveyor|somebody with a chain|a person holding string] [measured|walked|knelt on] our [step|hall|doorstep] [at breakfast|while we watched|for an hour], and [my aunt gave advice|now we are on a list|it is shorter than we said]
[my street|our corner|the lane I live in] [is not|has never been] on [any map|the good plan|the postcard], and [the post comes|it keeps the rents down|we like it]
`,
}
