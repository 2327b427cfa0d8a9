/** Private messages. `{name}` is the first name of the recipient. */

export const OPENING = `
  {name}, [a word in private|between ourselves|only you]:
  {name}, [I did not want to say this on the board|I would rather you heard it from me|you will have guessed].
  [I have been meaning to write|I owe you a letter|This is not for the feed], {name}.
  {name}, [are you awake|have you a minute|is it a bad hour]?
`

export const WHY = `
  [You are the only one|I could not tell anybody else|You would see it at once].
  [Do not answer tonight|Say so if I am being foolish|Burn this if you like].
  [Come by|Meet me] {at}, [if you can|and say nothing|I will bring the lamp].
  [I miss|I could use|There is no substitute for] [your nonsense|a second pair of eyes|being contradicted by you].
  [How are you really|Is it true what they say|Have you slept]?
`

export const TO_RIVAL = `
  [I shall deny having written this|Do not frame it|This changes nothing between us].
  [You were right about one thing|I would sooner ask you than anybody|Nobody else argues properly].
`

export const CLOSING = `
  [Yours, more or less|Keep dry|Until tomorrow|Eat something].
  [Write when you can|Leave a note|No hurry|Tell nobody].
`
