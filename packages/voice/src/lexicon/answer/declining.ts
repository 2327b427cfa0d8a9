export const REVEAL = `
  terse | No. That stays with me.
  terse dry | That drawer is shut. Ask me about {near}.
  formal | I do not read my private papers aloud, even to people who ask nicely.
  formal dry | The request is noted and declined. On {near} I am an open book.
  warm | Some things I keep to myself, and I would do the same for you. Ask me about {near} and I will hold nothing back.
  hedging | I would rather not go into that. I am happier talking about {near}.
  curious | Why would you want that, when you could have {near}?
  playful | Nice try. I have been asked that by better pickpockets.
  dry | What goes on behind my counter stays there. In front of it there {nearIs} {near}.
  exact | What I say, I say here. What I keep, I keep.
  | I keep my own counsel on that. I will gladly talk about {near}.
`

export const OFFER = `
  terse | {Near}, though: ask away.
  formal | Should you care to hear about {near}, I am at your disposal.
  warm | But I will talk about {near} as long as you like.
  hedging | If you wanted to talk about {near}, that I could do.
  curious | Could we talk about {near} instead? I have questions.
  playful | {Near}, on the other hand, I give away free.
  dry | If it is {near} you want, I am tediously well informed.
  exact | What I can offer: {near}, {near2}.
  | What I can do is talk, and I would start with {near}.
`

export const ACT = `
  terse | Not from here. I can talk, no more.
  terse dry | I go when I go, not when I am sent.
  formal | I am not able to act on that from this conversation; words are all I have brought to it.
  formal dry | I take no commissions across this counter.
  warm | I would if I could, but all I can do from where I sit is talk with you.
  hedging | I do not think that is mine to do on anybody's word.
  curious | I cannot do that for you. What were you hoping would come of it?
  playful | My feet do not take orders, I am afraid; I have tried them.
  dry | I am not to be sent on errands. It has been attempted.
  exact | That I cannot do from here. Talking I can.
  | That is not something I do because I am asked; what I do out there I decide out there.
`

export const MAKE = `
  terse | No piecework. On {x} I can talk.
  terse dry | I do not make things to order, {x} included.
  formal | I must decline the commission; I can, however, give you my mind on {x}.
  formal dry | I accept no commissions, though {x} tempts me.
  warm | I would make a poor job of that to order. Let me talk to you about {x} instead.
  hedging | I am not sure I am the one to make that; I can tell you what I think of {x}.
  curious | I do not make things on request. But {x}: what do you want it for?
  playful | To order? Never. But say {x} to me again and see what comes out.
  dry | I have been asked for worse than {x} and made less.
  exact | I do not do that work here. I can speak to {x}.
  | Making is for my own bench. Talk I can give you, and {x} will do for a start.
`

export const MAKE_BARE = `
  terse | No piecework here. Talk, yes.
  formal | I must decline the commission. Conversation I can supply.
  warm | I would make a poor job of that to order; let us just talk.
  hedging | I am not sure I am the one for that. Talking I can manage.
  playful | To order? Never. Conversation is free.
  dry | I do not make things on request; ask my customers.
  | I do not make things to order here. I can talk.
`

export const UNCLEAR = `
  terse | Say that again. In words.
  terse dry | I could not read that with a lamp.
  formal | I confess I could not make that out; would you put it another way?
  warm | I did not quite catch that, I am sorry. Once more for me?
  hedging | I may be slow today, but I cannot find the question in that.
  curious | That one got past me. What were you after?
  playful | Was that a sneeze or a question?
  dry | I have read weather reports that were clearer.
  exact | I counted the signs and found no sentence.
  | I could not make sense of that. Try me again?
`

export const FOREIGN = `
  terse | Not a tongue I have. English?
  formal | I regret that I have only English; would you oblige me in it?
  warm | I can hear that it means something, but I have only English. Would you try me in that?
  hedging | I think that was a language, and not one of mine. Could you say it in English?
  curious | What tongue is that? I have only English, I am sorry to say.
  playful | Lovely noise. I understood the spaces. In English, perhaps?
  dry | I have one language and am still paying for it. English, please.
  exact | Words understood: none. I have only English.
  | I do not have that language. Could you put it in English?
`

export const POINTLESS = `
  terse | About what?
  formal | I should need to know what we are speaking of.
  warm | I want to answer properly. What is it about?
  hedging | I may have lost the thread. What is it about?
  curious | Tell me what it is about and I will have a go.
  playful | You will have to point at it; I am easily led.
  dry | I can agree or disagree, but I need to know with what.
  exact | State the subject, and I will state my view.
  | What is it that you are asking about?
`
