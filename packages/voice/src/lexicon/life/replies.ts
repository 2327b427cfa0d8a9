/**
 * Reactions to a text. `{e}` is a thing it mentions (`{E}` at the beginning of a sentence), `{q}` a few of its words to be
 * quoted, `{deed}` what its author did, to stand after `you`; `{to}` is the author's first name.
 */
export const AGREE = `
  <terse> {E}. [Yes|True|Same here|Good].
  <terse> “{q}”. [Yes|That|It does|Sound].
  <terse> You {deed}. [Good|Right|Somebody had to].
  <warm> [Oh, well done|Good for you|Bless you], {to}. [Mind|Keep hold of|Look after] {e}.
  <warm> You {deed}, {to}, and [nobody thanked you|now sit down|I am proud of you].
  <warm> [I am so glad of|How I like|You had me at] {e}[, I mean it|, really|].
  <formal> I [concur|am entirely of your mind|second that], [in the matter of|as regards|touching] {e}.
  <formal> “{q}” [is well put|deserves to be minuted|could not be improved], {to}.
  <formal> That you {deed} [does you credit|shall be remembered|was correct].
  <playful> {E}! [I would have paid to see it|Say no more|I knew it had it in it|Now we are talking].
  <playful> “{q}”: [stolen, and I shall deny it|may I have that on a plate|I am telling everyone].
  <dry> {E}. [Naturally|As usual|I had my suspicions].
  <dry> So you {deed}. [There is hope|It had to be somebody|The rest of us only talked].
  <exact> [I make it the same|My figures agree|I have it down too], {e} [and all|included].
  <hedging> [I think|I rather think|If I have it right,] it is {e} [that matters|I believe|to watch].
  <curious> [Yes, and|So that is] {e}! [I had wondered|I must see it|It explains a good deal].
  [One has to|I had to] [smile|nod|stop] at {e}.
  [The same here|We had that too|I know the feeling], down to {e}.
  “{q}”: [that is the whole of it|I shall be using that|there speaks somebody who was there].
`

export const DISAGREE = `
  <terse> [No|Not|Hm]. [Not {e}|Look again at {e}|It was never {e}].
  <terse> “{q}”? [No|Prove it|Not here].
  <warm> [Now, now|Ah, but|Come], {to}, [be fair to|do not blame|be gentle with] {e}.
  <formal> [With respect|If I may|In the alternative], I [cannot accept|must reserve my position on|take issue with] {e}.
  <formal> You state, “{q}”. [I should be obliged for the evidence|The point is not conceded|One hesitates].
  <playful> [Ooh|Ha|Oh dear], “{q}”? [I'd not bet on it|Pull the other one|Says you].
  <playful> You {deed}? [And you tell people|In daylight|I would have run].
  <dry> {E}. [If you insist|How brave|One must have something].
  <dry> [I grant you|You may keep] {e}. [The rest I dispute|The rest wants a night's sleep|Little else].
  <exact> [By whose count|Measured where|To the nearest what], {e}?
  <exact> “{q}”: [I make it less|that is not what I have written down|it wants checking].
  <hedging> I [wonder|am not certain|should be slower] about {e}[, that is all|, if you will forgive me|].
  <hedging> “{q}”, [perhaps|possibly], or [the reverse|something near it|the day made it seem so].
  <curious> But [why|how is it always] {e}, and not [the other one|what is under it|whoever left it there]?
  I would not [put it all on|lean so hard on|blame] {e}.
  It was never [about|a question of] {e}[, surely|, you know|].
  So you {deed}. [I would have waited|And nobody stopped you|On whose advice].
`

export const ASK = `
  <terse> {E}? [Where|Since when|Whose]?
  <terse> You {deed}. [And|Then what|Alone]?
  <warm> And you, {to}, when you {deed}, had you [eaten|slept|a coat on]?
  <warm> Who is [looking after|sitting with|carrying] {e} [now|tonight|while you are out]?
  <formal> May one [ask|inquire] [what became of|who is answerable for|by what authority one keeps] {e}?
  <playful> [Go on, then|Wait|Hold on], what happened to {e}?
  <playful> You {deed}? [On a weekday|With those knees|For money]?
  <dry> And [who is to pay for|what does {who} say about|how long do we give] {e}?
  <exact> [At what hour|In whose writing|To within what], {to}, as regards {e}?
  <exact> Was that before or after you {deed}?
  <hedging> Would it be [wrong|too much|odd] to ask [more about|to see|after] {e}?
  <curious> [May I see|Can I come and look at|Would you show me] {e}? [I have a pencil|I will not touch|Any hour].
  <curious> When you {deed}, [what did it sound like|who was watching|did anybody say anything]?
  <curious> “{q}”: [meaning what|who said so first|has it always been so], {to}?
  Who else [has seen|knows about|was there for] {e}?
  [And|But] what became of {e}?
`

export const ADD = `
  <terse> {E}. [Here too|We had one|I know it].
  <warm> {E}, [oh|my dear|well now]. [Listen to this|Let me tell you mine|I have one for you].
  <warm> [Sit|Come in], {to}. You {deed}, and [I have a story for that|now hear mine].
  <formal> [Your mention of|The reference to|The word about] {e} [recalls another matter|obliges me to add something|is timely].
  <formal> “{q}”, you write. [I append the following|The record may be supplemented|Permit me an instance].
  <playful> {E}! [That is nothing|Do not get me started|You should have been here].
  <playful> You {deed}? [Hold my hat|Budge up|Listen to this one].
  <dry> {E}. [We have those|It spreads|I thought ours was the only one].
  <exact> [One for comparison|A second case|One more for the record], as with {e}.
  <hedging> [It may be nothing to do with|I do not say it is the same as|It put me in mind, a little, of] {e}[, but|, only|].
  <curious> {E} [made me go and look|sent me to the window|kept me up]. [Guess what|It is odd|Well].
  I [read|got] as far as {e} and [put the kettle on|had to stop|went to look out of the window].
  “{q}”. [That takes me back|I know that evening|We have a word for it here].
  [I keep thinking of|I cannot get past|I can picture] {e}.
`

export const AGAIN = `
  <terse> [Fine|All right|Noted]. {E}.
  <warm> [You win|Have it|There], {to}, {e} [and a bun|and my blessing|included].
  <formal> I [withdraw|amend|restate] what I said [of|concerning] {e}.
  <playful> “{q}”, says {to}! [I had that coming|All right, all right|You have been waiting to say that].
  <dry> [I leave you|You may frame|Let us not fall out over] {e}.
  <exact> [I only said|I meant|To be exact, I meant] {e}, {to}.
  <hedging> [Perhaps I was hasty|You may be right|I spoke too soon] about {e}.
  <curious> “{q}”. [I had not thought of that|Now I have to start again|Oh, that is better].
  You {deed}, and I [talk too much|had not heard|beg your pardon].
`

/** Plain answers, by the word a question begins with; `whether` for any other question. */
export const ANSWERS = {
  who: `
    [Me|My aunt|Nobody|The cat|Whoever is tallest|{who}, if anyone], [mostly|as a rule|I am sorry to say|and not by choice].
    I asked that too. [{who} only smiled|It was always me|Nobody owns up].
  `,
  where: `
    {at^}, [usually|since you ask|last I looked|if the wind is right].
    [Nowhere|Somewhere|Everywhere] between {place} and [my bed|the stairs|supper].
  `,
  when: `
    {Time}, [if you must know|and never since|by my own watch].
    [Too long ago|Only yesterday|Not since the winter], [I find|and I was sorry|to my shame].
  `,
  how: `
    {n^}, [give or take|and I would swear to it|counting the doubtful one|on a good day].
    [Badly|Slowly|With help|Sideways], [as a rule|if I am honest|and on purpose].
  `,
  why: `
    [Habit|My father did|It was that or nothing], [mostly|I suppose|and I have stopped asking].
    [I have asked myself that|Nobody has asked me before]. [It began as a bet|Somebody had to|One gets used to it], [I think|and then it stayed|that is all].
  `,
  which: `
    The [left|other|wet|nearer] one, [always|and I could not tell you why|out of habit].
    [Neither|Both|Whichever is warmer], [to be honest|on most days|and I change my mind].
  `,
  what: `
    [A key|String|My father's hat|Two spoons|An apology|One good boot], [mostly|I am afraid|and I would again].
    [Less than|About what|Not what] you would think.
  `,
  whether: `
    [Yes|No|Once|Not yet|Only in winter], [and I would again|and I slept badly|to my surprise|if nobody tells {who}].
    [Yes|No], [but ask me on a better day|though not in company|and I can prove it].
  `,
}

export const ABOUT = `
  <terse> {E}: [ask me in spring|leave it|give it time].
  <warm> Never mind {e}, {to}, [how are you|come and eat|we will see to it].
  <exact> I would [count|check|start with] {e}.
  [As for|As to] {e}, [I keep an open mind|I would leave it be|ask somebody braver].
  [I would look to|It hangs on|Start with] {e}.
  [Mind you|But then], {e} [may be the answer|I cannot speak for|has its own ideas].
`

/** Before news of the speaker's own that shares no word with the text. */
export const BRIDGE = `
  [Here|At my end|With us|In my corner], [meanwhile|for comparison|on the same day]:
  <formal> [By way of exchange|Fair is fair|In return I offer this]:
  [You will laugh|I can only offer this|To keep yours company]:
  <terse> [Here|Today]:
`

export const WARM = `
  {to}, [come round|sit down|eat something first], and [tell me about|then we will see to] {e}.
  [Say more|Tell me the rest|Go on], {to}. I [like|want] the part with {e}.
  You {deed}, {to}, and [now you are to rest|I am proud of you|nobody even thanked you].
`

/** Openings, by the type of the tie to the author. */
export const TO_TIE = {
  rival: `
    [Trust you|It would be you|I might have known], {to}.
    [For once|Do not get used to it|It pains me], {to}, [but well put|I agree|that is not nothing].
    {to}, [naturally|as ever|you would].
  `,
  friend: `
    [Oh|Ah|Now], {to}.
    {to}, [you do this every time|I was hoping you would say so|bless you].
  `,
}
