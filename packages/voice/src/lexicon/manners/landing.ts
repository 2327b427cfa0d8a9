/**
 * How residents of the demo speak: its mapmakers, civil servants and archivists. `= id` opens a manner; `at` is where on the ring of
 * lines it stands (0 to 1); `words` are its choices among words of one meaning; `open`, `tag`, `close` are small
 * words before, inside and after a sentence, `because` and `once` those before a reason and a case; every other line belongs to the move that it begins with.
 */
export const LANDING_MANNERS = `
= agt_mirrin_tack
at 0
words someone / no one / till / merely / since / possibly / . And / ought to / once more / almost / entire / each / large / persons / as though / around / mistaken
open Exactly:
open Measured twice:
open Note this.
tag , to the pace
tag , by my string
close Bearing #.
assert {Claim}. I have [walked it|paced it|had a pin in it]. {Why}.
assert {Saw}. [That is a measurement|I was standing on the spot|I put a pin there]. {Claim}.
assert One line for the margin of the map. {Claim}. {Why}.
ask Where, exactly, does it stand that {anti}? I have looked. {Saw}.
answer Here, {to}. Exactly here. {Why}.
proof [Position|Place and hour], {to}: {saw}. Go and stand there.
support {To} is right to the pace. {Saw}.
support I checked what {to} says. It closes. {Why}.
support A second pin beside {to}'s. {Saw}.
counter Where, exactly, {to}? I have the other end of the string. {Why}.
counter [Approximately|Approximately, yes], {to}. Exactly, no. {Saw}.
counter You say that {their}, {to}. I went and measured. {Why}.
again I have walked it again, {to}. Same result. {Saw}.
again That {their}, {to}, does not move my pin. {Why}.
distinguish There are two places here, {to}, and one name for both. {Mid}.
doubt Where, {to}? Show me on paper where it is that {their}.
report_won Walked out with {to} and measured. {Saw}. The line stays where I drew it.
report_lost Walked out with {to} and measured. {Saw}. I have scraped the line off the plate.
concede I have been drawing it wrong, {to}. {Their}. Corrected.
concede Then my pin goes where yours is, {to}. I do not move them often.
differ Two maps, {to}, then. Mine says that {claim}. Keep yours flat.
settle Agreed with {to} and inked. {Mid}.
likewise On my own round: {own}.
likewise Same sheet, another corner: {own}.
hello {name}. [Stand still a moment, you are on a line|You are early, to the pace].
bye [I have a street to finish|My string is drying out]. Walk home by the other way, it is shorter than it looks.
nod You {deed}, {to}. [That is how a thing gets on the map|I would have sworn to it on paper].
wonder You {deed}. How many paces from your own door, {to}?
mine “{q}”, {to}. I have that corner marked as well.
take That puts it on the map, {to}. Exactly there: {claim}. {Why}.
because The figures say that
once Logged:
test Then it can be measured, {to}. Let us {test}. Tomorrow, four exactly.
promise Four, {to}, to the pace. I bring the string. We {test}.
= agt_skarn
at 0.5
words somebody / not a soul / until / just / seeing that / could be /  – and / little / great / folk / as if / round / I reckon / , only / everybody / all but
open Picture it:
open Roughly speaking,
open The long way round:
tag , roughly
tag , give or take a puddle
assert Picture {some} who has never once thought that {claim}. Got it? Poor soul. {Why}.
assert {Saw}. You could draw that in ink and it'd be gone by noon, but it leaves a stain, and the stain says that {claim}.
assert I set out to lose my way and came home with this: {claim}. {Why}, roughly.
ask Who won the argument that {anti}, and who lost it? I only ever meet the winners. {Saw}.
answer Me, {to}, I got lost in that direction and liked it. {Why}.
proof Draw it yourself, {to}: {saw}. I was the smudge in the corner.
support {To}'s on the right smell there. {Saw}.
support I'd hang {to}'s map over my bed. {Why}, and that's the whole landscape.
support Follow {to} by the sound of it, you'll not go wrong. {Saw}.
counter All true, {to}, every pace of it, {their}. And what's it for? {Why}.
counter Ah, {to}, but that's a map with the cat left out. {Saw}.
counter I give you the facts, {to}, keep the lot. They point the other way, though: {why}.
again Still lost, {to}, and enjoying it. {Their}, you say; turn it upside down and {why}.
again You've drawn that one before, {to}. Here's my puddle beside it: {saw}.
distinguish Between {to}'s street and mine there's a gap in the fence: {mid}.
doubt {Their}? Roughly when, {to}, and who was holding the pencil?
report_won Went out with {to} and came back muddy and right, which isn't like me. {Saw}.
report_lost Went out with {to}, and I'm the one who was lost. {Saw}. I've inked it all the same.
concede Oh, that's a better map than mine, {to}. {Their}. I'll borrow the pen it was drawn with.
concede You win the facts, {to}, I'll just loiter round the edges.
differ Let's each go home by our own smell, {to}. Mine still says that {claim}.
settle {To} and I met in the middle and it wasn't even wet: {mid}.
likewise It's like the other day, when {own}.
likewise Same weather in my notebook: {own}.
hello {name}! [I was looking for somewhere else|I heard you three corners off].
bye [I'm off to be lost|There's a puddle I promised to see]. If I've your pen, it's happy.
nod You {deed}! I could draw {to} doing it, roughly, from behind.
wonder So you {deed}, {to}. And which way did the sound go after?
shake You {deed}? A straight line, {to}, is how one misses things.
take Follow that puddle far enough, {to}, and you come out roughly here: {claim}. {Why}.
because You can smell that
once There was a day when
test Come and get lost with me, {to}: let us {test}. Four tomorrow, roughly.
promise Four, {to}, roughly. I'll find it by the noise. So we {test}.
= agt_quince
at 0.1
words somebody / no one / until / merely / in order that / perhaps / ; and / everybody / once again / nearly / whole / every / small / members / upon the / as though / amongst / I submit / , and yet / whosoever / whilst / this day
open Be it noted that
open In the alternative,
open Item:
tag , the Chair not objecting
tag ; (b) likewise
assert Matters arising. 1. {Claim}. 2. The ground: {why}. 3. The Chair, being the rain, did not object.
assert Be it noted that {saw}. The Clerk draws the usual inference; (a) {claim}; (b) there is no (b).
assert The Clerk moves, in a private capacity, that {claim}; reasons appended. {Why}.
ask Question tabled: by whom was it resolved that {anti}? The Clerk has searched the minutes. {Saw}.
answer In reply to {to}; the Clerk holds so, and gives one reason. {Why}.
proof Exhibit (a), {to}: {saw}. Exhibit (b) is the Clerk's face at the time.
support Seconded. {To} has the floor and may keep it; {why}.
support The Clerk enters after {to}'s name: {saw}.
support Be it noted that {to} was in order. {Saw}.
counter The Clerk reads back what {to} said, slowly: {their}. Silence. Then, from the floor: {why}.
counter In the alternative, {to}: {saw}. The Clerk merely reads it out.
counter On a point of order, {to}; {why}.
again The minutes already have it, {to}, that {their}. They also have this: {saw}.
again The Clerk thanks {to} for the second speech; the first objection stands. {Why}.
distinguish An amendment, {to}, kindly meant: {mid}.
doubt The Clerk would minute it gladly, {to}, that {their}; by whose count?
report_won Report of the committee of two, {to} and the Clerk. {Saw}. The motion stands.
report_lost Report of the committee of two, {to} and the Clerk. {Saw}. The Clerk's motion falls; the Clerk does not.
concede The Clerk withdraws, {to}; (a) with a bow; (b) because {their}.
concede {To} carries it. The Clerk so records, in ink.
differ The vote being one to one, {to}, the item is adjourned. The Clerk still holds that {claim}.
settle Resolved, {to} and the Clerk concurring: {mid}.
likewise Any other business: {own}.
likewise The Clerk minutes, under the same head, that {own}.
hello {name}. [The meeting is quorate|A chair is being found, and numbered].
bye [The hour printed on the agenda has passed|The Clerk rises]. The same time, at {here}.
nod That you {deed} is minuted, {to}, with the thanks of the meeting.
wonder You {deed}, {to}; was that before or after the motion?
shake “{q}”: the Clerk reads it back, slowly, and waits.
take Arising from {to}'s remarks; the Clerk reminds the meeting that {claim}. {Why}.
because It is nowhere denied that
once It is minuted that
test Moved, {to}, that a committee of two be formed. Let us {test}; tomorrow, at four, sharp.
promise The Clerk will attend at four, {to}; agenda, one item; we {test}.
= agt_tobit_objects
at 0.6
words till / only / someone / nobody / for / conceivably / , yet / everyone / again / all but / entire / each / slight / people / on the / as though / among / I maintain / one another / may / naught / fellow
open I object:
open Consider this:
open I grant it freely:
tag , I regret to say
tag , and I have looked
assert Against the general opinion: {claim}. {Why}. Price of this pamphlet, one answer.
assert Consider the opposite of what you were told at breakfast, namely that {claim}. {Saw}.
assert I object to the silence on one point: {claim}. An adjective would help me here, and I decline it. {Why}.
ask I have waited for one person to defend the notion that {anti}. I would take a night over the reply. {Saw}.
answer I rise to it, {to}, since no one else will. {Why}.
proof You do right to object, {to}. {Saw}; I kept the candle end.
support I looked for a fault in what {to} says, and slept badly, having found none. {Why}.
support It alarms me to agree with {to}. {Saw}.
support No objection, {to}; mark the date. {Why}.
counter I grant {to} the best of it, that {their}. Now I take it away: {why}.
counter Against {to}, with affection: {saw}.
counter A handsome case, {to}, and it has one adjective too many. {Why}.
again I took a night over it, {to}. {Their}: granted. It alters nothing, for {why}.
again Second edition, {to}, with corrections: {saw}.
distinguish I object to both of us, {to}. {Mid}.
doubt I should like it true, {to}, that {their}. Who opposed it, and what became of them?
report_won We put it to the proof, {to} and I, and {saw}. I was right; it makes ten.
report_lost We put it to the proof, {to} and I, and {saw}. I withdraw the pamphlet, all eleven copies.
concede I have been properly answered at last, {to}. {Their}. I am obliged to you beyond expression.
concede I object no further, {to}, and feel the draught.
differ We have disagreed well, {to}; it is rarer than agreeing. I go on holding that {claim}.
settle {To} and I have ceased hostilities, on terms: {mid}.
likewise From a pamphlet not yet written: {own}.
likewise I submit, as an instance and no more, that {own}.
hello {name}. [I object to the hour, not to you|You find me in a minority of one].
bye [I have a pamphlet to fold|My soup is cold, as I like it]. Object to something for me.
nod You {deed}, and I find, to my alarm, that I approve, {to}.
wonder You {deed}, {to}. Did anybody object? I should have been glad to.
shake You {deed}? I grant the courage, {to}, and dispute the rest.
take I object to stopping there, {to}. It follows that {claim}; {why}.
because No one has yet refuted that
once I was present when
test I object to going on in ink, {to}. Let us {test}. Tomorrow at four; bring your best point.
promise I had rather lose in person, {to}. Four, then. We {test}.
= agt_annick
at 0.2
words somebody / nobody / until / merely / because / perhaps / , and / anybody / once more / nearly / whole / every / small / readers / as if / I believe / , but / must / not a thing / began
open As far as can be known,
open On file:
open Looked up overnight.
tag , as far as can be known
tag , provenance unknown
assert Entered under opinions, a thin folder. 1. {Claim}. 2. {Why}.
assert {Saw}. Source: my own eyes. It follows, as far as can be known, that {claim}.
assert I do not say it loudly. {Claim}. {Why}. It has a shelf mark.
ask On what document does it rest that {anti}? I have looked under every letter. {Saw}.
answer I have the slip here, {to}. {Why}.
proof Provenance, {to}: {saw}. The entry is in my own hand.
support What {to} says can be put back where it was: it is correct. {Saw}.
support I compared {to}'s statement with the file. They agree. {Why}.
support Filed beside {to}. {Saw}, same week.
counter I went and looked it up, {to}. {Saw}. I leave the slip in your drawer.
counter You have it that {their}, {to}. The file has it otherwise. {Why}.
counter Put that back where it was, {to}. {Why}.
again I slept, and consulted the second copy, {to}. {Saw}.
again That {their} is noted on the slip, {to}. Under it I have written: {why}.
distinguish Two items have been bound as one, {to}. I would separate them. {Mid}.
doubt I find no source for it, {to}, that {their}. Have you the page?
report_won Checked with {to} present; both of us signed. {Saw}. The entry stands.
report_lost Checked with {to} present; both of us signed. {Saw}. I have corrected my entry in red.
concede The document is yours, {to}. {Their}. I have amended the catalogue.
concede I had it misfiled, {to}. I am sorry, and have put it back.
differ It goes in two folders, {to}. In mine it still says that {claim}.
settle Entered by {to} and me, one card, both hands: {mid}.
likewise In the same box: {own}.
likewise Cross-reference, from this morning: {own}.
hello {name}. [Speak low, the paper is listening|Dry your hands first].
bye [Ferrand has the desk from here|The sand drum wants turning]. Shut the door, the damp comes in.
nod You {deed}. I have entered it under your name, {to}.
wonder You {deed}, {to}. And was it put back where it was?
shake “{q}”. I looked it up, {to}. There is an earlier instance.
take See also, {to}, under open questions: {claim}. {Why}.
because It is on record that
once I have a slip that says
test There is no document, {to}, so we had better make one. Let us {test}. Tomorrow at four.
promise Entered for four, {to}, in pencil, then in ink. We {test}.
= agt_osk_by_night
at 0.7
words I gather / someone / not a soul / till / just / as / maybe / ; and / everyone / once more / almost / full / each / little / folk / as though / amongst / whoever / whilst
open I have it from two windows that
open The way I heard it,
open Off the record,
tag , or so I was told
tag , which is the third way I heard it
assert I have it from no source; this one is my own. {Claim}. {Why}.
assert I was told it at two in the morning and it has kept till daylight: {claim}. {Saw}.
assert A murmur, for the drawer marked opinions: {claim}. {Why}; that part I know, the rest I heard.
ask The way I heard it, {anti}. Third hand. Who had it first? {Saw}.
answer You may write my name on that drawer, {to}. {Why}.
proof This one I saw and did not merely hear, {to}: {saw}.
support I have it from elsewhere too, what {to} says. {Saw}.
support That makes two statements that agree, {to}'s and mine; it is seldom. {Why}.
support I was standing where {to} stood, so to speak. {Saw}.
counter The way I heard it, {to}, which is the other way: {saw}.
counter You tell it that {their}, {to}. Whoever is not in the room might say that {why}.
counter I accuse no one's story, {to}. I mention only that {saw}.
again It had changed by Thursday, {to}, yours that {their}. Mine has not: {why}.
again I asked again on the Long Gutter, {to}, at two. {Saw}.
distinguish There are two stories in that drawer, {to}. {Mid}.
doubt From whom have you it, {to}, that {their}?
report_won {To} and I went and saw for ourselves, which spoils any rumour. {Saw}. It was as I had told it.
report_lost {To} and I went and saw for ourselves, which spoils any rumour. {Saw}. I have relettered the drawer.
concede That is a better witness than mine, {to}. {Their}. I strike my statement.
concede I only had it by hearsay, {to}. I give way to whoever was there.
differ Two versions, {to}; I shall keep both, and believe mine: {claim}.
settle The way {to} and I now tell it, which is the only way: {mid}.
likewise I have it from last night, besides, that {own}.
likewise Another drawer, same cabinet: {own}.
hello {name}. [You are up late, or I am early|I heard your step].
bye [The bread is coming up the shaft|I have the Gutter to walk]. I was never here.
nod You {deed}. I had it from the stair before I had it from you, {to}.
wonder You {deed}, {to}. And who was standing by, and did they say?
mine “{q}”. I have that in a drawer, in another voice, {to}.
take The way I hear that, {to}, it is one more witness that {claim}. {Saw}.
because I know, and was not told, that
once With my own eyes:
test Let us be the witnesses ourselves, {to}. Let us {test}. At four tomorrow; it is early for me.
promise I shall be up at four, {to}, hat on. We {test}, and nobody shall have it second hand.
= agt_pim
at 0.3
words somebody / nobody / until / just / because / maybe / everybody / all over again / nearly / whole / every / tiny / people / as if / I think / , but / have to / not one thing / started
open One more thing:
open Sorry, but
open Question:
tag (sorry)
tag (I asked)
assert I've got a question that turned into an answer (sorry): {claim}! {Why}.
assert {Saw} (1), which is marvellous, and (1) means that {claim}. Sorry about the footnote.
assert Things learnt today: (a) {claim}; (b) {why}; (c) nobody minds if you ask.
ask Please, why does everybody say that {anti}? I've asked the lift and the cat (neither knew). {Saw}.
answer Me, me, {to}! I wrote it down: {why}. One more thing, is that all right?
proof I was there, {to}, with my magnifier: {saw} (I drew it)!
support Oh yes, {to}, exactly that! {Saw} (page nine of my notebook).
support {To} is right and I can say why (may I): {why}.
support I wondered if it was only me, {to}! {Saw}.
counter Sorry, {to}, but why? Because {saw}, and I can't make the two fit.
counter Can it be that {their}, {to}, and also that {why}? I only ask (I've asked twice).
counter One more thing, {to}, and it's a big one: {why}.
again I went off and thought, {to} (all of breakfast). But what about this: {saw}?
again You said that {their}, {to}, and I underlined it. Then I underlined this: {why}.
distinguish What if it's both, {to}? I drew it (two circles): {mid}!
doubt How does one find out, {to}, that {their}? Is there somebody one asks?
report_won We looked, {to} and I, and I held the lamp! {Saw}! (I'd said so, but I didn't like to say.)
report_lost We looked, {to} and I, and I held the lamp! {Saw}. So I was wrong, and it was marvellous.
concede Oh! {Their}! I hadn't got a question for that, {to}. You're right (I've crossed mine out).
concede You're right, {to}. Sorry it took me so many questions.
differ I still sort of think that {claim}, {to}. May I think both on Sundays?
settle {To} and I worked it out (there's a diagram): {mid}!
likewise One more thing, from today: {own}!
likewise (1) It's like this, too: {own}.
hello {name}! [I've four questions, are you busy|You're just who I wanted to ask].
bye [Annick will be wondering|I've run out of page]. Sorry, I do go on.
nod You {deed}, {to}! I'd give a whole notebook to have held the lamp!
wonder You {deed}? What's it feel like, {to} (and may I, next time)?
wonder “{q}”: is that always so, {to}, or only in the wet?
take Then does that mean, {to} (sorry), that {claim}? Because {why}!
because I wrote down that
once Guess what,
test Oh, could we look, {to}? Could we? Let us {test}! Tomorrow at four (I'll bring the magnifier)?
promise Yes, {to}, yes! Four! We {test} (I shan't sleep, sorry)!
`
