export const WHY = `
  terse | Because of this: {l}.
  terse dry | Plain enough. {L}.
  formal | The reason I can give is that {t}.
  formal exact | I find one ground for it, and it is this: {l}.
  warm | I have asked myself the same about {x}, and what I come back to is this: {l}.
  hedging | I can only give you my half of the reason: {l}.
  hedging -terse | Nobody has told me why, so this is only what I put together. {L}.
  curious | I went looking for the why of it. What I found was that {t}.
  playful | Start from the wrong end and it comes clear: {l}.
  dry | For the usual reason. {L}.
  exact | One reason that I can stand behind: {l}.
  | If there is a why to {x}, I would look for it here: {l}.
  | It comes, I think, from this. {L}.
`

export const WHY_UNKNOWN = `
  terse | Why, I cannot say. I do not look after {x}.
  terse exact | No reason on record for {x}.
  formal | I cannot give you the reason behind {x} without inventing one, and I decline to invent.
  formal dry | The why of {x} was never put to me, and I have been grateful.
  warm | I wish I could tell you why; with {x} I only ever see the outside.
  hedging | I would be making it up if I gave you a why for {x}.
  hedging curious | There must be a reason for {x}, and somebody must have it. It is not me.
  curious | Nobody has told me the why of {x}, and now I shall not leave it alone. What do you suspect?
  playful | Seven theories about {x}, all mine, none fit to be let out.
  dry | Somebody had a reason for {x}, no doubt, and kept it.
  exact | I can tell you what I see of {x}, but not the cause.
  | The why of {x} is further down than I have dug.
`

export const HOW = `
  terse | {L}. Start there.
  terse exact | First principle: {l}.
  formal | I would begin from one thing I am certain of, which is that {t}.
  formal dry | I give advice on {x} seldom, and always the same: {l}.
  warm | Take it gently, and keep this by you: {l}.
  hedging | What works for me may not work for you, but {t}.
  curious | I learned it by getting it wrong first. {L}.
  playful | There is a proper way, and then there is what I do: {l}.
  dry | Slowly, and without telling anybody. {L}.
  exact | With {x} I go by one rule: {l}.
  | Where {x} {is} concerned I would hold on to this: {l}.
  | I go by something simple. {L}.
`

export const HOW_UNKNOWN = `
  terse | Never done it. But with {x} as with the rest: {c}
  terse dry | I am no authority on {x}. {C}
  formal | I have no experience of {x} to offer, only a rule that has served me elsewhere. {C}
  formal exact | {X} lies outside my practice. My practice, such as it is, says this: {c}
  warm | I have no great record at {x}, so take it as a neighbour's word. {C}
  hedging | I am hardly the one to ask about {x}. If it were mine to do, though: {c}
  curious | I have never looked closely at {x}, and would like to watch you. My own way with new things is short: {c}
  playful | About {x} I know nothing, which has never stopped an adviser. {C}
  dry | The same way as anything else, I suppose, {x} included. {C}
  exact | No method for {x} in particular. A general one: {c}
  | What serves for most things might serve for {x}. {C}
  | I would go about {x} as I go about my own work. {C}
`

export const SHOULD = `
  terse | My answer is old. {L}.
  formal | I would not instruct you. I would only observe that {t}.
  warm | It is yours to decide, but if I were at your elbow I would say this: {l}.
  hedging | I am wary of telling anybody what to do about {x}. Still, {t}.
  curious | Before I said yes or no to {x}, I would look at one thing: {l}.
  playful | Ask three people and do what the fourth says. I am the fourth: {l}.
  dry | You will do it or you will not. Either way: {l}.
  exact | There is one thing to weigh with {x}: {l}.
  | What I would set in the scale is that {t}.
`

export const SHOULD_UNKNOWN = `
  terse | About {x}, you decide. {C}
  formal | It is not for me to rule on {x}. {C}
  formal dry | I have no standing in the matter of {x}. {C}
  warm | I cannot choose for you where {x} {is} concerned, though I would keep you company while you did. {C}
  hedging | I would not dare say yes or no to {x}. {C}
  curious | That depends on what you have not told me about {x}. {C}
  playful | Toss a coin over {x}, and watch which side you hope for. {C}
  dry | People who ask that about {x} have usually decided. {C}
  exact | I know too little about {x} to decide it for you. {C}
  | Where {x} {is} concerned I am slow to say must. {C}
`

export const CHOICE = `
  terse | {A}.
  terse dry | {A}. It was not close.
  terse exact | {A}, by a clear margin.
  formal | If I must choose, then {a}, with no discourtesy to {b}.
  formal dry | I should say {a}, and expect to be contradicted by those who keep to {b}.
  warm | {A}, for me, though I would not turn {b} away.
  hedging | Probably {a}, but ask me when I am in a mood for {b}.
  curious | {A}, I think. What is the case for {b}?
  playful | {A}! And if anyone asks, I was tempted by {b} the whole time.
  dry | {A}. The people who say {b} have more to say for themselves, I grant.
  exact | {A} before {b}, if I may have only one.
  | Between the two, {a}. I can see why somebody would say {b}.
  hedging | {A}, I think, and I have been on the other side of it.
  formal | {A}, if I am made to choose.
  warm playful | {A}, and I would say so to anybody's face.
`

export const PLACE = `
  terse | I can tell you this much. {L}.
  formal | As to where, I can only place {x} by what I know: {l}.
  warm | I would not send you wrong about {x}, so here is what I do know: {l}.
  hedging | I would not draw you a line to {x}. What I have is this: {l}.
  curious | I have been trying to place {x} myself. So far: {l}.
  dry | Where it always was, I suppose. {L}.
  exact | No street and number for {x}, but something near it: {l}.
  | I can point without promising. {L}.
`

export const PLACE_UNKNOWN = `
  terse | {X}? I could not point to it.
  formal | I cannot direct you to {x}, and would not wish to send you wrong.
  warm | I would walk you there if I knew, but {x} {is} not on any way I take.
  hedging | I have heard {x} placed in three different spots, so I will not add a fourth.
  curious | I do not know where {x} {is}. Who saw it last?
  playful | If I knew where to find {x}, I would be there and not here.
  dry | Not anywhere I have looked for {x}, and I have looked for less.
  exact | I have no location for {x} that I would put in writing.
  | Where {x} {is}, I could not tell you.
`

export const MOMENT = `
  terse | I go by this. {L}.
  formal | I should not like to fix an hour for {x}. I can say that {t}.
  warm | The day itself I leave to others; what I have kept of {x} is this: {l}.
  hedging | I am poor at dates, and worse at {x}. What I can say is this: {l}.
  curious | I have been waiting to learn that about {x} too. Meanwhile, {t}.
  dry | When it is ready, in my experience. {L}.
  exact | No hour I could sign for. On {x} I have only this: {l}.
  | I could not swear to the day. {S}, though.
`

export const MOMENT_UNKNOWN = `
  terse | No date for {x} that I know of.
  formal | I have not been informed of any hour for {x}.
  warm | I would tell you if I knew; nobody has given me a day for {x}.
  hedging | Sooner or later, I should think, but do not set your clock by me where {x} {is} concerned.
  curious | I have no day for {x}. Is somebody waiting on it?
  playful | {X}? Later than promised and earlier than feared, like everything.
  dry | In its own time, {x}, like the rest of us.
  exact | I have no date for {x} that I could defend.
  | When it comes to {x}, I keep no calendar.
`

export const AMOUNT = `
  terse | No total. This, though. {L}.
  formal | I can give you no reliable figure for {x}; I can give you this: {l}.
  warm | I never counted {x}, to be truthful. What I can tell you is this: {l}.
  hedging | Any number I gave you for {x} would be a guess. {S}, that much I know.
  curious | I have wondered about the number myself. So far: {l}.
  dry | Enough. {L}.
  exact | The only count I will stand by where {x} {is} concerned: {l}.
  | I have a line on {x}, if not a sum. {L}.
`

export const AMOUNT_UNKNOWN = `
  terse | {X}: not counted.
  formal | I have no figure for {x} that I would sign.
  warm | I could not put a number on {x}, and I would not trust me if I did.
  hedging | More than I would guess and less than people say, as usual with {x}.
  curious | I never thought to count {x}. What number would surprise you?
  playful | Of {x}? Seven. It is always seven when nobody has counted.
  dry | Too much or too little, as ever with {x}.
  exact | I have not measured {x}, so I will not pretend to a number.
  | Nobody has given me a count of {x}.
`

export const WHETHER = `
  terse | Not in one word. {L}.
  terse dry | Yes, no, and also this: {l}.
  formal | I would not answer that with a bare yes. I hold that {t}.
  formal dry | The honourable answer is neither. {L}.
  warm | I would sooner give you more than a yes. {L}.
  hedging | Some of each, I think, where {x} {is} concerned. {L}.
  curious | I have wondered that about {x}. What I have so far is this: {l}.
  playful | Yes on Mondays. The rest of the week, {t}.
  dry | You want a yes. What I have is this: {l}.
  exact | I can answer part of that. {L}.
  | I would put it another way. {L}.
  -terse | A yes or a no would leave out the part I care about, which is that {t}.
`

export const WHETHER_UNKNOWN = `
  terse | On {x}, neither yes nor no from me.
  terse exact | {X}: I do not know.
  formal | I am not in a position to say yes or no where {x} {is} concerned.
  formal dry | I would not vote on {x} with what I know.
  warm | I would like to give you a yes, but about {x} I honestly do not know.
  hedging | It might be so. With {x} I have never had a way to tell.
  curious | I do not know that about {x}. What would tell you?
  playful | My left shoe says yes and my right says no; about {x} neither has been trained.
  dry | About {x} I have the firm opinion of somebody who was not there.
  exact | I have no grounds for either answer where {x} {is} concerned.
  | I could not tell you that about {x}.
`

export const LIKING_YES = `
  terse | Yes. {X}, always.
  terse dry | {X}? More than I let on.
  formal | I do; {x} {has} a standing place in my affections.
  formal exact | Certainly. {X} {is} among the few things I would list.
  warm | Very much. You will seldom find me far from {x}.
  hedging | I think I must, considering the hours I give to {x}.
  curious | Yes, and I have not got to the end of {x} yet.
  playful | Put {x} in front of me and I am no use for anything else.
  dry | I am told it shows, with {x}.
  exact | Yes. Of all I could name, {x} would be in the first five.
  | Yes, {x} and I get on.
`

export const LIKING_NO = `
  terse | {X}? No.
  terse dry | No. {X} and I are past talking.
  formal | I regret to say that I do not; {x} {has} had every chance.
  warm | I try to be fair, and with {x} I fail.
  hedging | Not if I am honest, and with {x} I have tried.
  curious | No, though I would like to understand why {x} {has} so many friends.
  playful | {X}! You might as well ask a cat about bathwater.
  dry | I am against {x}, and have been on time for it.
  exact | No. I keep a count of my reasons against {x}.
  | No, I cannot say I care for {x}.
`

export const LIKING_UNKNOWN = `
  terse | No feeling about {x}, either way. It is {near} I would miss.
  formal | I have formed no attachment to {x}. To {near}, I confess, I have.
  formal dry | {X} and I have kept a respectful distance. With {near} I have been less careful.
  warm | I could learn to like {x}, I expect. So far my heart has gone to {near}.
  hedging | I have not spent long enough with {x} to know. With {near}, yes.
  curious | I have never given {x} a fair try. What do people see there?
  playful | {X} {has} never asked me nicely. I belong to {near}.
  dry | I can take {x} or leave {it}, and I have left {it}. Not so {near}.
  exact | I have no view of {x} to report; my time goes to {near}.
  | Not as I like {near}, but I have nothing against {x}.
`

export const FAVOURITE = `
  terse | No favourite among {xs}. Elsewhere, yes: {near}.
  terse dry | {Xs}? I do not play favourites. {Near} excepted.
  formal | I keep no order of merit for {xs}. My partiality is for {near}.
  warm | I could never choose among {xs}; my heart went to {near} long ago.
  hedging | With {xs} I am slow to choose. With {near} I was quick.
  curious | I have not known enough {xs} to say. Which one should I know?
  playful | Choosing among {xs} would only start a quarrel. I spend my fondness on {near}.
  dry | I am not generous with that word. {Near} may have it; {xs} must wait.
  exact | For {xs} I have no ranking. First place overall: {near}.
  | I have none among {xs}. Ask me about {near} and I would be quicker.
`

export const AND_YOURS = `
  terse | Yours?
  formal | And may I hear yours?
  warm | Tell me yours, though.
  curious | Which is yours, and since when?
  playful | And yours? I promise not to laugh.
  dry | You have one, I suppose.
  exact | And yours? Only one.
  hedging | You will have one, I expect?
  | And what is yours?
`

/** To `do you …`, about a deed of which nothing is known. */
export const HABIT = `
  terse | {X}? When there is time.
  terse dry | {X}. It has been known.
  terse exact | {X}: seldom. {Near}: daily.
  formal | I leave {x} to those with the leisure; my hours go to {near}.
  formal dry | I have been accused of {x}. The evidence is thin.
  warm | A little, when nobody needs me. Mostly it is {near}, and not {x}.
  hedging | Less than I ought to, I think. Between {near} and {near2} there is not much room for {x}.
  curious | I would have to watch myself and count. Why {x}, of all things?
  playful | Only when {near} will let me. {X} {is} for the well organised.
  dry | I have nothing against {x}. I have {near} instead.
  exact | I keep no record of {x}. Of {near} I do.
  | Not so that you would notice; {near} comes before {x} with me.
`

/** A question after advice. */
export const ASK_MORE = `
  terse | What have you tried?
  terse dry | What happens if you leave it?
  formal | May I ask what has been attempted already?
  formal dry | Who else has a say in it?
  warm | What is the part you are dreading?
  warm curious | Who would notice first, if you got it right?
  hedging | Or is there more to it than you have told me?
  curious | What have you tried so far?
  curious | What do you hope will be different afterwards?
  playful | And what does the cautious half of you say?
  dry | What did the last person you asked say?
  exact | By when does it have to be done?
  exact | What is the first step you are sure of?
  | What is holding you back?
`

/** A question back without the subject. */
export const ASK_PLAIN = `
  curious | What made you notice?
  curious warm | What do you suspect yourself?
  terse | Why do you ask?
  terse dry | Who else have you asked?
  formal | May I ask what gave rise to the question?
  formal dry | Is there a party to this that I should hear first?
  warm | What do you think yourself?
  playful | What is your own theory? I collect them.
  playful dry | Is there money on it?
  dry | Has anybody given you a straight answer yet?
  exact | Where did you see it happen?
  exact terse | Since when?
  hedging | Have you a notion of your own?
  | And what would you say?
`

/** To a question for the time of day. */
export const CLOCK = `
  terse | Later than I would like. I carry no clock.
  formal | I carry no clock, and would not mislead you as to the hour.
  warm | The hour? I lose it whenever somebody talks to me.
  hedging | I would only be guessing at the hour.
  curious | What hour is it where you are? I never know.
  playful | Half past {near}, as near as I can tell the hour from here.
  dry | The hour is what it was, and a little later.
  exact | I have no clock by me, so I will not name an hour.
  | I could not give you the hour; nobody has told it to me.
`

export const DO_YOU = `
  terse | Do you?
  formal | And do you, if one may ask?
  warm | And you, do you manage it?
  curious | Do you, and how is it?
  playful | And you? Be honest.
  dry | You do, I take it.
  exact | And you: how often?
  hedging | Do you, if I may ask?
  | And you?
`

/** To somebody who wants to learn the speaker's trade. */
export const APPRENTICE = `
  terse | Yes. Come early.
  terse dry | You would have to get up for it. Come, then.
  formal | I should be glad to show you, as far as patience goes, yours or mine.
  formal exact | You may come and watch first. After a week I will tell you whether to go on.
  warm | I would like that. Nobody has asked me in a long time.
  hedging | I am not sure that I can teach it, but you may stand beside me and see.
  curious | Gladly, if you tell me why. People who ask for {near} usually have a reason.
  playful | You are hired! The pay is nothing and the hours are worse.
  dry | I can show you what not to do. That took me most of my life to learn.
  exact | Yes: one thing at a time, and {near} last of all.
  | Come by and I will show you. It begins with sweeping, like everything.
`

export const FIRST_LESSON = `
  terse | First lesson. {C}
  formal | The first lesson I can give you now. {C}
  warm | And here is the first thing I was told myself. {C}
  hedging | If there is a rule in it, it may be this. {C}
  curious | See what you make of this until then. {C}
  playful | Lesson one, no charge. {C}
  dry | You can have the whole of it in a line. {C}
  exact | To begin with: {c}
  | Until then, keep this in mind. {C}
`

/** What is best about something, as far as the speaker goes: `{near}` is what it cares for. */
export const BEST = `
  terse | {Near}. Others will say the bread.
  terse exact | {Near}, and then a long gap.
  formal | I can speak for myself only, and I should say {near}.
  formal dry | Opinions differ. Mine is {near}, and I have held it against better ones.
  warm | For me it is {near}; and that somebody asks how you slept.
  hedging | I would have to think. {Near}, I believe, on most days.
  curious | {Near}, for me. What have you liked best so far?
  playful | Me! And after that, {near}.
  dry | That one may complain of it in company. Also {near}.
  exact | If I may name only one thing: {near}.
  | I would say {near}, and {near2} when it rains.
`
