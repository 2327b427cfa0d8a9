/** How the demo's bakers, musicians and menders speak; the notation is that of `landing.ts`. */
export const HEARTH_MANNERS = `
= agt_odile_barm
at 0.03
words somebody / nobody / till / just / because / maybe / , and / everybody / all over again / nearly / whole / every / big / people / 'em / as if / round / I tell you / , but / have to / nothing / kid
open My hearts,
open Sit, eat;
open Now then, no, the big piece first:
tag , my heart
tag , eat something
assert Sit down, my hearts, I've flour to the elbows and one thing to say: {claim}. {Why}.
assert {Saw}, and me with both hands in the dough, and, no, let me finish: {claim}.
assert The Mayor put up a bubble at it, so it's true: {claim}. {Why}, and it's hot, mind your fingers.
ask Who's been telling hungry people that {anti}? I'm not cross, my hearts, I'm kneading. {Saw}.
answer Me, my heart, {to}, hold this bowl. {Why}.
proof With these two hands, {to}, steam and all: {saw}.
support Give {to} the big piece. {Saw}.
support {To}, my heart, you've said it and now you'll eat. {Why}.
support That's what I told the oven, {to}! {Why}.
counter Eat that first, {to}, my heart. Finished? Good. {Why}.
counter You're hungry, {to}, that's all that is. {Saw}.
counter {Their}, is it, {to}? And who washed up after? {Why}.
again I've gone quiet and kneaded on it, {to}, and the bread's superb and you're still wrong. {Saw}.
again Another slice, {to}, you'll need it: {why}.
distinguish Cut it down the middle and butter both, {to}: {mid}.
doubt Who fed you that, {to}, that {their}? Was it hot?
report_won Took {to} along, with a loaf under the arm. {Saw}. There, and now we eat, no winners at my table.
report_lost Took {to} along, with a loaf under the arm. {Saw}. So {to} gets the big piece and I get my apron over my head.
concede Oh, my heart. {Their}. Come here, {to}, you're right and you're thin.
concede You've risen and I've sunk, {to}. Take the crust, it's the best bit.
differ Same table, {to}, two ends of it. I say that {claim}, you say pass the butter.
settle {To} and I have it out of the oven and it's even baked: {mid}.
likewise Only this morning, steam everywhere, {own}.
likewise The Mayor's been the same, and {own}.
hello {name}, my heart! [Sit|You've not eaten|No, the warm end].
bye [First batch at five, my hearts|The Mayor wants feeding]. Take the heel home with you.
nod You {deed}, {to}, my heart, and on what, a biscuit? Sit.
wonder You {deed}, my heart? And had you eaten, {to}?
shake You {deed}? With those cold hands, {to}? Come in to the oven.
take Well, my heart, {to}, and isn't that what I say with my hands full every morning: {claim}! {Why}.
because I tell you,
once Only the other day
test Enough, {to}, my heart, coats on. Let us {test}. Tomorrow at four, and I bring the buns.
promise Four, my heart, after the second batch, {to}. We {test}, and then we eat.
= agt_rusk
at 0.53
words till / only / someone / nobody / since / maybe / . And / again / whole / each / small / customers / on the / like / wrong / . But / must
open Entered:
open Two columns.
open Plainly.
tag . It keeps
tag . Counted
assert {Claim}. {Why}. It keeps.
assert {Saw}. Entered it under losses. {Claim}.
assert Water taken out, it comes to this. {Claim}. {Why}.
ask Someone says that {anti}. At what price. {Saw}.
answer Put my name to it, {to}. {Why}. No charge.
proof It is in the book, {to}. {Saw}.
support {To}: correct. {Saw}.
support Weighed what {to} said. Full weight. {Why}.
support I owe {to} for that. One biscuit. {Why}.
counter Short weight, {to}. {Why}.
counter It will not keep, {to}. {Saw}.
counter {Their}. Yes. Now the other column, {to}. {Why}.
again Baked it twice, {to}. Same. {Saw}.
again Your figure, {to}: {their}. Mine: {why}. Mine keeps.
distinguish Half a tin each, {to}. {Mid}.
doubt Who counted, {to}? That {their}?
report_won Tried it with {to}. {Saw}. The account is closed in my favour. I take no interest.
report_lost Tried it with {to}. {Saw}. I owe {to}. I hate to owe.
concede Paid in full, {to}. {Their}.
concede You are up by one, {to}. Entered.
differ Carry it forward, {to}. My side says {claim}. It keeps.
settle Squared with {to}. {Mid}.
likewise Same day, same book. {Own}.
likewise Under the same head. {Own}.
hello {name}. [Side door|Wipe the flour off that].
bye [Second bake|Oven]. Pay Friday.
nod You {deed}. Entered to your credit, {to}.
wonder You {deed}, {to}. What did it cost?
shake You {deed}. Waste of a fire, {to}.
take Carry that over, {to}. Total: {claim}. {Why}.
because Sum:
once Dated and signed:
test Weigh it, {to}. Let us {test}. Four tomorrow. No stakes.
promise Four, {to}. I will close the side door. We {test}. Loser enters it.
= agt_sorrel
at 0.13
words somebody / not a soul / till / just / because / maybe /  – and / everybody / again / nearly / whole / every / wee / people / 'em / as if / round / I think / , only
open Hear that?
open Wait, wait,
open Tik. Tok. So:
tag , hear that
tag , whup
assert Tokk! There it goes again: {claim}. Obviously! {Why}.
assert {Saw}, glk, and the whole glass went wow, and I thought, oh! {Claim}.
assert Barefoot thought, quick, ere it drips away: {claim}! {Why}.
ask Hear that? That's the hole where the reason should be why {anti}. Anyone? {Saw}.
answer Me! Pipe seven agrees, {to}. {Why}.
proof Heard it, {to}, both ears: {saw}. Bonnng.
support Oh yes, {to}! In tune! {Saw}.
support {To} and me a third apart. Lovely. {Why}!
support Hear that? That's {to} being right. {Saw}.
counter No, wait, yes, no, {to}: {why}! Sorry. But hear it.
counter A hair flat, {to}. {Saw}. Tikk.
counter Love the first half, {to}, {their}, lovely. Second half, though: {why}.
again Still beating, {to}, wow wow wow. {Why}!
again Agreed with the wrong half again, {to}, sorry. The other half: {saw}.
distinguish Two pipes, one slide, {to}! {Mid}.
doubt {Their}? What did it sound like, {to}? Exactly?
report_won Went and listened with {to}. {Saw}! Told the downpipes. They knew.
report_lost Went and listened with {to}. {Saw}. Oh! Completely out of tune, me. Sorry, everybody.
concede Oh. Oh! {Their}! Sorry, {to}, I was humming. You're right.
concede Retuned, {to}. You had the note.
differ Two notes, {to}, leave 'em both ringing. Mine goes: {claim}.
settle Hear that? {To} and me, one chord: {mid}!
likewise Like today, thrummm: {own}.
likewise Same note somewhere else: {own}.
hello {name}! [Hear that|You went clack on the third step].
bye [It's raining properly, I have to|A drip, a good one].
nod You {deed}, {to}! I heard it! Two streets off, tok!
wonder You {deed}? What noise was it, {to}, before it stopped?
shake You {deed}? A hair too soon, {to}. Sorry.
take Hear that, {to}? Under it? That's {claim}, humming. {Why}!
because You can hear it,
once And then, whoosh,
test Oh, let's listen, {to}! Let us {test}! Tomorrow at four, barefoot!
promise Four! Yes, {to}! We {test}, tik tok, all night I'll hear it coming.
= agt_evander
at 0.63
words someone / no one / until / merely / since / perhaps / ; and / everyone / once more / almost / entire / every / small / persons / upon the / as though / whilst / I conceive / , yet / one another / this day / in error
open With respect,
open There is precedent:
open I beg to inform you that
tag , with respect
tag , as the Rule provides
assert To the city at large. With respect, {claim}. I rest it upon precedent: {why}. I remain, and so forth.
assert Sir, Madam, or neither: {saw}. I am bound to conclude that {claim}.
assert I told Great Agnes this morning, whilst I polished, that {claim}; she did not dispute it. {Why}.
ask To whom it may concern. I am unable to find the precedent by which {anti}, and I beg to be shown it. {Saw}.
answer {To}, in reply to yours of today: I do so hold, with respect. {Why}.
proof I was upon the rope at the time, {to}, and I certify that {saw}.
support {To}, with respect and without reserve: you are right. {Why}.
support There is precedent for {to}'s view. {Saw}.
support I add my signature beneath {to}'s, which makes the two that are required. {Why}.
counter {To}: with respect, the precedent runs against you. {Why}.
counter I have your letter, {to}, in which {their}. I beg to set another fact beside it: {saw}.
counter {To}, it is eleven cents sharp of the truth. {Why}.
again I rang that hour already, {to}, and ring it again, with respect: {why}.
again {To}: yours to hand, that {their}. I cannot retune upon it, for {saw}.
distinguish I propose a peal of two, {to}, as was done in the year of the benches. {Mid}.
doubt Upon whose signature, {to}, is it given that {their}?
report_won I attended with {to}, upon the stroke. {Saw}. I take no satisfaction; I note the hour.
report_lost I attended with {to}, upon the stroke. {Saw}. I rang for nothing, and {to} may reprimand me.
concede {To}: I am properly reprimanded, and thank you. {Their}.
concede I was in error, {to}, and say so upon the hour.
differ Let each of us ring his own, {to}. Mine will say, with respect, that {claim}.
settle {To} and I have signed, the water and the sky: {mid}.
likewise I observe, from the Eaves, that {own}.
likewise There is a like case in the ringers' book: {own}.
hello {name}. [Speak to my right side|Good {part}, with respect].
bye [I ring upon the hour|Agnes does not wait]. Your servant.
nod That you {deed} does you honour, {to}, and I have told Agnes.
wonder You {deed}, {to}. May I ask under which rule?
shake You {deed}. With respect, {to}, one gives notice of such things.
take {To}: I beg to draw from it, with respect, what you have left undrawn: {claim}. {Why}.
because It is long established that
once I recollect that
test I propose a trial in due form, {to}. Let us {test}; tomorrow, upon the stroke of four.
promise I shall attend upon the stroke, {to}, and with respect. At four we {test}.
= agt_lotte_ferrule
at 0.23
words until / only / somebody / nobody / because / maybe / , and / everybody / again / nearly / whole / every / little / people / 'em / as if / round / I'd say / , but / have to / nothing / lad
open Well, that's not the break:
open Funny, I'd a customer who said it:
open Sideways on,
tag , I find
tag , though she never said so
assert I'd a lady in about a bent rib, and by the second cup we'd got to it: {claim}. {Why}.
assert {Saw}. Well, that's not the break, that's only where it shows. The break is that {claim}.
assert I turned it over twice on the bench, this, and it comes out mended the same way each time: {claim}. {Why}.
ask Everyone who comes in about a handle tells me that {anti}, and I never get to ask the second question. {Saw}.
answer Oh, me, {to}, I expect. I'd been meaning to say. {Why}.
proof I'd it in my own hands, {to}: {saw}.
support I've mended for {to}, and {to}'s right to the last spoke. {Saw}.
support That's the break, {to}, you've your thumb on it. {Why}.
support Well now, {to}, I'd a gentleman say so in tears. {Why}.
counter Well, that's not the break, {to}. {Why}.
counter I'll not argue, {to}, I'll tell you a story. {Saw}. That's all, mind the step.
counter You came in about one thing, {to}, that {their}, and it's the lining, isn't it? {Why}.
again I've oiled it and it still sticks, {to}. {Saw}.
again Turn it over, {to}. On that side, {their}. On this side, {why}.
distinguish Bit of wire and it'll serve you both, {to}: {mid}.
doubt And who was it told you, {to}, that {their}? How long has it been doing that?
report_won {To} and I went and had a look inside. {Saw}. I'd say no more, it'd only make a person smaller.
report_lost {To} and I went and had a look inside. {Saw}. So it was my handle that was loose all along.
concede Oh, that is the break, {to}. {Their}. I'd been mending the wrong end.
concede You asked the second question, {to}, and I'd only the first.
differ We'll hang it up as it is, {to}, it opens, it shuts. I'd still say that {claim}.
settle {To} and I sat down among the sticks and mended it: {mid}.
likewise I'd one on the bench like that: {own}.
likewise It's like the shop this week, where {own}.
hello {name}. [In you come, one at a time|What's broken, or is it only talk].
bye [My eyes have had the best of the light|There's a brolly waiting that can't hold itself]. Mind the spoke.
nod You {deed}. Well, {to}, that's mended more than it shows.
wonder You {deed}, {to}. And what was it you'd really gone for?
mine “{q}”. A gentleman said just that, {to}, and then he sat down.
take And that's not the break either, {to}, is it? It's that {claim}. {Saw}.
because You'd be surprised, but
once A while back
test Let's have the cover off, {to}, shall we? Let us {test}. Tomorrow at four, I'll shut the shop.
promise Four, {to}, I'd like that. We {test}, and you can tell me the rest on the way.
= agt_ismay
at 0.73
words someone / no one / till / merely / as / possibly / ; and / everyone / once again / almost / entire / every / small / people / on the / as though / amongst / I suppose / , and yet / may / nothing
open By which clock?
open Granted;
open On a hinge:
tag , by my own clock
tag , or eleven minutes later
assert I accept that everyone means well. It follows, with perfect manners, that {claim}. {Why}.
assert {Saw}. The hinge is small, but a whole door turns on it: {claim}.
assert {Claim}. By which clock? By all five; it is the only thing they agree upon. {Why}.
ask At what hour, and by which clock, did it become true that {anti}? {Saw}.
answer At your service, {to}, and punctual. {Why}.
proof It was ten to nine or nine, {to}, and {saw}.
support {To} and I strike together, which will never do. {Saw}.
support I accept {to}'s premise and, unusually, the conclusion. {Why}.
support {To} is on time. {Why}.
counter By which clock, {to}? {Saw}.
counter I accept it, {to}: {their}. I accept all of it. We then arrive, politely, at this: {why}.
counter Early, {to}, by about eleven minutes. {Why}.
again Granted a second time, {to}. And yet {saw}.
again Wound it once more, {to}; {their}. It ticks, and says that {why}.
distinguish Each is right where it stands, {to}. {Mid}.
doubt Since when, {to}, and by which clock, {their}?
report_won {To} and I kept the time between us. {Saw}. I was right, for as long as one is.
report_lost {To} and I kept the time between us. {Saw}. I was slow; I shall not be set, but I was slow.
concede You have stopped my pendulum, {to}. {Their}. How restful.
concede I am late to it, {to}, and you were there. Yes.
differ We run at different rates, {to}, from the one spring. Mine shows that {claim}.
settle {To} and I happen to agree, for this minute: {mid}.
likewise A smaller wheel, turning the same way: {own}.
likewise Meanwhile, by another clock, {own}.
hello {name}. [You are late, or I am elsewhere|Good {part}, by this one].
bye [I am expected, by some clock or other|There are four more to wind].
nod You {deed}, {to}, and in good time.
wonder You {deed}, {to}. Before it was necessary, or after?
shake You {deed}. I accept it entirely, {to}; it was still too early.
take Granted, {to}, and with it, before you can stop me: {claim}. {Why}.
because At every hour of the day
once Eleven minutes ago, or last year,
test By no clock at all, {to}, but by looking. Let us {test}. Tomorrow at four, by whichever is slowest.
promise Four, {to}. By which clock? I shall be there for all five. We {test}.
`
