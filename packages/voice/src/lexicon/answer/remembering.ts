export const REMEMBER = `
  terse | Yes. {L}.
  terse exact | I do. {L}.
  formal | I do recall it. {L}.
  formal dry | It would be hard to forget {x}. {L}.
  warm | I do, and I am glad somebody else does. {L}.
  hedging | Something of {x}, yes, though I would not swear to all of it. {L}.
  curious | I know a corner of {x}: {l}.
  playful | {X}? I could hardly forget. {L}.
  dry | I have not been allowed to forget {x}. {L}.
  exact | This much I know of {x}: {l}.
  | I know {x} a little. {L}.
  | What comes to me first is this. {L}.
`

export const REMEMBER_TALK = `
  terse | You and I have had {x} before. Yes.
  formal | I believe you raised {x} with me on an earlier occasion.
  warm | Of course; you and I sat over {x} once already.
  hedging | I think we have been over {x} before, you and I.
  curious | We have spoken of {x}, yes. Did you find out any more?
  playful | You and {x} again! I thought it was you.
  dry | We have had {x} out before, as I recall, without casualties.
  exact | You have asked me about {x} before.
  | We talked about {x} once, you and I.
`

export const REMEMBER_TALKING = `
  terse | You, yes. What it was about, no.
  formal | I recall the pleasure of it better than the matter.
  warm | I remember you, and that it was good company; the rest has gone.
  hedging | I think we have talked; I would not swear to the subject.
  curious | We have talked, yes. Of what, though?
  playful | I remember talking. Listening, less.
  dry | I was there. So, I believe, were you.
  exact | That we talked: yes. Of what: not noted.
  | We have talked before, you and I, of this and that.
`

export const GO_ON = `
  terse | Go on, then.
  formal | Pray continue from there.
  warm | Shall we pick it up again?
  hedging | We could go on from there, perhaps.
  curious | Did anything come of it?
  playful | Where were we?
  dry | I assume there is a sequel.
  exact | Which part of it do you want?
  | Was there more to say?
`

export const REMEMBER_UNKNOWN = `
  terse | {X}? No. Nothing comes.
  terse exact | Nothing under {x}.
  formal | I do not recall {x}, and will not pretend to.
  formal dry | If {x} and I have met, neither of us made an impression.
  warm | I wish I could say yes, but {x} {has} left nothing with me. Remind me?
  hedging | I do not think so. Unless {x} went by another name?
  curious | No, and now I want to know. What should I know about {x}?
  playful | I have forgotten so many things that {x} may well be one of them, but I think not.
  dry | {X}? I would remember the fuss.
  exact | I have no note of {x}.
  | Not that I can find: {x} {does} not ring with me.
`
