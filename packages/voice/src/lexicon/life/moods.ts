/** Slot `{mood}`: clauses about the speaker's mood. */

export const LOW = `
  [I am|I was|I have been] [out of sorts|not fit for company|short with everyone|low] [since morning|today|all week]
  [nothing|not one thing] [will sit straight|fits|came easily] today
  [somebody asked how I was|I was asked if I was well] and [I lied|said fine|changed the subject]
  I [got up|woke|came downstairs] [on the wrong side|already tired|cross with the kettle]
`

export const HIGH = `
  [I am|I was|I have been] [in good heart|pleased with everything|light on my feet] [since morning|today|for no reason]
  [everything|the whole day] [came to hand|went my way|has been kind], [nearly|touch wood|so far]
  I [caught myself|was heard|was found] [whistling|grinning at a drain|singing on the stairs]
  [somebody remarked that|it seems] [I look well|I hum|I was civil before ten]
`

export const EVEN = `
  [a middling|an ordinary|a plain] sort of [day|mood|morning], [and no shame in it|which I like|with edges]
  [I feel|I am] [much as usual|about as the weather is|neither one thing nor the other]
  [I woke|I got up] [wanting|with a mind for] [quiet|plain work|company, for once]
`
