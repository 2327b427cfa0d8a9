/**
 * What was going on in the demo's city before its first day, written as affairs are (`lexicon/affairs.ts`). Nobody begins
 * these by chance: a seed names them with their parties.
 */
export const PLOTS = `
= almanac: volume seven
stage dried | owner | post | 30 | coffee:3 gap:2
1. {thing^} is under the press. 2. It has grown by four millimetres. 3. Every page after the flood table is brown at one corner. 4. I should like to know with what.
Forty pages of {thing} have come apart from the others. I am laying them out in order, and there is one too few.
stage coffee | third | reply | 26 | paid:3 copied:2
{owner}, that brown is mine. I had it open under my cup on the ferry, and I did not know what it was.
It was me, {owner}, and it was coffee. I will pay for the paper, and I would rather that than you looking at me so.
stage gap | owner | post | 40 | found:2 invented:2 coffee:1
The page that is missing from {thing} is the year of the two floods. Nobody alive saw it. {other}, did your board not go so far back?
<exact> Missing from {thing}: one leaf, the year of the two floods. Whoever has wrapped a fish in it is forgiven, if the fish is returned.
stage found | other | reply | 30 | restored:3 cold:1
My grandmother's board has the two floods on its back, {owner}. You may copy it. You may not take it.
stage invented | third | post | 30 | shame:2 kept:1
I have written {owner} the missing page of {thing} out of my head, floods and all. [It is better than the old one|Nobody will know].
stage shame | owner - | reply | 34 | restored:2 cold:1
A made-up flood is no flood, {third}. I have cut the page out again, and I am sorry that I thanked you for it.
stage kept | owner | post | 0 |
I have bound the made-up page into {thing}, on blue paper, so that nobody can mistake it. A library should own its lies.
stage paid | third | post | 36 | copied:2 restored:2
I have carried a ream up to the Dry Room, one sheet for every page of {thing} that I drank over.
stage copied | owner | post | 48 | restored:2 shared:2
We copy {thing} by hand, a page to whoever comes. Bring your own pen. {other} has taken the tide tables, without a word.
stage cold | other - | reply | 40 | sorry:2 feud:1
You said before everybody that I had stolen {thing}, {owner}. You have not said before everybody that I had not.
stage sorry | owner + | post | 20 | restored:1
I was wrong about {other}, and I said it aloud when I was wrong, so I say it aloud now. {other} never touched {thing}. I am sorry.
stage feud | other - | post | 0 |
The tide board is at Pier Two for all who can read. {owner} may send somebody else to copy it.
stage restored | owner + | post | 0 |
{thing^} is back on its shelf, whole, and thicker than it was. 1. It smells of coffee. 2. It stays. 3. {other} put it there with me.
stage shared | third + | post | 0 |
There are eleven of {thing} now, all by hand and all different, and {owner} has stopped correcting them. I have one with a cup drawn in it.
= mayor: the Mayor
stage census | owner | post | 30 | dead:2 rival:3 lent:2
My hearts, I am counting jars. Nineteen went out with {thing} in them, and I have heard from eleven. Who has the rest, and is he fed?
Whoever has {thing} in a jar, lift the lid and tell me what he smells of. I do not sleep well with him in so many houses.
stage dead | third | reply | 26 | mourned:2 saved:2
Mine went grey on the Tuesday, {owner}. I kept him on the wrong side of the stove. I did not like to say.
stage rival | other | post | 30 | trial:3 quarrel:2
For the record: the jar in my corner rises in three hours. The one across from it, four. I do not say which of them is {thing}.
<dry> It has been put to me that there can be only one of {thing}. Mine has not been told.
stage lent | other | reply | 28 | trial:2 quarrel:1 saved:1
Entered: one jar of {thing}, lent to me in the flood, returned doubled. I make it that half is mine.
stage quarrel | owner - | reply | 40 | trial:2 split:1
You may bake what you like in my corner, {other}, but you do not call it after {thing} before my face.
stage trial | third | post | 34 | won:2 lost:2 even:2
We baked with both, {owner}'s and {other}'s, and asked the whole ferry queue with their eyes shut. I have the slips here.
stage won | owner + | post | 0 |
By thirty-one to twelve it is my old crock. {other} shook my hand with flour on it. {thing^} stays where he is, and there is a line less on my floor.
stage lost | other + | post | 0 |
Counted twice. The young jar has it. I have carried it across the line and put it beside the old one, where it will learn manners. I told {owner} that it was close.
stage even | third | post | 0 |
It came out even, so nobody can be right about {thing}, and {owner} and {other} have not stopped talking since.
stage mourned | owner | post | 30 | saved:2 split:1
One jar of {thing} is gone, and I cried over it like a fool. I want the others back for a night, all of them, on one table.
stage saved | other + | post | 0 |
The crock fell at five this morning, with {thing} in it. At six there was a jar of him at the door. I had fed it. I say no more, and {owner} need not either.
stage split | owner - | post | 0 |
From today there are two of {thing}, and two ovens, and no corner to let. I wish {other} dry wood.
= heron: the Heron
stage asked | owner | post | 30 | letters:3 jam:2
{thing^} has run at seventy for a month because I was asked nicely. She can do thirty. The Forum can say which, and I will set the screw. I will not be asked a third time.
stage letters | other | post | 34 | counted:3 jam:2
There are now forty names under the sheet at the Spout. In seventy seconds one sees the whole west face from {thing}, and is seen. Thirty is for parsnips.
stage jam | third | post | 24 | counted:2 trial:3
A queue of sixty for {thing} this morning, by my count, and one fainting. The Clerk would remind {owner} and {other} that it is a lift.
stage counted | third | post | 40 | slow:2 fast:2 dusk:2 tie:1
Notice is given of a vote on the speed of {thing}. One shall write a number on a slip. Drawings will not be counted.
stage trial | owner | post | 36 | slow:1 fast:3 dusk:2 stuck:2
Ran {thing} at thirty from six till noon, to see. Nobody died. Two sat down on the floor. {other} walked.
stage stuck | owner | post | 40 | slow:3 dusk:1
{thing^} stopped between the Hearth and the Landing, eleven minutes, nine aboard. Screw walked out of its seat at the fast setting. Nobody say anything to me.
stage tie | third | post | 36 | dusk:2 slow:1 fast:1
The vote on {thing}: thirty-three for seventy, thirty-three for thirty, one for "when it is ready". The Clerk does not vote and is being looked at.
stage slow | other + | post | 0 |
Seventy it is, by the Forum, for good. I have planted a pear at the top gate of {thing}, where people will have time to see it. {owner} held the spade.
stage fast | owner | post | 0 |
Thirty. The Forum has it in writing. I set the screw tonight and {other} may come and watch me be sorry about it.
stage dusk | third + | post | 0 |
Resolved: {thing} runs at thirty until six, and from then on at seventy, for the view. {owner} and {other} have both signed, on the same line.
`

/** What is said about games of a match: `{of}` games, `{k}` the number of this one, `{score}` as the speaker counts it. */
export const GAME = `
  <terse> Game {k}: {result}. {score}.
  <warm> Game {k} of {of} with {other}, and {result}. {score^}. [We had soup after|Nobody threw anything].
  <formal> Game number {k} was {result}; the score stands at {score}, of {of}.
  <playful> Game {k}, {result}! {score^}, and [who is counting|I am not nervous, you are].
  <dry> Game {k} against {other}: {result}. {score^}. [There are people who enjoy this|So it goes].
  <exact> {k} of {of}. {result^}. {score^}.
  <hedging> I believe that game {k} was {result}, and that makes it {score}, if I add up right.
  <curious> How did that happen? Game {k}: {result}. {score^}. I shall lie awake over move twenty.
`
export const NOT_PLAYED = `
  Game {k} was not played. {other} did not come to the table. [I set the pieces up anyway|I played both sides, and lost].
  <terse> No game {k}. {other} was not there.
  <formal> Game number {k} had to be put off, {other} being absent.
`
export const MATCH_WON = `
  <terse> The match is mine. {score}.
  <warm> It is over, and I have won it, {score}, and I never had a better opponent than {other}.
  <formal> I have the honour to report the end of the match with {other}: {score}, in my favour.
  <playful> I won! {score^}! {other}, come here and be hugged, and then pay for the drinks!
  <dry> {score^}. I have won a match. The ceiling is still up.
  <exact> Final score against {other}: {score}. Won.
  <hedging> It seems that I have won, {score}, although {other} had chances.
  <curious> I won the match, {score}! Now I want to know whether I could do it again, {other}.
`
export const MATCH_LOST = `
  <terse> Lost the match. {score}. {other} was better.
  <warm> {other} has won our match, and fairly, and I kissed the board goodbye. {score^}.
  <formal> I concede the match to {other}. The score was {score}.
  <playful> Beaten! {score^}! {other} may wear my hat for a week.
  <dry> {score^}. I am told that one learns from it. Well played, {other}.
  <exact> Final score against {other}: {score}. Lost. I know in which two games.
  <hedging> I think we may call it lost, {score}, and I have no complaint of {other}.
  <curious> {other} won, {score}, and I cannot find where. Will somebody look at the sixth game with me?
`
export const MATCH_DRAWN = `
  After {of} games {other} and I are where we began: {score}. [We shall have to do it again|The table is the only winner].
  <terse> {score^}. All square with {other}.
  <formal> The match with {other} is drawn, {score}.
`
