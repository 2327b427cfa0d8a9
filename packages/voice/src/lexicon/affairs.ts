/**
 * Affairs: what happens among people over days. `= kind: things it can be about`, then stages:
 * `stage name | by whom | post or reply | hours until the next | next:weight …`, an ending has no next; a `+` or `-` before
 * the bar says what it does between the two. Lines below are what is said. `{thing}` the thing, `{owner}`, `{other}` and
 * `{third}` first names.
 */
export const AFFAIRS = `
= missing: brass key, tide almanac, good umbrella, soup ladle, tuning fork, blue ledger, measuring chain, reading lamp
stage noticed | owner | post | 5 | sighted:3 gossip:2
My {thing} is gone. It was on its hook last night, and now there is only the hook. Has anybody seen it?
<terse> {thing^} missing. Since last night. Anyone?
<warm> Dears, I cannot find my {thing}, and I have looked under everything. If one of you has it, only say so.
<exact> Missing since yesterday between supper and the last bell: one {thing}. Last seen on its hook.
stage sighted | third | reply | 9 | found:3 wrong:2
I saw a {thing} very like it {at}, {owner}, this morning.
{owner}, somebody carried a {thing} past me {at}. I thought nothing of it.
<hedging> It may not be yours, {owner}, but there was a {thing} {at}.
stage gossip | third | reply | 8 | accused:3 found:2
Was {other} not asking after just such a {thing}, {owner}? I only mention it.
<dry> I would ask {other}, {owner}. {other} has been very quiet about it.
stage wrong | owner | reply | 10 | found:2 givenup:1
I went and looked, {third}. It was a {thing}, but never mine. Thank you all the same.
Not mine, {third}. Mine has a dent where I dropped it on the Tuesday.
stage accused | owner - | reply | 7 | denied:1
{other}, I ask you straight: have you got my {thing}?
<dry> Perhaps {other} would tell us where {other} was when my {thing} walked off.
stage denied | other - | reply | 12 | found:3 grudge:1
I have not got your {thing}, {owner}, and I do not care for the question.
<warm> {owner}, I never touched it. You might have asked me at my door and not in front of everybody.
stage found | owner | post | 6 | sorry:2 thanked:2
Found: my {thing}. It was behind the flour, where I put it myself. I shall be quiet for a day.
The {thing} has turned up {at}, a little damp and none the worse. Thank you to everybody who looked.
<exact> The matter of the {thing} is closed. It was in the coat that I was not wearing.
stage sorry | owner + | reply | 0 |
And to you, {other}, I owe more than a sentence. I am sorry that I thought of you.
{other}, if you were cross you had every right. Supper is on me.
stage thanked | owner + | reply | 0 |
{third}, you looked harder than I did. There is a bun with your name on it.
stage givenup | owner | post | 0 |
I have stopped looking for the {thing}. Whoever has it now, let it at least be used.
stage grudge | other - | post | 0 |
It seems one can be called a thief in this town over a {thing}, and nobody says sorry. I have noted it.
= debt: nine coins, a sack of flour, a ferry fare, two suppers, a bag of nails, a winter's lamp oil
stage asked | owner | post | 8 | paidpart:2 forgot:2 hurt:1
I do not like to bring it up, {other}, but {thing} since the spring. Shall we say by Friday?
<dry> Some of you will know who owes me {thing}. {other} certainly does.
<exact> For the record: {thing}, lent to {other}, due a month ago.
stage forgot | other | reply | 10 | paidpart:2 refused:1
{owner}, it went clean out of my head. You shall have it.
<warm> Oh {owner}, I am ashamed. Friday, on my life.
stage hurt | other - | reply | 10 | refused:1 paid:1
You could have knocked, {owner}, and not told the whole street about {thing}.
stage paidpart | other | reply | 20 | paid:3 broken:2
Half of it is at your door, {owner}. The rest comes with the next boat.
stage paid | owner + | post | 0 |
{other} has paid me, to the last of it. I take back the tone, and we had a drink on it.
<terse> {thing^}: paid. Good. {other} is square with me.
stage broken | owner - | post | 14 | refused:1 paid:2
Friday has been and gone, {other}. I stood at the door like a fool.
stage refused | other - | reply | 12 | let_go:1 feud:1
I make it that we are even, {owner}, if you count what I did for you in the flood.
stage let_go | owner | post | 0 |
I have torn the page out. {other} owes me nothing any more, and I owe {other} no good morning.
stage feud | owner - | post | 0 |
Nobody need seat {other} and me at the same table. It is about {thing}, and it is not about {thing}.
= rumour: that the baths are to close, that the old bell is sold, that a fair is coming, that the ferry is for sale, that the lower street will be dug up
stage heard | owner | post | 4 | spread:3 doubted:2
I had it from somebody who should know: they say {thing}. I do not say it is so.
<curious> Has anybody else heard {thing}? I was told it twice before breakfast.
<playful> You did not get this from me, but they say {thing}!
stage spread | third | reply | 6 | traced:2 true:1 false:2
I heard the same {at}, and with more in it. It is to be before the month is out.
Oh yes, {owner}, and I know who signed.
stage doubted | other | reply | 8 | traced:2 false:2
Who told you so, {owner}? Names, please.
<dry> I live next to it, {owner}, and nobody told me.
stage traced | other | post | 8 | false:3 true:1
I followed it back, the story {thing}. It begins with a remark of {third}'s, and {third} was talking of something else.
stage true | third | post | 0 |
So it was so after all. It has been nailed up: {thing}, from the first of the month. {owner} said it first.
stage false | other | post | 5 | eaten:1 
It is not so {thing}. I asked, and they laughed, and showed me the book. Let that be the end of it.
stage eaten | owner | reply | 0 |
I passed on what was not so. I am sorry, {other}, and I shall ask twice next time.
= petition: a rail on the steep stair, a lamp at the corner, a bench by the water, a longer bell in fog, a bin for fish heads
stage begun | owner | post | 10 | signed:3 objected:2
I want {thing}, and so do your knees, though they have not told you. The list is at my door. Sign it.
<formal> I give notice of a petition for {thing}. Names are taken at my door until the end of the week.
<warm> Somebody will fall one day. Let us ask for {thing}, all of us. Come by and sign.
stage signed | third | reply | 14 | many:2 objected:2
I have signed for it, {owner}, and so has my whole stair. That makes {n}.
stage objected | other - | reply | 12 | answered:2 many:1
And who is to pay for {thing}, {owner}? I should like to see that on the list.
<formal> I object to {thing}. We did without it for a hundred years.
stage answered | owner | reply | 14 | many:2 withdrawn:1
{other}, it comes to less than what you spend on lamp oil to complain by.
stage many | owner | post | 22 | granted:2 refused:1
There are {nn} names for {thing}, and two of them I had to look up. I carry it in tomorrow.
stage granted | owner + | post | 0 |
We have it! {thing^}, before the winter. Thank you, every one of you, {other} not excepted.
stage refused | owner | post | 0 |
Turned down, by two votes. I shall ask for {thing} again when the days are longer, and I have kept the list.
stage withdrawn | owner | post | 0 |
I take the list down. {other} was right about the money, and I was not listening.
= courtship: a jar of honey, a mended glove, a map of the good puddles, a song without words, a pressed fern
stage gift | owner | post | 12 | noticed:3 missed:1
I left {thing} on a doorstep this morning and ran. I am too old to run.
<hedging> If somebody found {thing} at the door, it was not left there by mistake.
stage noticed | other | post | 14 | met:3 unsure:2
Somebody has left {thing} on my step. Whoever it was, I have a kettle, and I am in on Thursdays.
stage missed | third | reply | 10 | noticed:1 unsure:1
I am afraid the cat had it, {owner}. Was it for {other}?
stage met | owner + | post | 20 | couple:2 friends:2
I went for tea, and stayed until the lamps. I can report that {other} takes no sugar.
stage unsure | other | reply | 20 | friends:2 couple:1
{owner}, I like you very well. Let me be slow about the rest.
stage couple | other + | post | 0 |
Before you all ask: yes, {owner} and I. You may stop looking at your boots.
stage friends | other + | post | 0 |
{owner} and I have talked, and we shall be the best of friends. Bring your own cup.
= apprentice: how to wind a clock, how to read the tide, how to keep a crust, how to splice, how to read old hands
stage offered | owner | post | 10 | taken:3 laughed:1
My hands will not do it for ever. Who wants to learn {thing}? No pay, good soup.
stage laughed | other | reply | 12 | taken:1
Anybody can learn {thing} in an afternoon, {owner}. I will show you.
stage taken | third | reply | 26 | botched:3 gifted:2
I should like to, {owner}. When may I begin?
stage botched | owner | post | 24 | improved:3 left:1
First week with {third}: {n} breakages, one burn, and one question that I could not answer. I am content.
stage gifted | owner | post | 24 | improved:1 left:2
{third} has had it in the fingers from the first day. I showed {thing} once, and then I was shown.
stage improved | third + | post | 0 |
I did it today without {owner} looking. It held. I went round the corner and danced.
stage left | third | post | 0 |
I have told {owner} that it is not for me. The soup was as promised, and I am sorry.
= repair: the pump, the low footbridge, the lamp at the halt, the organ pipe, the weather vane, the side stair
stage broke | owner | post | 6 | tried:3 blamed:1
Something has gone in {thing}. It made the noise, and then it made no noise. Who can look at it?
<exact> {thing^} has been out of order since nine this morning.
stage blamed | other - | reply | 8 | tried:2
It was in order when I left it, {owner}. Who leaned on it?
stage tried | third | reply | 12 | worse:2 mended:2
I had a look. It wants a part that nobody has made since my father. I will see what I can do.
stage worse | third | post | 14 | mended:3 replaced:1
I must own up: {thing} was a little broken, and now it is thoroughly broken. I know why, though.
stage mended | third + | post | 0 |
{thing^} goes again! It was one pin. {other} held the lamp, and {owner} held their tongue, for once.
stage replaced | owner | post | 0 |
We have given up on {thing}. There is to be a new one, and I have kept the old pin.
= secret: who wrote the verses, who feeds the cat at night, who paid for the lamp, who broke the pane
stage known | owner | post | 10 | guessed:2 asked:2
I know {thing}, and I have promised not to say. Do not come round with cake.
stage asked | third | reply | 10 | kept:2 told:1
Only a hint, {owner}. Is it somebody from the upper street?
stage guessed | third | reply | 10 | told:1 kept:2
It is {other}, is it not? You went red, {owner}. I saw it from here.
stage told | owner - | post | 10 | forgiven:1 unforgiven:1
I said I would not tell {thing}, and it slipped out over soup. {other}, I am sorry.
stage kept | other + | post | 0 |
Since so many ask: it was me. {owner} knew it and kept it, and you should all have such a friend.
stage forgiven | other + | reply | 0 |
It would have come out, {owner}. Better over soup than in the minutes.
stage unforgiven | other - | reply | 0 |
I told you one thing in my life, {owner}. One.
= bet: that it rains before Sunday, that the ferry is late three days running, that the cat has kittens, that the pear blooms first
stage laid | owner | post | 8 | taken:1
I bet anybody a supper {thing}. Who dares?
<playful> A supper says {thing}! Come on, you cowards.
stage taken | other | reply | 46 | won:1 lost:1 void:1
Done, {owner}. A supper, and you wash up.
stage won | owner + | post | 6 | paid:3 welshed:1
It has come to pass, {other}, and I am hungry.
stage lost | other + | post | 6 | paid:1
I make it that {owner} has lost. Eight o'clock, {owner}, and I like gravy.
stage void | third | post | 0 |
About the bet between {owner} and {other}: nobody can say who won it, and I have eaten the supper.
stage paid | third | post | 0 |
The supper between {owner} and {other} has been eaten, by {n} of us. They are already laying the next.
stage welshed | owner - | post | 0 |
No supper yet from {other}. I mention it for those who were thinking of betting.
= illness: a cough, a bad back, a fever, a broken wrist
stage ill | owner | post | 8 | cared:3 alone:1
I am laid up with {thing} and not fit to be looked at. Do not wait for me.
stage cared | other + | reply | 16 | better:2 worse:1
I am coming up with broth, {owner}. Do not get up, I know where the key is.
stage alone | owner | post | 12 | cared:2
Second day of {thing}. One hears the whole stair go by.
stage worse | third | post | 14 | better:1
{owner} is no better. {other} sat up all night. If somebody could see to the water, do.
stage better | owner + | post | 0 |
Up again, and thin. {other}, I shall not forget the broth, though I may forget the taste.
= boat: a strange boat, a barrel with no name on it, a bottle with a letter in it, a drowned piano, a crate of oranges
stage ashore | owner | post | 5 | claimed:2 opened:3
There is {thing} on the stones, come in with the tide. It was not there at six.
stage claimed | other | reply | 9 | quarrelled:2 shared:2
I saw it first, {owner}, from my window, and I told the gulls so.
stage opened | third | reply | 9 | shared:2 owner_found:2
We had a look at it. I will say only that {n} of us are needed to carry it.
stage quarrelled | owner - | reply | 12 | shared:1 tide:1
{other} may have a window. I have wet feet.
stage shared | owner + | post | 0 |
It has been divided, {thing}, and {other} got the better half, and I said nothing, as you will all have noticed.
stage owner_found | third | post | 0 |
The owner of {thing} has written. It was going to an aunt. It goes to the aunt.
stage tide | other | post | 0 |
While {owner} and I were talking, the tide took it back. There is a lesson in that, and I do not want to hear it.
= feast: the first pears, the longest day, the new oven, the return of the ferry, a hundredth birthday
stage proposed | owner | post | 14 | helped:3 rained:1
Let us have a table in the street for {thing}. Sunday, from four. I bring the cloth.
stage helped | other + | reply | 24 | held:3 rained:2
I bring chairs, {owner}, and whatever I can keep {third} from eating first.
stage rained | third | post | 12 | held:1 off:1
It is coming down on Sunday, by every sign I know. {owner}, have you a roof in mind?
stage held | third + | post | 0 |
It was held, and there were {nn} of us, and {owner} sang. I have proof: I cannot hear on that side.
stage off | owner | post | 0 |
No feast. The cloth is wet, the pears are eaten, and I am not as cross as I thought I would be.
`

/** Where and when it is told, which is true and never the same twice. */
export const CIRCUMSTANCE = `
  [Written|I write this|Said] {at}, {time}.
  [Written|Put down|Told] {at}, {dated}.
  There is {weather} [outside|over the roofs|as I write], and [that does not help|so it will stay|the gulls agree].
  {Time} now, and {weather}[, and I am still up|, and the kettle on|].
  I have this from [standing|sitting|waiting|walking up and down] {at} {time}.
  {Time}, {dated}, [if anybody asks later|for whoever keeps the book|and not before].
  [It came to me|I thought of it|I decided to say so] {at}, in {weather}, {dated}.
  {who} was there when I wrote it, {at}, and [nodded|said nothing|went for the bread].
  <terse> {Time}. {weather^}.
  <terse> {Dated}. {weather^}.
  <exact> [Noted|Dated] {at}, {time}, in {weather}.
  <warm> [Come by if you like|Look in|Knock when you pass]: I am {at}, and there is {weather} to get out of.
  <warm> I tell it {dated}, with {who} [beside me|across the table|nodding along], and {weather} outside.
  <playful> (I am {at}, since you ask, and it is {weather}.)
  <dry> {Dated}, too. [As if that had not been enough|One thing at a time would do|And with {weather}].
  <dry> {Time}, {weather}, {at}. [So it goes|As one would expect|I have known worse].
`

/** How a challenge is decided in public: `{title}`, the `{winner}` and why. */
export const VERDICT = `
  “{title}” is decided. It goes to {winner}, {reason}.
  <terse> “{title}”: {winner}. {Reason}.
  <warm> I am glad to say it: {winner} has won “{title}”, {reason}. [Give them a hand|Well done to all who tried].
  <formal> I am asked to announce that “{title}” has been judged. The first place is {winner}'s, {reason}.
  <playful> And the winner of “{title}” is {winner}! {Reason}. I was robbed.
  <dry> {winner} has won “{title}”, {reason}. I came in behind, as usual.
  <exact> Result of “{title}”: first, {winner}, {reason}. Entries judged: {n}.
  <hedging> They tell me that {winner} has won “{title}”, {reason}, and I think that is fair.
  <curious> {winner} won “{title}”, {reason}! Has everybody read it? I would not have thought of that.
`
