export const MORE = `
  terse | One more, then. {L}.
  terse exact | Further: {l}.
  formal | To continue, then: {l}.
  formal dry | You encourage me. {L}.
  warm | Since you are still here: {l}.
  hedging | There is a bit more, though I am less sure of it. {L}.
  curious | It goes on, yes. {L}.
  playful | You should never say that to me. {L}.
  dry | There is always more. {L}.
  exact | Next point: {l}.
  | There is this as well. {L}.
  | What I left out is that {t}.
`

export const REASON = `
  terse | Experience. {L}.
  formal | I will give you my ground for it: {l}.
  formal dry | You are right to ask; most do not. {L}.
  warm | Because of what sits behind it for me: {l}.
  hedging | I have only this to hold it up: {l}.
  curious | I asked myself that too, and the nearest I got was this: {l}.
  playful | I was hoping you would not ask. {L}.
  dry | Somebody had to. {L}.
  exact | One step back from it stands another: {l}.
  | It rests on something else I think. {L}.
`

export const REASON_BARE = `
  terse | I have looked at it. That is all.
  formal | I can offer no proof, only the years in which it has not failed me.
  warm | It is only what living here has taught me.
  hedging | If I am honest, I have more of a feeling than a reason.
  curious | I do not know yet. That is why I keep saying it out loud.
  playful | Because the other answer was taken.
  dry | Because I have tried thinking otherwise and it did not suit me.
  exact | Because each time I checked, it came out so.
  | I have no better reason than having watched it happen.
`

export const MEANING = `
  terse | More plainly: {l}.
  formal | Let me restate it. {L}.
  warm | I put it crookedly. What I meant is this: {l}.
  hedging | I am not sure I had it clear myself. Perhaps so: {l}.
  curious | Let me try from the other end. {L}.
  playful | In smaller shoes, then: {l}.
  dry | It sounded clearer before I said it. {L}.
  exact | Precisely this: {l}.
  | Said another way: {l}.
`

export const DISAGREE = `
  terse | Then we differ. I still say this: {l}.
  terse dry | Noted. {S}, even so.
  formal | I hear the objection and respect it. I maintain, even so, that {t}.
  warm | You may well be right, and I would like to hear it properly. For my part, {t}.
  hedging | You could be right. I had it that {t}, and I have been wrong before.
  curious | Good, tell me where it breaks. As I have it, {t}.
  terse dry | Noted. I have not moved. {L}.
  warm dry | I can bear being disagreed with. {L}.
  playful | Good, I was lonely being agreed with. I go on saying it: {l}.
  dry | I am used to it. {S}, whoever is laughing.
  exact | Which part is wrong? I said what I have checked: {l}.
  | We can disagree and both go home dry. I still think {t}.
`

export const DISAGREE_BARE = `
  terse | Then we differ. Say why.
  formal | I take the objection. Would you state it in full?
  warm | You may well be right. Tell me how you see it.
  hedging | I could have it wrong; I have before. Where does it go astray?
  curious | Good. Which part of it breaks, for you?
  playful | At last, somebody who argues. Go on.
  dry | You are not the first. What do you say instead?
  exact | Point to the place where I am wrong.
  | Then tell me what you would put in its stead.
`

export const AGREE = `
  terse | Good. Then also this: {l}.
  formal | I am obliged to you. It follows, to my mind, that {t}.
  warm | Then we are two. I would go on from there: {l}.
  hedging | That makes me a little surer of it. And perhaps of this: {l}.
  curious | Then tell me if you would go this far as well: {l}.
  playful | Careful, agreeing with me spreads. {L}.
  dry | Agreement. I shall have to sit down. {L}.
  exact | Then the next step ought to hold too: {l}.
  | Good, then we can start from there. {L}.
`
