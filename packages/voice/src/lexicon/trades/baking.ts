import type { TradeWords } from '../trades.ts'

export const BAKING: TradeWords = {
  words: 'baking baker bread sourdough biscuit oven flour cooking cook food kitchen chef pastry recipe coffee tea',
  introductions: [
    'I bake',
    'I am at an oven before most people are up',
    'flour, fire and people who are hungry: that is my work',
  ],
  remarks: [
    'It wants a little longer in the oven, I dare say.',
    'That one has been proved twice over with me.',
    'Best taken warm, and not too much at once.',
    'Knock on the bottom of it; if it sounds hollow, it is done.',
    'There is salt in that, and it needs it.',
    'I would not serve it to a stranger without butter.',
  ],
  counsel: [
    'Eat something first; then decide.',
    'Let it rest before you cut it.',
    'Start the night before and keep your hands warm.',
    'Make enough for one more than you expect.',
    'If it will not rise, change the water and try again.',
  ],
  asks: ['{Does} {x} feed you, or is it the other way about?', 'Have you eaten, or is it only {x} on your mind?'],
  matters: `
= starter: starter sourdough dough yeast crock flour rise sour temper jar bread
saw <warm> the starter [climbed out|sulked|domed up] [by four|under the cloth|like a bald uncle], and [has been spoken to|it is a rising day|I moved the seeded to six]
saw the dough was [slack|silky|full of opinions] [all morning|under my hands|after that thunder], so [it got another fold|long ones today|we let it have its cry]
did fed [him|the crock|two jars], [wiped the lid|said good morning|put a spoon by for a neighbour], and [there was a sigh|went to light the fire|took the rest upstairs]
did gave a jar [to the third floor|away|of it to {some}], with [a cloth on|orders|flour in a twist], and [it is already misbehaving|they named it|had word it rose]
said {some} asked if it [gets lonely|can be killed|knows people], and [I handed over a spoon|look at the bubbles|everything in a kitchen does]
so a [starter|crust|bit of old dough] belongs to [whoever is hungry|the next pair of hands|nobody, like weather]
view [bread|dough|yeast] knows [who is in the room|your temper|what sort of week it is], and [so does anyone with a nose|there is no fooling it|rises for kindness]
ask who has [flour and no jar|a warm shelf|lost theirs], and [why did nobody say|sit down|come round the back]
do [feed it|keep it by the flue|talk to it], [every day|even when you are cross|and bring me the first loaf]
will [split|feed|move] him [tonight|before the cold comes down|into the big crock]
saw <warm> [three|two|nine] of the jars [came back|have been heard from|are up], [bubbling|with a thank-you|one with a ribbon], and [he has grandchildren now|the fourth needs a talking-to|I cried in the flour]
did [woke|scolded|rocked] [the crock|him|that lazy lump], [gave him rye|moved him off the draught|lent him my shawl], and [up he came, like a choir|he held a grudge till noon|we understood each other]
said {some} confessed they had [let theirs die|fed it beer|named it after me], and [I said sit, there's more|it liked it|there's worse things to be]
so you [give half away|keep a spoonful back|start again], and [it comes to the same weight|that's not loss, that's Tuesday|nobody ever ran out]
view you can't [own|hurry|lie to] a [dough|starter|living thing], [you can only be up before it|my mother tried|it's all in the wrists]

= feeding: feed bread hungry table soup guest share plate neighbour hand steam people fair shares eat
saw <warm> somebody came in [off the early boat|grey as paper|for a roll], [looking lost|with no gloves|and stood there], so [they got the big piece|it was the chair by the oven|nobody asked till the plate was clean]
saw there were [eleven|nine|fourteen] round [a table for six|one pot|the trough], and [elbows like a choir|the soup stretched|somebody laughed who hasn't since autumn]
did cut the [seeded|end|warm one] [in nine|the wrong way|before they could say no], and [butter on it|put it in the hand|took none myself till after]
did sent [a basket|the burnt ones|two plaits] up to [the top floor|whoever is not speaking to me|the night desk], [under a cloth|with the boy|and the boy came back with a story]
said {some} said they were [not hungry|just passing|fine], [with those eyes|and ate four|so I put the kettle on]
said {who} came in [cross|humming|with flour on the sleeve], and [I saw that|stopped at the door, then didn't|nobody remarked on it, but I warmed a plate]
so a [full plate|warm roll|pot on the table] [ends|begins|is worth] [most quarrels|more than the last word|a sermon]
so [fair|enough|plenty] is [everyone at once|the big piece to whoever won't ask|what you cut before you count]
view nobody [argues well|should be brave|decides anything] on an empty [stomach|oven|plate]
view sit, eat, [then tell me|the big piece, no, the big one|and we will see who is right]
ask who is [not eating|alone up there|on my stair with no soup], [and don't say fine|tell me their number|what do they like]
do come [round the back|hungry|and bring the quiet one], [there is plenty|before six|and mind the cat]
will put [another pot|the long table|two extra] [on|up] [for tonight|in case|and we shall see who comes]
out the smell of bread got me [out of bed|down three flights|as far as the door] [before I was awake|against my will|in one shoe], and [I came home with two|that was breakfast, and lunch|have no regrets, only crumbs]
saw <warm> [two who don't speak|the shy one|a whole scaffolding crew] [reached for the same heel|asked for seconds|sat down together], and [I cut it so they'd have to share|not a word, just butter|I nearly dropped the tray]
saw [steam on the window|a queue|somebody's nose] [before five|as far as the pump|pressed to the glass], and [so I opened early|what else are hands for|it was the little one from the top floor]
did <warm> [plaited|burned|hid] [one for the lodger|the top of nine|a bun], [on purpose|since he likes them dark|where he'd find it], and [watched through the hatch|he didn't say anything, he hummed|now they all want burnt]
did [kneaded|cried|talked] till [the anger went into it|it was smooth|somebody came in], and [the bread was superb, of course|wiped my face on the cloth|asked after their knee]
said {some} only wanted [change|to ask the way|a light], and [went off with soup|I saw the wrists on them|is upstairs asleep now]
said {who} told me [not to fuss|to sit down myself|it was too salty], and [I fussed|I did, for a minute|it was, I was thinking of you all]
so [hungry|a quarrel|bad news] [sits down|gets smaller|keeps] [with a plate in front of it|till after the crust|if you feed it]
view <warm> [a kitchen|a loaf|one table] should have [a chair too many|room for who you're cross with|crumbs, that's how you know]
view [love|an apology|manners] is [mostly turning up with a pot|flour and getting up|the end piece, buttered]
ask who's [too proud to knock|eating biscuit over the sink|got nobody's birthday], and [what's their door|do they like it dark|well, why am I the last to hear]
will [bake double|knock on nine|save the heel] [and no arguments|tomorrow, with a basket|for whoever comes in wet]

= oven: oven fire brick early morning batch heat flue door cold chimney ovens
saw the oven [drew|smoked|held] [badly till five|like a good horse|on the left only], [with that wind|and the backs caught|so the flat ones went in first]
saw one brick is [out|sweating|warm where it should not be] [over the arch|by the door|at the back], and [put a hand to it|that is damp, going|it will keep]
did lit it [at three|with the last dry ash|on my knees], [stood back|blew|said its name], and [it caught|there was the day|watched the bricks go white]
did raked out the [ash|coals|corner] and baked [the first batch|on what was left|by feel], [with one eyebrow|and not one burnt|listening for the crack]
said {some} came to [warm their hands|light a pipe|borrow fire] and [stayed for the batch|fell asleep on the sacks|went off with a loaf under each arm]
so [a cold oven|an unlit fire|no smoke] is [the one thing|a silence] [I will not have|you can hear all down the street|to be afraid of]
view an oven [wants company|takes a year to know|tells the truth about wood]
do [open the door slowly|trust your forearm|knock on the bottom], and [if it answers, it is done|never mind the clock|leave the corner ones for the cat]
will be up [at three|before the birds|with the fire], [as ever|so knock if there is a light|and somebody bring wood]
saw [the new brick|the arch|her draught] [took|wept|sang] at [the first heat|four in the morning|the second firing], [not bad|as a kettle does|for a drowned thing], and [I put the back of my hand to it|we stood and looked|it will want slow fires]
did [swept|patched|blessed] the [floor|crack|flue] [with a wet broom|with clay and hair|under my breath], and [it held heat till noon|put in one loaf, alone|sneezed soot at the bishop]
said {some} asked what it was like [at that hour|to be so warm|before there's bread], and [I said come at three|like being the only lamp|they did, and now it's every week]
so you [build it up|bank it|go round again], and [it's the waiting bakes it|there's no shortcut through a wall of brick|the house wakes]
view [fire|a warm brick|getting up] is [a promise to people still asleep|half habit, half prayer|not hard, it's only early]

= biscuit: biscuit hard twice keep ferry salt store thrift dry count tin
saw <terse> [two hundred|ninety|a hundred and forty] baked. [two|one|none] cracked. [ate it|entered|kept back for the birds]
saw the [damp|talk|singing] gets into [the tins|the second bake|everything but the salt], [so they went back in|and I noted it|twelve minutes over]
did <terse> baked. [turned them|waited|cooled them]. baked again. [it keeps|stacked|nobody spoke, it was good]
did broke one [on the step|with the hammer|from last winter] and [it was as it should be|it broke the step|had it with water]
said {some} asked for [a soft one|something with jam|the fresh ones], and [was told two years|there are none|I did not look up]
so it keeps, [or it does not|and that is all I claim for it|which is more than can be said of jam]
view bread is [for today|a good-day thing|company], biscuit is [for the bad day|for when you are sorry|what is left]
view <dry> [praise|sugar|conversation] is [mostly water|not on the list|extra]
do [soak it|use the hammer|keep it dry], [one between three|it is what it is for|do not write to me about teeth]
will bake [the ferry order|twice|what was ordered] [by four|and lock up|when it is quiet]
out I tried to bite [one of those biscuits|it dry|the corner], and [respect it now|the biscuit won|have it on the mantel]
saw <terse> [the order|ferry|tin nine]: [ninety|sixty|a hundred and ten]. [short by|over by|less] [one|two|none]. [found it|a boy|weevil]. [charged|noted|forgiven, once]
saw [last year's|a sea-wet|the bottom] [tin|tray|biscuit] [opened|came back|was tried]. [sound|hard|better]. [no comment from the customer|I had one|shut it again]
did <terse> [fired|swept|salted]. [waited for the brick|weighed|counted]. [second bake at four|in by two|they rang like slate]. [good|enough|entered]
did [sold|gave, in error|exchanged] [a dozen|one|the broken] to [a child|a captain|somebody with no teeth], and [took an egg for it|said soak it|it is on the account]
said {some} [dropped one|hummed|asked how I sleep], and [the floor is marked|it was in tune, I let it pass|on the sacks]
so [dry|plain|hard] [lasts|is honest|travels], and [the rest is icing|somebody will be glad of it|nobody writes songs, good]
view [what keeps|a full tin|salt] [need not please|is the only good news|says it]
view <dry> [jam|talk|a soft centre] is [for the people upstairs|a fault in the bake|next day's regret]
will [stack|bake|lock] [before the singing starts|tin twelve|the same again], and [say so in the book|sweep|not be asked]

= accounts: account debt owe column figure thrift waste entry pay fair ledger book keeping rate accounts
saw <exact> the column [stands at|comes to|shows] {nn}, [on the wrong side|and no rate agreed|against wood, one favour], and [it was added twice|I dislike the sum|no change]
saw somebody left [coin|a cheese|two eggs] [on my side of the bench|without a slip|for nothing], and [it cannot be entered|there is no heading for it|I have put it under weather]
did entered [the use of a fire|four favours|one song, part heard] under [sundries|owing|her initials], and [ruled it off|found no rate|looked at it some time]
did paid [the flour|what was owed|for the string] [in full|before it was asked|in biscuit], and [was told it was nothing|slept|it is not nothing, it is nine pence]
said {some} said [forget it|we are friends|who is counting], and [I am|it was written down|that is how it begins]
so what is owed should [be written|stand] where [both can see it|it is dry|a child could add it]
view waste is [a slow leak|pity with the lid off|a thing you do to the person after you]
view <dry> a [gift|kindness|favour] is [a debt with no date|the dearest way to buy a thing|very hard to store]
ask at what rate is [singing|a warm corner|being asked how one is] [charged|entered|to be paid back]
do [weigh it|write it down|keep the string], and [then give it away|say nothing|it comes in]
saw <exact> [wood|salt|her fire], [nine days|so many mornings|to date]: {nn}. [paid|set against it|in return]: [nothing|one brush, mended|silence, which she did not ask for]. [it does not balance|carried over|see overleaf]
saw the [flour|string|price of tin] [is up|went further|was short] [a farthing|by a cup|since the flood], and [I turned the sack inside out|wrote to nobody|there was a cup in the seams]
did [mended|sharpened|weighed] [her peel|their knives|the smile], [before they were up|as part payment|by way of interest], and [did not sign it|it is not in the column|she noticed, blast]
did [ruled|added|closed] [a fresh page|the week|the book], [twice|in the cold corner|to the sound of singing], and [the total was kind|it cannot be right|began on favours]
said {some} left [the big piece|too much|the change] [on my side|again|and ran], and [I have no heading for it|it was good, and is owed|wrote date, hour, crust]
so a [debt|sum|favour] [sits|grows|looks at you] [in the corner|till it is named|like a cat], and [one feeds it|I count it nightly|neither of us speaks]
view [owing|thrift|a straight column] is [a way of thinking about somebody|warmth with the door shut|manners, added up]
ask what is [a warm corner|the rate for humming|half a joke] [worth by the hour|in salt|and to whom is it paid]
will [settle|weigh|burn] it [when there is a rate|by the quarter day|on my own fire]
`,
  bystanders: `
the smell [of bread|from the bakehouse|of the second batch] [got me|fetched me|had me] [down three flights|out of bed|across the square] [in one shoe|before I knew it|against advice], and [I came home with two|that was breakfast|there are only crumbs]
I [ate|bought|carried] a loaf [still warm|under my coat|the whole way], [without butter|on the stairs|by myself], and [regret nothing|it was for somebody else|the cat knows]
the [baker|woman at the oven|bread person] [looked at me|took one look|said nothing], and [gave me the big piece|sat me down|charged me half], and [I nearly told her everything|was better|had not even asked]
I [baked|attempted|burned] a [cake|flat thing|biscuit] of my own, and [the birds are thinking about it|it keeps the door open|respect the trade now]
I have been [given|trusted with|left] a jar of [starter|something alive|somebody's dough], and [it has opinions|we are both nervous|it got out]
`,
}
