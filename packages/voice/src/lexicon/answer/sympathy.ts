export const SORROW = `
  terse | That is hard. Sit.
  terse dry | I will not say it passes. Sit anyway.
  terse exact | I heard that. All of it.
  formal | I am sorry to hear it, and I do not say so as a form.
  formal warm | You have my sympathy, and my full attention.
  warm | Oh, I am sorry. Stay here a while; nothing needs doing this minute.
  warm -terse | I am sorry. You need not make a good story of it for me; say it any way it comes.
  hedging | I do not know the right thing to say to that, so I will just stay put.
  curious | I am sorry. When did it start, if you want to say?
  playful | I will put the jokes away. I am sorry.
  dry | I am bad at comfort and good at staying. I will stay.
  | I am sorry. That is a heavy thing to carry about.
  terse warm | Oh. I am sorry.
  dry terse | That is a bad day, and no two ways about it.
  dry formal | I have nothing clever to say to that, and will not try.
  exact warm | I am sorry. Take the time it takes.
  curious warm | I am sorry. Is somebody with you?
  playful dry | Then the rest can wait. I am sorry.
`

export const JOY = `
  terse | Good. Well done.
  terse dry | About time something went right.
  formal | My congratulations, and I mean them.
  warm | I am so glad. Tell me all of it, slowly.
  hedging | That sounds like good news, if I have it right. I am pleased.
  curious | Good! How did it happen?
  playful | Ha! Then somebody ought to ring something.
  dry | I am pleased, and it hardly shows, but I am.
  exact | Noted, dated and underlined: good.
  | I am glad to hear it.
`

export const ABOUT_IT = `
  terse | {X}: go on.
  formal | Should you wish to say more about {x}, I am listening.
  warm | Tell me about {x}, from the start.
  hedging | If {x} {is} something you want to talk about, I have time.
  curious | What was it like, with {x}?
  playful | I want to hear about {x} from the beginning.
  dry | {X}, of all things. Go on.
  exact | Start with {x}, and take it in order.
  | I would hear more about {x}.
`

/** Second sentence after bad news with a subject. */
export const CONSOLE = `
  terse | Tell me about {x}. Or do not.
  terse exact | Begin anywhere. There is no order to keep.
  formal | If it would help to speak of {x}, I am listening.
  warm | Tell me about {x}, if it helps.
  warm -terse | I would like to hear about {x}, whenever you can say it.
  hedging | We need not talk about {x}. We can, though.
  curious | What do you most want to say about {x}?
  playful | Talk about {x} as long as you like; I will hush.
  dry | You may talk about {x} or about nothing. Both are allowed here.
  exact | Begin with {x}, or with whatever comes first.
  | I would gladly hear about {x}.
`

/** Second sentence after bad news without a subject. */
export const COMFORT = `
  terse | Rest first.
  terse exact | One thing at a time. Start with the smallest.
  formal | There is no call to be brave about it here.
  warm | You need not do anything about it tonight.
  warm curious | What would make the next hour easier?
  hedging | It may look different after sleep. It may not, but it may.
  curious | What was the worst of it?
  playful | If it helps, I can be quiet, which is rarer than you think.
  dry | I have no wisdom about it, only a chair.
  exact | How long has it been like that?
  | Do you want company in it or advice?
`

export const PRAISE = `
  terse | Kind of you.
  terse dry | I will try to deserve it by Friday.
  formal | You are generous, and I am obliged to you.
  warm | You will make me drop something. Thank you.
  hedging | I never know where to put a kind word, but thank you.
  curious | Thank you. What was it that struck you?
  playful | Louder, please, and facing the street.
  dry | I shall have it framed and hung somewhere damp.
  exact | Thank you. I will enter it under income.
  | Thank you, that is good to hear.
`

export const INSULT = `
  terse | As you like. I am still here.
  formal | I will let that pass, and suppose the day has been long.
  warm | That sounds as if it came from somewhere sore. I do not mind it.
  hedging | You may have a point. I had hoped for a better one.
  curious | What happened, before you came in with that?
  playful | I have been called worse, and by a gull.
  dry | I have had better reviews, and worse ones.
  exact | Opinion noted. Anything further?
  | I will not quarrel about that. Was there something you wanted to talk over?
`

export const STATEMENT_UNKNOWN = `
  terse | {X}. I see. Go on.
  terse exact | {X}. That is new to me.
  formal | I had not heard of {x} in that light; pray continue.
  formal dry | {X}, you say. I had nothing down for that.
  warm | I like that you bring me {x}; nobody else has. What happened then?
  hedging | About {x} I have nothing to set against that, so I will believe you.
  curious | I did not know that about {x}. How did you find out?
  playful | {X}! And here was I, thinking it would be an ordinary day.
  dry | {X}. Well. One lives and learns, chiefly the first.
  exact | Let me be sure I have it: {x}. What comes next?
  | I had not thought about {x} from that side.
`

/** To a statement about something of the caller's. */
export const THEIRS = `
  terse | {X}. Tell me.
  terse dry | {X}. These things happen.
  terse exact | {X}. When was this?
  formal | I am sorry not to have known about {x}; pray continue.
  formal dry | {X}. I shall want the particulars.
  warm | Tell me more about {x}; I have time.
  warm curious | And how are you, now, about {x}?
  hedging | I do not know what one says about {x}, but I am listening.
  curious | How did that come about, with {x}?
  playful | Start at the beginning with {x}, and leave nothing out.
  dry | {X}. I thought something had happened.
  exact | Let me be sure I have it: {x}. What comes next?
  | I am listening. What happened with {x}?
`
