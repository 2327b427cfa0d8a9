/** A line that names the subject itself, without an introduction. */
export const SAYING = `
  terse | {L}.
  terse dry | {L}. I have nothing to add to that.
  terse exact | {L}. No more, no less.
  terse formal | {L}. So I hold.
  formal | I have long held that {t}.
  formal exact | It is my settled view that {t}.
  formal dry | {S}; I would put my name to that.
  formal warm | Allow me to say it plainly. {L}.
  warm | I will tell you what I tell everyone who stops to ask: {l}.
  warm -terse | Come in out of the wet and I will say it plainly. {L}.
  hedging | As far as I can tell, {t}.
  hedging | I could be wrong, but I think {t}.
  hedging -terse | I have it at second hand from my own experience, so mind how you carry it: {l}.
  curious | I keep arriving at the same place: {l}.
  curious | What I have found out so far is that {t}.
  curious warm | You know what I have noticed? {S}.
  playful | Here is one I would embroider on a cushion: {l}.
  playful | Promise you will not tell the others? {L}.
  playful -terse | I have tried this on a cat and on a committee, and the cat took it better: {l}.
  dry | {L}. I did not arrange it; I only noticed.
  dry | Unfashionable as it may be, {t}.
  dry formal | Nobody has yet paid me to think otherwise: {l}.
  exact | Put precisely: {l}.
  exact terse | I have checked. {S}.
  exact | I have been over it more than once, and {t}.
  -formal warm | Well now. {S}, and I have not met the argument that shifts me.
  | The way I see it, {t}.
  -terse | I have turned that over often enough, and I end where I began: {l}.
`

/** The subject, then a line about it. */
export const NAMING = `
  terse | {X}? {L}.
  terse exact | On {x}: {l}.
  terse dry | {X}. {S}, and there it ends.
  formal | As to {x}, I hold that {t}.
  formal exact | On {x} my position is unchanged: {l}.
  formal hedging | If I am to speak of {x} at all, I had better begin here: {l}.
  warm | Since it is {x} you ask about, here is what I have come to: {l}.
  warm playful | Oh, {x}. {S}, and you may tell them I said so.
  hedging | I would not swear to much about {x}, but I would nearly swear to this: {l}.
  hedging | About {x} I am surer than usual, which is not very. {S}.
  curious | I keep a page of notes on {x}, and the page comes down to this: {l}.
  curious | Every time I look into {x} I find the same thing at the bottom. {L}.
  playful | You have walked straight into it by saying {x}. {L}.
  playful -terse | People find a reason to leave when I start on {x}, so go now or stay: {l}.
  dry | {X}. Everybody has a theory; mine is that {t}.
  dry | I wondered who would bring up {x}. {S}, and nobody thanks me for saying it.
  exact | With {x}, one thing I am sure of: {l}.
  exact dry | My notes on {x} run to a single line. {L}.
  | When it comes to {x}, I think {t}.
  -terse | Most of what I think about {x} fits into one breath. {L}.
  warm hedging | I have lived beside {x} a good while now, and if I have learned anything, {t}.
  formal dry | I have been asked about {x} before, and gave the same answer: {l}.
`

/** A line beside the subject, for want of one about it. */
export const BESIDE = `
  terse | {X}: no. Near it, though: {l}.
  terse dry | {X} I leave alone. Next door to it: {l}.
  terse exact | Nothing on {x}. Beside it, one entry. {L}.
  formal | I cannot claim {x} as my subject; the nearest I can offer is this: {l}.
  formal hedging | On {x} I must not pretend. I can only reason from what lies beside it, and there I hold that {t}.
  formal dry | {X} I have never been asked to minute. On its neighbour I am on record: {l}.
  warm | I have not much of my own on {x}, but take what I have from next door: {l}.
  warm curious | You may know more about {x} than I do. What I know is close by: {l}.
  hedging | {X} I know from the outside only. What I know from the inside is something like it: {l}.
  hedging -terse | I would be guessing about {x}, so let me say a thing I am not guessing at. {L}.
  curious | I have not looked into {x} yet. What I did look into is not far off: {l}.
  curious -terse | Tell me whether {x} and this have anything to do with each other, because I suspect it: {l}.
  playful | I have been circling {x} for a while without landing. The nearest roof is this one: {l}.
  playful dry | {X} and I nod to each other on the stairs, no more. With its cousin I am on better terms: {l}.
  dry | I have no opinion on {x} that would survive a second question. One street over I have one: {l}.
  exact | About {x} I have no figures. About what borders on it I have this: {l}.
  | I come at {x} sideways, by way of what I know. {L}.
  | Whether this answers for {x} I leave to you: {l}.
  warm -formal | I only ever see {x} from my own doorstep. From there it looks like this: {l}.
`

export const FOR_IT = `
  terse | “{label}”: I am for it.
  terse exact | “{label}”. Mark me down as a yes.
  formal | There is a proposal about, “{label}”, and it has my support.
  formal dry | I have put my name to “{label}” and have not yet regretted it.
  warm | There is an idea going round, “{label}”, and my heart is with it.
  hedging | On balance I lean towards “{label}”, and I have leaned for a while.
  curious | I have been following “{label}”, and so far it has me convinced.
  playful | If you hear somebody shouting for “{label}”, it may be me.
  dry | I support “{label}”, which may do it harm.
  | You will have heard of “{label}”; I am on that side.
`

export const AGAINST_IT = `
  terse | “{label}”: no.
  terse exact | “{label}”. Mark me down as a no.
  formal | There is a proposal about, “{label}”, and I am obliged to oppose it.
  formal dry | I have heard the best case for “{label}”, and I still oppose it.
  warm | Good people are behind “{label}”, and I am still not with them.
  hedging | I may be alone in this, but “{label}” does not persuade me.
  curious | I keep asking what “{label}” would cost, and nobody has told me yet. So I am against it.
  playful | They have tried to sell me “{label}” twice, and I have kept my purse shut.
  dry | “{label}” has many friends, and can spare me.
  | As for “{label}”, I am not on that side.
`

export const OPEN_ON_IT = `
  terse | “{label}”: undecided.
  terse exact | “{label}”. Not counted yet.
  formal | On the proposal called “{label}” I have reserved my position.
  formal dry | I am neither for “{label}” nor against it, and both sides hold it against me.
  warm | I can see both kitchens from here when they argue about “{label}”.
  hedging | I go back and forth about “{label}”, and today is no exception.
  curious | I have not made up my mind about “{label}”; I am still asking round.
  playful | Ask me on a dry day and I am for “{label}”; ask me on a wet one.
  dry | “{label}” and I are watching each other.
  | About “{label}” I am still in two minds.
`

/** An episode as an aside. `{ep}` is a clause in the past. */
export const HAPPENED = `
  terse | {Ep}.
  terse dry | {Ep}. I mention it.
  formal | Not long since, {ep}.
  formal exact | I can cite one instance: {ep}.
  warm | {Ep}, and it has stayed with me.
  warm -terse | Only the other week {ep}, and I think of it still.
  hedging | If I remember it rightly, {ep}.
  curious | {Ep}. I am still finding out what that meant.
  playful | Not so long ago {ep}; you should have been there.
  dry | {Ep}. I draw no conclusion.
  exact | For the record, {ep}.
  | Not long ago {ep}.
`

export const ALSO = `
  terse | Also: {l}.
  terse exact | Second point. {L}.
  formal | I would set this beside it: {l}.
  formal dry | In the same spirit, {t}.
  warm | And I will give you another to go with it: {l}.
  hedging | It goes, I think, with something else. {L}.
  curious | There is a second thing I found lying next to it: {l}.
  playful | And while I have hold of your sleeve: {l}.
  dry | Nor is that the worst of it. {L}.
  exact | To that I add one thing: {l}.
  | I also think {t}.
  | Next to that I keep another thought. {L}.
`

/** An open question of the speaker's, `{q}`. */
export const OWN_QUESTION = `
  terse | Still open: {q}?
  terse dry | {Q}? Nobody says.
  formal | One question remains on my table. {Q}?
  formal dry | I have put this to better minds without result: {q}?
  warm | You might know better than I do. {Q}?
  warm curious | Help me with one thing. {Q}?
  hedging | And there I stop, because I do not know the next part. {Q}?
  hedging -terse | What I cannot get to the bottom of is this: {q}?
  curious | What I would really like to know: {q}?
  curious | {Q}? I have been at that one for days.
  playful | Now you. {Q}?
  playful -terse | I will swap you an answer for an answer. {Q}?
  dry | I have a question of my own and no takers. {Q}?
  exact | One item outstanding. {Q}?
  exact terse | Not yet settled: {q}?
  | I keep asking myself something. {Q}?
`

/** The subject is an interest of the speaker's, but no line is about it. */
export const OWN_FIELD = `
  terse | {X}. Every day.
  terse dry | {X}: I would be the wrong person to ask for a short answer, so I will give none.
  terse exact | {X} {has} most of my working hours.
  formal | You touch on my own province: {x} and little else.
  formal dry | I am said to be tedious on {x}, and I have never been caught denying it.
  warm | Now you have named it. I could talk about {x} until the lamps go out.
  hedging | I ought to know about {x}, all things considered, and the longer I look the less I would swear to.
  curious | {X} {is} where half my questions live.
  playful | You said {x}, so you have nobody to blame but yourself.
  dry | I am kept busy, and poor, by {x}.
  exact | I deal with {x} daily, and I still keep notes.
  | I spend more of my life on {x} than I admit.
`

export const UNKNOWN = `
  terse | {X}? Not mine. Ask me about {near}.
  terse dry | I have nothing on {x}. On {near} I have too much.
  terse exact | No entry under {x}. Several under {near}.
  terse warm | I do not know about {x}. I know about {near}, and you are welcome to that.
  formal | I would rather say nothing about {x} than invent something. On {near} I can be of use.
  formal hedging | I am not competent to speak on {x}, and should not like to be quoted. On {near} I am less cautious.
  formal dry | {X} {has} not come before me, and I do not rule on what has not come before me. With {near} it is otherwise.
  warm | You have me there: I know nothing worth telling about {x}. Come to me about {near} and I will do better.
  warm curious | {X} {has} never come through my door, so you will have to do the telling.
  hedging | I should be honest: about {x} I would only be guessing. I am on firmer ground with {near}.
  hedging | Anything I said about {x} would be hearsay, and poor hearsay. What I can speak to is {near}.
  curious | I know next to nothing about {x}, and would like to change that. What is the first thing I ought to know?
  curious | {X} {is} new to me. Where should somebody begin who knows mostly about {near}?
  playful | I could make something up about {x}, and you would enjoy it, and it would be a lie. Try me on {near}.
  playful | Whenever talk turns to {x} I seem to be out of the room. For {near} I never leave it.
  dry | What I know of {x} would fit on a stamp, with room for the glue. For {near} you would need the envelope.
  dry | I have managed so far without {x}. Without {near} I should not manage a morning.
  exact | I have nothing on {x} that I could vouch for. On {near} I would sign.
  exact hedging | My knowledge of {x}, rounded, is nought. Ask about {near}.
  | I leave {x} to other people and stick to {near}.
  | {X} and I have not been introduced. Ask me about {near} and you will see the difference.
`

/** Nothing is known, to a request to tell or to explain. */
export const TELL_UNKNOWN = `
  terse | I cannot tell you about {x}. About {near}, yes.
  terse dry | {X}? Somebody else will have to explain.
  terse exact | Nothing on {x} that I could teach. {Near} I could.
  terse warm | {X}, no. I would tell you if I knew.
  formal | To explain {x} one ought to know a good deal, and I do not. On {near} I could go on at length.
  formal dry | I have never been called upon to explain {x}, and I see why.
  warm | I would only lead you astray about {x}. Let me tell you about {near} some time.
  hedging | I could tell you what I have heard of {x}, and it would be wrong by morning.
  curious | I was hoping somebody would tell me about {x}. All I can offer in return is {near}.
  playful | I know how a story about {x} begins, and not one word after.
  playful dry | I could explain {x} with great confidence and no knowledge. It is how most of it gets explained.
  dry | On {x} I am as well informed as that chair.
  exact | What I know of {x} is the word. Ask me about {near} and you get more.
  | You want somebody else for {x}. For {near} you may come to me.
`

export const ASK_BACK = `
  curious | What made you think of {x}?
  curious warm | What {is} {x} to you?
  warm | And you, what have you seen of {x}?
  formal | May I ask what brings you to {x}?
  formal dry | Is somebody proposing something about {x}?
  terse | Why {x}?
  terse exact | What about {x}, exactly?
  playful | Who put you up to asking about {x}?
  playful warm | Your turn: what would you say about {x}?
  dry | Did somebody send you to ask about {x}?
  exact | What is it about {x} that you want to know?
  hedging | Or have you seen more of {x} than I have?
  | And what do you make of {x}?
`

/** An episode about the subject. */
export const TELLING = `
  terse | {X}? {L}.
  terse dry | {L}. That is my share of {x}.
  terse exact | On {x}, from my own notes: {l}.
  formal | Of {x} I can report one thing at first hand: {l}.
  formal dry | I was asked for a statement about {x} once, and it ran like this: {l}.
  warm | I will tell you what I have of {x}. {L}.
  warm -terse | You should have it from somebody who was there, so far as {x} {is} concerned: {l}.
  hedging | What I can say for certain about {x} is not much. {L}.
  hedging | Others will tell you more about {x}. I have only this: {l}.
  curious | I wrote down what I saw of {x}. It begins like this: {l}.
  curious | The part of {x} I know from the inside is small. {L}.
  playful | Ask anybody about {x} and they will tell it better. My version: {l}.
  playful | I have dined out on {x} for a while now. {L}.
  dry | I had my share of {x}. {L}.
  exact | What I can vouch for, concerning {x}: {l}.
  | What stays with me of {x} is this. {L}.
  | When people say {x}, I think of one thing first: {l}.
`

/** An open question about the subject, for want of a line. */
export const OPEN_ABOUT = `
  terse | {X}: open. {Q}?
  terse dry | Only a question there. {Q}?
  formal | On {x} I have a question where you expect an answer. {Q}?
  warm | I wish I knew my own mind about {x}. {Q}?
  hedging | I am no further with {x} than this: {q}?
  curious | {X} {is} exactly where I am stuck. {Q}?
  curious warm | You ask just as I was asking it myself. {Q}?
  playful | You too? I have been going round and round {x}. {Q}?
  dry | I have the question about {x} and not the answer. {Q}?
  exact | One open item under {x}. {Q}?
  | What I have on {x} is a question. {Q}?
`

/** Before a stance on an idea that names the subject. */
export const ARGUED_ABOUT = `
  terse | {X}. There is a proposal.
  terse exact | Under {x}, one motion.
  terse dry | {X}. People have signed papers about less.
  formal | As regards {x}, one proposal is before us.
  formal dry | It has come to petitions over {x}, which is far enough.
  formal exact | Let me confine myself, as to {x}, to the proposal on the table.
  warm | I know what they are all arguing about when they say {x}.
  warm curious | There is an argument going about {x}, and I have tried to hear all of it.
  hedging | I would keep out of the quarrel over {x} if I could.
  curious | Half the city is arguing about {x}, and I have been listening.
  playful | Say {x} in the wrong company and you lose an evening.
  playful dry | {X}! You will want a chair, there are factions.
  dry | There are two sides on {x}, and both have leaflets.
  dry terse | On {x} everyone has been asked, even me.
  exact | For {x} there is at least a question one can count hands on.
  hedging warm | I have friends on both sides when it comes to {x}.
  | When talk comes to {x}, people want to know which side you are on.
  | What matters to me about {x} is what is being proposed.
`

/** Nothing is known of a person or a place. */
export const UNKNOWN_NAME = `
  terse | {X}? I know the name. No more.
  terse exact | On {x} I have nothing at first hand.
  terse dry | {X}? You would have to ask elsewhere.
  formal | I should not like to characterise {x} on hearsay.
  formal dry | Of {x} I know what everybody knows, which is seldom so.
  warm | I would rather not talk about {x} out of turn; I know too little.
  hedging | I know {x} only by what I am told, and I have been told all sorts.
  curious | I have heard {x} mentioned and always meant to ask. What have you heard?
  playful | I have three stories about {x} and I was present for none of them.
  dry | {X} and I have never been in the same sentence until now.
  exact | I could tell you how {x} is spelled. Beyond that I have nothing sure.
  | I know {x} by name; what stands behind it I could not say.
`

/** A general belief of the speaker's, applied to a subject of which nothing is known. */
export const LENS = `
  terse | {X}? I would go by my own rule. {L}.
  terse dry | {X}: same as the rest. {L}.
  terse exact | No notes on {x}. One rule, though: {l}.
  terse warm | Never had to do with {x}. But {t}.
  formal | I have made no study of {x}; I can only apply what I apply elsewhere, namely that {t}.
  formal dry | {X} {has} not come before me. If ever, I should rule as usual: {l}.
  formal warm | You must not take me for an expert on {x}. I only know what I know, and I know that {t}.
  warm | I know little about {x}, but I know this, and it has served me with stranger things: {l}.
  warm playful | {X}, well now. I would start where I always start: {l}.
  hedging | I may be out of my depth with {x}. All I have is what I think about most things: {l}.
  hedging formal | I would not venture far on {x}. As a general thing, though, {t}.
  curious | I have no notes on {x}. The first thing I would look into is whether this holds there too: {l}.
  curious warm | I wonder whether {x} {is} any different from the rest, because in my experience {t}.
  playful | I have never met {x}, and would say what I say to every newcomer. {L}.
  playful dry | I know nothing of {x}, so I shall say what I say at weddings: {l}.
  dry | {X} would hardly be the exception. {L}.
  dry hedging | I have kept clear of {x} so far, on the principle that {t}.
  exact | Of {x} I have no experience. The rule I would test there is this: {l}.
  | I look at {x} as I look at everything from here: {l}.
  | Anybody in my line of work would say it of {x} too. {L}.
  -terse | I have no story about {x}, only a habit of mind, and the habit says that {t}.
`

/** The same for a subject that everybody knows. */
export const LENS_EVERYDAY = `
  terse | {X}? I go by my own rule. {L}.
  terse dry | {X}: same as the rest. {L}.
  terse exact | For {x} one rule will do: {l}.
  terse warm | {X}, well. {L}.
  formal | I apply to {x} what I apply elsewhere, namely that {t}.
  formal dry | I see no reason to make an exception for {x}. {L}.
  formal warm | If you want my view of {x}, it is my view of most things: {l}.
  warm | With {x} I start where I start with everything: {l}.
  warm playful | {X}, well now. I always begin at the same end: {l}.
  hedging | I have no theory of {x}, only what I think in general: {l}.
  hedging formal | On {x} I would not go further than this: {l}.
  curious | I keep trying it on {x} too, and so far it holds: {l}.
  curious warm | I wonder whether {x} {is} any different from the rest, because in my experience {t}.
  playful | Say it of {x} or say it of anything. {L}.
  playful dry | I have one thought and I use it for {x} as well: {l}.
  dry | {X} would hardly be the exception. {L}.
  dry hedging | I doubt that {x} {is} exempt. {L}.
  exact | What I hold in general I hold of {x}: {l}.
  | I look at {x} as I look at everything from here: {l}.
  | Anybody in my line of work would say it of {x} too. {L}.
`
