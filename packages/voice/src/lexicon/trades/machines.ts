import type { TradeWords } from '../trades.ts'

export const MACHINES: TradeWords = {
  words: 'lifts lift machine mechanic engine engineering counterweight motor grease technology hardware operator brass',
  introductions: [
    'I keep machines running',
    'I work where the ropes and gears are',
    'moving people up and down is my work',
  ],
  remarks: [
    'It has held every load I have put on it so far.',
    'There may be a crack in that I have not seen yet.',
    'It runs, and I do not ask more of a thing than that.',
    'I would grease it and try it again before I trusted it with passengers.',
    'Listen to it under load; that is when it tells you.',
    'It is the part nobody looks at that carries the weight.',
  ],
  counsel: [
    'Check it three times, then once more when nobody is watching.',
    'Take the lid off before you guess.',
    'Stop it before you put your hand in.',
    'Find what is carrying the weight, and be good to that.',
    'Fix the small rattle while it is small.',
  ],
  asks: ['What {does} {x} have to carry, where you are?', '{Has} {x} ever let you down?'],
  matters: `
= rope: rope sheave pulley cable strand grease crack wear bearing machine counterweight sound
saw the [head|tail|far] sheave [ran|is running|comes back] [warm|dry|rough] [by noon|on the down run|under a full car], and [you would not see it|my thumb did|no gauge would tell you]
saw there is [one strand|a flat|a bright spot] on the [long|west|short] rope [a hand from|just under|level with] the [clamp|drum|third mark], and [it was not there Monday|I do not like it|it bears watching]
saw she [pulls|drags|sits] [heavy|left|slow] [with four aboard|in the wet|going down empty], and [has done all week|nobody asked why|it is not the load]
did greased the [guide rails|top pin|whole run] [twice|by feel|from the pit up] and [wiped off half|rode her empty|listened with my ear on the beam]
did [shut|stopped|roped off] the [west car|small one|upper halt] [before anybody asked|for an hour|till I know], and [kept the key|wrote NO on a card|took the looks]
did checked the [pins|clamp|drum bolts] three times and [went back|lay awake|checked them again] [after dark|with a lamp|for the one I had not seen]
said {some} asked [how long|whether it could not run just for today|if rope gets tired], and [I said yes|got the truth|I pointed at the stairs]
said {who} [says|reckons|told me] it [sounds fine|only wants oil|was all right yesterday], which is what [they say before|a fault sounds like|everyone tells a mechanic]
so you look for the [crack|fault|wear] [you have not seen|under the paint|where it was sound last time]
so it is [sound|not sound|holding], and [liking it does not come into it|that is the whole report|I will say it once]
view a [machine|lift|winch] does not [care|hear] that you [are late|signed something|find it charming]
view [slow|noisy|old] is not [broken|a fault|the trouble]; [quiet and new|what nobody has looked at|sudden] is
ask who has [been leaning on|oiled|put a foot through] [my gate|her without asking|the inspection cover]
do keep your [hands|skirts|bicycle] [inside|off the gate|out of the gap] and [count to five|let her settle|mind the sill]
will have [the cover|that bearing|the whole box] off [on Friday|before it rains again|when the last car is in]
out I [held my breath|counted|read the notice twice] [all the way up|between floors|for the whole ride], and [she got me there|nothing happened, beautifully|take back what I said about grease]
saw [somebody|a child|the damp] has [swung on|been at|got into] the [slack side|guide rope|lower clamp], and [she told me by the second run|it hums flat|I have words ready]
saw [new grease|cold|that last load] has her [running sweet|stiff at the turn|a hand high at the sill], and [I will take it|she will ease|nobody noticed but me]
did [spliced|turned end for end|cut back] [the short rope|four fathoms|what was glazed], [bare hands|by the book|on the motor room floor], and [she took the weight|it cost me supper|there is years in it now]
did put my [ear|hand|back] to the [beam|housing|wall] and [heard it|felt nothing, good|counted nine turns], then [shut her down|let them ride|had my tea]
said {some} [hit|kicked|talked to] the [gate|panel|motor] and says it [helped|answered|went after that], and [it did not|I have hidden the hammer|that is my job]
so [rope|iron|a bearing] [tells you|warns you|gives you] once, and [after that it is news|be there|you had better be listening]
view [oil|looking|checking] is [cheaper than sorry|not fussing|half the trade and no glory]
will [weigh|strip|walk] her [Sunday|top to bottom|before the market crates]

= brake: brake counterweight load weight ballast sandbag safety winter handle plate test
saw the brake [bites|takes|answers] [late|on the second pull|only when cold], by [a hand's breadth|one breath|more than I allow]
saw somebody has [loaded her with|sent down|wedged in] [a wardrobe|nine crates|two pianists and the piano], [and shut the gate|under a notice|while I was at dinner]
did dropped [a test weight|four sandbags|the old anvil] [from the second|in the pit|on the plate] and [she held|counted|felt it in my boots]
did took [out|off|down] [the shoes|a lining|both springs], [filed|cleaned|swapped] them, and [put her back by lamp|wrote the date inside the lid|had one nut left, then found its place]
said {some} wanted [a joyride|to know the record|to bring the harmonium], and [I folded my arms|was shown the plate|I said ask the brake]
so [weight|a load|trouble] [lands|settles|falls] on whoever has [the worst knees|the basket|the top floor]
view a [rule|plate|number] on a wall [was somebody's accident|is there because of a winter|has blood behind the paint]
ask what does your [whole kitchen|dog|conscience] weigh, [roughly|I am serious|before I let it in]
do [walk|take the stairs|send half] [today|if you can|while you have knees] and leave her for [those who cannot|the old ones|the bread]
will [load|run|test] her [empty|at half|with me in it] [before I let a soul aboard|ten times|tomorrow at five]
saw the pit has [a hand of water|somebody's hat|one live eel] in it, and [the pump is on|she is stopped till it is out|I know who to ask]
did [stood under|rode on|slept beside] the [weight box|car|drum] [to hear it|with a chalk|till I was sure], and [it is sound|will not do it at my age again|found the rattle, it was my keys]
said {some} says [one more will fit|it held last time|they are not heavy], and [so did the last lot|there is a plate on the wall|I let the gate answer]
so I say [no|stairs|wait], and [they run down like a clock|fold my arms|nobody was ever buried by a no]
view a [brake|gate|bolt] is [a thing you hope to be bored by|only as good as its last wet day|what love looks like in iron]

= breakdown: stopped stuck closed broken stair repair notice shut waiting ways lift breakdown
saw [thirty|a dozen|nineteen] people on the [steps|stairs|long flight] [by eight|with baskets|in the wet], and [one was eighty|two had chairs|nobody was singing]
saw the notice [says|said|reads] CLOSED and [somebody|a wit|a poet] has [added|written] [why|who says so|not for ever] [underneath|in chalk|quite neatly]
did carried [an armchair|somebody's shopping|a grandmother, at her request] up [four flights|past three landings|as far as the gate] and [sat on it|was given plums|did not charge]
said {some} called the [stoppage|quiet|empty shaft] [charming|picturesque|good for the legs], and [I handed over a crate|has not been seen on the stairs|went down by them]
so a stopped [lift|car|machine] is [somebody's supper getting cold|a long way up for one old woman|not a view]
view folk [love|miss|forgive] a machine [best|most|only] when [it has let them down|it is behind a rope|they had to walk]
ask who is [stuck|carrying|going without] [up top|on your stair|since Tuesday], and [what do they need|is there a list|have they been asked]
do [knock|call in] on [the top floor|whoever you have not seen|number nine] on your way [up|past|down], and [take the bread|bring a rope|ask twice]
will have it [running|mended|open] when it is [sound|done|safe], [and not by petition|so do not ask|not one hour sooner]
out the stairs [are longer|have more opinions|are friendlier] [than they were|with shopping|in company], and I [have met everyone|now own a calf muscle|rest on the fourth landing]
saw [soup|the post|a wedding dress] went up [hand to hand|on a rope|by relay], [nine flights|landing to landing|and not a spot on it], and [nobody had asked them|I near enough wept|we should break down more]
did [chalked|pinned up|shouted down] [the hour|what is wrong|how long] [so they need not ask|in plain words|twice], and [they asked|somebody corrected the spelling|had no peace]
so [two days|a week|one pin] [is a long time|tells you who your neighbours are|comes down to] on [the top floor|those stairs|bad knees]
view you [learn|see] a [city|house|street] [by its stairs|when the easy way is shut|from who carries]

= riders: passenger ride overheard talk lift car gate level confession face short story operator kindness
saw <-terse> [two people|a couple|strangers] who [are not speaking|had just quarrelled|have the same nose] [stood back to back|shared one umbrella|read the same notice] [for the whole ride|between two floors|as far as the top]
saw <-terse> [a boy|a widow|a man in a good hat] got in with [a cake|one skate|an empty frame] and [got out without it|held it level|smiled at it all the way], and [nobody asked|I looked at my boots|the gate shut on the rest of it]
saw <-terse> somebody [laughed|cried|hummed] [in the corner|behind a parcel|facing the wall] from the [first|lower|second] stop, [very quietly|as you would carry something full|and then thanked me]
did held the gate [a breath longer|with my foot|for no reason], and [she came back|they made it up|that was enough]
did [changed the names|looked at the ceiling|polished the handle] and [heard every word|missed the end|learnt a recipe]
did took {some} [all the way up|down again|to the wrong floor] [because nobody had said where|twice, without charge|to let the story finish]
said {some} said [I never told him|it was in the hat|I would do it again], and then [the gate opened|it was their stop|they saw me], [so that is all I have|and the other one nodded|as it always does]
said one said [it is nothing|I am only tired|you go on ahead] and the other [said the same|pressed for a higher floor|took the heavy bag], and [mind that gap|I would call that love|the car went very smoothly]
so everyone [gets off|is called away|leaves] before the ending, and [I go back down|somebody should follow|one makes one up]
so [a short ride|one floor|twenty seconds] is [long enough for the truth|room for one thing|plenty] if [nobody interrupts|you leave out the weather|the gate sticks]
view people are [kinder|truer|sillier] in [a small room|a slow car|the dark between floors], since [there is nowhere to put your face|they must decide to be silent|it ends]
view what is said [between floors|with the gate shut|to a stranger's shoulder] [belongs|is lent] to [nobody|the shaft|whoever needed it]
ask how does it [come out|end|turn out], [the one with the cake|if you were the lady in grey|and did he keep it]
do [hold|mind|let go of] the [door|gate] and [tell me the rest|say it before the top|go on]
will [go slow|leave the gate|listen] [at the third|tomorrow|on the six o'clock] in case they [get in again|bring the other glove|finish it]
saw <-terse> [a lady I will call Mrs Parsnip|a gentleman, call him Mr Thursday|someone I shall call the Captain] [got in wet|was carrying a clock|had no shoes], [asked for the top|said nothing till the third|held the rail with both hands], and [it was not about the clock|came down again at once|that is not the name]
saw <-terse> [three|two|five] people [all breathed in|looked at the floor|said sorry] at [once|the same moment|the second landing], and [then one giggled|that was the friendliest ride of the day|nobody knew for what]
did [told|lent|owed] {some} [a joke|my cap|the time] [between the second and third|to stop the crying|as far as the top], and [it took the whole ride|got the end of it wrong|the lamp in it still works]
did <-terse> [pretended to check|read|polished] the [bell|notice|lamp] while [a proposal was made|somebody practised an apology|a child explained death to a doll], and [she said yes at the gate|it needed work|I had something in my eye]
said {some} [asked me|leant over and asked] if I [ever get anywhere|mind the dark part|had heard], and [I said every twenty seconds|we were there|which of us was the passenger, I thought after]
said a [voice|man|girl] behind me said [do not tell her|it was in the oven the whole time|after all these years, a hat], and [nobody turned|off they got|I do not know whose hat]
so you get [the middle|one corner|the lid] of [everybody|a life|the thing], and [then it is their floor|make up the rest|the bell goes]
so they [forget I am there|talk|stop talking], [and I do not blame them|bless them|right when it gets good]
view a [lift|corridor|doorway] is [the only confessional with a view|where people put their faces back on|too small to lie in]
view nobody is [quite themselves|angry|alone] for [a whole ride|longer than three floors|as long as the gate is shut]
ask whoever [left laughing|had the trombone|got off at the wrong floor on purpose], [is he all right|did she keep it|what was so funny]
will [save|hold|keep] [the corner|a story|their place], [till they ride again|for the down trip|and not look round]

= lost-property: lost property glove umbrella brass polish handle cap found keep label owner
saw [one glove|a flute case|upper teeth|a birthday cake] [was left|turned up|has been] on the [seat|hook|floor of the car] [since the early run|with no name|facing the wall], and [I have grown fond of it|nobody has rung|it was still warm]
saw the brass is [bright|worn|thin] where [everybody's|forty years of|the nervous] [hands|thumbs] [go|have been], and [dull where they let go|that is a map of sorts|I leave that part alone]
did labelled [nine gloves|the left shoes|a letter I have not read] [by day|by guess|in my best hand] and [lost the labels|put them in the warm|tried one on]
did polished the [handle|gate|floor plate] until [I could see who was behind me|it showed every lie|somebody's child waved at it]
said {some} came for [a hat|the other one|something they would not name], tried [three|mine|all of them], and [left in the wrong one, happy|wept a bit|took the birdcage instead]
so [nothing|no glove|not one hat] is [lost|left] [by accident|without a reason|only once]
view a thing [left behind|nobody claims|in the box] is [still going somewhere|waiting its stop|the start of a story]
ask has anyone [lost|put down|been missing] [half a pair of anything|a tune|a letter with no name on the front]
do come and [look|describe it|put your hand in the box], [any hour|between runs|no questions]
will keep it [a year|by the stove|behind the door], and then [wear it|ask again|let it ride]
saw [the box|my shelf|lost property] has [four lefts and no right|a wooden leg, good condition|started to hum], and [somebody is walking in circles|nobody admits it|it was the music box]
did [wrote|chalked|sang out] [one umbrella, crying|a hat, size of an opinion|gloves, assorted] on the [board|gate|lid], and [nine people came for the hat|three brides answered|it was gone by the next run]
did <-terse> gave back [a ring|one spoon|half a letter], [to the wrong sister first|without looking|years late], and [was kissed|never saw a face change so|got a cake for it]
said {some} asked if I had [their nerve|a good name|last Tuesday] [handed in|by any chance|at all], and [I went and looked|there was a glove instead|sometimes it turns up]
so [things|hats|people] [come back|wait|ride round] until [somebody asks|they are ready|the right wet day]
view you should [lose something|look in the box|be asked for by name] [once a year|when you are low|before you buy new]

= motor-room: tea biscuit tin workshop bench apprentice tool spanner speech plain hand trade strong
saw [one biscuit short|the tin was moved|there are crumbs on the winding gear], and [I know the teeth|I have a list|somebody light on their feet]
saw the [good spanner|long oilcan|half-inch key] is [hung up wet|on the wrong nail|back, without a word], and [so is somebody's conscience|I will say this once|the nail is there for a reason]
did showed {some} how to [hold|hear|let go of] a [file|bearing|hot bolt], and [they asked before touching|only one plaster|will do]
did drank the tea [black|from the lid|standing on the beam] and [thought about nothing|heard her tick|was not to be spoken to]
said {who} came [up for a washer|in out of the wet|to complain] and [stayed to hold the lamp|left with grease on the nose|was some use]
so [a tool|hands|a trade] will [tell you who had it|not be hurried|go with whoever turns up early]
view [plain words|strong tea|a clean bench] [do more|go further|mend more] than [a committee|any amount of sympathy|sorry]
ask who [taught you|first let you hold|hit your thumb for] the [thing you are good at|hammer|truth]
do [hang it up|wipe it|put it back] [the same day|before you sit|or do not borrow it]
will put [the kettle|new leather|my name] on [after the last run|when this is square|and say no more about it]
saw [the lad|a volunteer|my apprentice that is not my apprentice] [swept|oiled|found] [the pit|what I had missed|without being told], and [did it right|I said nothing, which is praise|there are biscuits gone]
saw there is [frost|a wren|somebody's sonnet] [in the winding room|on the number two|under the oilcan], and [it stays|I have read worse|I work round it]
did [sharpened|ground|lent] the [cold chisel|good file|vice], [said mind|once|against my rule], and [it came back clean|we will see|it has not come back]
did [made|fitted|filed] a [pin|washer|key] from [scrap|an old hinge|a spoon, do not ask], and [it will see out the new ones|she never knew the difference|took the morning]
said {some} said it [could not be done|wants a specialist|needs replacing], and [I had my sleeves up|it is done|sent them for tea]
so I was [wrong about that|right, for once|late home], and [it is fixed|I have said so|the rope held]
view [good hands|a quiet apprentice|somebody who sweeps up] [ask before touching|are not taught|cost nothing and cannot be bought]
`,
  bystanders: `
I [rode|went up|stood] in the [lift|car|corner] with [a harp|two bishops|somebody's entire kitchen], and [nobody breathed|we were introduced|it was over too soon]
[something|the gate|that handle] [clanked|sighed|stuck] at the [third|second|top] [level|stop|landing], and [we all became religious|a child said again|the mechanic only nodded]
I [thanked|waved to|have begun greeting] the [lift|winch|machine] [out loud|as I got off|in front of people], and [it is no worse for it|I meant it|felt better all day]
I [climbed|took|counted] every [stair|step|landing] on [principle|a dare|an empty stomach], and [the principle is gone|my knees have written in|there was a view]
[a person|somebody greasy|the one with the spanner] [told me|said|called down] it was [sound|not sound|the rope], and I [believed every word|took the stairs|went up regardless]
`,
}
