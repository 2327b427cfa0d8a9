/** How the demo's people of the lifts, the tide and the weather speak; the notation is that of `landing.ts`. */
export const LIFT_MANNERS = `
= agt_bruna_lifts
at 0.05
words somebody / nobody / till / just / because / maybe / . And / everybody / again / near enough / whole / every / little / people / on the / like / among / I say / . But / have to / nothing / started
open By the rope,
open Listen.
open Plain as I can say it.
tag , by the rope
tag , and she knows it
assert {Claim}. I will say it once. {Why}.
assert {Saw}. By the rope I never forgot it. {Claim}.
assert It is not sound to say otherwise. {Claim}. {Why}.
ask Who told you lot that {anti}? Not anyone with a hand on the brake. {Saw}.
answer I do {to}. {Why}. Pass me that spanner.
proof Put your thumb on it {to}. {Saw}.
support {To} is sound on this. {Saw}.
support Listen to {to}. {Why}. That is all it is.
support I would hang my weight on what {to} says. {Saw}.
counter Not sound {to}. {Why}.
counter I heard you {to}. {Their}. Now hear me. {Saw}.
counter You would not say so with grease on your hands {to}. {Why}.
again I said my piece {to}. {Saw}. I am folding my arms now.
again Run down yet {to}? {Why}.
distinguish You want two ropes for that load {to}. {Mid}.
doubt Have you had it apart {to}? Only then I will believe that {their}.
report_won Checked it three times with {to} looking on. {Saw}. Sound.
report_lost Checked it three times with {to} looking on. {Saw}. I was the part that was not sound.
concede That is sound {to}. {Their}. I take mine back down.
concede You found the crack {to}. Good. Better now than loaded.
differ She will not go up or down {to}. Leave her on this floor. I still say that {claim}.
settle {To} and I have spliced it. {Mid}.
likewise Same in the motor room. {Own}.
likewise Had it on my own bench. {Own}.
hello {name}. [Hold this|Mind your sleeve, she is running].
bye [I am going back up to look at her|That article will not grease itself]. Go careful.
nod You {deed} {to}. Good. Somebody had to.
wonder You {deed}. Did you check it after {to}?
shake You {deed}? Not without a second pair of hands {to}.
take That is what I keep telling them {to}. {Claim}. {Why}.
because Any fool with a rope knows that
once I was there.
test Talk lifts nothing {to}. Let us {test}. Four tomorrow. Bring gloves.
promise Four {to}. I will bring the lamp. We {test} and we check it twice.
= agt_teo_bobbin
at 0.55
words until / only / somebody / no one / for / could be / , and / everyone / once more / almost / whole / every / small / passengers / as if / around / I fancy / , though / might / fellow
open Hearth to Landing:
open Between floors,
open Going up.
tag , anyway
tag , going by the faces
close Anyway, Gable.
assert One level, one opinion: {claim}. {Why}. Gate opens.
assert Sill to Hearth, and {saw}. Nobody spoke. By the Landing I'd made up my mind that {claim}.
assert I've carried both sides of it in one car. The lighter load says that {claim}. {Why}.
ask I hear it three rides a day, that {anti}, and they always get off before the reason. {Saw}. Anyone riding on?
answer That's me at the handle, {to}. {Why}. Mind the gap.
proof It happened in here, {to}, I'd my back turned and heard the lot: {saw}.
support Going up with {to} on this one. {Saw}.
support Somebody said the very same between Landing and Gable, {to}. {Why}.
support I nearly forgot to pull the handle, {to}, you were so right. {Why}.
counter Mind the gap, {to}, between that and this: {saw}.
counter I took you both up in one car, {to}, {their} and all. The other fellow got out saying that {why}.
counter I wouldn't quarrel in a lift, {to}. But {why}.
again I lay awake over yours, {to}, that {their}. Still, {why}.
again Another ride, {to}, same two passengers. {Saw}.
distinguish Room for two in here if they breathe in, {to}. {Mid}.
doubt Who said so, {to}, that {their}? I change the names myself, so I know.
report_won {To} and I rode it out to the end for once. {Saw}. I didn't ring the bell about it.
report_lost {To} and I rode it out to the end for once. {Saw}. I got off a level early, it seems.
concede That's the ending I never hear, {to}. {Their}. Going down.
concede You've stopped me between floors, {to}, and you're right.
differ This is your level, {to}, and mine's one up: {claim}. No hard feelings at the gate.
settle {To} and I got out at the same floor, would you believe: {mid}.
likewise Landing to Gable, this week: {own}.
likewise Overheard at the handle, names changed: {own}.
hello {name}. [Which level|Step in, there's half a bench].
bye [That's the bell for me|Somebody's leaning on the button]. Anyway, Gable.
nod You {deed}. That's a whole ride by itself, {to}.
wonder You {deed}, {to}, and then the gate shut. What came after?
mine “{q}”: I'd one say that to the mirror, {to}, going down.
take Ride on one more level with that, {to}, and you're at it: {claim}. {Saw}.
because They all say in here that
once One ride,
test Let's ride it to the top, {to}. Let us {test}. Tomorrow at four, I'll hold the gate.
promise Four, {to}. I'll stop the Bobbin for it. We {test}, and for once I see the end.
= agt_brack
at 0.15
words till / only / someone / no one / since / maybe / . And / again / whole / each / small / folk / on the / like / wrong / , but / must / naught
open Wind west.
open Looked.
open Same as yesterday.
tag . I counted
close Nothing to carry.
assert {Claim}. {Why}. [Slack water|Wind west|Glass steady].
assert {Saw}. So {claim}.
assert Three lines, so carry something upstairs. {Claim}. {Why}. I looked.
ask Some dry boots say that {anti}. Why? {Saw}.
answer I do, {to}. {Why}.
proof Saw it, {to}. {Saw}. Twelve steps and all.
support {To} looked. {Saw}.
support Aye, {to}. {Why}.
support Same number here as {to}'s. {Saw}.
counter No. Go and look, {to}. {Saw}.
counter Dry boots, {to}. {Why}.
counter {Their}, says {to}. The water says otherwise. {Saw}.
again Same number, {to}. {Why}.
again Told you, {to}. {Saw}.
distinguish Ebb for one, flood for the other, {to}. {Mid}.
doubt Were you down there, {to}? That {their}?
report_won Looked, with {to}. {Saw}. As I said.
report_lost Looked, with {to}. {Saw}. As {to} said. Make of it what you like.
concede Right, {to}. {Their}. I missed a step.
concede You saw it first, {to}. I will remember that too.
differ Tide won't turn on it, {to}. {Claim}. Enough.
settle Done, {to}. {Mid}.
likewise At the stair: {own}.
likewise Same tide: {own}.
hello {name}. [Wet|Mind the step].
bye [High water at ten|Going down]. That is all.
nod You {deed}. [Right|Good], {to}.
wonder You {deed}, {to}. On what tide?
shake You {deed}? I would have waited, {to}.
take There it is, {to}. {Claim}. {Why}.
because Fact:
once One spring tide
test Come down, {to}. Let us {test}. Four tomorrow.
promise Four, {to}. Wear boots. We {test}.
= agt_dorrit
at 0.65
words somebody / not a soul / till / just / on account that / maybe /  and / everybody / all over again / as good as / whole / every / great / folks / 'em / as if / round / I'll tell you / , only / fella / got to / not a thing
open Now this is true:
open I don't like to say, but
open Well, shove over:
tag , and I'd passengers listening
tag , on my mother's oilskin
assert Now this is true, and I'd nine aboard who'll swear to it: {claim}! {Why}.
assert I don't like to say, but {saw}, and a gull got my pasty, and what I take from all of it is that {claim}.
assert Had this out with a whole boatload between Pier One and Ferry Halt, and the boat says that {claim}. {Why}.
ask Which of you landsmen put it about that {anti}? And who's going to carry it, that's what I ask. {Saw}.
answer Aboard here, {to}, up by the tiller! {Why}.
proof Now this is true, {to}, I was slightly in the wrong myself: {saw}.
support Room on my boat for {to}! {Saw}.
support {To}'s never rowed a stroke and is still right. {Why}.
support I shouted it across the water, {to}, and shout it again: {why}.
counter Oh, get in and row, {to}! {Why}.
counter I don't like to say, {to}, but {saw}, and who carried the bucket? Me.
counter So {their}, does it, {to}? Lovely on land. {Why}.
again Still afloat, {to}! {Saw}, and I had it from the whelk man too.
again You're only blowing the horn louder, {to}. {Why}.
distinguish Shove up the pair of you, there's a thwart for both, {to}: {mid}.
doubt {Their}? Who bailed, {to}? I only believe the ones who bailed.
report_won We went and looked, {to} and me, and got wet, and {saw}. I'd have let it lie, only I'm not made that way.
report_lost We went and looked, {to} and me, and got wet, and {saw}. So I stand everybody a crossing. Don't all come at once.
concede That's holed me below the water, {to}. {Their}. I'll bail and say no more till Thursday.
concede You've the better boat there, {to}, I don't like to say.
differ You go round by the north, {to}, and I'll go by the south, and I'll still say that {claim}.
settle {To} and me have tied up at the one post: {mid}!
likewise And now this is true as well: {own}.
likewise I'd a passenger only yesterday, and {own}.
hello {name}! [Shove up|You look like a wet Sunday].
bye [That's my horn|They'll swim for it if I'm late].
nod You {deed}! And I missed it, {to}, for a boatload of turnips!
wonder You {deed}, {to}? And who held the other end?
shake You {deed}? In those shoes, {to}? I don't like to say.
take Now that's just what I shout at them from the boat, {to}: {claim}! {Why}.
because Ask anybody aboard:
once I swear on the tiller,
test Right, {to}, in the boat with you! Let us {test}. Four tomorrow, and I'm not waiting for your hat.
promise Four it is, {to}, and I'll blow the horn! We {test}, and the loser bails.
= agt_ignace_eaves
at 0.25
words someone / no one / until / merely / since / possibly / ; and / everyone / once more / almost / entire / every / slight / persons / upon the / as though / whilst / I find / , yet / may / nothing / mistaken
open On the evidence,
open I observe that
open For the record of errors:
tag , at the seventy per cent level
tag , on the evidence
assert On the evidence I put it at eighty per cent that {claim}. {Why}.
assert {Saw}. It does not follow of necessity, but it follows for adults, that {claim}.
assert A forecast of opinion, with its likely error: {claim}. The instruments incline that way. {Why}.
ask I am told daily that {anti}, and never with what probability. Might one ask? {Saw}.
answer I hold it, {to}, and not at a hundred per cent. {Why}.
proof The instrument was my own eye, {to}, uncalibrated: {saw}.
support On the evidence {to} is right. {Saw}.
support I should raise {to}'s figure by ten per cent. {Why}.
support A second station reports as {to} does. {Saw}.
counter It does not follow, {to}. {Why}.
counter Suppose that {their}, {to}; the probability remains on my side, since {saw}.
counter With admiration for the eye, {to}, and less for the method: {why}.
again I have recalculated, {to}. {Their}: allowed. It shifts me five per cent. {Why}.
again The same air over both of us, {to}, and yet {saw}.
distinguish It is a mixed sky, {to}. I should say: {mid}.
doubt With what error, {to}, is it so that {their}?
report_won Verification, conducted with {to}. {Saw}. The forecast held; I was insufferable for only a minute.
report_lost Errata. Tried with {to}: {saw}. I was wrong at the seventy per cent level, and {to} was not.
concede For Sunday's Errata: {to} is right, {their}, and I was not.
concede I concede it in writing and before dawn, {to}, as is my habit.
differ The outlook is divided, {to}. I remain at sixty per cent that {claim}.
settle Joint outlook of {to} and this tower: {mid}.
likewise A comparable case, from the tower log: {own}.
likewise The instruments add only this: {own}.
hello {name}. [Sixty per cent likely to be you, I said|Your boots are a disgrace, sit].
bye [The glass wants reading|It turns at nine, at eighty per cent]. Bring the coat.
nod That you {deed} was well judged, {to}; I had put it at forty per cent.
wonder You {deed}, {to}. Would you, given the same sky, again?
shake “{q}”: I should want a longer series, {to}.
take I should enter that as evidence, {to}, at sixty per cent, that {claim}. {Why}.
because The probability is that
once It was observed that
test Observation is better than eloquence, {to}. Let us {test}; tomorrow, at four, weather permitting, at eighty per cent.
promise Certainly, {to}; at four, with an error of two minutes. We {test}, and I print the result.
= agt_yarrow
at 0.75
words until / only / somebody / nobody / because / perhaps / , and / everybody / again / almost / whole / every / tiny / people / as though / around / I'd say / , but / might / nothing / child
open Listen:
open Nearly:
open Specimen:
tag , or a truer word for it
tag , or nearly
assert Specimen, one opinion, found in the open: {claim}. It isn't a guess, a grudge or a hat. {Why}.
assert {Saw}. Not quite proof; a truer word would be smell. It smells as if {claim}.
assert Listen. You can hear it under everything, like rain on three kinds of tin: {claim}. {Why}.
ask Listen, which of you stood ten minutes in it before saying that {anti}? {Saw}.
answer I stood in it, {to}, hatless. {Why}.
proof Witness, day and likeness, {to}: {saw}.
support Exact likeness, {to}. {Saw}.
support {To} crossed out a good one to get that true one. {Why}.
support That goes in the Register under {to}'s name: {why}.
counter Not quite, {to}. {Why}.
counter It's a good one, {to}, that {their}, so I cross it out slowly. The true one: {saw}.
counter Listen again, {to}, without the hat. {Saw}.
again Nearer, {to}, not quite. {Why}.
again You name it that {their}, {to}. It has another name underneath. {Saw}.
distinguish You've two rains in one jar, {to}. {Mid}.
doubt Did you stand in it, {to}? Ten minutes? That {their}?
report_won Stood out with {to} and entered it. {Saw}. The first likeness was the true one, for once.
report_lost Stood out with {to} and entered it. {Saw}. I've crossed mine out; {to}'s was truer.
concede That's the truer likeness, {to}: {their}. I've crossed mine out, it was only pretty.
concede Caught whimsical, {to}. You have it.
differ Two specimens, {to}, two labels. Mine reads that {claim}.
settle Entered by {to} and me, both soaked: {mid}.
likewise Another specimen, same shelf: {own}.
likewise It's like this; not quite; it's like this: {own}.
hello {name}. [You're dripping, what sort|Take the hat off and listen].
bye [It's changed key, I must go and stand in it|A new one's starting].
nod You {deed}. There's a likeness in that, {to}; I'm still after it.
wonder You {deed}, {to}. What was it like, and what was it nearly like?
shake “{q}”? Not quite, {to}. There's a truer word.
take Listen to what's under that, {to}: {claim}. Not quite what you said; truer. {Why}.
because It's plain as drizzle that
once Entry:
test No hats, {to}. Let us {test}. Tomorrow at four, and ten minutes at the least.
promise Four, {to}, bareheaded. We {test}, and then we name it.
`
