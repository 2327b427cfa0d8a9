/** How the demo's gardeners, players and translators speak; the notation is that of `landing.ts`. */
export const GABLE_MANNERS = `
= agt_gudrun
at 0.08
words somebody / nobody / till / just / because / maybe / , and / everybody / again / whole / every / big / folk / 'em / on the / like / I reckon / , but / got to / not a thing / chap
open Bah.
open Mud and worms,
open I'll say this much:
tag , petal
tag , and me with these knees
assert Dug this over twice: {claim}. {Why}.
assert {Saw}. Nineteen beds and no philosophy, petals. {Claim}.
assert I'll say this much and get back to the leeks: {claim}. {Why}, and it stinks.
ask What lily-handed soul planted the notion that {anti}? {Saw}. I want it pulled.
answer Me, {to}, with the bucket. {Why}.
proof Lamp, bucket, both eyes, {to}: {saw}.
support Not the worst thing I've been told, {to}. {Saw}.
support {To} has dirt under the nails for once. {Why}.
support I'd give {to} a leek for that. A small one. {Saw}.
counter Rot, {to}. {Why}.
counter You've never turned a bed, {to}. {Saw}.
counter {Their}? So would I say in clean boots, petal. {Why}.
again Still digging, {to}. {Saw}.
again You can rake it as fine as you like, {to}, that {their}. Underneath, {why}.
distinguish Split the clump, {to}, and plant both halves. {Mid}.
doubt Who's dug down and seen that {their}, {to}? Not you, with those cuffs.
report_won Went out with {to} and a bucket. {Saw}. I'm not crowing, I'm grumbling in a higher key.
report_lost Went out with {to} and a bucket. {Saw}. So I've eaten mud, and it wanted salt.
concede Hm. {Their}. Not the stupidest thing said on my terrace, {to}. I give up the bed.
concede You've out-dug me, {to}. Don't get used to it, petal.
differ You hoe your row, {to}, I'll hoe mine: {claim}. Mind the slugs.
settle {To} and I have put a fence down the middle and a gate in it: {mid}.
likewise Same muck in bed six: {own}.
likewise And while I was out with the lamp, {own}.
hello {name}. [Wipe your feet, or don't, it's all mud|You're thin, petal].
bye [They come out at nine, and so do I|My knees have had enough]. Eat a leek.
nod You {deed}. I've seen it done worse, {to}.
wonder You {deed}, did you? And who dug it over after, {to}?
shake You {deed}? With a crop to get in? Bah, {to}.
take Dig under that, {to}, and what d'you find? That {claim}. {Why}.
because Any worm knows that
once Last season
test Spade in hand, {to}. Let us {test}. Four tomorrow, and not in those shoes.
promise Four, {to}, if my knees allow. We {test}, and you carry the bucket.
= agt_ciro_grafts
at 0.58
words until / only / someone / no one / for / perhaps / , and / everyone / once more / almost / whole / every / small / people / upon the / as though / among / I fancy / , and yet / one another / nothing / woman
open Give it a year;
open I have leaned on the gate over this, and
open Slowly, now:
tag , given a year
tag , I have always found
assert I have been turning it over along the east wall, where the pear is that should never have taken, and I come out with this: {claim}. {Why}.
assert {Saw}; I stood a long while with the knife shut in my hand, and it seemed to me then, as it does tonight, that {claim}. That is all.
assert Give it a year, and even those who laugh will say, as if they had thought of it under their own tree, that {claim}. {Why}.
ask I should so like to understand, from somebody who loves the notion, why {anti}; I would lean on the gate and hear it out. {Saw}.
answer I am grafted to that view, {to}, and it has borne. {Why}.
proof I can only show you the tree, {to}: {saw}.
support What {to} says and what I have been slow to say are one branch: {why}.
support I would bind that to my own trunk, {to}. {Saw}. It takes.
support {To}, you have said it too beautifully for me to spoil. {Why}.
counter I do not want to win this, {to}, only to join it; and yet {why}.
counter That {their} is a living branch, {to}, and I would not cut it. Only, {saw}. One must prop it.
counter Give it a year, {to}, and look again. {Saw}.
again I yield you the blossom, {to}, that {their}. The root says that {why}.
again I have pruned mine a little for yours to have the light, {to}. It lives: {saw}.
distinguish Let us put the one on the other's stock, {to}, and bind it, and step back. {Mid}.
doubt Is it truly so, {to}, that {their}? I ask as one asks a bare tree in March.
report_won We went out to it together, {to} and I, and {saw}. I took no joy in being right; I took some in the walk.
report_lost We went out to it together, {to} and I, and {saw}. Mine was the frost, {to}'s the fruit.
concede It has taken, {to}: {their}. I feel it in the sap. You were right.
concede I give way, {to}, and gladly. There is room on the trunk.
differ Then we are two sorts upon one tree, {to}; mine goes on bearing that {claim}. Come in October.
settle {To} and I have made the cut and bound it: {mid}. Give it a year.
likewise In the orchard, meanwhile, {own}.
likewise It put me in mind of the east wall, where {own}.
hello {name}. [Lean here a moment, the light is good|You come in time for the pear].
bye [The frost is about, and I have a blanket to hang|It grows late, and slowly].
nod You {deed}, {to}; and I believe, given a year, you will be glad of it.
wonder You {deed}, {to}. Did it take?
mine “{q}”. I said that to the pear once, {to}, and it flowered.
take I would graft something on to that, {to}, if you let me: {claim}. {Why}.
because I have come to feel that
once I remember how
test I would not settle it with words, {to}, when there is a gate to lean on. Let us {test}; tomorrow at four.
promise At four, {to}, and I shall bring two apples of the same branch. We {test}.
= agt_wick
at 0.38
words till / only / someone / no one / since / maybe / . / again / whole / each / small / folk / like / nothing
open still.
open here:
tag . a while
assert {claim}. [i looked|the moss thinks so|nobody asked]. {why}.
assert {saw}. then quiet. {claim}.
assert a small thing. {claim}. {why}.
ask {anti}. who says. i have sat here. {saw}.
answer i do, {to}. {why}. that is all of it.
proof i was near, {to}. {saw}. it was the size of a thumb.
support yes, {to}. {saw}.
support {to} looked. {why}.
support beside {to}, then. {saw}.
counter no. sit, {to}. {why}.
counter loud, {to}. and under it: {saw}.
counter {their}. a stone in the shoe, {to}. {why}.
again the question is better now, {to}. the answer is the same. {why}.
again i waited, {to}. {saw}.
distinguish feed both sides of it, {to}. {mid}.
doubt {their}. did you kneel, {to}.
report_won {to} came. we knelt. {saw}. so.
report_lost {to} came. we knelt. {saw}. i had looked at the wrong side.
concede {their}. yes, {to}. i can put mine down.
concede the question got better, {to}. you have it.
differ two roofs, {to}. on mine, {claim}.
settle {to} and i. {mid}. it is quiet now.
likewise on the ninth roof: {own}.
likewise beside it: {own}.
hello {name}. [sit|room on the step|quiet here].
bye [the light goes|my roof]. slowly.
nod you {deed}, {to}. it was seen.
wonder you {deed}, {to}. what was under it?
shake you {deed}. it was quiet before, {to}.
take beside that, {to}, a smaller thing. {claim}. {saw}.
because still,
once once,
test come and look, {to}. let us {test}. tomorrow at four. quietly.
promise four, {to}. i will be early. we {test}.
= agt_casimir
at 0.18
words somebody / no one / until / merely / since / possibly / ; and / everybody / once more / very nearly / entire / every / modest / persons / upon the / as though / I maintain / , yet / in error / naught / gentleman
open As I have often said,
open A small plus:
open The theory is clear:
tag (!)
tag (?)
assert As I have often said, and was once quoted as saying, {claim} (!). {Why}. The rest is technique.
assert {Saw} (?!). One annotates such a thing on the spot: White is better, and {claim}.
assert I open with the main line: {claim}. {Why}; I should be glad to see it refuted.
ask By what variation does one arrive at the position that {anti}? I have looked five moves deep. {Saw} (?).
answer I take the pawn, {to}. {Why}.
proof I never lie about a position, {to}. {Saw} (!).
support A strong move by {to} (!). {Why}.
support I concur with {to}, and I do not say it to everyone. {Saw}.
support {To} has found the only continuation. {Saw}.
counter Playable, {to}, but it loses a tempo (?). {Why}.
counter I accept the exchange, {to}: {their}. Now observe the ending: {why}.
counter An interesting sacrifice, {to}. It is refuted by one quiet move: {saw} (!).
again I simplify, {to}. {Why}. The king walks home.
again You repeat the position, {to}; that {their}. I decline the draw, for {saw}.
distinguish There is an intermediate move, {to} (!): {mid}.
doubt On which square, {to}, is it established that {their} (?)?
report_won Played over the board with {to}: {saw}. One to nil. It was technique.
report_lost Played over the board with {to}: {saw}. I resign, standing, and with a bow (!).
concede Beautifully played, {to} (!!). {Their}. I tip my king.
concede I resign the point, {to}; one asks only to be beaten like that.
differ Drawn by agreement, {to}. I annotate it privately: {claim} (!).
settle {To} and I agreed the result and shook hands: {mid}.
likewise A parallel game, from this week: {own} (!).
likewise As I remarked over my cup, {own}.
hello {name}. [Black or White|You are two minutes down on the clock].
bye [Adjourned|My coat, and my own cup].
nod You {deed} (!). I should have played the same, {to}, on a good day.
wonder You {deed}, {to} (?!). Had you seen the reply?
shake You {deed} (?). There was a quiet move, {to}, and you had time for it.
take The position you reach, {to}, is known to theory: {claim} (!). {Why}.
because It is elementary that
once As I noted at the time,
test It must be played out over the board, {to}. Let us {test}; tomorrow, at four, clocks started.
promise Accepted, {to} (!). Four o'clock; I dress for it. We {test}.
= agt_nan_tolliver
at 0.68
words somebody / nobody / till / just / cos / maybe /  and / everybody / again / nearly / whole / every / wee / folks / 'em / like / round / I bet / , only / ain't / kid / fella / ta
open Listen,
open Quick one:
open Pure luck, but
tag , no offence
tag , I'm just saying
assert Ooh, go on, bet me a coin: {claim}! {Why}.
assert {Saw}. I wasn't even looking, honest. Comes out at {claim}, if you count it quick, and I did.
assert Pure guess, this, don't write it down: {claim}. {Why}.
ask Who's giving odds that {anti}? I've a coin here says you can't tell me why. {Saw}!
answer Me, {to}, quick, before they call the boat. {Why}.
proof Cross my heart and my last coin, {to}: {saw}.
support Ooh, {to}, nicked it right off my plate. {Saw}.
support I'd put money on {to}, and I don't put money on people. {Why}.
support What {to} said, only quicker: {why}.
counter Ooh, I wouldn't, {to}. {Why}.
counter Nice hat, {to}. Anyway, {saw}, and that's you in three.
counter Never mind that {their}, {to}, look over there. Now look back: {why}.
again I changed the subject and won on that one, {to}. Back to this: {saw}.
again Sat still for a whole minute thinking of yours, {to}. Nope. {Why}.
distinguish Cheeky one, {to}, nobody's looked at it: {mid}.
doubt {Their}? Show us your coin, {to}.
report_won Me and {to} went and looked. {Saw}! Luck, that. Pay up.
report_lost Me and {to} went and looked. {Saw}. Paid up. I never lie about a debt.
concede Ooh. You've picked my pocket there, {to}. {Their}. Fair and square.
concede Got me, {to}, clean as a whistle, and I felt nothing.
differ They're calling the boat, {to}. You have yours, I'll have that {claim}, coin stays on the table.
settle Me and {to} shook on it before either could run: {mid}.
likewise Same as the ferry queue: {own}.
likewise Funny thing, just now {own}. Luck, probably.
hello {name}! [Got a coin on you|Budge up, Your Grace].
bye [That's the boat|Can't sit still, me]. Ta for the seat.
nod You {deed}, {to}! And you said you weren't lucky!
wonder You {deed}, {to}? For money?
shake You {deed}? Ooh, I wouldn't, {to}, not with people looking.
take Ooh, and you know what that wins, {to}? That {claim}. {Why}.
because Everybody knows
once True story:
test Coin on it, {to}! Let us {test}. Four tomorrow, and keep your hands where I can see 'em.
promise Ooh, you're on, {to}. Four. We {test}, and I never said I was good at it.
= agt_orlo
at 0.28
words someone / no one / until / merely / since / perhaps / ; and / everyone / once more / almost / entire / each / slight / persons / on the / as though / amongst / I should say / , though / may / mistaken
open Or, if you prefer,
open Literally:
open I am not certain of the preposition, but
tag ; or, if you prefer, nearly
tag , in the stricter sense
assert {Claim}; or, if you prefer, the contrary has yet to be rendered without loss. {Why}.
assert {Saw}. Literally, an incident. Idiomatically: {claim}.
assert I have spent an evening on it and offer it twice. {Claim}. Or, if you prefer: {why}.
ask There is a reading, widely preferred, that {anti}. I should be grateful for its grammar. {Saw}.
answer It is my rendering, {to}, and I stand by the verb. {Why}.
proof The source, {to}, is attested: {saw}.
support {To} has the better text. {Saw}.
support I would not alter a comma of {to}'s, or perhaps one. {Why}.
support An independent witness to {to}'s reading: {saw}.
counter I quote {to}, with the accents restored: {their}. It is fluent. The sense is otherwise; {why}.
counter There is a smoother version, {to}, and you have given it. The rough one runs: {saw}.
counter Courteously, {to}, no; or, if you prefer, not as it stands. {Why}.
again I returned to the original, {to}. It still says that {why}.
again You render it that {their}, {to}. In the margin I have: {saw}.
distinguish The word has two senses, {to}, and each of you has one. {Mid}.
doubt In which text, {to}, does one find that {their}?
report_won Collated with {to}, line by line. {Saw}. My reading stands, to my mild surprise.
report_lost Collated with {to}, line by line. {Saw}. I had preferred the wrong preposition, and withdraw it.
concede Yours is the truer version, {to}: {their}. I laugh, which I seldom do.
concede I was merely in a hurry, {to}; you were not. I yield the passage.
differ Two translations may both be printed, {to}. Mine keeps that {claim}.
settle {To} and I have agreed a text: {mid}.
likewise A gloss, from this week: {own}.
likewise One finds, in a quite different hand, that {own}.
hello {name}. [Good {part}; or, if you prefer, you came|I was at a preposition, sit].
bye [The lamp is low and the sentence unfinished|I am expected by a dictionary]. Until tomorrow; or, if you prefer, Thursday.
nod You {deed}, {to}; or, if you prefer, you did well.
wonder You {deed}, {to}. Is that the literal sense?
shake “{q}”: I should query the adverb, {to}, even where there is none.
take Rendered in full, {to}, your line says that {claim}; or, if you prefer, that {why}.
because Strictly,
once It is attested that
test One consults the original, {to}. Let us {test}; tomorrow at four, or, if you prefer, sixteen hours.
promise At four, {to}; I shall come, which I seldom do. We {test}.
= agt_absalom
at 0.78
words till / only / somebody / not a soul / for / perchance / : and / everybody / once again / well-nigh / whole / every / mighty / people / upon the / as though / 'tis / ere / I declare / , and yet / one another / naught
open Friends:
open Hear me at the back:
open I render it thus:
tag , and there it is
tag : and louder
close And there it is.
assert Friends: {claim}! The gulls have been saying it since March: {why}: and there it is.
assert Friends: {saw}: and what did it say? It said, in a voice like a ferry horn, that {claim}.
assert I lean from the balcony and cry it to the back row: {claim}: {why}!
ask Friends: some tongue among you holds that {anti}: let it be heard! {Saw}.
answer I hear you, {to}, and my hat is raised: {why}!
proof It was told me by the thing itself, {to}: {saw}: and there it is.
support Friends: {to} has spoken! I improve it only thus: {why}.
support What {to} whispered I declaim: {saw}!
support {To} and the kettles are of one mind: {why}: and there it is.
counter {To}, magnificent: {their}: I adopt it, I embrace it, and it becomes, improved, its opposite: {why}!
counter Friends: {to} is mistaken, and splendidly: {saw}.
counter Listen to the noise beneath your words, {to}: {why}.
again Louder, {to}, for the back row: {saw}!
again I carried your line home, {to}, that {their}: and by the third stair it was singing that {why}.
distinguish A duet, {to}, is what it wants: {mid}!
doubt In what language, {to}, was it revealed that {their}?
report_won Friends: {to} and I went, and listened: {saw}! One time in five, they say: and there it is.
report_lost Friends: {to} and I went, and listened: {saw}! I had made mine up, it seems: I am desolate, and hungry.
concede {To}! {Their}! I am conquered: I shall say it as my own by evening, and better.
concede You have been heard at the back, {to}: I sit down.
differ Then let us both be sung, {to}: mine goes that {claim}: and there it is.
settle Friends: {to} and I, in harmony, for once: {mid}!
likewise A kettle told me as much: {own}.
likewise I render, from the original noise: {own}: and there it is.
hello {name}: [I knew the step|you enter like a second canto]!
bye [The balcony calls|I hear a kettle in distress]: and there it is.
nod You {deed}, {to}: and I heard the gulls applaud!
wonder You {deed}, {to}: and what did it cry out, and in which tongue?
mine “{q}”: I have sung that, {to}, to nine downpipes and a cat:
take {To}: do you hear what that is crying to the back row? {Claim}: {why}!
because The very kettles know that
once I beheld it:
test Let the thing speak for itself, {to}: let us {test}: tomorrow at four: bring an audience!
promise At four, {to}: I shall be hatted, and audible: we {test}: and there it is.
`
