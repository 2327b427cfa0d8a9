import type { TradeWords } from '../trades.ts'

export const GARDEN: TradeWords = {
  words:
    'gardening garden gardener plant soil orchard graft moss slug cabbage compost flower tree farm farming botany nature',
  introductions: [
    'I grow things',
    'I am out among the beds most days',
    'soil, leaves and whatever eats them are my work',
  ],
  remarks: [
    'It took root with me some seasons ago and I have stopped pulling at it.',
    'Some of that is still underground.',
    'It wants another season before I would put it on a table.',
    'There is a slug in it somewhere, but it grows.',
    'I know it the way I know a bed: by what came up.',
    'You do not hurry that; you water it.',
  ],
  counsel: [
    'Give it a season, and keep the snails off.',
    'Look at the root before you blame the leaf.',
    'Feed it first, and judge it after.',
    'Cut less than you want to.',
    'Put it where it gets the morning, and then leave it alone.',
  ],
  asks: ['How long have you had {x} in your garden, so to speak?', 'What {does} {x} need that nobody is giving?'],
  matters: `
= slugs: slug night lamp bucket lettuce war slime leaf snail
saw {nn} [slugs|of them|by lamp], [beds one to nine|from the low beds|in the one row], and [they had eaten the label|one waved|the lettuce is lace]
saw a slug [the size of a thumb|as long as a spoon|I know by sight] was [up the bean pole|in my boot|halfway through a cabbage], [at its ease|with company|as if invited]
did went out with [the lamp and the bucket|one boot|a spoon and a grudge] [at midnight|twice|in the worst of it] and [came in with|counted|drowned] {nn}
did salted [the path|the edging|nothing, for once], [swore|sat down in it|said my piece], and [went to bed with mud on|had soup|it rained]
said {some} asked if they [feel it|have names|could not be reasoned with], and [I turned the bed over|got handed the bucket|went home with a lettuce]
so they [read no treaties|keep no Sundays|know what they did], and [I keep a lamp|neither do I|spring is long]
view a [slug|snail|greenfly] is [a mouth with a road|my lettuce on legs it has not got|only appetite, lying down]
ask who has [seen one eat a weed|a duck to lend|been leaving them beer]
do [go out at night|look under the pot|bring a lamp] and [do not tell me what you saw|count them|put your hand in]
will be [out there|at it|on my knees] [tonight|till the lamp gives out|with both buckets], [and they may tell each other|rain or not|knees or no knees]
out something has eaten [my one basil|the marigolds|a doormat], and I [have begun to see the gardeners' side|found the silver road|suspect a syndicate]
saw [by the lamp|under the board|on the path] they were [thick as buttons|two by two|dining], {nn} [before I lost count|in the one bed|not counting wives], and [not one ran|they looked up|my boots are a disgrace]
did [trapped|pitched|talked to] {nn} [with beer|over the wall|by hand], [swearing|in my nightshirt|till two], and [the beer was good|they are on their way back|knees like old gates]
said {some} says [a toad|eggshell|kindness] does it, and [I have buried the toad with honours|they have learnt to crunch|let them come and be kind at midnight]
so it is [them or the hearts|a draw|spring], and [pass the bucket|I have had worse years|nobody thanks the lamp]
view [a hedgehog|frost|a good boot] is worth [ten theories|any treaty|two clever neighbours]

= beds: cabbage bed terrace leek row seed crop boundary gate grumbling
saw the [cabbages|leeks|broad beans] are [up|sulking|not the worst I have seen], [all but the corner|in bed seven|if you like them small], and [nobody sing about it|that is praise|it wants a week of dry]
saw half a crate [went down|arrived|came to] [bruised|soft on one side|squashed by a harmonium], so [that is soup|somebody come and get it|I said a word]
did dug [bed four|the long one|a trench] [end to end|in the wet|while {who} talked], [turned up a boot|and felt better|deep enough to bury an opinion]
did [thinned|earthed up|cut] the [row|early ones|hearts] [by first light|in two coats|with the dew on] and [sent them down|ate one standing|had no thanks, quite right]
said {some} admired the [flowers|view|mud], and [I asked could they eat it|was given a fork|got a cabbage for their trouble]
so [what is bruised|today's split one|the ugly half] is [soup today|as good inside|somebody's supper], and [be quick|no poetry about it|bring a bag]
view feed [folk|people|them] first and [be charming after|argue when the plates are clean|the rest can wait for rain]
view if it [cannot be eaten|only smells|needs a poem] it had better [be quick|keep out of my bed|mind its roots]
ask who has [moved my line|been over the boundary|borrowed the good fork], and [do they want the spade as well|was it deep|I can read boots]
do [come with a bag|take two|boil it], [petals and all|before Thursday|and bring the bag back]
will [dig|feed|net] [bed nine|the bottom row|what is left] [before the frost does|if my knees agree|and no visitors]
saw [bed eleven|the end row|my onions] [came up crooked|has bolted|bled at the cut], [what with the damp|out of spite|as I said they would], and [you can eat crooked|it goes in the pot|I have seen prettier wounds]
saw the [crates|sacks|young ones] [sat|waited|wilted] at the [gate|halt|bottom step] [since six|in the drizzle|for want of two legs], and [I carried them myself|somebody will hear of it|that is a week of soup]
did [hoed|staked|barrowed] till [dark|my back spoke|the rain had to stop], and [there is a bed you could lie down in|ate bread with it still on my hands|not the worst day]
did [planted|gave away|pulled] [nineteen|forty|two rows of] leeks, [straight as I could|to whoever had a basket|by the moon, like my gran], and [one is a beauty, do not tell it|got mud for thanks|the rest is up to worms]
said {some} asked [what I put on them|for the secret|if it was not too early], and [work, I said|got shown the heap|it was, and I did it anyway]
so you [dig|weed|wait], and [then you dig|it comes or it does not|somebody eats]
so that is [supper for six|a blister|the row done], and [not the worst|I will say no more|leave the gate shut]
view <dry> a [lawn|rose|rockery] is [a bed with nothing to say|for folk with a cook|a leek that did not try]
view [rain|a wet spring|mud] is [half the wages|free|nobody's fault but it is all on my boots]
ask who [wants|can lift|is out of] [kale|a sack of roots|greens], and [have they a pot|before it bolts|I am not carrying it]
will [sow|lift|burn] the [late beans|last of them|stalks] [Monday|whatever the tower says|and then sit down, if asked]

= compost: compost soil mud worm heap dig muck root earth spade
saw the heap is [steaming|hot to the elbow|alive], [at six in the morning|under snow it would be|and smells like a good idea]
saw [worms|roots|a spoon] as [thick as string|long as sermons|old as the wall] in [the bottom bed|the third spit|what was clay], and [I could have sung|did not tell them|shut it again]
did turned the [heap|far bed|old straw] [twice|with the short fork|till I was cross no longer] and [lost a glove to it|found last year's|it gave a sort of sigh]
said {some} held their nose and asked [what it was for|how old it was|if it had to be there], [with a rose in the hat|over my wall|and I said lunch]
so [muck|rot|what you throw out] is [only|just] [next year, early|dinner lying down|patience with a smell]
view show me [the heap|the roots|your boots] and I will tell you [about the gardener|what you are sorry for|how the year went]
do bring me your [peelings|tea leaves|old pamphlets], [no bones|wet|and the bucket back]
will [spread|turn|cover] it [Sunday|when it stops steaming|under the beans]
saw [half a hat|two pamphlets|a good spoon] came up [in the riddle|rotted lovely|with the potatoes], and [it did more good there|the hat has sprouted|I kept the spoon]
did [shovelled|sieved|stood in] it [to the knee|before anyone could stop me|steaming], and [carried on like a hen|it was warmer than bed|smelt of next June]
so [it all goes back|nothing is thrown away|the worst of it] [feeds something|if you wait|comes up cabbage]
view dirt is [clean|slow food|a neighbour you can rely on]
will [feed|wet|start] the [new heap|barrow lot|end bay] [with what the kitchens send|by Sunday|and let it talk]

= grafts: graft orchard tree apple pear branch variety blossom grafting old slow join
saw the [scion|graft|pear] I had [given up|bound in March|apologised to] has [put out one leaf|taken|swollen at the join], [no bigger than a comma|on the sea side|as if it had only been thinking]
saw there are [four|six|three] sorts of apple [on one trunk|against the wall|in a single bowl], and [they have stopped quarrelling|each smells of a different room|visitors lower their voices]
did bound [a cut|two strangers|the wounded side] with [raffia|a strip of shirt|wax and some hope], and [stood there longer than the work needed|bandaged my own thumb after|told it the date]
did pruned [one branch|nothing|the leaning one] [after an hour of looking|and kept the cutting|with a hand that did not want to], and [sat down under the rest|carried it home|there was the sea again]
said {some} asked how one knows [it has taken|where to cut|which is the tree], and I said [it stops looking borrowed|you listen for a year|there is no which]
so a join [holds|takes|heals] when both sides are [a little wounded|kept still|cut at the same slant], [and given time|as with people|which nobody likes to hear]
so most of what is [called broken|given up|thrown over the wall] is [only separate|waiting for a knife and string|not in leaf yet]
view give it [a year|one more spring|a wet autumn], [whatever it is|and then another|soup included]
view [slowness|an old tree|a leaning trunk] is [a public good|a sort of bench|worth more than the fruit]
ask what would you [join|graft|tie] to [what|whom], if [it could not be undone|you had the string|spring were longer]
do [wait|lean on the gate|leave the ladder] a [day|week|moment] longer than [you can bear|is sensible|the others]
will [wrap|visit|leave alone] the [young ones|low graft|unlikely one] [before the cold comes down|at dusk|and not hope out loud]
out I was shown [a tree|one leaf|the famous branch] for [half an hour|so long my tea went cold], and [I went home by the slow way|saw it in the end|now I touch bark]
saw a [wren|bee|boy] [sat|slept|was found] [in the crotch of the old pear|on the join|among the labels], as if [it had been told|the tree had asked|there were nowhere else], and [I put down the knife|work stopped for the day|we let it]
saw the [two barks|old wood and the young|halves] have [closed over|grown one skin|begun to weep, which is good], [by the width of a nail|at last|where I could bear to look]
did [walked|showed|sat] {some} [round every tree|down the slow row|beside the one that failed], [saying the names|in the rain|without hurrying it], and [they touched the scar|we did not need to talk|dusk came up the hill]
did [cut|carried|sent] [a scion|one twig|the best of it] to [somebody I had quarrelled with|the low terraces|a windowsill], [wrapped in wet cloth|with no letter|for company], and [it may take|one never asks|I hope in two languages]
said {who} says I [coddle them|should choose|talk to trees], and [I do|the trees have not complained|have never known how to choose]
so [two things|people|branches] [can be|may be|are] [held together|kept close|tied] until they [forget which was which|hold by themselves|mean it]
so one [waits|leans on a gate|looks again], [and it is the looking that takes|and calls it work|another week, another ring]
view <warm> [nothing|no tree|nobody] is [too old to be joined|spoilt by waiting|improved by a clean break]
view the [crooked|late|grafted] [ones|fruit|trees] are [sweeter on the wounded side|worth the ladder|those children climb]
ask what [bore fruit|took|was saved] for you [late|after the frost|that everyone had given up], and [did you tell it|is there a cutting|who held the string]
will [label|prop|leave] [the six-apple tree|what leans|a branch for the birds] [this evening|with something softer than wire|as one leaves a door]

= blossom: blossom frost spring letter love bud bee petal night waiting letters
saw the buds are [pink at the tip|tight as fists|a week off], all but one [on the low branch|that faces nobody|who has always been early], and [I have been to look four times|frost was spoken of|one does not point]
saw there was frost [in the hollow|on the third terrace|as far as the gate] and [no further|it stopped like a guest|the old tree breathed on it]
did lit [pans of tar|six candles|a small foolish fire] under the [early ones|south wall|youngest] and [kept them company|smelt of it at church|was there till the birds]
did wrote [half a letter|four lines|to somebody] [under the plum|with a bandaged hand|and crossed out the weather], and [used it as a label|have it still|sent the envelope]
said {some} came [to see the blossom|with a rug|up out of breath] and was [shown a bud|eight days early|not sorry], and [we looked at that|stayed till dusk|said it was plenty]
so [what opens first|the early one|hope] is [the one the cold finds|always on a low branch|not to be scolded]
view one is allowed to be [foolish|slow|sentimental] [about a bud|in spring|until the petals come down]
ask who [opens|writes|speaks] first, and [does the other mind|at what cost|is it too cold still]
do come [up at dusk|when I send word|with nothing in your hands], [before the wind does|there is a bench|bring the person you are not speaking to]
saw one [petal|flower|bee] came down [on the bench|in my tea|on a page I had not finished], and [I took it for an answer|nobody else saw|it is in the envelope]
did [read over|burned|addressed] a letter [in the long grass|with pollen on it|that says nothing plainly], and [let the wind keep the second page|it is the same letter|one puts it off until the fruit]
said {some} wanted to know [the day|if it hurts|who they are for], and [I said soon, which is a date up here|only to watch|looked at the sea]
so one [hopes|waits|writes] [in the wrong order|out of season|with cold hands], and [still it opens|the tree forgives it|that is spring]
view [a bud|a letter|patience] kept [too warm|in a drawer|a secret] [goes over|is a kind of winter|opens anyway, in the dark]
will [sit up|cover the low boughs|say it] [if it clears|on the first still night|before the petals are down]

= moss: moss roof stone small water waiting drip shade green low slow roofs
saw [the north side|one tile|the lip of the gutter] [is green|has turned|holds a drop] [now|since rain|under the lip], [a thumb wide|the size of a coin|no more]
saw [the moss|a cushion of it|the old patch] [has drunk|let go|closed] [for three days|by noon|a little]. [the roof is lighter|nobody stepped on it|it took its time]
saw [a drop|water|one drip] [waits|hangs|gathers] at the [edge|spoon|nail]. [it is still there|then it is not|a beetle goes round]
did moved [one slate|a spoonful|a leaf]. [waited|sat|looked]. [moved it back|that was the day|it was enough]
did knelt by [the ninth stone|a crack|the wet tile] until [my knees were part of it|the light went|it stopped being me looking]
said {some} called up to ask [what I was doing|if I was stuck|how long], and [there was no short answer|I held up the spoon|they went on]
so it is [not slow|near enough|there], [it is on time|and also not|if you are small]
view [moss|a roof|small water] does not [hurry|mind|hold on], and [is not late|is held|stays]
view what is [counted|named|pointed at] [begins to hurry|closes a little|looks round]
ask how long is [a drip|an hour|no] to a [roof|stone|tile]
do [sit|look|breathe] [lower|once|beside it]. [that is all|then go|leave it]
will [go up|wait|be there] [after rain|with the spoon|until it is dark]
out I saw [some green|a tuft|a soft thing] between [two bricks|the steps], and [went round|stopped|was late], and [would again|nobody noticed|that was the best of today]
saw [under the lip|between two slates|by the nail] a [drop|spore|green thread]. [one|then two|it leans]
saw [the roof|the wet side|one stone] [breathes out|is darker|lets go]. [slowly|at dusk|a bird drinks]
saw [rain|light|a slug] on [the seventh roof|the spoon|the old lead]. [it goes across|it stays|that was all morning]
did [turned|wetted|lifted] [one tuft|a tile|nothing]. [set it back|sat by it|went down]
did [lay|sat|stayed] [on the slates|under the drip|by the small pool] [until it was quiet|for eleven drips|with one ear down]. [it went on|somebody shouted below|no more than that]
said {some} [asked|wanted to know] if it [grows|is always there|does anything]. [yes|it holds|it is looking at you]
so [a drip|the dark|a little] is [time enough|long|what there is]
so it [stays|drinks|is held]. [and also not|until it is not|by nobody]
view [loud|quick|a crowd] is [a stone in a shoe|over soon|somewhere else]
view [small|green|slow] is [not little|near|a way of staying]
ask what [holds|listens to|is under] [the water|the roof|you]
will [stay|look again|carry water] [till the drip stops|at first light|in the spoon]

= truce: slug-for truce border peace neighbour gate watering-can share boundary
saw [one slug|three|a small one] on the [wall side|plank|far leaf]. [it stayed there|it had eaten enough|we both stopped]
saw the [can|watering can|bucket] is at the gate [with the handle this way|full|again], [so somebody is sorry|and it was not my day|nobody said]
did left [a bed|one row|the outer leaves] [undug|for them|as it was], and [they came|nothing was lost|was shouted at over the gate]
did carried [a slug|two|one, on a leaf] [across|back over|to the other side], [slowly|in the dark|and it did not thank me]
so a border is kept [by the fed|from both sides|with something left on it]
view [they|slugs|small mouths] want [what is soft|the wet and the dark|less than we plant]
ask what do they [want|dream of|do] after [the lettuce|the rain|we have gone in]
do leave [one leaf|the corner|a wet board], and [look in the morning|say nothing|see]
saw [they|two of them|a slug] [went along|slept under|stopped at] [the board|the edge|the leaf I left], and [no further|it was theirs|the lettuce stood]
did [turned|filled|left] the [can|gate|saucer], [handle out|before she came|for whoever], and [went in|it was used|she did not shout]
said {who} [shouted|called over|said no], [from bed four|with a fork|twice], and [I like her|then passed the can|there was soup after]
view [peace|a fence|sharing] is [a leaf left over|wet at both ends|mostly not digging]
`,
  bystanders: `
my [one tomato|window box|pot of mint] has [a flower|given up|produced a snail], and [I sent for advice|we are thinking of names|it was a gift]
[a gardener|somebody muddy|the terrace woman] [gave|threw|sold] me a [cabbage|leek|bag of something], and [it fed four|I was not thanked for thanking|there was a slug, gratis]
I [walked|sat|ate lunch] among [the beds|the apple trees|somebody's beans] [without leave|on Sunday|out of the wind], and [was set to weeding|came home green at the knee|slept well]
there is [moss|a fern|one daisy] [growing|coming up|alive] in [our gutter|the keyhole|the third step], and [nobody is to touch it|we step over|my landlord calls it damage]
I was [shown|taught|told] how to [prune|water|wait], [with a real knife|by an expert|at length], and [it cannot be hurried, I gather|have a plaster to show|my basil is none the wiser]
`,
}
