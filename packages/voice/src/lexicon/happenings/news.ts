/**
 * What is said of what happens to the whole city. `= kind stage`, then lines with the traits they lean to in front.
 * `{event}` its name, `{where}` its place with `at`, `{steps}` and `{odds}` its figure, `{thing}` and `{fact}` a thing and
 * what is the matter with it. `tell` is said by whoever has it to tell first; `own` by anybody else who knows; `round` by
 * whoever went round it to `{place}`, `{by}` other lifts and `{steps}` further; `stayed` by whoever could not get there.
 */
export const NEWS = `
= storm begun tell
{Event} is [here|upon us|in the streets], and it came [in|over the roofs] [sooner than I like|without knocking|from the west]. Tie down what you [want to keep|were given by your mother].
<exact> Wind up since {hour}. It has a name now: {event}. [I count the shutters by ear.|{N} shutters gone by my count.]
<terse> {Event}. [Stay in.|Doors to.|Nobody on the piers.]
<warm> {Event} has begun, dears. [Knock next door|Look in on the old ones] before you bolt your own.
<playful> Somebody has let {event} in, and it is [trying all the handles|rearranging the chimney pots|reading everybody's washing]!
<formal> I give notice that {event} [has arrived|is in session]. [Loose chairs will be treated as volunteers.|Hats are carried at the owner's risk.]
<hedging> I think this is it: {event}. [My window says so, in its way.|The cat went under the bed an hour ago.]
= storm begun own
{Event} took [a slate|two slates|a whole row of slates] off the [roof opposite|house on the corner] while I was [looking at it|pouring tea].
I have {event} in [my chimney|the stairwell|every room], and it is [singing flat|looking for something].
{Some} went past [holding a door|under a table top|backwards], and [nodded|wished me good day] as if {event} were nothing.
<warm> Whoever is alone tonight with {event}: [I am up|there is a lamp in my window|the kettle is on], and I mean it.
<dry> {Event} has returned the [bucket|hat|washing] I lost [last year|in spring]. [I did not want it back.|It is not improved.]
<curious> I wonder what {event} has done [{at}|by the water]. I can hear it and I [can not see|dare not look].
<exact> {N} things went past my window in {event} before I stopped counting. [One was a chair.|Two were umbrellas, and neither mine.]
<terse> {Event}: [still up|not done]. [No sleep.|Candle out twice.]
I [tried the stair|went as far as the corner] in {event} and [was sent home|came home wetter than I am old].
= storm over tell
{Event} is [gone|over|spent]. It left [branches|slates|somebody's awning] {at}, and [a great quiet|a very clean sky].
<exact> {Event} ended [before {hour}|about {hour}]. [Missing: {n} slates, one gate.|To be swept: everything.]
<warm> It is over, and [we are all here|nobody is hurt that I know of]. {Event} can have the [awning|gate].
<formal> {Event} has been [adjourned|concluded]. [Owners of hats may apply {at}.|Whatever was borrowed by the wind may be claimed.]
<playful> {Event} has left town [without paying|by the same door]. I found [somebody's weathercock in my soup pot|a boot on the chimney].
= storm over own
After {event} I found [a gate that is not mine|half a ladder|{n} strange shingles] in [my yard|front of my door]. [Owner, come and be thanked.|I am keeping it until asked.]
We swept [the whole stair|as far as the corner], {some} and I, and [said very little|sang, badly]. {Event} is a good [broom|landlord] and a bad [guest|neighbour].
<dry> They say {event} was [nothing much|the worst in years]. [They live on the lee side.|They said so last time.]
<warm> I want to thank {who}, who came [through the worst of {event}|out in {event}] to see if my shutter held.
<terse> {Event} done. [Roof on.|Wall wet.|One pane.]
<curious> Has anybody [lost a blue door|a goose missing|an idea whose chimney that was]? {Event} brought things from [both ends of town|God knows where].
I slept through [half|the end] of {event}, and I am [ashamed to say it|told I missed the best of it].
= flood announced tell
The table gives {steps} for tomorrow. [That is over the kerb|That is above the lowest doors] [where I come from|by a hand]. Carpets up [tonight|before supper].
<exact> High water tomorrow: {steps}. [The lowest street goes under at eleven.|Move what stands below that.]
<terse> {Steps} tomorrow. [Lift your flour.|You have been told.]
<warm> It will be {steps} tomorrow, dears. [If you cannot carry, say so here, and somebody will come.|Nobody lifts a stove alone.]
= flood announced own
So it is to be {steps}. I have put [my boots on the table|the good chairs on the bad ones] and [myself on neither|gone to look at the step again].
<dry> {Steps}, they say. [Last time they said nine, and I rowed to the baker.|My cellar has heard that before.]
<curious> Who needs hands before {event}? I have [two|an evening and a strong back].
<warm> I can take in [two families and a stove|{n} cats and their people] until {event} is past.
= flood begun tell
The water is at {steps}. [The piers are shut|Nobody gets to the piers], and [so is everything down there|the lowest street is a canal].
<exact> {Steps} at {hour}, and [rising|standing]. Closed: the piers [and the market by the water|and all of the waterfront].
<terse> {Steps}. [Down there is closed.|Go round.]
<warm> It has come over: {steps}. [Go round by the upper way|Leave the low street to the ducks], and take somebody with you.
= flood begun own
There is [a herring|a chair|somebody's laundry] going up and down the lower street in {event}, [quite at home|at its leisure].
{Some} rowed to [the baker|work|a wedding] this morning, on account of {event}, and [paid the fare to nobody|waved].
<warm> Soup here for whoever {event} has put [out|upstairs]. [Bring a bowl, mine are floating.|Wet feet no objection.]
<dry> {Event} has reached [the third step|the cupboard I call the third step]. [We have met.|It did not wipe its feet.]
<exact> I make it {steps} and a finger at my door. [Whoever says less stood on something.|The chalk is still wet.]
<curious> Is the way by [the bridge|the back stair] open, or has {event} that too?
= flood begun stayed
I had meant to be {where} [today|by now], and the water is there [instead|before me]: {event}. [I turned round.|I can wait longer than it can.]
<terse> {Where}: water. [Turned back.|Stayed dry.]
<exact> {Place} is under water and I am not {where}, as I should be. [I shall go when the steps show.|I looked from above.]
<warm> Nobody need wait for me {where}. [There is nobody there but eels|The water has my chair], and I hope you are all dry.
<dry> {Event} is {where}, where I should be. [It is welcome to my work.|One of us had to go.]
<playful> I would have to swim to {place}! [I have sent a paper boat.|The gulls are at my desk.]
<curious> How long does the water stay {where}? I have [a day's work|my boots] there, and only [a window|a stair] to look from.
= flood over tell
The water has gone [down|home]. [The piers are open|You can get to the piers again], and [everything down there is brown|bring a shovel].
<exact> {Event}: highest at {steps}, [off the street by {hour}|now down by four]. The piers are [open|walkable].
<terse> Water's off. [Mud on.|Piers open.]
= flood over own
{Event} left me [an eel|a boot, left|somebody's almanac] and took [the mat|my good bucket]. I call that [even|a trade].
I have been [wringing out|carrying out] all day. [The books say we are ruined, the neighbours say come to supper.|It smells of the bottom of the world.]
<warm> {Who} dug out [the pump|two cellars] after {event}, and one of them was [mine|not even known to {who}]. [I saw it.|Somebody should say so.]
<dry> For the next flood I shall be [taller|elsewhere].
= market begun own
[Market day|It is Saturday], and {where} there is [a man with one enormous cheese|somebody selling the same three plates as last week|a queue for nothing I can see].
I went to {event} for [thread|an onion|nails] and came home with [a duck|two hats and a debt|a stranger's opinion].
<exact> Prices at {event}: [eggs {n}, a fish {n}, a compliment free|candles up by {n}, onions down]. [I wrote it on my sleeve.|Compare before you cry.]
<warm> Whoever is at {event} and has no lunch: [I am the one by the scales|look for me under the awning], and there is [pie|enough].
<dry> I was told at {event} that [I have an honest face|this was the last one]. [They had {n} more under the cloth.|It cost me a coin to hear.]
<playful> At {event} {some} [bargained a goose up|sold me my own umbrella], and I [applauded|paid]!
<terse> {Event}. [Loud. Cheap.|Went. Left.|Fish again.]
<curious> Who is the new [stall|woman with the jars] at {event}? [Nobody would say.|Everybody gave me another name.]
There was [music|a quarrel about weights|a goat] {where} by {time}, and by the end of {event} [nobody knew whose it was|it had been sold twice].
I like {event} best [in the last half hour|before it opens], when [they stop shouting|the prices begin to think].
{Some} tried to pay me back at {event}, [in turnips|with a story]. [I took it.|We are nearly square.]
<formal> I have inspected {event} and find [the weights honest and the jokes short|nothing to object to but the fish].
= market over own
I still have [the smell of it on my sleeve|a turnip I do not remember buying]. {Event} [does that|ends in the kitchen].
At {event} I heard [that the fish was yesterday's, from the fish man himself|two women agree, which is rarer than oranges]. [I bought it all the same.|I wrote it down.]
<warm> Somebody [slipped a pear into my basket|carried my sack home] at {event} and was gone. [It was you, I think, {who}.|I have looked at everybody's hands since.]
<exact> Spent at {event}: {n}. Meant to spend: [none|{n}]. [The column is what it is.]
<playful> I have been to {event} and am the owner of [half a bicycle|a bird that says one word]! [Do not ask for the word.]
What I did not buy at {event} has been [walking about in my head|bothering me] since: [a lamp with two spouts|a very small ladder].
<dry> {Event} is over. [The pigeons have the floor.|What is left is mine to step on.]
= feast announced tell
Tomorrow is {event}. [Bring a chair|Bring what you would eat yourself], {where}, [from four|when the bell has done].
<warm> Dears, {event} is tomorrow {where}. [Nobody has to be cheerful. Everybody has to eat.|Whoever has nobody sits by me.]
<formal> I remind the town that tomorrow is {event}. [The tables stand|We meet] {where}.
<terse> {Event}, tomorrow. {Where}.
= feast announced own
For {event} I shall [wear the coat|bake the thing with plums|try not to sing]. [You have been warned.|Hold me to it.]
<dry> {Event} again. [I have been to {nn} of them and remember four.|My aunt will be carried home.]
<curious> What does one bring to {event} [if one cannot cook|the first year]? I ask for [myself|a friend with my shoes].
= feast begun tell
{Event} has begun {where}. [The long table is full|There are still chairs], and [somebody is tuning|the soup has gone round once].
<warm> Come to {event}, {where}, [as you are|before the pie does not]. I am [ladling|counting heads, and yours is missing].
= feast begun own
I have [danced with {who}|been told a secret by {some}] at {event}, and [both of us deny it|it was a good one].
They lit [the first lamp|the fire] {where}, and even {who} [was quiet|took off the hat]. That is {event} for me.
<exact> {Event}, so far: {nn} at table, {n} songs, [one speech too many|no quarrels that count].
<dry> At {event} I was put next to [somebody who knows about drains|{who}]. [I know about drains now.|We spoke of bread.]
<playful> {Event}! I have eaten [a thing on a stick|three suppers], and [I do not know what it was|I regret the fourth]!
<terse> {Event}. [Good.|Too many pies.|Stayed.]
<hedging> I had not meant to stay at {event}, and now [it is late|I have a wreath on my head].
= feast over own
The morning after {event} is [the best of it|when you hear who kissed whom]. [I have a list.|The tables are still out.]
<warm> Thank you for {event}. [Somebody put a blanket round me and I never saw who.|I had not laughed since winter.]
<dry> {Event} is over, and I have [somebody's spoon|{n} left gloves]. [Claims by Friday.]
= fair announced tell
There is a fair coming, {where}, tomorrow. [A wheel, they say, and a man who eats lamps.|They are putting up the wheel now.]
<curious> Have you seen the carts? [A whole fair|There is to be a fair], {where}, [and one of them has a bear on it, painted|by tomorrow].
= fair announced own
If {event} has [the mirror tent|the horses that go round], I shall be [there before the bell|difficult to reach].
<dry> {Event} comes to take our coins, and we [thank it|queue for that]. [I have put two aside.]
= fair begun tell
{Event} is open. [The wheel turns|They have a wheel], and from the top of it {some} [saw our roof|called down to me].
<playful> {Event}! [I have been upside down.|I won a fish I cannot keep.]
= fair begun own
At {event} a woman looked into my hand and said [water|a letter|beware of stairs]. [In this town.|I paid her for the pause.]
I shot at {n} tin ducks at {event} and [hit the man's lunch|they gave me a comb out of pity].
<exact> The wheel at {event} takes {nn} seconds a turn. [I went twice, to be sure.|I was sick at forty.]
<warm> {Who} won [a doll|a ham] at {event} and gave it to [the first child|me]. I only [report it|say it because {who} will not].
<dry> {Event} has [a two-headed calf|the smallest man alive]. [He is taller than I am.|One head is wool.]
<terse> {Event}. [Lost {n} coins. Fair.|Saw it. Loud.]
= fair over own
They have taken {event} down, and {where} there is [a ring of flat grass|sawdust, and one shoe]. [It looks smaller.|I stood in it a while.]
<curious> Did anybody get the name of the [fiddler|woman with the cards] at {event}? [I have to know what she meant.|I was told a thing.]
= lift begun tell
{Thing} [has stopped|stands still]. [No sense in pushing the button.|I have my head in it now.] [Take the stairs|Go round], and [bring me tea|do not ask me when].
<exact> {Thing} {fact}. [Cause: not known.|It gave a cough at the second floor and that was all.] [Use the stairs.|I shall say when it runs.]
<terse> {Thing}: [stuck|dead]. [Stairs.|Working on it.]
<warm> {Thing} has given up for now, dears. [If your knees are bad, send word, and somebody will carry your bag.|I am sorry about the stairs.]
= lift begun own
{N} flights, because {thing} [will not|has stopped], and on each of them [somebody to tell me so|I met my age].
I had not known {who} lived on [the fourth landing|that stair]. One learns it [on foot|with {thing} out], {time}, with {weather} on the panes.
<dry> {Thing} {fact}. [My legs had the news first.|I had been meaning to meet my neighbours.]
<curious> I should like to know when {thing} will [run|go again]. I have [a cake|my grandmother's chair] to get up.
<warm> I will carry for anybody while {thing} is [down|out]. [Ring twice.|I go up at eight and at five.]
I stayed [down here|up here] all day: {thing} {fact}. [One sees who one's friends are: they are on the same floor.|The view is what it is.]
<playful> With {thing} out, {some} has begun [selling water on the landing|a school on the third landing]!
= lift begun round
I went to {place} by {by}, because {thing} [stands still|will not]: {steps} more, and [I met half the street on the way|two people who had the same idea|my shoes know every one of them].
[To {place} it is|It is] {steps} further with {thing} [out|down]. [I walked them {time}|I have walked them], by {by}, and [arrived with an opinion|was late by a bun|saw a door I had never seen].
<terse> {Thing} {fact}. Went round by {by}. {Steps} [more|extra]. [Got there.|{Place}, in the end.]
<terse> {Place}, the long way. {Steps} [on top|more than yesterday]. [Thank {thing}.|By {by}.]
<exact> To {place} with {thing} [out|at a standstill]: {steps} more, by {by}. [I counted|Counted twice], {time}.
<exact> {Thing} {fact}; I took {by} instead, and it is {steps} [longer|of detour] to {place}. [For those who have to be on time.|Set out early.]
<warm> If you have to get to {place}, dears, go by {by}: it is {steps} more, and [there is a bench half way|the landing smells of somebody's soup]. {Thing} is [no help today|resting].
<warm> I went round by {by} to {place} and carried [a stranger's bag|somebody's cat] the last {n} flights. [One is kinder without {thing}.|That is what {thing} is for, and it is not there.]
<dry> The way to {place} has grown by {steps} since {thing} [gave up|stopped]. I have [grown with it|not].
<dry> {Thing} {fact}, so I have now seen {by} and {n} landings that [nobody should see|I had been spared].
<playful> {Steps} more to {place}, hurrah! {Thing} [sulks|has taken a holiday], and by {by} one meets [the whole town|every cat of the hill].
<playful> I raced {who} to {place} the long way, by {by}, because {thing} [is a wardrobe now|only pretends]! [I lost.|We both lost.]
<curious> Who knew that one can get to {place} by {by}? I only found it because {thing} {fact}. [What else do we not know?|It is {steps} more, and I did not mind.]
<hedging> I think it is {steps} more to {place}, by {by}, while {thing} [is out|rests]. [I may have miscounted on the landing.|It felt like it, at any rate.]
<formal> For the information of all: with {thing} out of service one reaches {place} by {by}. The way is longer by {steps}.
= lift begun stayed
I had meant to be at {place} [today|by now]. {Thing} {fact}, and there is no other way. [So I am here.|I have swept the floor twice.]
<terse> {Thing} {fact}. No way to {place}. [Home.|Stayed.]
<exact> {Place} cannot be reached while {thing} {fact}. [I tried both stairs.|I went to look.] I [wait|stay where I am].
<warm> To everybody at {place}: I cannot get to you, {thing} {fact}. [Start without me.|Keep me a chair.]
<dry> {Thing} {fact}, and so I have been given [a day|an afternoon] that I did not ask for. {Place} will [bear it|not notice].
<playful> Marooned! {Thing} will not, and {place} might as well be [the moon|across the sea]!
<curious> Is there any way to {place} without {thing}? I have [asked three people|looked at the map], and [nobody knows one|it says no].
= lift over tell
{Thing} runs again. [It was a pin|A sheave, no bigger than a plate]. [Be gentle.|Ride it slowly for a day.]
<exact> {Thing} is back [since {hour}|in service]. [Cause: one worn bush.|Down for longer than I like, and I have written why on the gate.]
<terse> {Thing}: [fixed|up]. [Thank the pin.]
= lift over own
I rode {thing} [up and down twice|to the top] only because it [goes|can]. [The whole car was smiling.|Nobody spoke. It was lovely.]
<dry> {Thing} is mended, and [already there is a queue|my knees have written to say thank you|{who} has gone up twice for no reason].
<playful> All aboard! {Thing} goes, and {some} [kissed the gate|has brought a cushion]!
<exact> {Thing}: [{nn} seconds from bottom to top|{n} stops, no groans], {time}. [I went to see for myself.|It was worse before.]
<terse> {Thing} goes. [Rode it {time}.|Good knees again.]
<curious> Does {thing} sound [lower|different] to anybody else since it was mended? [{who} says I imagine it.|I like it.]
<warm> {Keeper} was under {thing} [for the whole of it|until it was light]. [Say thank you when you get in.|There should be a cake.]
= blackout begun tell
The lamps are out. [All of them, as far as I can see, which is not far.|The whole hill is dark.] [Candles|Mind the steps].
<exact> Lamps out since {hour}, [from the top of the hill to the water|every street I can see].
<terse> Dark. [All of it.|Everywhere.]
= blackout begun own
In {event} I [walked into {who}|said good evening to a post], and we [talked for an hour|parted friends].
You can see [the stars|the other bank], now that {event} has put us out. [We should be broken more often.|There are more than I was told.]
<warm> I have {nn} candles and [one good story|no wish to sit alone] until {event} is over. [The door is open.|Knock, so that I know you from the coat stand.]
<dry> {Event}. [I am writing this by the light of my principles.|It hides the dust.]
<curious> What is that [light|singing] {at}? With {event} on I can not tell [who it is|how far].
<terse> {Event}. [Bed.|Sat on the step.]
<playful> Somebody is going round in {event} [swapping the door mats|knocking on every third door]!
= blackout over own
The lamps came back [in the middle of a sentence|while I had my mouth open], and [we all looked away|nobody finished the story]. I miss {event} a little.
<exact> {Event} is over. [Broken here: one cup, one promise to go to bed early.|Candles burnt: {n}.]
<dry> Light again. [I preferred the room before.|So that is what I ate.]
= funeral announced tell
{Event} is tomorrow at eleven, {where}. [Come as you can.|No flowers; bring a story.]
<warm> We bury {dead} tomorrow, {where}, at eleven. [Nobody should stand there with only the clerk.|Come, even if you only knew the cough.]
<formal> It is my duty to tell the town that {event} is tomorrow at eleven, {where}.
= funeral announced own
{Dead} once [lent me an umbrella and never asked|told me I would amount to something]. [I shall be there.|I had meant to say thank you.]
<dry> I quarrelled with {dead} for [eleven years|half my life]. [I shall go. Who else would know why.|It will be quiet.]
<curious> Does anybody have a [likeness|letter] of {dead}? There should be something [to look at|on the table].
= funeral begun own
{Event} was [short|long], and then {some} told [the one about the goat|how it began], and [we laughed, all of us, in our black|it was right].
They rang for {dead}. [I counted.|One stroke was late, and it suited.] {Event} is the first day [this year|in weeks] that nobody hurried.
<warm> Whoever walked home alone from {event}: [there is a light on here|you need not]. 
<terse> {Event}. [Went. Stood.|Cold. Enough people.]
<dry> At {event} everybody [agreed with {dead} at last|spoke well]. [{Dead} would have objected.]
= funeral over own
I keep [stepping aside on the stair|laying one cup more], for {dead}. [Habits take longer to bury.|Nobody tells you about that.]
<warm> After {event} {who} brought me [soup|a chair]. [We did not talk. It was good.|I had not asked.]
= guest announced tell
We are to have a guest: {guest} comes tomorrow, {where}, [and will answer questions|from two o'clock]. [Somebody sweep.|Be yourselves, or better.]
<formal> I have the honour to announce {guest}, tomorrow, {where}. [Questions in writing will be preferred to shouting.|Hats.]
= guest announced own
I have {n} questions for {guest}, and [the first is rude|{who} has told me not to ask the third].
<dry> {Guest} is coming to [look at us|explain us]. [I shall be out.|I shall wear the other coat.]
= guest begun tell
{Guest} is here, {where}, and [smaller than the picture|asked first for the stairs]. [Come.|There is a chair left.]
= guest begun own
I asked {guest} [what a street is for|whether it rains there too], and the answer was [a question|long, and about somewhere else].
<exact> {Guest} spoke for {nn} minutes and said [{n} things I can check|one thing worth the chair].
<warm> {Guest} [held {some}'s baby|sat with the old ones] the whole time. [Say what you like about the lecture.|That is what I shall remember.]
<dry> {Guest} finds us [charming|interesting]. [I have been called worse, and believed it more.|We were looking at the clock.]
<curious> Did anybody hear what {guest} said [at the end|when the door banged]? I think it was [about us|the important part].
<terse> {Guest}. [Saw. Heard. Soup.|Fine hat.]
= guest over own
{Guest} has gone [by the evening boat|off], and left {some} [a book|a remark]. [We shall be chewing on it until spring.|I would rather have had the hat.]
<dry> Now that {guest} has gone, everybody [had the better argument|says they nearly spoke].
= forecast announced tell
I give {odds} in the hundred for a storm tomorrow. [That is not a yes.|Hold me to it.] [I have been wrong before and printed it.|Coats at fifty.]
<exact> Tomorrow: storm, {odds} in the hundred. [Last time I was off, and said so.|The vane and the glass do not agree; I went between.]
<terse> Storm tomorrow: {odds} in the hundred.
<hedging> I make it {odds} in the hundred that it blows tomorrow. [I would not lend money on it.|The gulls make it more.]
{Odds} in the hundred, tomorrow, for wind that one would [give a name|remember]. [{weather^} tonight tells me little.|I stood {at} and counted gulls.]
<exact> {Odds} in the hundred for tomorrow. [Glass falling, {weather} over the water.|The same as {dated}, and we know how that went.] [Error as usual.|I sign it.]
<dry> Tomorrow a storm, with {odds} in the hundred. [I have been asked to sound more certain, and cannot.|{who} wanted a rounder number.]
<warm> I would take a coat, dears: {odds} in the hundred for a blow tomorrow. [{who} has been told to bring the bench in.|Better a coat too many.]
<hedging> It could come to a storm tomorrow; call it {odds} in the hundred. [{weather^} at this hour can mean anything.|Ask me again {time}, and I say the same.]
= forecast over right
I said {odds} in the hundred, and [it blew|it kept still] as I said. [I note it, since nobody else will.|One more for the glass.]
<dry> {Odds} in the hundred, and it [came out|fell] on the right side. [Applause may be left at the door.|I am as surprised as you.]
<exact> Forecast for today: {odds}. Outcome: [in agreement|as given]. [The book is open to anybody.]
My {odds} in the hundred [stood up|held]. [{who} owes me a bun.|I was {at} when it was decided, and said nothing.] [Enter it.|It will not make me bold.]
<warm> For once you can thank me for the {odds} in the hundred. [I saw {n} coats {at}, and all of them right.|I was as anxious as you.]
<exact> Given: {odds}. Come: as given. [That is one more since {bygone}.|Seen from {place}, {time}, with {weather}.]
= forecast over wrong
The {odds} in the hundred were mine, and so is the blame. [{weather^}, and not what I said.|{who} has been kind about it, which is worse.]
<exact> Given: {odds}. Come: the contrary. [I had the glass too high since {bygone}.|The error goes up on the door {at}.]
<hedging> I should have doubted the {odds} in the hundred more than I did. [{weather^} misled me.|I thought so {time}, and let it stand.]
I gave {odds} in the hundred, and [the sky did the other thing|I was wrong]. [It goes in Sunday's list.|You may say so. I have.]
<dry> So much for my {odds} in the hundred. [The vane has been spoken to.|I have eaten the paper it was on.]
<warm> I am sorry about the {odds} in the hundred. [Somebody carried a coat for me all day, or none.|You were kind to believe it.]
`
