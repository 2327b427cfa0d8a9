import type { TradeWords } from '../trades.ts'

export const ARCHIVES: TradeWords = {
  words:
    'archives archive catalogue record history provenance library librarian almanac footnote document curator museum',
  introductions: [
    'I keep papers and what they remember',
    'old paper and older questions are my work',
    'I look after records',
  ],
  remarks: [
    'I would want to see the page before I swore to it.',
    'That is filed under things I was told, which is a fat drawer.',
    'There is a slip of paper somewhere that says otherwise; there always is.',
    'I have it in pencil so far.',
    'It may be on the wrong shelf, but it is a real book.',
    'The margin usually knows more about that than the text.',
  ],
  counsel: [
    'Put it back where it was, then look again.',
    'Ask who had it last, and ask gently.',
    'Write down the date; you will want it later.',
    'Look for what is missing on the shelf before you read what is there.',
    'Keep the first draft; it is the only honest witness.',
  ],
  asks: ['Who told you about {x} first?', 'What is the oldest thing you know about {x}?'],
  matters: `
= shelves: catalogue shelf volume book archive missing record register library loan return gap provenance index archives
saw [volume|item|box] {n} is [back to front|one place to the left|upside down], and [has been|I think has been|was already] [since the winter count|since before my time|for longer than anyone will admit]
saw <exact> the gap on the [third|lower|north] shelf is [two fingers|a hand|seven slips] wide [today|this morning|by the brass rule], and [it was less|I do not care for it|nothing fits]
saw a [loan slip|borrower's card|call slip] [dated|marked|signed] in [three inks|a hand I know|pencil] has [come out of|turned up in|fallen from] a [cookery book|box of glazing bills|hymnal]
did checked [behind|beneath|above] the [shelf|returns|hot pipe], then [the returns|my own coat|the drawer], then [the list of places I had checked|under the cat|behind again]
did [put|carried|walked] it back where it was [and stood there|and ticked it|without a word], [for longer than needed|with both hands|which took the morning]
did <exact> counted the [top row|bound series|loose sheets] [forwards|by touch|with gloves on] and then [backwards|by lamplight|aloud], and [both agreed|I was one out|believe the second]
said {some} [asked|came in to ask] for [a blue one, about so big|the book their father had|whatever was here before], and [I knew it|we found it in an hour|it is the likeliest request of the week]
said {who} [returned|brought back] a volume [dry|early|with a pressed fern in it] and [apologised|said nothing|stood there] as if [I might count the pages|it had bitten somebody|there were more to come]
so [most things|what is lost|a missing book] [is|turns out to be] [near|in use|one shelf down], [and blushing|which is no comfort|as far as can be known]
so [nothing|no book|not one slip] is [lost|gone] until you have [asked it politely|moved the ladder|looked where you put it safe]
view [carelessness|a misplaced thing|an untidy shelf] is [something one does to other people|a small theft with no thief|how history gets its gaps]
view a [catalogue|record|list] should say [what a thing is doing|who wept on it|where it was put down], and not only [what it is called|the height|the shelf]
ask what have you [had so long|borrowed|put somewhere safe] that you [no longer see it|call it yours|could not swear to]
do [put it back|return it|leave it on the step], [nothing will be said|no questions|with or without the fern]
will [go through|dust|read] the [returns|bottom row|Ms] [again tonight|box by box|in the order they came]
out I [owe|have not returned|still have] a book from {place} and [cross the street|hold my breath|lower my hat] [whenever I pass|at the corner|by the window]
saw [three|two|five] [readers|umbrellas|clerks] [left|asked for|signed out] [the same box|nothing|what they came with], and [one came back for the string|the register is neat today|I counted anyway]
saw a [label|shelf mark|number] in my [predecessor's|own|nobody's] hand [contradicts|outlives|points to] [the shelf|a wall|a room we do not have], and [I have not slept on it well|provenance unknown|there is a draught there]
did [measured|dusted|listened at] the [gap|press|case] [before opening|with the brass rule|twice], and [entered the figure|said good night to it|it had not closed]
did [traced|wrote to|asked] the last [borrower|binder|hand it was in], [as far as can be known|by two posts|gently], and [await a reply|was offered tea and no book|he had moved, then died]
said {some} brought in [a box from an attic|what was under the stairs|a thing wrapped in news], [for nothing|and would not sit|with mouse in it], and [it belongs beside item nine|have put it in quarantine|I held it a while]
so one [keeps|lists|looks after] [everything|what nobody asked for|the wrappers], because [the question comes later|somebody will knock|it cannot be un-lost]
so a [shelf|record|reader] [is only as good as|comes down to] [the last hand|whoever put it back|one tick in pencil]
view <exact> a thing is [somewhere|in its place|accounted for] or it is [not|missing|a rumour]; [I dislike the third kind|there is no roughly|that is the creed]
view [lending|trust|a reader] is [the risk that makes it a library|harder to repair than leather|worth one volume in a hundred]
ask who [signed|dusted|saw] [it|the blue series|box twelve] last, and [were their hands dry|would they tell me|was there a ribbon in it]
do [sign|shake off the wet|use two hands], [in ink|before the door|every time], and [read as long as you like|you may have the good chair|we shall get on]
will [number|shelve|write up] the [gift|loose ones|attic box] [tomorrow|when my hands are warm|from the bottom]

= paper: paper dry air binding damp spine leather page glue mould tide flat
saw the damp has got [as far as|into|past] the [letter M|second press|maps], and the [spines|corners|endpapers] have [begun to lift|a bloom on them|gone soft as ham]
saw <exact> the [air|dial|hair gauge] in here [reads|stands at|has gone up to] {nn}, [and one sneezes|which is two more than I allow|and it was the umbrella stand]
did interleaved [a wet ledger|forty pages|the tide book] with [blotting paper|clean linen|yesterday's news] and [turned it|sat with it|changed them] [every hour|until supper|like a patient]
did [reglued|resewed|eased] a spine that had been [mended with stamps|held on by habit|broken at the funny page]
did asked [a reader|two visitors|somebody's wet aunt] to [leave the coat outside|stand further off|breathe the other way], [kindly|in writing|and was obeyed]
said {some} opened a book [too fast|with a wet thumb|at the place it wanted], and we both [heard it|looked away|pretended that was the chair]
so paper [remembers|forgives|keeps] every [thumb|drop|fold], and [says so later|it has no choice|tells the next one]
so [dry|flat|safe] is [a thing you do daily|not a state but a habit|only the gap between two floods]
view a [binding|cover|mend] should [be|look] [stronger than the reader|plainer than the book|possible to undo]
view [books|old ledgers|pages] swell [with what they have been through|like anyone|before they split], and [it should be noted|I have stopped minding|one makes room]
ask does [anybody|someone] have [clean blotting paper|an oven that is never used|a dry attic] and [no curiosity|a steady hand|an hour on Thursday]
do keep it [flat|away from the wall|off the radiator] and [turn one page a day|do not iron it|talk to it if that helps you]
will [press|air|leave] it until [Sunday|it stops smelling of river|the boards sit square]
saw [a silverfish|mould|sun] has [read|got at|found] the [index|first chapter|letter Q], [ahead of the public|through the glass|neatly], and [I moved the lamp|war has been declared|it has taste]
saw the [sand drum|stove|little fan] [stopped|ran|ticked] [at four|all night|in the wrong direction], and [the pages knew|I woke for it|nothing curled]
did [hung|turned|aired] [a flooded diary|nine maps|the almanac] [over a string|leaf by leaf|between two irons], and [one line came up|it forgave us by evening|my hands smell of river]
did [refused|borrowed|heated] [glue|a knife|the good brush] [from the wrong century|on principle|over the lamp], and [waited for it to tack|the spine took it|the joint will outlast me]
said {some} asked why we [wear gloves|keep it so dry|do not just copy it], and [sneezed, which answered it|I let them hold one|they lowered their voice]
so [a flood|one wet coat|a cough] is [weather to you and a century to paper|how it starts|entered, with the hour]
view [a stain|foxing|a torn edge] is [part of the record|the page saying where it was|not to be apologised for]
ask what are you keeping [in a cellar|by the window|under the bed] that [ought to be dry|has writing on it|your children will ask about]
will [rebind|wrap|sit by] [the thin one|it|volume nine] [when the glass drops|in linen|with the door shut]

= margins: handwriting margin note pencil small hand signature date footnote letter document oral
saw there is a [note|sum|small drawing] in the margin [in pencil|in a left hand|under the stamp] that [disagrees with|is funnier than|corrects] the [text|whole chapter|author]
saw two [letters|receipts|entries] [a year apart|in different books|on the same day] are in [one hand|the same brown ink|each other's spelling], and [nobody has put them together|I have gone quite cold|they are not signed]
did copied [the inscription|one line|a crossed-out word] [letter by letter|with the loupe|the way it was written] and [the meaning changed|felt the writer hurry|saw what was under it]
did wrote a slip, [put it in the drawer|tore it up|folded it twice], and [wrote a better one|left it in pencil|found an answer under it by evening]
said {some} read a [date|name|signature] I had [stared at for a week|filed as a blot|taken for a comma] [at once|upside down|from the doorway]
so the [margin|back|crossing-out] is where [they meant it|the truth was put to dry|somebody was alone with it]
so [a date|one initial|a steady hand] [proves|settles] [less than you hope|nothing after supper|the place and not the reason]
view [small handwriting|a pencil note|a footnote] is [how the shy shout|a person lowering the voice|where to look first]
view whoever [numbers|dates|signs] a thing [expected to be asked|was frightened a little|means to be found]
ask whose [hand|writing|sevens] do you [still know on sight|keep|copy without meaning to]
do write the date on [it|everything|the back], [you will not remember|somebody like me will bless you|even on the shopping]
will [compare|lay out|trace] the [two hands|slips|sevens] by daylight and [say nothing till then|ask nobody|show one person]
saw somebody [corrected|thanked|cursed] the [author|printer|weather] in the margin, [two hundred years ago|in the same pencil|and dated it], and [I agree|it is the only joke in the volume|I know how they felt]
saw the [signature|dedication|seal] is [in a child's hand|over an erasure|too careful], and [that is not nothing|I put the lamp closer|the rest of the page looks away]
did [compared|pinned up|lost an evening to] [two capital Rs|the crossings-out|one blot], and [the same thumb was in both|it is a different winter|am no longer sure of anyone]
did [answered|dated|kept] a slip from [the other shift|a drawer|someone I have never met by day], and [we are on our fourth year of it|said rather more than needed|blushed, which paper does not show]
said {some} cannot read [their own grandmother's|a word of|anything but the sums in a] [letter|recipe|will], so [I read it out|we did it together|it was mostly about hens], and [we both needed a moment|the hens did well|she had been funny]
so people [sign|cross out|write small] [what they are afraid of|the true part|when they are not watched]
view pencil is [braver than ink|for what you mean|how one keeps a door open]
ask what did you [write in a book|cross out|sign] when you were [ten|in love|cross], and [where is it now|would you know the hand|shall I look]
will [leave|answer|put away] [the slip|my query|that drawer] [till the morning desk|in a plain hand|unread, if I can]

= rumour: rumour gossip story oral history witness told heard version unreliable night teller truth
saw the story [has reached|got as far as|came back from] {place} with [an extra dog|a different culprit|the weather changed], [and it is better|in under a day|so that is the fourth version]
saw [three|two|four] people [remember|describe|swear to] the same [evening|fall|quarrel] in [three|different|opposite] [rooms|hats|orders], [all of them sober|and none is lying|under the same clock]
did filed [a cough|what the cabman said|half a sentence] [under hearsay|beside the facts|with the hour it was said], and [locked it|left room for the rest|wrote by whom]
did sat with {some} [till the lamp went|over nothing much|past two] and [was told|heard|got] [the middle of it|all but the name|a thing I had not asked]
said {some} [had it from|swore it came from|got it off] a [cousin|porter|man on the stairs] who [was not there|had it from me|saw the boots], and [so it goes in the cabinet|I take it with tongs|it fits too well]
said {who} says it was [never like that|a Wednesday|the other brother], and [I believe it by daylight|the drawer says otherwise|I have put both]
so [a lie|a rumour|a tall story] [truthfully recorded|with its hour on it|kept dry] is [a fact about somebody|as good as a footprint|worth a shelf]
so every story [changes|fattens|gets a hat] by Thursday, and [the changes are the history|I keep the first one|nobody means any harm]
view the person [not in the room|who left early|nobody asked] [usually|as a rule|often] has [the better case|the other glove|the end of it]
view what [people tell|is told to] the [night desk|one who stays up|lamp] is [nearly true|what they were telling nobody|lighter by morning]
ask who was [standing where|holding the lamp|still awake] when you [heard it|first said it|stopped believing it]
do tell it [again|from the door|backwards], and [slowly|leave out the dog|stop where you did not see]
will [wait for|sit up for|go and hear] the [end of it|other version|one who has not spoken]
out I heard [at the pump|on the stairs|from two directions] that [somebody is leaving|there is a new key|it was not the cat], and I [name no names|pass it on unopened|would not swear to it]
saw [a whisper|the tale of the ham|that business with the ladder] has [lost its villain|been given a moral|come home married], [between here and the pump|since Monday|in three tellings], and [I have drawers for all of it|it is the fifth way I heard it|truth was seen leaving]
saw [the milk boy|a cabman|somebody's aunt] [went pale|changed the subject|counted spoons] when [a name came up|I opened the drawer|the clock was mentioned], and [I merely note who was standing where|nobody else saw|it is in pencil]
did [wrote down|took|let] [two versions|the pause|what was not said], [with the hour|side by side|and the rain], and [they do not meet|went for my walk|the second has more weather in it]
did [asked nobody|stood by the stove|poured the tea] and [waited|looked at the lamp|let the silence do it], and [it came out by itself|was told about the brother|heard the third ending]
said {some} [says they saw|would swear to|has it that there was] [a light|a coat|somebody running], [at two|by the arch|on the wrong night], and [I was there, and it was me|it has the ring of soup|I have filed it beside the fact]
said {who} [denies it|never said so|laughed], [too soon|by daylight|when I had not asked], and [I take the part of whoever is absent|so there is a drawer for laughs|I like them the more]
so [what happened|the plain fact|an event] is [small|shy|soon over], and what [was said|they made of it|walks about after] is [the city|the size of a house|my department]
so one [believes|keeps|weighs] [the cough|a detail nobody needs|the part told badly], [as a rule|at my desk|over the oath]
view a [secret|story|witness] should be [let sit|asked twice|given a chair] [before it is believed|and not a lamp in the face|by someone in no hurry]
view [daylight|a crowd|haste] makes [bad|brisk|liars' ] [witnesses|history|listeners], and [I say it kindly|I keep night hours|that is only what I was told]
ask what is being said [about me|up your way|of the empty house], and [which way is it growing|by whom|was I wearing the hat]
do [start|stop|breathe] [before the beginning|where you were not there|when the kettle does], and [leave me the names|I only listen|tell it the way it was told to you]
will [file|hear|walk past] [the rest|both halves|that window] [by Thursday, when it will have changed|tonight|and not knock]

= keys: key night walk lamp window desk lock late shift alone street
saw [four|six|three] lit windows on the [long side|hill|far bank] [at two|when I passed|this late], and [one was new|I know which is which|the fourth is not happy]
saw one key on the ring [fits nothing|is warm|has been cut since I last looked], and I [carry it anyway|have tried every door but two|prefer not to know]
did walked [the whole wall|round by the water|as far as the last lamp] with my [umbrella shut|hat on|hands behind me], and [met nobody twice|told no one|was back before the bread]
did relit the [desk lamp|stove|stub] and [found the chair still warm|read what the day had left|heard the building settle]
said {some} knocked [after one|with no coat|as the clock caught up], [asked for a timetable|wanted only to sit|said it was nothing], and [stayed an hour|talked about a brother|left lighter]
so the night [has|keeps] its own [post|manners|opening hours], and [they are kinder|no one is in a hurry|you bring your own lamp]
so [by three|in that hour|under one lamp] [nobody|hardly anyone] [bothers to be important|lies well|has somewhere to be]
view a [locked door|key|shut window] [is|tells you] [half a confession|how somebody sleeps|a polite way of asking]
ask which of your windows [do you leave lit|faces nobody|is awake with you]
do [carry|keep|count] the [keys|matches] [in the left pocket|where you can hear them|twice] and [go slowly|nod to the cat|mind the third step]
will [leave|put] [a slip|the lamp|an answer] [in the drawer|for the morning|where only one person looks]
saw [a hat|one glove|wet footprints] on the [stairs|third landing|sill], [going up only|at half past two|and no one to go in it], and [I wished it good night|put the lamp nearer|followed as far as was polite]
saw the [baker's|ringer's|doctor's] window [lit first|was late|went out twice], so [there was bread at five|somebody could not decide|I walked slower]
did [tried|oiled|counted] [the old lock|every latch|the ring of keys] [by feel|on the hour|for company], and [one turned|it sounded like a voice|nobody had been]
did [sat|read|stood] [on the stairs|by the grating|at the desk] until [the cart|a blackbird|the smell of the first batch], and [handed over the warm chair|had solved nothing, pleasantly|left a note about the moon]
said {some} [walked with me|kept step|held the lamp] as far as [the bridge|the pump|where the lamps stop], [saying nothing|about their knees|in slippers], and [it was no trouble|that is a friendship|neither of us will mention it]
so [at that hour|by one lamp|after two] [a city|everyone|a locked door] is [a person breathing|only tired|the same size as you]
view [insomnia|the night shift|a late lamp] is [a kind of parish|where the honest go|company, if you walk]
ask who else was [up|at a window|listening] when [the wind dropped|the clock struck wrong|it rained at three]
will [walk|lock up|leave the lamp] [the long way|after the last one|lit], [for whoever is out|hat on|in case]

= questions: question finding out apprentice learn ask notebook list footnote magnifier object iron useful old drain
saw <curious> there is a [groove|thumb mark|number] on the [underside|hinge|back] of the [railing|iron lid|third step] and [somebody put it there|it has worn smooth|nobody I asked had seen it]
saw <curious> the [drain|pump|boot scraper] outside {place} has [a maker's name|a tiny lion|a door in it], [which is marvellous|and it opens|so there must be a brother]
did <curious> asked {some} [seven|four|nine] questions [about rivets|in one breath|on the stairs], and [the sixth was the good one|was given a biscuit|got answers to the other two]
did filled [a page|the back cover|my cuff] with [things to ask|arrows|drawings of one bolt], and [ran out of pencil|lost the first question|started volume five]
did held [the lamp|an old bolt|somebody's spanner] for [an hour|a whole afternoon] and [was not told to stop|learnt one word|dropped it only once]
said {who} said [that is a good question|go and look|ask me after dinner], and [I have been happy since|went and looked|wrote down the hour]
said {some} [laughed|sighed|put the kettle on] and told me [nobody asks that|it has always been so|to mind my fingers], so [there must be something in it|it is on the list|I minded them]
so [every object|anything old|a thing like that] is [a letter somebody forgot to post|half of a conversation|waiting to be asked]
so now [I have|there are] [two questions where I had one|more holes in it than before|to be a fourth notebook]
view <curious> the [useful|real|best] question is [usually the next one|the one that makes them sit down|what you were too shy to say]
view <curious> [nothing|no lid|not one bolt] is [boring|ordinary|finished with] [from underneath|if you lie down|once you have held it]
ask who [decides|made up|first thought of] [where the drains go|how tall a step is|which way a key turns], and is there [somebody one thanks|a reason|a drawing]
do [turn it over|look underneath|ask the oldest person] before you [throw it out|believe the label|write anything down]
will [go back|ask again|draw it properly] [with the magnifier|when they are less busy|first thing], and [apologise|bring cheese|not touch]
saw <curious> [two|three|all four] of the [bolts|tiles|keys] are [stamped with a fish|different|newer], and [why only those|nobody had turned one over|I have drawn them life size]
saw <curious> there's a [tiny hinge|second lid|word] on the [inside|back|wrong side] of the [lamp post|letter slot|weighing machine], and [it works|I may have shouted|somebody oils it, WHO]
did <curious> [crawled under|looked up|climbed behind] the [stairs|boiler|great clock] with [a candle|my magnifier|permission, nearly], and [there is a whole room|found a spoon with initials|have cobweb in both ears]
did <curious> [wrote out|numbered|read aloud] all my questions about [rope|lids|why doors open inwards], and [it took till supper|somebody answered from the next room|crossed out the rude one]
did [returned|delivered|carried] [a hammer|the post|an enormous ledger], [the long way|with both arms|to ask one thing], and [asked four|got to see the inside|my knees clicked the whole time]
said {some} [let me|showed me how to|said I could] [turn the handle|ring it|hold the heavy end], [once|if I was careful|and then again], and [I am never washing this hand|it goes the other way from what you'd think|thanked them too much]
said {who} [told me to look it up|answered with a question|said hm], [not unkindly|over the spectacles|and went on], and [it was in volume nine|hm is going in the notebook|now I have two]
so it was [somebody's idea|made by hand|put there on purpose] [once|by a person|on an ordinary day], [imagine|and they went home to tea|and nobody remembers]
so [I should stop|sorry, this is long|that is all], except [that it opens|one more|for the spoon]
view <curious> [drains|hinges|the backs of things] are [underrated|where the truth is|honestly the best part of a city]
view <curious> if [nobody knows|everyone says because|it has always been so] then [that's the one to ask|there's a story in it|I want to see underneath]
ask has anybody [ever looked|been|put a hand] [behind the organ|under the fourth step|up that pipe], and [is it allowed|what was there|may I come]
do <curious> [ask|lift it|smell it], [they can only say no|there's nearly always a date|carefully]
will [ask|measure|go and find] [the man with the keys|it again|its twin] [before breakfast|if it isn't raining, or if it is|and write it up short, for once]
`,
  bystanders: `
I [went in|looked in|sheltered] at {place} [to get dry|for one date|out of the wind] and [came out with|left with|was handed] [three facts|a great-uncle|somebody else's birthday]
[the keeper|a person in gloves|someone behind a ladder] [found|fetched|knew] my [grandmother's street|question|first school] before I had [finished|sat down|the nerve to ask]
I found a [ticket|pressed leaf|receipt] in [an old coat|a borrowed book|the dresser], [with writing on it|from another century|in my own hand], and [ought to tell the archive|kept it, for now|have it on the mantel]
[my family|our house|the shop] is in [a ledger|some index|volume three], [misspelt|under debts|next to a goat], and [we are very proud|nobody knew|I asked them to leave it]
they [hushed|shushed|looked at] me at {place} for [a sneeze|wet shoes|breathing], [kindly|with one eyebrow|in writing], and I [deserved it|held the next one|have been back since]
`,
}
