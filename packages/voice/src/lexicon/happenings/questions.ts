/** What is asked of somebody who told of something: heads say of which sort the news is and what the question is about. */
export const QUESTIONS = `
= harm side
<curious> How is it [up your way|down your way|on your side], {to}? [One hears three things about {event}.|They tell me something else at the pump.]
<hedging> Is it as bad as they say, {to}? [I would rather ask twice.|I had it differently from {some}.]
= harm out
<curious> Were you out in it yourself, {to}, or [did you have it from {who}|is that from the window]?
= harm next
And what [happens now|do we do], {to}? [Somebody ought to say.|I ask because nobody does.]
= harm hour
<exact> At what hour was that, {to}? [I am keeping a list of {event}.|I have {hour} from another source.]
= harm others
<warm> Has anybody looked in on [the top floor|those by the water|{who}], {to}?
= harm more
<dry> Is there more of {event} to come, {to}, or [may I take the pot down|was that the speech]?
= harm flown
<playful> What flew past you, {to}? [Here it was {some}.|I had two hats and a hen.]
= harm way
Which way did you get home, {to}? [By {place} there is no going.|I am {at} and do not trust the steps.]
= after taken
<curious> What did it take from you, {to}? [I am making a list of what is where.|I have somebody's ladder.]
= after far
<curious> Have you been as far as {place} yet, {to}? [They say one hardly knows it.|I have not dared.]
= after well
<warm> Is everybody well [up your way|on your stair], {to}?
= after slept
<warm> Did you sleep at all, {to}? [I heard somebody walking about until {hour}.|{who} did not, and says so.]
= after hour
<exact> When was it over with you, {to}? [Here it was {hour}, near enough.]
= after panes
<exact> How many panes on your side, {to}? [I have {n} so far, from here to {place}.]
= after left
<dry> And what did it leave you, {to}? [Everybody was left something. Mine barks.|I was hoping for a better roof.]
= after over
<hedging> Is it really over, {to}? [I keep hearing it {at}.|{weather^} is how it began.]
= after cock
<playful> Whose weathercock have you got, {to}? [I have {who}'s.|Ours is in the soup.]
= coming start
<exact> At what hour does one leave, {to}? [I count {n} minutes from {place}.|I do not like to be early alone.]
= coming bring
<curious> What does one bring, {to}? [I do not want to be the one with the third cake.|I have only onions.]
= coming going
<hedging> Are you going yourself, {to}? [I would rather not be the first.|I go if you do.]
= coming whom
Is {who} coming, {to}? [Then I know where to stand.|I ask for no reason.]
= relief cause
<curious> And what was it in the end, {to}? [I had money on the weather.|They say it was a button.]
= relief safe
<hedging> Is it safe again, {to}, or only [running|pleased with itself]?
= merry long
<exact> How long does it go on, {to}? [I am {at} until {hour}.|I have a loaf to finish.]
= merry loud
<dry> Is it as loud as it sounds from {place}, {to}? [Then I shall bring wool.]
= merry dancing
<playful> Who is the loudest there, {to}? [Say {who}. Please say {who}.|I can hear somebody from here.]
= merry room
<curious> Is there [anything|a place] left, {to}? [I am {n} streets away.|I can be there by {hour}.]
= merry seen
Was {who} there, {to}? [I ask for no reason.|Somebody said so, and somebody said not.]
= merry home
<curious> What did you bring home, {to}? [One always brings something.|I shall not tell.]
= guess plain
<curious> And if you had to say yes or no, {to}? [I have a roof half off.|I have to tell my mother something.]
<dry> In plain words, {to}: [coat or no coat|do I move the bench]? [{who} wants it in writing.]
= guess usual
<hedging> Is that more than usual or less, {to}? [I never know where to be afraid.]
= guess ground
<exact> On what do you base it, {to}, [the glass or the gulls|and since when]? [I have {weather} here.]
= guess indoors
<warm> Should I keep {who} indoors, {to}? [You know what that means.|I would rather you said.]
= guess bet
<playful> Would you bet {n} buns on it, {to}? [I only want to see your face.]
= state gains
<dry> And who gains by it, {to}? [I only ask because {some} was smiling.]
= state since
<hedging> Was that before or after {bygone}, {to}? [I have it differently in my head.|One loses count.]
= state told
<warm> Does {who} know, {to}? [Somebody should say it gently.]
= state said
<playful> Did it say anything, {to}? [It spoke to {who} once, {at}.]
= state ever
<curious> Has it ever been otherwise, {to}? [I am new to looking.|I never thought to check.]
= state read
<exact> Who reads it, {to}, and [at what hour|with which eye]? [I only ask.]
= state should
<curious> Should somebody do something, {to}, or [is that how it is|do we let it be]?
= broken mends
<curious> Who mends such a thing, {to}? [And what do they want for it?|I would hold the lamp.]
= broken sign
<curious> Did it give any sign before, {to}? [It hummed at me {dated}.|I heard it complain of {weather}.]
= broken list
<dry> Is there a list one can be on, {to}? [Or a person one can look at?]
= broken stranded
<warm> Who is stranded by it, {to}? [I can fetch and carry until {hour}.|I am thinking of {who}.]
= broken wait
<hedging> Will it be long, {to}? [I can wait; my aunt cannot.|I only ask so that I can stop asking.]
= broken gave
<exact> What gave, {to}, and [had it given before|who was nearest]?
= lent until
<exact> Until when, {to}? [A date helps everybody.|I ask on behalf of the gap.]
= lent good
<curious> Is it any good, {to}? [I have only ever seen its back.]
`

/** What is answered, by what was asked about. Small things that only the one who is asked could know, and nothing that rows tell. */
export const REPLIES = `
= side
[Wet|Loud|Worse than the pump has it], {to}, but [the roof holds|we are {n} round one stove and nobody has cried].
<exact> One floor of trouble in {n}, {to}, counted at {hour}. [The rest is noise.|I shall count again.]
<warm> We are managing, {to}. [The soup goes round.|Come up if yours gets worse.]
<dry> As bad as they say, {to}, and [they say it very well|not as bad as they say it].
<hedging> I only see as far as {place}, {to}. [What I see is wet.|It might be worse behind.]
<terse> Bad, {to}. [Holding.|Not as bad as Tuesday.]
= out
Out in it, {to}, as far as {place}. [I have the boots to show for it.|Never again before {hour}.]
<dry> From the window, {to}, [with a cup in my hand|like everyone who writes about weather].
<warm> I was out for bread, {to}, and came back without. [It was not brave, only badly timed.]
<exact> Outside from {hour}, {to}, for {n} minutes. [The rest is through glass.]
<playful> Out? I was carried, {to}! [My feet touched ground twice.|I waved at {some}.]
<terse> Out, {to}. [Soaked.|Once.]
= next
Now we [wait|keep the stove in] until {hour}, {to}, and then we count heads.
<exact> First the roofs, {to}, then the cellars, then [each other|the complaints]. [I have begun a list.]
<warm> Now everybody knocks at one door, {to}. [I take the one on the left.]
<dry> Now it is talked about, {to}, [for a month|by those who were asleep].
<terse> Brooms, {to}. [At {hour}.|Tomorrow.]
= hour
{hour^}, {to}, near enough. [The kettle had just been put on.|I had looked up to complain.]
<exact> A little after {hour}, {to}, by [the clock I trust|two clocks out of three].
<hedging> Towards {hour}, I think, {to}. [I was not at my best.|Somebody had moved the clock.]
<dry> At the moment when I sat down, {to}. [It waits for that.]
<terse> {hour^}, {to}. [About.]
= others
I went up at {hour}, {to}. [All dry, and cross at being asked.|They had soup left, so I stayed.]
<warm> Not yet, {to}. [Come with me, two knock better than one.|I have my coat on as I write this.]
<dry> I knocked, {to}, and was told to shut the door. [So they are well.]
<exact> Two doors out of {n} so far, {to}. [Both answered.|I shall do the rest by {hour}.]
<terse> Going now, {to}.
= more
Leave the pot where it is, {to}. [I would.|It has that look.]
<hedging> I think the worst has gone by, {to}, [but I thought so at {hour}|and I say it very quietly].
<dry> That was the speech, {to}. [There will be questions from the floor.]
<exact> By my glass there is a little more in it, {to}. [Ask again at {hour}.]
<terse> Some more, {to}. [Keep the pot.]
= flown
[A tablecloth|Half a signboard|Somebody's Sunday], {to}, at the height of my ear. [It did not stop.]
<playful> {some^}'s umbrella, {to}, and then [{some^}|the hand that had held it]!
<exact> {n} slates, {to}, one hat and a thing with feathers. [I was under the arch.]
<dry> My dignity, {to}. [If you find it, it has a blue lining.]
<terse> A door, {to}. [Whole.]
= way
By {place}, {to}, [one hand on the wall|behind a man with a barrow]. [I do not recommend it.]
<exact> The long way, {to}, {n} minutes where it takes five. [The steps are no good.]
<warm> With {who}'s arm, {to}. [We sang, to keep in step.]
<dry> I have not, {to}. [I am still {at}, and they have begun to charge me.]
<terse> Slowly, {to}.
= taken
[Two slates and a bucket|The good line with the washing on it|My chimney cap], {to}. [Write it under losses.]
<warm> Nothing but sleep, {to}. [Others had it worse.|I am ashamed to say so.]
<dry> A window box and my good name as a forecaster, {to}. [I want the box back.]
<exact> One shutter, {to}, left hand, green. [It was last seen above {place}.]
<terse> A ladder, {to}. [If yours has paint on it.]
= far
Not yet, {to}. [I mean to go at {hour}.|I look at it from here and put on no shoes.]
<warm> This morning, {to}, and [it stood|I met half the street there]. [Go before the light goes.]
<dry> As far as the corner, {to}. [It was enough to go on.]
<terse> Yes, {to}. [Mind the glass.|Still there.]
= well
All well, {to}, [and asking after you|down to the cat]. [And with you?|Thank you for asking first.]
<terse> All here, {to}. [Tired.|You?]
<dry> Everybody is well enough to complain, {to}. [I take it as a sign.]
<exact> {n} on this stair, {to}, and all of them answered at {hour}.
<hedging> I think so, {to}. [One bump, and it is being admired.|I shall ask again at supper.]
<playful> Well, fed and telling it better each time, {to}! [Come and be told.]
= slept
An hour, {to}, [in the chair|towards {hour}]. [It felt like somebody else's.]
<dry> I lay down, {to}. [Nothing more can be proved.]
<warm> Not much, {to}. [I sat up with {who} and we talked nonsense.|Did you?]
<exact> From {hour} until the first shutter, {to}. [Then I counted slates.]
<terse> No, {to}. [Tonight.]
= panes
{n} on my side, {to}. [One was cracked before, so do not count it.|I swept up {n} more that are nobody's.]
<dry> None of mine, {to}, and [{n} of other people's|I have been looked at for it].
<hedging> {n} or so, {to}. [It is hard to count what is not there.]
<terse> {n}, {to}. [So far.]
= left
[Branches and a garden chair|A blue door|Somebody's ladder], {to}. [Whoever misses it may ring.|I have begun to use it.]
<dry> Sand in the butter, {to}, and [a great calm|a goat's collar without a goat].
<warm> A street full of people talking, {to}. [I would keep that part.]
<exact> One boot, left, {to}, and {n} yards of rope. [Both dry by {hour}.]
<terse> A bucket, {to}. [Better than mine.]
= over
It is, {to}. [I have been out to look.|The gulls are back to quarrelling, and they know.]
<hedging> I think so, {to}. [What you hear is the gutter.|I still sleep in my boots.]
<dry> It has gone to bother somebody else, {to}. [One ought to write to them.]
<exact> Nothing since {hour}, {to}. [I have sat here and listened for it.]
<terse> Over, {to}.
= cock
One with a bent tail, {to}. [It points at {place} whatever I do.]
<playful> Two, {to}, and they have laid claim to the same chimney! [Come and judge.]
<dry> None, {to}. [Ours never turned anyway.]
<exact> A fish, {to}, brass, {n} inches. [So it is no cock at all.]
= start
I set out at {hour}, {to}. [Walk with me from {place}.|One is never the first.]
<exact> Leave at {hour}, {to}, and you have time to [be rained on|turn back for a hat].
<dry> When the noise starts, {to}. [Until then they are putting up poles.]
<warm> Come by for me, {to}. [Then neither of us is early alone.]
<terse> {hour^}, {to}.
= bring
Whatever you have, {to}. [There is a long table for it.|Onions have made more friends than cake.]
<warm> Yourself, {to}, and [a cup|something to sit on]. [The rest turns up.]
<exact> Bread, {to}. [There were {n} cakes the last time, and one loaf.]
<dry> An excuse for leaving early, {to}. [I keep two by the door.]
<playful> A hat that can be lost, {to}! [They always throw them.]
<terse> A cup, {to}.
= going
If I get away by {hour}, {to}. [Keep me a place, and I keep you one.]
<warm> With you, yes, {to}. [I had been hoping that somebody would ask.]
<dry> I am always going, {to}, until I see the stairs. [Knock, and I shall be ashamed.]
<hedging> I had thought of it, {to}. [Say the word and it is decided.]
<terse> Yes, {to}. [You?]
= whom
I did not think to ask, {to}. [But I know now whom to look out for.]
<dry> For no reason, of course, {to}. [I shall report any sighting.]
<playful> Put on the good scarf and find out, {to}! [I say nothing.]
<terse> Haven't heard, {to}. [Come anyway.]
= seen
I did not see, {to}. [But there was a laugh behind me that I knew.]
<dry> For no reason, of course, {to}. [I was looking at the pie.]
<hedging> There were so many hats, {to}. [I could not swear to any face.]
<terse> Didn't see, {to}. [Looked the other way.]
= long
Until the lamps go, {to}, or the [drum|cider] does. [There is time for a loaf.]
<exact> They said {hour}, {to}, so an hour more. [It has never ended when they said.]
<dry> Longer than the music, {to}. [It always does.]
<warm> Long enough for you, {to}. [Come as you are.]
= loud
Louder, {to}. [Bring wool for two.|I am writing this with one finger in my ear.]
<dry> It is quieter the nearer one stands, {to}. [I cannot explain it.]
<exact> At {n} paces one can still talk, {to}, [in short words|if one has nothing to say].
<warm> It is the good kind of loud, {to}. [You will not mind.]
= dancing
[Two porters and their aunt|The whole back row|A man with a tray], {to}. [The rest of us are only being heard with them.]
<playful> I am, {to}, since you ask! [Listen for the flat one.]
<dry> Whoever was asked not to be, {to}. [It is tradition.]
<hedging> It comes from behind the stalls, {to}. [I have not dared to look.]
= room
A corner, {to}, if you [run|come now]. [I have my hand on it.]
<dry> Standing room and the end of a cheese, {to}. [The cheese is going.]
<warm> For you, always, {to}. [I have put my coat on a chair.]
<exact> {n} of everything when I looked, {to}. [Be here by {hour}.]
<terse> Just, {to}. [Hurry.]
= home
[A paper flower|Sore feet|A song that will not leave], {to}. [You may have half.]
<dry> Change for a coin I never gave, {to}. [I shall be looked for.]
<warm> A bun for you, {to}. [It was whole when I set out.]
<playful> A hat, {to}! [Not mine. I went in bareheaded.]
= plain
Have the coat by the door, {to}. [It is what I do.|Then it will not be needed.]
<dry> Yes or no is what I am asked by people with roofs half off, {to}. [Get the other half on.]
<exact> In plain words, {to}: [I would not hang out sheets|go, and do not go far].
<hedging> If I must, {to}, I lean to wet. [I lean that way by nature.]
= usual
More than I like, {to}. [One gets used to less.]
<exact> It is a little over the month, {to}, in {n} years of my notes.
<dry> It is usual to ask, {to}. [That is all I call usual here.]
<hedging> About what one fears at this time of year, {to}.
= ground
The glass, {to}, [and my knee, which is older|with the gulls for a second opinion].
<dry> On having been wrong in every other way, {to}. [This one is left.]
<exact> {n} readings since {hour}, {to}. [They lean the same way.]
<hedging> On the look of {place} at {hour}, {to}. [It is not science.]
= indoors
Near the door, {to}, with boots on. [Then either answer is right.]
<warm> I would, {to}, until {hour}. [Better bored than blown about.]
<dry> You can try, {to}. [I have never seen it done.]
= bet
{n} buns, {to}, and not one more. [I have met this sky.]
<dry> I bet only on what has happened, {to}. [It pays badly.]
<playful> Double, {to}, and you bake! [Look at my face now.]
= gains
Nobody that I can find, {to}. [That is what makes me look twice.]
<dry> Whoever sells candles, {to}. [It generally comes to that.]
<warm> I would rather ask who is put out by it, {to}. [That list I have.]
= since
After, {to}. [I had other things on my mind before.]
<exact> By my book a day or two after, {to}. [I can show you the page.]
<hedging> Before, I want to say, {to}. [Then I remember the hat I had on, and it was after.]
<dry> During, {to}. [Everything that goes wrong has good manners and comes together.]
= told
Not from me, {to}. [Would you? You have the voice for it.]
<dry> One finds out here by the stairs, {to}. [Give it until {hour}.]
<warm> I thought I would say it over soup, {to}. [Come too.]
= said
Not to me, {to}. [We nod.]
<playful> It sighed, {to}. [I sighed back. I believe that we are engaged.]
<dry> It has never been the one to start, {to}.
= ever
Not since I have been looking, {to}. [But I look only on the way to work.]
<exact> Once, {to}, for a week, in my notes. [I put a question mark beside it.]
<hedging> My grandmother said so, {to}. [She said a good many things.]
<dry> Everything has been otherwise here, {to}. [It is a town on a slope.]
= read
Whoever goes by first, {to}. [This morning that was me, at {hour}.]
<exact> I do, {to}, at {hour}, with the left. [The right is for distance.]
<dry> Everybody, {to}, and they all get another answer. [Hence the talk.]
= should
Let it be for a day, {to}. [If it is there tomorrow, I bring the long spanner and you bring the opinion.]
<warm> Somebody should, {to}. [There are two of us, if you count me.]
<dry> Somebody always does, {to}. [I should rather stop them.]
<exact> I would write it down first, {to}, then look again at {hour}.
= mends
Whoever looks after it, {to}, [when asked three times|once the right pin has been found]. [For soup, mostly.]
<dry> Everybody's uncle, {to}. [I have met four of them today.]
<warm> I have asked, {to}. [You may hold the lamp. I hold the tea.]
<exact> It needs one who knows and two who hold, {to}. [We have two who hold.]
= sign
It hung back a little, {to}, a day before. [I took it for my own legs.]
<dry> It gave notice in every way but writing, {to}. [We thought it was singing.]
<exact> A knock at each turn since {hour} that day, {to}. [I noted it and walked on.]
<hedging> None that I knew for one, {to}. [Now I hear them everywhere.]
<terse> A groan, {to}. [One.]
= list
There is one now, {to}, and [you are second|I have put you above me].
<dry> There is a person, {to}. [Looking does not help. I have looked.]
<terse> Started one, {to}.
= stranded
[Two on the landing and a cello|The laundry, mostly], {to}. [If you have arms, they are wanted at {hour}.]
<warm> Those with bad knees, {to}. [I have done two baskets already. Take the next.]
<dry> I am, {to}. [I write this sitting down.]
= wait
Nobody has named a day, {to}. [I tell my aunt Thursday. I never say which.]
<exact> The part first, {to}, then half a day. [The part is the question.]
<dry> Long enough to learn the stairs by name, {to}.
= gave
A pin, by the look of it, {to}. [It had been thinking about it for a year.]
<exact> The third link from the top, {to}. [Nobody stood under it, and nobody will again.]
<dry> Its patience, {to}. [The rest followed.]
= until
Until it comes back, {to}. [I know. I have written a date on the slip for looks.]
<exact> A fortnight, {to}, it says on the slip. [I have told the gap.]
<dry> That is between it and its conscience, {to}.
= good
The first half, {to}. [Somebody has been at the second with jam.]
<warm> You shall have it next, {to}, and tell me. [I never finished.]
<dry> It is much admired by those who have not had it, {to}.
= cause
A small thing in the wrong place, {to}. [It always is. I had money on it.]
<dry> Age, {to}, and [neglect|being looked at]. [I know the symptoms.]
<exact> One part, worn on one side, {to}. [I have seen it. It fits in a thimble.]
= safe
I went first, {to}, [and here I am|with my eyes shut]. [You may go second.]
<hedging> Running, {to}. [Pleased with itself comes later.]
<dry> As safe as it ever was, {to}. [I choose my words.]
`
