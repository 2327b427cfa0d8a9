/**
 * Parts of frames for speakers without a written manner: everybody has a few of each, which follow from who they are, so
 * that among very many no two argue alike. `{to}`, `{why}`, `{saw}` and the like as in the frames of moves.
 */
export const CALLS = `
  {to},
  Well, {to},
  Ah, {to},
  Now, {to},
  Dear {to},
  Listen, {to},
  Forgive me, {to},
  Come, {to},
  Easy, {to},
  Oh, {to},
  Right, {to},
  Look, {to},
  So, {to},
  Friend {to},
  Honestly, {to},
  Between us, {to},
`
export const YESES = `
  that is how I have it too
  you speak for me
  I would sign that
  you have put a finger on it
  I was waiting for somebody to say so
  there is no more to add, or not much
  I nodded so hard that my hat fell off
  that is the plain sense of it
  I am on your side of the street
  nobody could have told me better
  my whole house says the same
  count me in
  you are not the only one
  it could have been me saying it
`
export const NOES = `
  I think not
  that is not how I see it
  I would turn it round
  there I get off
  not from where I stand
  I cannot follow you there
  you leave something out
  it will not do
  I have it otherwise
  that is half of it
  my own days say something else
  I would not build on that
  something in me says no
  you are looking at the wrong end
`
/** Whole sentences: nobody is called by name. */
export const CLAIMS = `
  I will say it as often as I must: {claim}.
  It has to be said, and it is said by me: {claim}.
  I woke up sure of one thing: {claim}.
  Write on my door, if you like, that {claim}.
  I have thought about it longer than I meant to, and {claim}.
  You may quote me: {claim}.
  I would stake my supper on it that {claim}.
  A view, and I hold it firmly: {claim}.
  I was asked and I answered: {claim}.
  This much I know: {claim}.
  If I were mayor for a day it would be law that {claim}.
  Nobody has talked me out of it yet: {claim}.
`
export const ASKS = `
  I would like to hear from those who think that {anti}.
  Is there a good reason for saying that {anti}?
  Somebody explain to me that {anti}.
  How did it come about that people say {anti}?
  Does anybody here truly hold that {anti}?
  I am told that {anti}, and I want to know by whom.
`
export const DOUBTS = `
  Are you certain, {to}, that {their}?
  I should like to see it, {to}, that {their}.
  Who told you, {to}, that {their}?
  It is the first I hear of it, {to}, that {their}.
  Would you swear to it, {to}, that {their}?
  And how does one know, {to}, that {their}?
`
export const OFFERS = `
  Let us split it, {to}: {mid}.
  There is a door between your room and mine, {to}: {mid}.
  Why not this, {to}: {mid}.
  I would give up half of mine, {to}, for this: {mid}.
  Say this, {to}, and we can both go home: {mid}.
  Something between the two, {to}: {mid}.
`
export const STILLS = `
  I have thought it through once more and stay where I was
  that was well said, and I am not moved
  we are going round the pump
  I heard you the first time
  you have not got me yet
  there is another side to it
  I wish I could agree
  you make it hard, but no
`
export const YIELDS = `
  you have me there
  I take mine back
  that settles it for me
  I had not seen it so, and now I cannot see it otherwise
  you were right and I was loud
  I change sides, with my hat in my hand
  I was wrong, and it does not hurt as much as I thought
  well, then I shall have to say it your way
`
export const PARTINGS = `
  let us leave it there
  we shall not agree before supper
  you keep yours and I keep mine
  it need not be decided today
  neither of us will die of it
  I like you no less for being wrong
  that is as far as the two of us get
  we can both be right on different days
`
export const REASONS = `
  {Why}.
  The reason is short: {why}.
  It comes down to this: {why}.
  I go by one thing: {why}.
  Think of it: {why}.
  Here is why: {why}.
  Only consider that {why}.
  I say so for one reason: {why}.
`
export const CASES = `
  {Saw}.
  Take one case: {saw}.
  I go by what I have seen: {saw}.
  It is not long ago that I learned it: {saw}.
  Let me tell you something: {saw}.
  This happened: {saw}.
  I keep coming back to one day: {saw}.
  You can have it from me: {saw}.
`
export const GRANTED = `
  If {their}, I have nothing left to say.
  {Their}: there is no way round it.
  That {their} I had never counted in.
  I see now that {their}.
`
export const KEPT = `
  I still say that {claim}.
  For me it stays as it was: {claim}.
  I go home thinking that {claim}.
  Put me down for this: {claim}.
`

/** Before a reason that begins a sentence, and before a case. */
export const BECAUSES = `
  After all,
  You see,
  The fact is,
  Mind you,
  It is plain that
  Everybody can see that
  As I have learned,
  Depend upon it,
  To my mind
  I find that
  Say what you like,
  It comes to this:
`
export const ONCES = `
  I remember that
  It so happened that
  Not long ago
  There was the time when
  One evening
  I have not forgotten that
  Believe it or not,
  This is true:
  Some weeks back
  As it happened,
`
