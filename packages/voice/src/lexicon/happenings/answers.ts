/**
 * What is said to somebody who told of what happens, by `sort answer`. Sorts: `harm` what hurts, `relief` what is over,
 * `merry` what people go to, `grief`, `guess` a forecast, `right` and `wrong` how it came out, `state` how a thing is,
 * `broken` a thing in trouble, `lent` one that is with somebody. `{to}` is the other's first name, `{event}` what it is about.
 */
export const ANSWERS = `
= harm too
Here as well, {to}. [I saw it from my door|It reached us about {hour}], and [it has not improved|I thought I had dreamt it].
<exact> I can add a figure, {to}: {n} of my neighbours [say the same|have it no better], [since {hour}|and one of them in writing|and I had not even asked].
<dry> You put {event} kindly, {to}. [I had other words.|I was there for the rest of it.|My ceiling would say it less well.]
<terse> Same here, {to}. [Worse.|All of it.|Twice.]
<playful> And on our side, {to}, {some} went by [with both arms up|holding a pie as if it were a baby|on what I took for a door]!
<hedging> It may be only where I stand, {to}, but {event} looked [milder|rather worse] from here.
<warm> We had it too, {to}, and [sat on the stairs together until it was better|put the children under the table]. [It is less with two.]
With us it took [the gutter|a good plank|the cat's temper], {to}. [The rest is only wet.|I count myself lucky.]
<formal> The same is reported from my street, {to}, [by three persons, two of them sober|and I have signed it].
{To}, I was out in {event} for [a loaf|one letter], and [I would not do it again for ten|the loaf is a soup].
{To}, ours began [on the top floor|with the chimney|at {hour}, with a bang] and [went down from there|has not asked leave since].
<dry> I was {at} for it, {to}, in {weather}. [I do not recommend the seats.|One forms a view.]
= harm offers
<warm> Do you need [hands|anything carried|a bed for the night], {to}? [Say when.|I can come at {hour}.]
I have [a long ladder|two buckets and a free evening|rope], {to}. [Shall I?|Only say where.]
<terse> Coming over, {to}. [With rope.|I have a spade.]
<formal> I am at your disposal after four, {to}, [with or without a mop|and can bring a witness].
<playful> Hold the door, {to}, I am bringing [soup|{who} and a hammer]!
= harm consoles
<warm> I am sorry, {to}. [Come by tonight.|You should not sit with that alone.|I have put a plate out for you.]
<warm> {To}, the kettle is on. {Event} can [wait outside|say what it likes].
That is hard, {to}. [I had the same in another year, and it passed.|Things can be dried. Be glad it was things.]
<terse> Sorry, {to}. [That's a bad one.|Eat something.]
= harm teases
<playful> Only you could be [under a roof|indoors] in {event} and come out [wetter|with a complaint], {to}!
<dry> I had wondered whom {event} was for, {to}. [Now I know.|It has found its man.]
<dry> And yet there you stand, {to}, [entirely dry|with your hat on].
<playful> {To}, if {event} had not come you would have [invented it|had to talk about your feet]!
= harm thanks
Thank you for saying it, {to}. [I would have walked straight into it.|I have moved the chairs.]
<warm> Bless you, {to}. [We should have a bell for such things, and you should ring it.|That saves me the stairs.]
<terse> Good to know, {to}. [Ta.|Going round.]
<exact> Useful, {to}: that gives me [until {hour}|an hour]. [I have moved the paper first.]
= after too
We came off lightly, {to}. [One pane|A gate and a pot of parsley], and [the parsley was {who}'s|the rest is sweeping].
<warm> I looked out for your lamp in it, {to}. [When it was still there I went to bed.|I was glad of it.]
<dry> They will call it the worst in years by Friday, {to}. [It was the third worst, and I have the list.]
<exact> {N} on our roof, {to}, and [none of them ours|one of them a neighbour's weathercock].
<terse> Still standing, {to}. [Mostly.|Wet.]
<playful> I found {some} in my yard after it, {to}, [looking for a hat|quite content]!
<hedging> I thought it was nearer than that, {to}. [But one does, in the dark.]
= after offers
<exact> From {hour} I am free, {to}, with [one ladder|{n} planks and a saw]. [Say how many panes.|Where do I begin?]
<playful> {who} and I are coming with [brooms|a barrow], {to}! [Hide the good cups.]
I have [a broom and an hour|glass, cut too small|nails], {to}. [Shall I come?|You know where I am.]
<warm> We begin on your side tomorrow, {to}. [Have soup ready.|I have told the others.]
= after thanks
<warm> Thank you for looking in, {to}. [I had not said how it was.|It was the best sound of the night, your knock.]
<warm> You were the first to say anything, {to}. [I was sitting {at} like an owl.|It counts.]
<terse> Ta, {to}.
<terse> Good of you, {to}. [Tea {time}.|Roof holds.]
<dry> Nobody else has asked, {to}. [I had begun to think it was only my storm.]
= coming too
I had [my coat out|it in the calendar] already, {to}. [Save me the end of the bench.|We go together, if you like.]
<dry> So soon again, {to}. [I have hardly digested the last.]
<warm> I have told the whole stair, {to}. [Nobody should hear of it afterwards.]
<terse> Will be there, {to}. [Late.|With {who}.]
<exact> That gives me [one evening|{n} hours], {to}. [It will do.]
<playful> I have been ready since {time}, {to}! [Even {who} has combed.|The hat is new.]
<formal> My stair will be represented, {to}, [by myself|by {who} and a dish].
= coming thanks
Thank you, {to}. [I would have found out from the noise.|It is on my door now.]
<warm> You are better than the notice board, {to}. [It never says please.]
= coming teases
<dry> You only go for the pie, {to}. [So do I. Save me a piece.]
= relief tells
One worn pin, {to}. [No bigger than my thumb.|They passed it round like a relic.]
<dry> It was the part one never looks at, {to}. [It is always that part.]
<exact> A bush, {to}, worn on one side. [It is on the shelf with a label.]
<terse> A pin, {to}.
<hedging> They say a pin, {to}. [I did not see it, and I was told by three people.]
= relief too
And not an hour too soon, {to}. [My calves have drawn up a petition.|I had begun to name the steps.]
<warm> Did you hear them cheer, {to}? [I was one of them.|I cried a little, on the landing.]
<dry> I give it a week, {to}. [I shall be happy to be wrong.|Two, if nobody hums.]
<terse> At last, {to}.
<exact> By my count it was [{nn} hours|{n} stairs a day, times all of us], {to}. [I have put it in the book.]
<playful> I went and stood before it, {to}, only to [press the button|hear it]! [Nobody may know.]
= relief thanks
<warm> Whoever did it should be fed, {to}. [I shall see to that.|There is a pie with a name on it.]
Thank you, {to}. [I had been putting off my aunt until then.|I go at once.]
<formal> The thanks of our whole stair, {to}. [It was carried without a vote.]
<terse> Good, {to}. [About time.|Ta.]
= merry too
I was there, {to}, [behind the woman with the drum|next to the pie], and [you walked straight past me|saw you, and said nothing].
<exact> I counted {nn} people, {to}, and [one dog who was nobody's|{n} of them were {who}'s relations].
<warm> It did me good to see you there, {to}. [You should come out more.|You were laughing.]
<dry> I stayed a quarter of an hour, {to}. [It was all in that.|The rest I had from the noise.]
<playful> You missed the best of it, {to}! [{Some} fell into the punch.|A goat got up on the table and nobody objected.]
<terse> Was there, {to}. [Liked it.|Ate.]
<hedging> I nearly went, {to}. [I had the coat on.|I heard most of it from the stairs.]
<dry> I was put beside {some}, {to}. [We shall be exchanging letters.|I have had it explained.]
<exact> From {hour} until my feet gave out, {to}: {n} dances, [all of them somebody else's fault|none with {who}].
<warm> {Who} and I looked for you {at}, {to}. [Next time wave.|You would have liked the second song.]
= merry thanks
<warm> Then I am coming, {to}. [Keep me a chair.|I only needed to be told.]
<terse> On my way, {to}.
<formal> I shall attend, {to}, [in the other hat|for the length of one song].
= merry teases
<dry> I have seen your dancing, {to}. [So has the whole square.|I had hoped it was a cramp.]
<playful> {To}, you were asked to leave [the drum|the pie] alone [twice|by the clerk himself]!
<dry> So that was you singing, {to}. [We had shut the windows.|The dog had a theory.]
= grief too
I shall miss that [cough on the stair|hat at the corner], {to}. [One did not know one was listening for it.]
<warm> I was behind you, {to}, and could not speak either. [It was good that you went.|Your hand was cold.]
<dry> The only funeral in years at which I learned something [good|new], {to}.
<dry> We sat behind one another for years, {to}, and I [never knew about the {n} cats|had the name wrong until today].
<formal> It was a proper farewell, {to}. [I noticed that {who} came.|They had swept the steps.]
<exact> There were {nn} of us, {to}, by my count, in {weather}. [I thought there would be fewer.]
<hedging> I did not know what to say {at}, {to}. [So I stood. I think that was right.]
<playful> We laughed, {to}, did you hear, at the part about the [goose|hat]. [It was allowed.|I am nearly sure.]
<terse> Yes, {to}. [That.|Me too.]
= grief consoles
<dry> There is a chair by my stove, {to}, [and I do not talk before ten|and it asks no questions].
<hedging> I never know what helps, {to}. [I have left a loaf at your door.|I am {at} if you would rather not be alone.]
<exact> I shall see to the lamp on your stair this week, {to}. [It is one thing less.]
<warm> Come and sit with us, {to}. [Nobody will ask anything.|There is soup, and there is quiet; take either.]
I am sorry, {to}. [One never says the thing in time.|I had not known you were close.]
<formal> Please accept my condolence, {to}. [The bell was rung as it should be.]
<terse> Sorry, {to}.
= guess too
<dry> My knee says more than that, {to}. [It has a longer record.|It never prints its errors.]
<exact> I shall hold it against the glass, {to}, and [write down both|tell you on Sunday].
<hedging> The gulls would go a little higher, {to}. [I only pass it on.|They have more to lose.]
<terse> I'd have said more, {to}. [We'll see.]
= guess thanks
Then I [take the coat|bring the washing in], {to}, [and blame you|whatever comes]. 
<warm> Thank you, {to}. [I sleep better with a number.|You are the only one who says how sure.]
<dry> I have lived by worse numbers, {to}. [My tailor's, for one.|The washing stays in.]
<formal> It has been read out {at}, {to}. [There was one question, and it was about lunch.]
<terse> Noted, {to}. [Coat.|Hat stays home.]
= guess teases
<dry> {To}, you gave the same [before the picnic|on the day of my wash]. [I am still hanging it.]
<playful> What would you give for it raining [soup|on {who} alone], {to}? [I am buying.]
= right too
<warm> You had it, {to}. [I wore the right coat for once.|I told them so at the well.]
<dry> Even the gulls were wrong on that one, {to}. [Frame it.|Do not let it change you.]
<exact> Agreed, {to}: [my own book has the same|it is in the column]. [That makes two columns.]
= right teases
<dry> One swallow, {to}. [You know the saying.]
= wrong too
<playful> I carried that coat [up and down {nn} steps|the whole day], {to}! [I have named it after you.]
<dry> I planned a whole day around your number, {to}. [It was a good day somewhere.]
<warm> You say so when you are wrong, {to}. [That is more than the priest does.|I shall believe the next one too.]
<exact> My own guess was off the other way, {to}. [Between us we had it.]
= wrong teases
<dry> We might ask the cat, {to}. [She charges less.]
<playful> I shall take it up with your vane, {to}! [Directly.]
= state too
I passed it too, {to}, {time}, and [thought I had misread|stood there with my mouth open|said so to {some}].
{Who} and I went by {time}, {to}. {Subject} {fact}, [we both say so|and {who} tapped it, to be sure].
<exact> I can confirm that, {to}: {subject} {fact}. [Same at {hour}.|I had it in my book already.]
<exact> Read {time}, {to}, in {weather}: [no change from what you write|the same, to a hair].
<dry> It has been thinking of that [all week|since spring|since {bygone}], {to}.
<dry> So I saw, {to}, on my way {at}. [It did not look ashamed.|One of us has to give way.]
<hedging> It looked a shade different to me {time}, {to}, but [I had no lamp|I was in a hurry|there was {weather}].
<hedging> I would have said so too, {to}, [only {who} was surer than I was|if anybody had asked me {at}].
<warm> I look at it every time I pass, {to}, [like an old neighbour|and think of you]. [{Subject} {fact}, yes.|It is good that two of us do.]
<curious> So did I see, {to}, and [what made it so|I asked {some}, who laughed]? [I have three guesses.|It was otherwise before {bygone}.]
<formal> I am able to bear that out, {to}. [I was there {time}, with a witness.|It agrees with my own note.]
<playful> You too, {to}? [I thought it only did that for me.|We should start a club, you and I and {who}.]
<terse> Saw that, {to}. [Same.|Yes.|{Time}.]
= state thanks
Good to know, {to}. [I had been going by habit.|Then I need not go.|I was about to set out, in {weather}.]
That saves me [a walk|{n} flights|a quarrel with {who}], {to}. [I owe you one.|Thank you.]
<warm> You look after such things for all of us, {to}. [I notice it.|Somebody should say so.]
<warm> I had wondered about it {time}, {to}, and did not like to ask. [Thank you.|Now I can stop.]
<exact> Entered, {to}, with your name and the hour. [The last note was from before {bygone}.|It corrects mine.]
<dry> A fact, {to}. [I shall keep it dry.|One gets so few of them {at}.]
<formal> I am obliged to you, {to}. [It had been reported otherwise {at}.|I shall pass it on to {who}.]
<hedging> I might have guessed wrong there, {to}. [Thank you for going to look.|I was going by {who}.]
<playful> {To} sees everything! [What did I have for breakfast?|I had better close the curtains.]
<terse> Ta, {to}.
<terse> Noted, {to}. [Going by that.|Helps.]
= state teases
<dry> You could have been a lighthouse, {to}. [It is a calling.|They also turn, and say one thing.]
<playful> Does it know that you watch it, {to}? [It has begun to dress better.|{who} is jealous.]
<dry> You do lead a life, {to}.
<playful> Hold on to something, {to}, [the rest of us|we] are [barely bearing it|fainting]!
= broken too
So that is why, {to}. [I thought it was my ears.|I stood there like a fool at {hour}.]
<dry> It looked at me the same way, {to}. [We are not friends.]
<exact> Second one this season, {to}. [I keep a list; it gets longer than the remedy.]
<terse> Noticed, {to}. [Went without.]
<playful> I told it a joke {time}, {to}. [It did not help, but I do not think it made it worse.|It groaned. That is something.]
<warm> I missed it as soon as I got there, {to}, [and so did {who}|bag and all]. [Poor thing.]
<hedging> I thought I had done something to it {time}, {to}. [I am almost relieved.|I only looked at it.]
= broken offers
<exact> I have {n} bolts of nearly the right size, {to}, and am {at} until {hour}. [Measure first.]
<dry> I cannot mend it, {to}, but I can [stand beside it and look worried|keep {who} away]. [It is worth something.]
I have [a spare pin|oil|a cousin who knows about that], {to}. [Shall I send it round?|Say the word.]
<warm> I will come and hold things, {to}. [It is what I am good at.|Two swear better than one.]
= broken consoles
<dry> It had it in for you, {to}. [We all saw.|Sleep on it. It will still be broken.]
Nobody could have kept it going longer, {to}. [{who} says so too.|It is older than the street.]
<warm> You have enough on your plate, {to}. [Leave it for a day.|Nobody blames you.]
= lent too
I wondered who had it, {to}. [I was next on the list, I believe.|I had looked behind the stove.]
<dry> Then it is as good as gone, {to}. [I speak as a lender.|I know that shelf.]
<warm> It will be read, {to}, which is [more than it was in its place|what it is for].
= lent teases
<playful> You lent it, {to}? [You!|Are you ill?]
= any tells
{Subject} {fact}, {to}. [I have just been there.|I looked.|More I do not know.]
As of {time}, {to}: {subject} {fact}. [{who} says the same.|It may change with {weather}.]
<playful> You asked, {to}, I ran: {subject} {fact}! [My shoes are ruined.|I am out of breath.]
<hedging> As far as I could see, {to}, {subject} {fact}. [I would not swear to it before {who}.]
<formal> I can inform you, {to}, that {subject} {fact}. [I saw it {time}.]
<exact> To answer you, {to}: {subject} {fact}. [Make of it what you like.|That was a moment ago.]
<warm> Since you ask, {to}: {subject} {fact}. [Come and see.|I went back to be sure.]
<terse> {Subject} {fact}, {to}.
<dry> {Subject} {fact}, {to}, [whatever they say at the pump|and that is all I know].
= any shrugs
I know no more than I wrote, {to}. [Ask {who}.|When I hear, you hear.]
You have all of it, {to}. [I was {at}, and one sees only a corner from there.|{some^} may know; I do not.]
<playful> I would have to make it up, {to}, and [it is too early for that|you would notice]. [Ask {who}.]
<formal> Beyond that I am not informed, {to}. [{who} may be.|I shall not guess in public.]
<dry> If I knew that, {to}, [I would be there|I should charge for it].
<warm> I could not tell you, {to}. [I only know what I saw, and it was a small piece.|Ask me tomorrow.]
<exact> That I cannot say, {to}. [I only put down what I saw.|I have it from one source.]
<terse> Don't know, {to}. [Waiting.|Nobody does.]
<hedging> I think nobody quite knows, {to}. [I heard two versions, and {who} had a third.]
= any accepts
Gladly, {to}. [Bring the long ladder.|At {hour}, and mind the step.]
<warm> You are good, {to}. [There will be soup for it.|I had not dared to ask.]
<terse> Yes, {to}. [Now, if you can.|Thanks.]
<dry> I would say no, {to}, but [you have seen my ladder|pride is heavy, and so is the stove].
<formal> Accepted with thanks, {to}. [I shall return it in kind, in better weather.]
= any declines
<warm> We are all right, {to}, truly. [Shaken, and fed.|Look in on the others first.] Thank you.
<terse> Managing, {to}. [Thanks.]
<dry> Nothing left to carry, {to}. [It has been carried.] But thank you.
`
/** Of one thing and how it is, by somebody who saw it. */
export const THINGS = `
{Thing} {fact}. [I stood in front of it just now.|I only mention it.|Make of that what you will.]
<exact> For those who rely on it: {thing} {fact}. [Checked {time}.|I looked twice.]
<terse> {Thing} {fact}. [{Time}.|Seen from {place}.|{weather^}, too.]
<terse> Went by {time}. {Thing} {fact}.
<exact> {Time}, in {weather}: {thing} {fact}. [No change since {bygone}.|The last note is {n} days old.]
<warm> I was {at} with {who}, and we both saw it: {thing} {fact}. [It is good to have a witness.|We stood a while.]
<dry> {Dated}, and {thing} {fact}. [I draw no conclusion.|One has seen empires go that way.]
<curious> What would {who} say to this: {thing} {fact}? [I asked {some}, and got a shrug.|I was only passing.]
<formal> Observed {dated}, {at}: {thing} {fact}. [I sign for it.|I leave it to others to draw the moral.]
<hedging> It may be nothing, but {time}, in {weather}, {thing} {fact}. [I looked until I was sure, more or less.]
<playful> {who} bet me a bun about {thing}. It {fact}! [I am having the one with seeds.|We are both surprised.]
<warm> So that nobody goes [for nothing|all that way] in vain, dears: {thing} {fact}.
<dry> {Thing} {fact}. [It is a position.|We have all had such weeks.|Somebody will blame the damp.]
<curious> Has anybody else noticed that {thing} {fact}? [I thought it was me.|I asked {some}, who shrugged.]
<hedging> If I am not mistaken, {thing} {fact}. [I would be glad to be wrong.|Go and see for yourselves.]
<playful> News from {place}: {thing} {fact}! [Tell the children.|I have informed the pigeons.]
<formal> I report that {thing} {fact}. [No action is proposed.|The keeper has been informed.]
{Some} asked me {at} whether {thing} was [all right|itself]. It {fact}, and [I said so|there you have it].
I passed {place} {time}: {thing} {fact}. [The things one knows.|It has been on my mind.]
`
/** The keeper's own word, when something is the matter with it. */
export const KEEPERS_TROUBLED = `
A word about {thing}, from whoever [has the key|looks after it]: it {fact}. [I am on to it.|Do not write to me about it.]
<warm> I know, I know: {thing} {fact}. [I am doing what I can, dears.|Be patient with us both.]
<exact> {Thing} {fact}. [Cause under inquiry.|I have the tools out.] [The next look is tomorrow at eight.|Figures on the door.]
<terse> {Thing}. It {fact}. [I know.|On to it.]
<exact> {Dated}: {thing} {fact}. [I expect to be at it until {n}.|A part is on its way by boat.]
<warm> {who} held the lamp, and I looked: {thing} {fact}. [We shall try again {time}.|It needs rest, like all of us.]
<dry> {bygone^} I could forgive. But now {thing} {fact}. [I have taken my hat off to think.]
<hedging> I had hoped not to have to say it, but {thing} {fact}. [It may be {weather}.|Give me a day or two.]
<dry> Before anybody tells me: {thing} {fact}. [I was there.|We have met, it and I.]
<playful> {Thing} {fact}, and [I take it personally|it looked at me as it did so]!
I was up half the night with {thing}. It {fact}, and [I have stopped promising anything|so shall I, soon].
<formal> I regret to say that {thing} {fact}. [Complaints are received after ten.|I have apologised to it.]
`
/** The keeper's own word, when all is as it should be or has come right again. */
export const KEEPERS_CONTENT = `
{Thing} {fact}, [if anybody was wondering|since some of you asked]. [I have just come from it.|You may stop writing.]
<warm> I am happy to say that {thing} {fact}. [It was a long wait.|Come and be glad with me.]
<exact> {Thing}: it {fact}. [Checked {time}, twice.|Entered in the book.]
<terse> {Thing} {fact}. [Good.|Next.]
<terse> {Time}. {Thing} {fact}. [As it should.|Tea.]
<warm> {who} was with me when I looked: {thing} {fact}. [We shook hands on it.|I could have sung.]
<formal> I can report, {dated}, that {thing} {fact}. [No thanks are necessary.|The book is open for inspection.]
<hedging> I hardly like to say it in {weather}, but {thing} {fact}. [Let nobody lean on it.]
<playful> Come and see, {thing} {fact}! [I have told {who}, who told the gulls.|{at^} they are already talking.]
<dry> Even after {bygone}, {thing} {fact}. [I take no credit in public.]
<dry> {Thing} {fact}. [Nobody writes to thank one for that.|I mention it because it will not last.]
<playful> {Thing} {fact}, and [so would you, with such a keeper|I did a small dance]!
<curious> {Thing} {fact} today. [I wonder what it is planning.|Who can tell me why it is always better on such days?]
`
/** What was to be tried has been tried, and a thing decided it. `{measured}` is what was found. */
export const MEASURED_WON = `
We went and looked, {to}: {measured}. [I rest my case.|I said so, and there it stands.|I take it with sugar.]
<exact> Measured, with {to} as my witness: {measured}. [That is what I said on the first day.|No remarks.]
<warm> There we are, {to}: {measured}. [You were good to come.|Let me buy the soup all the same.]
<dry> {Measured}. [{To} looked for a long time at the ground.|I have been gracious about it for an hour, {to}.]
<terse> Looked. {Measured}. [So, {to}.|Mine, {to}.]
<formal> It is established, {to}: {measured}. [I propose that we leave it at that.|The point is mine, and the supper too.]
`
export const MEASURED_LOST = `
We went and looked, {to}: {measured}. [You had it right.|I take it back in front of everybody.]
<exact> Measured, with {to} holding the other end: {measured}. [I was wrong, and by how much anybody can see.]
<warm> {Measured}, {to}. [I was so sure. Come to supper and be unbearable.|I am glad it was you.]
<dry> {Measured}. [I had hoped for fog, {to}.|{To} has not said a word, which is worse.]
<terse> Looked. {Measured}. [You, {to}.|Wrong, then. {To} was right.]
<formal> It is established, {to}: {measured}. [I withdraw what I said.|The supper is mine to pay.]
`
