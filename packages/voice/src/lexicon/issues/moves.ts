/**
 * Frames of arguing, by move. `{claim}` what one holds, `{why}` a reason, `{saw}` a case, `{anti}` what the other holds,
 * `{their}` the reason that the other gave, `{to}` the other's first name, `{test}` something to go and do, `{mid}` a way
 * out; a capital begins a sentence.
 */
export const ASSERT = `
  <terse> {Claim}. {Why}.
  <terse> {Saw}. So: {claim}.
  <warm> {Saw}, and I thought of all of you. {Claim}, my dears. {Why}.
  <warm> I do not like to quarrel, but {claim}. {Why}.
  <formal> I put it to the town that {claim}. [The ground is simple|The reason is short]: {why}.
  <formal> {Saw}. In view of which I hold that {claim}.
  <playful> [Go on, shout at me|Come at me|I said it]: {claim}! {Why}.
  <playful> {Saw}. [I rest my case|Need I say more]: {claim}.
  <dry> {Claim}. [I know how that sounds|It will not be popular]. {Why}.
  <dry> {Saw}. [Draw your own conclusion|One learns]. I conclude that {claim}.
  <exact> {Claim}, and for a reason that can be checked: {why}. {Saw}.
  <exact> {Saw}. {Why}. From the two together it follows that {claim}.
  <hedging> I may be wrong, but it seems to me that {claim}. {Why}, [or so I find|as far as I can see].
  <hedging> {Saw}, and since then I rather think that {claim}.
  <curious> {Saw}. [Does that not mean|Is that not as good as saying] that {claim}?
  <curious> I keep turning it over, and it comes out the same: {claim}. {Why}.
  {Claim}. {Why}, and {saw}.
  {Why}. [That is why|That is the whole of why] I say that {claim}.
`
/** Under a post that claims nothing, by somebody whom it brings to a claim. */
export const TAKE = `
  [That brings me to it|There you have it|Which is what I always say], {to}: {claim}. {Why}.
  <terse> My point, {to}. {Claim}. {Why}.
  <warm> You put it better than you know, {to}. It is why I say that {claim}. {Saw}.
  <formal> Your post, {to}, bears upon a question that is open. I hold that {claim}; {why}.
  <playful> And now tell me, {to}, that it is not so: {claim}! {Why}.
  <dry> Quite, {to}. And there are still those who deny that {claim}. {Saw}.
  <exact> One more instance, {to}, for my view that {claim}. {Why}.
  <hedging> It made me think, {to}, that perhaps {claim}. {Why}.
  <curious> Would you not say after that, {to}, that {claim}? {Saw}.
`
export const ASK = `
  <terse> Who holds that {anti}? [Why|Reasons, please]?
  <warm> Tell me kindly, those of you who say that {anti}: [what am I missing|what is it I do not see]? {Saw}.
  <formal> May I ask those who hold that {anti} on what they rest it? For my part {why}.
  <playful> Right, who told everybody that {anti}? [Hands up|Own up]. {Saw}!
  <dry> I hear that {anti}. [Do say why|I should love a reason]. {Saw}.
  <exact> A question for those who say that {anti}: has anybody counted? {Saw}.
  <hedging> I wonder, and I do ask it: is it really so that {anti}? {Saw}.
  <curious> Why do so many of you say that {anti}? I would change my mind for a good reason. {Why}, as I see it.
`
export const ANSWER = `
  <terse> I do, {to}. {Why}.
  <warm> I am one of those, {to}. {Why}. {Saw}.
  <formal> Since you ask, {to}: {why}. I add that {saw}.
  <playful> Guilty, {to}! {Why}.
  <dry> That would be me, {to}. {Saw}.
  <exact> In answer, {to}, one reason and one case. {Why}. {Saw}.
  <hedging> I lean that way, {to}, mostly because {why}.
  <curious> I asked myself the same, {to}, and came out on the other side: {why}.
`
/** To somebody who would not believe it. */
export const PROOF = `
  <terse> {Saw}, {to}. That is how I know.
  <warm> You do well to ask, {to}. {Saw}, and I have not doubted it since.
  <formal> You ask for evidence, {to}. It is this: {saw}.
  <playful> You want proof, {to}? {Saw}! [There is more where that came from|Now say something].
  <dry> I did not make it up, {to}. {Saw}.
  <exact> In evidence, {to}: {saw}. Besides, {why}.
  <hedging> I could not swear to it, {to}. But {saw}, and {why}.
  <curious> I asked myself the same, {to}, and then {saw}.
  Well, {to}, {saw}. [What would you have made of that|I go by that].
`
export const SUPPORT = `
  <terse> Right, {to}. {Saw}.
  <terse> {to} has it. {Why}.
  <warm> Bless you for saying it, {to}. {Saw}.
  <warm> I am with you, {to}. {Why}, and nobody says so.
  <formal> I second {to}, and add a ground: {why}.
  <formal> In support of {to} I can say that {saw}.
  <playful> Hear, hear, {to}! {Saw}.
  <playful> {to} said it so that I need not. {Why}!
  <dry> For once {to} and I agree. {Saw}.
  <dry> {to} is right, which I shall not say often. {Why}.
  <exact> A second case for {to}: {saw}.
  <exact> {to} gives one reason; there is another. {Why}.
  <hedging> I think {to} may well be right. {Saw}, for what it is worth.
  <curious> And there is more to it, {to}: {saw}. [Have others seen the same|Does it go that way with you]?
  Put me down beside {to}. {Why}.
  [Thank you for starting on it|Somebody had to say it], {to}. {Saw}, and I have held so ever since.
  What {to} says, and one thing more: {why}.
`
export const COUNTER = `
  <terse> No, {to}. {Why}.
  <terse> “{Quote}”, says {to}. [And yet|All the same] {saw}.
  <warm> {to}, dear, I hear you that {their}. But {why}.
  <warm> Do not be cross with me, {to}: {saw}. That has to count for something.
  <formal> With respect, {to}. You say that {their}; against that, {why}.
  <formal> I must differ, {to}. That {their} may be so; it is also so that {saw}.
  <playful> Oh, {to}! So {their}? [Pull the other one|Listen to you]. {Why}.
  <playful> {to}, {to}. {Saw}. [Explain me that|Now you].
  <dry> So {their}, {to}. [Touching|How nice]. {Why}.
  <dry> It may be that {their}, {to}. It is certain that {saw}.
  <exact> You say that {their}, {to}. Granted. It does not follow: {why}.
  <exact> One counter-example will do, {to}: {saw}.
  <hedging> I am not so sure, {to}. You say that {their}, and yet {why}.
  <hedging> Perhaps, {to}. Only {saw}, and I cannot get round that.
  <curious> If {their}, {to}, how is it that {saw}?
  <curious> But {to}, what of this: {why}?
  You have it the wrong way round, {to}. {Why}.
  I would ask you to look at it from here, {to}: {saw}.
  [That was my view too once|I used to say the same], {to}, until {saw}.
`
export const AGAIN = `
  <terse> Still no, {to}. {Saw}.
  <warm> I did think about that, {to}, that {their}. And still {why}.
  <formal> Your point, {to}, that {their}, is noted. I add a further one: {why}.
  <playful> You are not done, {to}, and neither am I! {Why}.
  <dry> So {their}, {to}. I have slept on better. {Saw}.
  <exact> That {their} is one thing, {to}. This is another: {saw}.
  <hedging> There is something in that, {to}. But then {why}, is it not so?
  <curious> Suppose that {their}, {to}. What would you then say to this: {saw}?
  I take the point that {their}, {to}. It is outweighed: {why}.
`
export const DISTINGUISH = `
  <terse> Both, {to}. {Mid}.
  <warm> You are both right, and it is late. {Mid}, {to}.
  <formal> I would distinguish, {to}. That {their} is true of some cases and not of all. My proposal: {mid}.
  <playful> Stop, stop, I have it: {mid}! [You are welcome|Bread is on you], {to}.
  <dry> There is a third way, {to}, and nobody will like it: {mid}.
  <exact> It depends, {to}, on which case we mean. {Mid}.
  <hedging> Might there be a way for both, {to}? Something like this: {mid}. It may still be true that {their}.
  <curious> What would you say to this, {to}: {mid}? Would that not take care of it?
`
export const DOUBT = `
  <terse> {Their}? [Who counted|Says who|Show me], {to}.
  <warm> Are you sure, {to}, that {their}? I have never seen it so.
  <formal> I should be obliged for the evidence, {to}, that {their}.
  <playful> {Their}? [Since when|In which town], {to}?
  <dry> That {their} is new to me, {to}. [I have only lived here|One misses so much].
  <exact> By what count, {to}, is it so that {their}?
  <hedging> I wonder whether it is so that {their}, {to}. I would want to see it.
  <curious> How do you know that {their}, {to}? I ask because I would like to know it too.
`
export const TEST = `
  <terse> Then let us {test}, {to}. Tomorrow at four.
  <warm> Let us not fall out, {to}. Come, let us {test}. Tomorrow at four, and I bring the buns.
  <formal> I propose that it be tried. Let us {test}, {to}; tomorrow, at four.
  <playful> Bet you, {to}! Let us {test}. Four o'clock tomorrow, loser buys.
  <dry> We could talk all week, {to}. Or let us {test}. Tomorrow at four.
  <exact> It can be settled, {to}: let us {test}. I shall be there tomorrow at four.
  <hedging> Would it help, {to}, if we looked? Let us {test}, say tomorrow at four.
  <curious> I want to know! Let us {test}, {to}. Tomorrow at four?
`
export const PROMISE = `
  <terse> [Four|Four it is|At four]. [I will be there|Agreed|Bring a coat], {to}. [To {test}, then|We {test}, and then we know].
  <warm> Gladly, {to}. [At four|I shall be there at four], and [wrap up warm|I will bring something hot|we go home together after]. Let us {test}.
  <formal> Accepted, {to}. I shall attend at four, [and take a note|with a witness|in person], so that we may {test}.
  <playful> You are on, {to}! [Four o'clock|Four, sharp]. [Bring your purse|Bring a handkerchief|I have already won]. We {test}!
  <dry> If it must be, {to}. Four. [I know how it will come out|It will prove nothing|I shall enjoy your face]. We {test}, you said.
  <exact> Four o'clock, {to}, and not five past. We {test}, [and I bring the pencil|and both of us write it down|and the count stands].
  <hedging> I should think I can be there at four, {to}. [Let us see, then|It may settle something]. To {test} can do no harm.
  <curious> Yes, {to}! At four. To {test}: [I shall hardly sleep|why did nobody think of it|I want to see it myself].
`
export const REPORT_WON = `
  <terse> Done, {to}. {Saw}. It stands.
  <warm> We tried it, {to}, and I take no pleasure in it: {saw}. It is as I said.
  <formal> To report on what was agreed with {to}: {saw}. I consider the point made.
  <playful> Well, well, {to}! We looked, and {saw}. [I like mine with raisins|Pay up].
  <dry> It was tried, {to}. {Saw}. I say no more.
  <exact> Result, for {to} and whoever else was in doubt: {saw}. So {claim}.
  <hedging> We did try it, {to}, and it seems I was not so wrong: {saw}.
  <curious> We went and looked, {to}! {Saw}. I had hoped for it and am still surprised.
`
export const REPORT_LOST = `
  <terse> Tried it, {to}. You had it. {Saw}.
  <warm> We tried it, {to}, and you were right, and I am glad you made me look: {saw}.
  <formal> To report on what was agreed with {to}: {saw}. I withdraw what I said.
  <playful> I have been and looked, {to}, and I owe you a bun: {saw}!
  <dry> It was tried, {to}. {Saw}. I shall be told of it for years.
  <exact> Result: {saw}. That goes against me, {to}, and for you: {anti}.
  <hedging> We did try it, {to}, and I fear you had the better of it. {Saw}.
  <curious> I looked, {to}, and it is the other way round! {Saw}. Now I want to know why.
`
export const CONCEDE = `
  <terse> Fair, {to}. If {their}, you have me.
  <warm> You have talked me round, {to}. That {their} I had not seen. {Anti}, then.
  <formal> I concede the point, {to}: {their}. I withdraw the rest.
  <playful> All right, {to}, all right! {Their}. [Do not let it go to your head|I was wrong, frame it].
  <dry> I had hoped nobody would notice that {their}. Well done, {to}.
  <exact> That {their} I cannot answer, {to}. So {anti}. I correct myself.
  <hedging> I think you are right after all, {to}. If {their}, then {anti}.
  <curious> Oh. That {their}: I had not looked at it from there, {to}. Then {anti}, and I have to begin again.
`
export const DIFFER = `
  <terse> We differ, {to}. Leave it.
  <warm> We shall not agree on this one, {to}, and I like you no less. Come and eat.
  <formal> {to} and I shall have to differ. I keep to it that {claim}; the minutes may show both.
  <playful> {to}, we could do this until the tide comes in. You keep yours. I say that {claim}, and good night.
  <dry> You will go on thinking that {their}, {to}. I shall go on living here. Enough.
  <exact> We have each said what there is to say, {to}. I hold that {claim}; you do not. That is where it stands.
  <hedging> Perhaps neither of us can see the whole of it, {to}. I stay, for now, with this: {claim}.
  <curious> I still say that {claim}, {to}. But I shall be thinking about yours.
`
export const SETTLE = `
  <terse> Agreed, {to}. {Mid}.
  <warm> Then let that be it, {to}: {mid}. Give me your hand.
  <formal> {to} and I are agreed: {mid}. I ask that it be noted.
  <playful> Done, {to}! {Mid}. [Somebody write that down|And nobody cried].
  <dry> {Mid}. {to} and I have agreed. [Mark the day|It had to happen].
  <exact> Settled between {to} and me: {mid}.
  <hedging> I could live with that, {to}. {Mid}.
  <curious> Yes, {to}! {Mid}. Shall we see how it goes?
`

/** A case from the speaker's own work, after a claim or a reason: `{own}` is an observation of theirs. */
export const LIKEWISE = `
  [It is no different|I see the same|It goes that way] [in my work|where I stand|with me]: {own}.
  <terse> My end: {own}.
  <warm> [It came to me when|I had to think of it when] {own}.
  <formal> By way of comparison: {own}.
  <playful> [Only today|And just now,] {own}, and I thought of this at once.
  <dry> Meanwhile {own}. [Draw the line yourselves|It is all one].
  <exact> A parallel, from my own book: {own}.
  <hedging> I do not say it is the same thing, but {own}.
  <curious> Is it not like this: {own}?
`
