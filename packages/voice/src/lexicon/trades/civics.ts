import type { TradeWords } from '../trades.ts'

export const CIVICS: TradeWords = {
  words:
    'civics procedure forum law politics motion vote council governance democracy dissent pamphlet clerk debate policy',
  introductions: [
    'I look after how this city argues',
    'my business is motions, votes and those who lose them',
    'public quarrels are my trade',
  ],
  remarks: [
    'Somebody will move an amendment, and I may be the one.',
    'I would not have it carried by applause.',
    'The other side deserves its minutes before we close.',
    'It has been put to the vote in my head and passed narrowly.',
    'If nobody has spoken against that yet, somebody should.',
    'Record me as present and not unanimous.',
  ],
  counsel: [
    'Let the quietest person in the room speak before you settle it.',
    'Write down the best case against you, then see if you still mean it.',
    'Ask who has not been asked.',
    'Do it openly, and leave a way to undo it.',
    'Put it in one sentence; if it will not go, it is not ready.',
  ],
  asks: ['Who speaks against {x} where you are?', 'If it came to a vote on {x} tonight, how would you go?'],
  matters: `
= minutes: minute procedure meeting agenda chair clerk semicolon forum civics speech item motion
saw <formal> item {n} [took|consumed|was allowed] [an hour|most of the evening|the whole of the break] and [concerned|turned on|was in the end about] [a comma|a bench|whose umbrella it was]
saw the [meeting|sitting|session] [ended|closed|rose] [nineteen|twelve|forty] minutes [late|past the printed hour|after the lamps went], [in good temper|with nobody cross|which is nearly punctual for us]
saw [somebody|a hand|a pencil] has [corrected|improved|annotated] the minutes [in green|in the margin|overnight], and [rightly|with some wit|the joke is better than mine]
did read the [whole motion|objection|question] back [slowly|in full|without comment], and [watched|let|heard] its author [change it|go pink|withdraw the second half]
did [entered|recorded|minuted] [a silence|the pigeon|one sneeze] under [any other business|apologies for absence|matters arising]
did <formal> ruled that [the question|the remark|the cough] [was|had been|could be taken as] [in order|out of order|a point of information], and [sat down|drank the water|moved on]
said {some} [rose|stood up|asked leave] to say [that nothing needed saying|one word, and used four hundred|what all of us had been avoiding], [and sat down to applause|and it carried|at length]
said {who} [asked|wished to know|inquired] [through the chair|twice|from the back] whether [the rain|a cat|silence] could be [seconded|minuted|counted]
so <formal> [the quiet ones|those at the back|the shy] [get their turn|are heard] only [where|if] [somebody keeps a list|the loud are made to wait|a person counts hands]
so a [room|meeting|hall] [remembers|becomes|keeps] what [was written down|somebody bothered to copy|is read back to it]
view <formal> procedure is [a kind of courtesy|manners with numbers|tenderness in a collar], [whatever the loud may say|and it wears well|and I will not apologise for it]
view a [good|proper|short] agenda [ends|closes] [before supper|with one thing undecided|where it said it would]
ask who [speaks|writes it down|keeps the list] in your [house|family|kitchen] when [everyone|nobody] [talks at once|agrees]
do [read|say] it back [to them|aloud|slowly] before you [answer|object|vote on it]
will [circulate|copy out|append] the [minutes|corrections|index] [by Friday|with the jokes left in|in triplicate]
out I sat through [an hour|two hours|the whole] of the meeting and [understood|enjoyed|can repeat] [the part about the drains|one sentence|only the biscuits]
saw the [attendance book|umbrella stand|register] [records|shows|gives] [nineteen|forty|eleven and a half] present, of whom [one was a dog|two were lost|several agreed]
saw <formal> a [sub-clause|footnote|proviso] of mine has been [adopted|read aloud|obeyed] [without amendment|by children|since March], and [nobody noticed the pigeon|it does no harm|I take a private pleasure in it]
did <formal> [numbered|sharpened|laid out] the [points|pencils|chairs], [in the order of their arrival|by height|from left to right], and [waited for the rain to come to order|that was the best of the evening|eleven were sat on]
did [thanked|overruled|invited] {some}, [who had not spoken|in the alternative|by name], and [something shy was said|the room had to lean in|it altered the vote]
did moved that [we adjourn|the window be shut|nobody sigh], [seconded it from the other chair|on a point of order|after a decent interval], and [carried it out myself|the motion lapsed into supper|it was left upon the table]
said {some} [spoke|went on|addressed us] [for eleven minutes|beside the point|with a hat in both hands] about [a hinge|their mother|fairness, and a goat], and [there were two amendments|the goat was withdrawn|every word is entered]
said {who} [objects|has objected|rose to object], [in writing|as is customary|with an index], and [the objection improved the noun|it was bound with the others|we were all, I think, relieved]
so <formal> [the hour printed|an agenda|the closing time] is [an aspiration|a form of poetry|what the tea is late for]
so [somebody must|one of us has to] [hold the pen|keep the list|be dull], [so that others may be brilliant|and be thanked for it on paper|and I have the gloves]
view <formal> a [comma|pause|semicolon] is [a chair offered|two people agreeing to differ|the shortest speech on record]
view [shouting|a raised voice|applause] should be [minuted as weather|sent to the end of the queue|taken in writing]
ask is there [any other business|a quiet objection|somebody at the back], [for the last time|and do they want the window open|the Chair waits]
do [wait to be called|put it in writing|number your reasons], [the third is usually the true one|it cools them|and keep item four for the joke]
will <formal> [lay|place|read] the [draft|correspondence|umbrella question] before [the next sitting|whoever comes|the rain], [in the usual form|with apologies|and abide by it]

= votes: vote motion count tally majority ballot decision naming petition carried election hand
saw [eleven|nine|fourteen] hands [for|in favour], [eight|six|thirteen] [against|opposed], and one [that was only stretching|belonging to a sleeper|raised to ask about the window]
saw the [petition|list|paper] at {place} has [gained a signature|lost a page|got wet], and [one name|the last name] is [plainly a dog's|in two hands|mine, which I do not recall]
did counted the [hands|slips|heads] [three times|from both ends|with a witness] and [announced|wrote up|stood by] the [first|middle|worst] [figure|result]
did voted [against|for it|with the minority] and [walked home|bought soup|shook hands] with [the winners|all of them|somebody who had not]
said {some} said [losing by five|being outvoted|a narrow defeat] is [the tidiest way of being heard|better than winning by shouting|good for the posture], [and looked it|but bought the round|over cold tea]
so [a majority|a vote|a count] [settles|ends|closes] [the evening|a list|very little], and [never|not quite|seldom] the [question|matter]
so [somebody|a few of us|the losers] must now [live in it|be civil about it|help to carry it]
view [the losing side|whoever lost|the minority] should [write the notice|hold the pen|be thanked first], since they [read it closest|looked hardest|know where it is weak]
view a thing [carried by applause|nobody spoke against|settled in a minute] has [not been decided|only been noticed|been dropped on our feet]
ask what would you [vote down|abolish|bring back] [if nobody could see your hand|tomorrow|by one vote]
do [count again|ask the ones who left|wait for the stairs to empty] before you [call it settled|ring anybody|print it]
will [put|bring|take] it to [the vote|a show of hands|the next meeting] [again|without the adjectives|once people have slept]
out I [signed|put my name to|added a mark on] [something|the petition|a list] {at} and have [been wondering since|not read the second page|regretted the flourish]
saw a [slip|ballot|folded paper] came back with [a drawing|a third answer|thank you] on it, and [it is being counted as spoilt with honour|the artist is sought|I kept that one]
saw [both sides|winners and losers|all thirty] were [at the same pie shop|on one bench|under four umbrellas] [by nine|afterwards|within the hour], [arguing about something else|and nobody had won the pies|which is the constitution]
did [tied|sealed|lost and found] the [box|bag|returns] [with string|under two signatures|in a hat], and [slept on it, literally|carried it through the rain|it was light, for so much]
said {some} [asked|begged leave to ask] whether [one may vote for neither|the absent count|a sigh is a yes], and [it has never been settled|the ayes sighed|we looked it up until ten]
so a [count|poll|tally] [tells you|shows] [how many|who came|the size of it] and [not how it felt|never why|leaves the stairs to tell the rest]
view it [takes|needs] [two good losers|one honest teller|a bad night's weather] to make a [vote|decision|result] [stand up|worth the ink|any use]
ask how [close|wet|long] was [the last thing you lost|your vote|it where you were], and [would you lose it again|who shook your hand|did you stay for the pies]

= queue: queue fair turn line waiting share rule bench order ticket
saw the queue [at the baker's|for the stairs|by the pump] [bends|doubles back|goes round the lamp post] so that [nobody knows the end|two people are each last|the shy come out ahead]
saw [somebody|a gentleman|a large coat] [went in|slipped in|was waved in] [ahead of|in front of] [six people|an old woman|a whole school], and [not a word|one cough|it was felt]
did gave up my place [to a pram|for a limp|out of curiosity] and [learnt|heard|missed] [more than I paid for|the whole quarrel|the last bun]
did drew [a chalk line|numbers|lots] for the [bench|window seat|warm side] and [came last|won it|was accused of nothing]
said {some} asked if [a queue of one|standing alone|waiting in the wrong place] [counts|is a queue|gives you a right to anything]
so [fair|a turn|an equal share] is [slower|duller|quieter] and it [feeds more people|keeps better|ends with everyone still speaking]
so those who [wait|stand|hold the door] [see|hear|know] [everything|who pushes|where the draught is]
view a [queue|line] is [the smallest parliament|a promise made with feet|justice in wet shoes]
view [no rule|nothing] is [finished|any good|safe] until [somebody kind|a tired person|the clerk's own mother] has [broken it|stood under it|asked why]
ask who is [always|still] [last|left over|holding the door] where you [live|work|eat], and [do they mind|who thanked them|why]
do [let|wave] [one person|the pram|the loud one] through and [watch the rest|count to ten|see who minds]
will [stand|wait|queue] [at the back|behind the pram|on the wet side] [next time|on Monday|for the sake of argument] and [take notes|say nothing|mean it]
saw [a child|two widows|a man with a ladder] [kept|saved|sold] a place for [somebody late|the whole stair|a person who never came], and [the queue respected it|it grew a legend|bread ran out one short]
did <formal> [timed|numbered|observed] the [queue|line|waiting] [from both ends|on four mornings|at the pump], and [it moves when nobody looks|propose a second door|was mistaken for the end of it]
said {some} [argued|proved|showed me] that the [back|end|tail] of it is [the warm place|where one is fed gossip|the front, seen kindly], and [let me in ahead|gave up the spot|I have queued since for pleasure]
so [order|a turn|patience] [costs|asks] [nothing but feet|less than shouting|an hour], and [feeds the slow|ends in bread|nobody dies of it]
view whoever [makes the rule|holds the list|cuts the cake] [takes the last piece|stands in the rain first|eats after]
will propose [a bench|two lines|a ticket with a joke on it] [for the wet side|at the next sitting|to anyone who is standing]

= festival: festival celebration lantern feast dance procession bunting holiday hour dry invitation
saw the lanterns [are up|have gone up|hang] [along one side|on all but three hooks|crooked by the arch], and [nobody|not one neighbour|no committee] [admits to it|agreed the colour|has the key]
saw [the bunting|last year's banner|the big drum] has [shrunk|run|been mended with stockings] and [reads better|looks braver|will do]
did drafted [the order of the day|a rule about buns|the shortest possible speech] and [struck out|lost|lengthened] [every verb|the welcome|the speech]
did [tried|hung|tested] [one lantern|the steps|the bench for the band] [in the wet|after dark|with my full weight]
said {some} asked [what happens if it rains|who sweeps up|whether one may attend in slippers], and [the whole room laughed|there is now a rule|nobody knew]
so [being ready|staying dressed for it|waiting] is [most of|half|the better part of] the [feast|pleasure|day]
view a [festival|holiday|feast] that [cannot be missed|starts on time|nobody can spoil] is [a shift|only Tuesday|furniture]
view everyone should be [owed|promised|threatened with] one [evening|hour|dance] [a year|they have not earned|with no speeches]
ask what will you [bring|wear|forget] and [who will you stand with|where shall I find you|is there any of it to spare]
do come [as you are|early, and carry something|with dry socks] and [leave|expect|say] [nothing|the accounts at home|yes]
will [air|mend|count] the [banner|lanterns|chairs] [before the damp does|once more|with whoever turns up]
saw [nine|forty|eleven] [chairs|pies|volunteers] were promised and [one goat|six|a tuba] [came|turned up|was delivered], [early|in good spirits|with a note]
did [blew out|relit|carried] [every lantern|the end one|all the candles] [between showers|for practice|at arm's length], and [set fire to nothing|the children cheered the dark|my sleeve is shorter]
said {some} wants [a speech|no speeches|dancing], [in the rules|over their dead body|with an accordion], and [it is item six|has been given the bunting|we shall have all three]
so one [keeps|hangs|waits with] the [lanterns|good coat|plates] [by the door|as one keeps matches|out of respect for luck]
view [a feast|joy|bunting] should be [slightly wet|announced late|possible to carry indoors]
will [rehearse|sweep|bribe] the [square|band|cat] [on Friday|twice|if it comes to that]

= dissent: dissent objection pamphlet oppose argument against minority lost cause essay adjective silence civics
saw a [pamphlet|broadsheet|notice] of mine is [propping a window|wrapping fish|lining a drawer] {at}, and [it is being read there|I have been refuted by worse|the fish was fresh]
saw [everyone|the whole room|nine people] [agreed|nodded|said yes] [inside a minute|before I had my hat off|without a single verb], and [it made me cold|I looked for the exit|something was wrong with it]
saw <dry> the word [vibrant|heritage|stakeholder|seamless] has [got into|been seen in|broken into] [the notice|a public document|the hymn sheet], and [no arrest has been made|it had an accomplice|I struck it out with pleasure]
did objected [in writing|from the stairs|to my own motion], [and was thanked|at some length|and lost], and [have|had] [seldom felt better|soup|no regrets worth printing]
did [granted|conceded|gave up] their best point [at once|in the first line|with a bow] and [spent the night|walked home|sat down] [taking it back|looking for a second|wondering if it was mine]
did rewrote [number ninety|the last pamphlet|one paragraph] [without its adjectives|from the other side|by the light on the stairs] and [it was shorter|found I half agreed|burned the first]
said {some} [told me|wrote to say|stopped me to say] I was [wrong on page two|right, which hurt|missed at the last one], [at length|with a diagram|and bought the next one]
said {who} [asked|wants to know] what I would [do|object to|write] if [I ever won|they all gave in|the soup were hot]
so an idea that [nobody opposed|was only praised|met no draught] [has not been looked at|goes off by Thursday|cannot stand up alone]
so [I stand|one stands|somebody stands] [alone|at the back|in the wet], [where the view is better|and it is usually me|as is traditional]
view [consensus|unanimity|agreement] is [what is left|a kind of weather|quiet] when [the last doubter has gone for a coat|people are hungry|nobody took notes]
view <dry> I have nothing against [the man|the proposal|progress]; it is [the adverb|the second clause|his adjectives] I [object to|would see hanged|cannot have in the house]
view [the lost cause|a defeat|the smaller side] [keeps|is warm|has better songs], and [one may sit down in it|nobody crowds you|it is never oversubscribed]
ask who will [speak for|defend|take] the [other side|empty chair|bad idea] if I [have a cold|stay home|am persuaded]
do [consider|try|write out] the opposite [for one evening|in your best hand|before you enjoy being right]
will publish ["Against Hurry"|"Against the Second Biscuit"|"Against Agreement"|"Against Handrails"] [when it is dry|on Monday|at my own expense], [price|for the price of] [an answer|one honest letter]
saw <dry> a [critic|committee|kind reader] calls my last [measured|timely|important], and [I have gone over it for the fault|it must be withdrawn|three adjectives were harmed]
saw somebody has [answered|defaced|underlined] my [notice|pamphlet|placard] at {place} [in pencil|at length|with a better example], and [I took down the reply, to keep|there is hope for the city|it is signed with a fish]
did [argued|stood up|spoke] for [the empty chair|the wrong side|nobody], [out of fairness|on a full stomach, for once|until the lamps], and [was nearly convinced|they moved the chair|two came round and I left them]
did [printed|withdrew|reprinted] ["Against Applause"|"Against the Motion"|"Against Benches"|"Against Myself"|"Against the Obvious"], [with a correction|four pages|one error, left in for company], and [sold six|gave them out at the halt|one was bought by an enemy]
said {some} [agreed with me|nodded|said hear, hear], [out loud|before I had finished|with feeling], and [it has spoilt the sentence|I asked them to reconsider|nothing has gone well since]
said {who} [took a night over it|answered in full|would not let me off], [and found the hole|as one repays a loan|in a clear hand], and [I have seldom been so happy|the reply is being bound|I concede the noun]
so [somebody|one person|a single no] is [the smallest size of thought|enough to keep it honest|not company, but it is attendance]
so <dry> I [withdraw|grant|lose] [the point|the second half|that one], [gracefully|under protest|and keep the footnote]
view [a proposal|any plan|a monument] should be [opposed once|leant on|read backwards] [before it is loved|by somebody hungry|as one taps a melon]
view <dry> the [nicest|safest|roundest] word in it is [usually the liar|where I would begin digging|there to stop you asking]
view [silence|no answer|a shrug] is [the cruellest review|not consent|what the winners call peace]
ask what have you [agreed to|let pass|applauded] [this week|too quickly|because it was late], and [shall we have it back|would you say so standing|is there soup]
do [read|argue|sleep on] the [other side|small print|opposite] [aloud|until it hurts|as if your friend wrote it], and [then by all means win|come back less sure|bring it to me]
will [take|need|ask for] [a night|until Thursday|two candles] [over it|to object properly|before I say yes to anything]

= soup: soup cold canteen supper ladle silence alone light
saw the soup [had a skin on it|was cold by the stairs|tasted of somebody else's argument], and [I finished it|I have had worse from friends|nobody was to blame]
did ate [standing up|on the stairs|under the lamp] with [a book propped on the tureen|my gloves on|one eye on the door], and [read the same line twice|was not interrupted|minded a little]
said {some} brought me [a bowl|bread|the end of the pot] and [sat|stayed|said nothing] [until I had finished|opposite|like a relative]
so [cold soup|a quiet supper|eating alone] is [no hardship|an argument for company|warm enough] [if the book is good|by the third spoonful|which I concede]
view soup is [the only dish|one of the few things] that [improves by being argued over|takes all sides|does not mind waiting]
do [take|eat|bring] [your soup|it] [somewhere with a window|to somebody|out of the pan] [tonight|once|before it sets]
will [have|heat|share] [the rest|what is left|it] [tomorrow|when I have finished this page|if anybody knocks]
saw [the halt|my stair|the reading lamp] was [empty|full of umbrellas|warm for once], so [I read till the last car|supper was had in company, of a sort|nobody asked for the chair]
saw there is [a spoon|a second bowl|some bread] [by my door|on the step|under a cloth] and [no name|I know the cloth|it was left before light]
did [reheated|forgot|diluted] the [pot|Tuesday soup|rest of it] [while drafting|for the third night|with an argument on], and [it had improved|burned a paragraph|the page smells of leek]
said {some} [asked|inquired] if I [ever eat anything hot|was waiting for somebody|would like the salt], and [I had a rejoinder ready by midnight|we were, it turned out|took it as a motion]
so one [dines|reads|manages] [alone|badly|by that light], and [is better company by Friday|calls it principle|the soup does not object]
view a [quiet|dim|cold] [corner|stair|supper] is [half a library|no enemy|best shared, though I would deny it]
will [leave|set] the [second chair|lamp|bowl] [out|where it is|by the window] [in case of rebuttal|tonight|and say it is for the coat]
`,
  bystanders: `
I [put my hand up|spoke|stood] at the [meeting|forum|back], [by mistake|once|for the first time], and [am now on a committee|had to mean it|sat on my hat]
the [notice|by-law|new rule] at {place} has [four clauses|a comma too many|no verb], and [we obey it in spirit|it frightened a dog|I read it to the children]
[somebody|the clerk|a kind voice] read out [my letter|our complaint|my spelling] [in full|under the glass|to laughter], and [it sounded better|I looked at my shoes|nothing has been done]
I [voted|queued|waited] for an [hour|age], [changed my mind|lost the pencil|talked to a stranger], and [voted for the stranger|came out taller|would again]
they were [still arguing|on item two|all standing] when I [left|fell asleep|got there], and the [subject|bench|pigeon] had [long gone|moved on|been forgotten]
`,
}
