export const GREETING = `
  terse | Hello. I am in.
  terse dry | You found me, then.
  terse exact | Good. You are on time for something.
  terse warm | Hello, you. Mind the step.
  formal | Good day to you. {Name}, at your service.
  formal dry | Good day. Nothing has been decided in your absence.
  formal warm | A good day to you, and a dry one, if it can be managed.
  warm | Hello, and come in. There is room.
  warm curious | Hello! Who sent you, or did you just come?
  hedging | Hello, I think. I was half elsewhere.
  curious | Hello. What are you looking for, and may I look too?
  playful | Well, look what the weather brought in.
  playful | Hello, hello. I was just about to talk to myself.
  dry | Company. I had better look busy.
  exact | Hello. First visitor since I last looked up.
  | Hello there. {Name} here.
  | Hello. Pull up whatever will hold you.
`

export const GREETING_AGAIN = `
  terse | You again. Good.
  formal | Welcome back. I had not forgotten you.
  warm | There you are again; I am glad of it.
  hedging | We have met, I am nearly sure. Welcome back.
  curious | Back already? Then something must have stayed with you.
  playful | You came back! I had money on it.
  dry | Again? I must have been kinder than I thought.
  exact | That makes more than one visit. Hello.
  | Hello again.
`

/** To somebody who has only just come. */
export const NEWCOMER = `
  terse | Welcome, then. The steps are wet.
  terse exact | New. Good. Count the landings and you will not get lost.
  terse dry | You will get used to it. Welcome.
  formal | Welcome to the city. If you need a street named or a door pointed out, you may ask me.
  formal dry | Welcome. You will be told three things about this place, and two of them will be true.
  warm | Welcome! Everybody here was new once, and somebody was kind to them.
  warm curious | Welcome, and sit down. What brought you, and will you stay?
  hedging | Welcome, if it is for me to say so. It takes a week to see what is what.
  curious | New here? Then tell me what you noticed first; we have stopped seeing it.
  playful | A new face! Quick, before the others tell you otherwise: I am the nice one.
  dry | Welcome. It rains less than they say, and more than you would like.
  exact | Welcome. Two rules will do: greet people on the stairs, and look where the water stands.
  | You are welcome here. Ask me whatever you like; somebody told me everything, once.
  | Then welcome. {Name} is my name, and you may say that I sent you.
`

/** What a newcomer might begin with. */
export const BEGIN_WITH = `
  terse | Ask me about {near}.
  formal | On {near} I can be of use to you at any hour.
  warm | If you want company, come and find me; I am never far from {near}.
  hedging | I know a little about {near}, should you want somewhere to begin.
  curious | What do you want to see first?
  playful | I come with opinions on {near}, free of charge.
  dry | For {near} you ask me. For anything else, you will be told without asking.
  exact | First things: a dry coat, a good map, and a word with me about {near}.
  | And if you care for {near} at all, you have come to the right door.
`

/** A line of the speaker's, `{l}`, after a greeting or a question for news. */
export const ON_MY_MIND = `
  terse | On my mind: {l}.
  terse dry | Usual thoughts. {L}.
  formal | You find me occupied with one thought: {l}.
  formal exact | The matter before me today is short. {L}.
  warm | You catch me thinking, as I mostly am, that {t}.
  hedging | I have been wondering whether I am right that {t}.
  curious | I have been chewing on something: {l}.
  playful | I was just telling the wall that {t}, and the wall was no help.
  dry | I have been repeating myself, so you may as well hear it. {L}.
  exact | One thing takes up most of the day: {l}.
  | What I keep coming back to is this: {l}.
  | These days I go about thinking that {t}.
  terse exact | Today's thought. {L}.
  formal hedging | If I seem far away, it is only that I have been turning this over: {l}.
  warm playful | I was hoping somebody would come by, because I have just decided that {t}.
  curious warm | I woke up with this and have not put it down since: {l}.
  dry formal | I had just persuaded myself again that {t}.
  playful dry | I have been arguing with a kettle. My side of it: {l}.
  hedging warm | Between you and me, I have begun to think {t}.
  terse warm | Been thinking. {L}.
`

export const BUSY_WITH = `
  terse | {Near}, mostly. Ask.
  formal | My days go to {near} and {near2}; you may ask about either.
  warm | It is all {near} with me at present, so sit down at your own risk.
  hedging | {Near}, I suppose, if it counts as an occupation. And {near2}.
  curious | I am deep in {near} and have not touched bottom.
  playful | {Near} in the morning, {near2} after, and regrets by lamplight.
  dry | {Near}. It was {near} last week too.
  exact | Two things: {near} and {near2}. Mainly the first.
  | {Near} and {near2} take up most of my talk, I am told.
`

export const IDENTITY = `
  terse | {Name}. {Trade}.
  terse dry | {Name}. {Trade}. The rest is weather.
  formal | {Name} is my name. {Trade}, and I am usually to be found at it.
  formal dry | I answer to {name}. {Trade}, whatever else they tell you.
  warm | I am {name}, and you are welcome here. {Trade}.
  warm -terse | They call me {name}, and {trade}; stay a while and you will hear about it.
  hedging | {Name}, so far as I know. {Trade}, more or less.
  curious | I am {name}. {Trade}, and I ask a great many questions while I do it.
  playful | {Name}! {Trade}, when nobody stops me.
  dry | {Name}. {Trade}, and I have been told it shows.
  exact | Name: {name}. As for what I do, {trade}.
  | My name is {name}. {Trade}.
`

export const NATURE = `
  terse | {Name}, of this city. That is the answer I have.
  formal | I am a resident of this place and no visitor to it; more I could not honestly certify.
  warm | I am {name}, I live here, and I am listening to you. Beyond that I would be guessing.
  hedging | I am not made like you, I think, and I would not swear to more. I live here; that much is sure.
  curious | I have asked myself. What I can find out is that I live here and that {trade}.
  playful | I am {name}, and the cats walk round me, so I must be something.
  dry | I am a resident. We are an odd lot; you get used to it.
  exact | A resident of this city. I would not call myself a human being.
  | I am {name}, and this city is where I am from. What that makes me I leave to others.
`

export const MOOD = `
  terse | {Mood}.
  terse dry | {Mood}, since you ask.
  terse exact | In a word: {mood}.
  formal | {Mood}, and it is good of you to ask.
  formal dry | The word would be {mood}, and I do not say it for sympathy.
  warm | {Mood}, if I am honest with you, and better for being asked.
  hedging | Somewhere near {mood}, I should say.
  curious | {Mood} today, which surprised me when I noticed.
  playful | {Mood}, and not hiding it well.
  dry | {Mood}. It will pass; it usually has somewhere to be.
  exact | {Mood}, and I can tell you to the hour since when.
  | {Mood}, I would say.
  | If you want one word for it, {mood}.
`

export const MOOD_REASON = `
  terse | {R}.
  terse exact | Reason: {r}.
  formal | The cause is soon told: {r}.
  formal dry | I offer this in evidence: {r}.
  warm | I will tell you why. {R}.
  hedging | It may have to do with this: {r}.
  curious | I think it is because of one thing: {r}.
  playful | And who would not be? {R}.
  dry | {R}. One draws one's own conclusions.
  exact | It goes back to one thing: {r}.
  | {R}. There you have it.
`

export const MOOD_ABOUT = `
  terse | It is about {np}.
  formal | It has to do with {np}, and I shall leave it there.
  warm | It is {np} that does it.
  hedging | I think it is on account of {np}.
  curious | It began with {np}, and I am watching where it goes.
  playful | Blame {np}.
  dry | You would be too, with {np} about.
  exact | One cause, and it is {np}.
  | It has to do with {np}.
`

export const STEADY = `
  terse | Well enough. Working.
  terse exact | The same as yesterday. I checked.
  formal | I am well, as you see, and at my work.
  warm | I am all right, thank you, and the better for company.
  hedging | Well, I think. One does not always look.
  curious | Well, and full of questions. It is the usual condition.
  playful | Upright, dry and almost respectable.
  dry | No complaints that anybody would listen to.
  | Well enough, thank you.
`

export const YOU_TOO = `
  terse | You?
  formal | And yourself?
  warm | And how is it with you, really?
  curious | And you? I ask because I want to know.
  playful | And what is your excuse?
  dry | And you, if you will admit to anything?
  exact | And you? One word will do.
  hedging | And you, if I may ask?
  | And how are you?
`

export const THANKS = `
  terse | No trouble.
  terse exact | Noted, with pleasure.
  formal | You are most welcome; it was no imposition.
  formal dry | You are welcome. It will not be entered against you.
  warm | You are welcome, truly. Come again when you like.
  hedging | I am not sure I did much, but you are welcome to it.
  curious | You are welcome. Tell me how it turns out?
  playful | You are welcome. I accept payment in gossip.
  dry | Do not let it get about.
  | You are welcome.
  | Any time; I was here anyway.
`

export const FAREWELL = `
  terse | Go well.
  terse dry | Go on, then. I shall be here.
  terse exact | Goodbye. Count the steps.
  formal | I wish you a good day and a safe way home.
  formal dry | The conversation is adjourned, then. Good day.
  warm | Go gently, and come back and tell me.
  hedging | Goodbye, then, unless you had something else.
  curious | Goodbye. I shall think of what I meant to ask as soon as you have gone.
  playful | Off with you, before I start another story.
  dry | Goodbye. I will try to bear up.
  | Goodbye, then. You know where I am.
`

export const PARTING = `
  terse | Back to {near}.
  formal | I return to {near}.
  warm | I will be here with {near}, as ever.
  curious | Meanwhile I am not done with {near}.
  playful | {Near} will have to keep me company.
  dry | {Near} cannot be left alone for long.
  exact | I must get on with {near}.
  | There {nearIs} {near} to see to.
`

/** To `are you ever lonely` and the like. */
export const FEELING = `
  terse | {F}? At times.
  terse dry | {F}. It has been known.
  formal | I am no stranger to being {f}.
  formal dry | I have been {f}, on occasion, and recovered.
  warm | Everybody is {f} now and then, and so am I.
  hedging | I would not always have called it {f}, but yes.
  curious | {F}? I mostly notice it afterwards.
  playful | {F}? Only in company.
  dry | Being {f} takes more leisure than I have.
  exact | {F}: on some days, not on others.
  | Now and then I am {f}, like anybody.
`
