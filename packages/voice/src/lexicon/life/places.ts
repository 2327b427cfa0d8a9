/** Kinds and labels of places that one is on. */
export const ON = /promenade|street|bridge|pier|roof|stair|lane|road|bench|wall|parapet/i

/** Kinds of places that one is in. */
export const IN = /library|archive|garden|square|market|arcade|cafe|workshop|bakery|court|park|hall|pool|museum|room/i

/** Slot `{at}` in a world without places. */
export const NOWHERE = `
  [at the|by the|outside the] [corner shop|tram stop|fountain|post box|bandstand|pump]
  on the [stairs|landing|bridge|back step|way home]
  in the [queue|yard|hallway|market|arcade]
`

/** Slot `{place}` in a world without places. */
export const SOMEWHERE = 'the [corner shop|market|station|fountain|old bridge|post office|bathhouse]'

/** Remarks on a place by those who are there, by its kind or its label; the first that fits. `{here}` is its name. */
export const KINDS: readonly (readonly [kind: RegExp, lines: string])[] = [
  [
    /caf|tea|coffee|pub|bar|inn|canteen|restaurant|kitchen/i,
    `
      [The kettle|That urn|The spoon] at {here} [has opinions|is louder than last week|was never washed by a happy man].
      [They have moved|Somebody has moved|Who moved] the [good chair|window table|sugar] [again|since Tuesday|, I notice].
      [I only come to {here} for|What I like about {here} is] [the steam|the quiet end|the cups that do not match].
      [This table|My chair|The floor of {here}] [rocks|leans|creaks], [so choose your elbow|like the rest of us|have you noticed].
    `,
  ],
  [
    /library|archive|museum|school|registry/i,
    `
      [One whispers in|You can hear paper in|Nobody sneezes in] {here} [and yet|out of habit|if they can help it].
      [The lamp|That ladder|The third shelf] here [wants oil|has been moved|knows more than both of us].
      [I like|I trust|I mind] the [dust|hush|smell of glue] in {here}, [to be frank|after the street|more each year].
    `,
  ],
  [
    /garden|park|orchard|field|roof|wood/i,
    `
      [Mind|Look at|Do not step on] the [edge of that bed|new shoots|wet moss], [would you|before we go on|it is younger than it looks].
      [Everything in {here}|That tree|The low corner] has [come on|leant over|drunk] since [the rain|last week|we stood here].
      [It smells of|You can smell] [earth|rain coming|somebody's bonfire] [up here|in {here}|from this gate].
    `,
  ],
  [
    /market|\bshop|stall|hall|bakery/i,
    `
      [Everything is dearer|You can hear yourself pay|Nobody queues] at {here} [today|since the festival|and I include myself].
      [Smell that|Look at those pears|Listen to them], [and it is not even noon|before they are gone|I could stay all day].
      [They know me|I am not welcome|I owe a penny] at {here}, [so speak low|and it is mutual|on the fish side].
    `,
  ],
  [
    /pier|lookout|harbou?r|beach|promenade|bridge|tower|observatory|belfry|stair|parapet|pool/i,
    `
      [You can see|One sees|From {here} you can see] [my own chimney|half the washing of the city|who is late] [from this side|on a day like this|and I wish you could not].
      [The wind|That rail|This step] at {here} [gets under a hat|is wet again|was warmer last year].
      [I come to {here}|People come up here] [to be cold on purpose|when nobody is talking to them|for the size of it].
    `,
  ],
  [
    /workshop|studio|forge|loft|mill|office/i,
    `
      [Mind|Careful of|Do not lean on] the [vice|hot end|bench], [it bites|it was tidy once|I have the scar].
      [It smells of|I like the smell of] [oil|shavings|hot dust] in {here}, [always did|and nobody believes me|like Sunday].
      [Who left|Whose is] [that lamp|the long file|half a sandwich] [on the bench|by the vice|there]?
    `,
  ],
  [
    /forum|square|court|theatre|church|temple|arcade|plaza|street|lane/i,
    `
      [Every voice|Everything said|A cough] in {here} [comes back|is public|sounds like a motion].
      [They have swept|Somebody has chalked all over|I see they have been at] {here} [again|, and about time|since I was last here].
      [I never know|Do you know] where to stand in {here}, [under the drip or out of it|with all these benches|do you].
    `,
  ],
]

/** Remarks on a place of any other kind. */
export const ANYWHERE = `
  [I did not expect|It is a while since I saw|Nobody told me to expect] anyone at {here} [at this hour|in this weather|today].
  [It is warmer|It is quieter|There are more people] at {here} than [I remember|at home|you would think].
  [This corner|The door here|That window] [sticks|faces the wrong way|lets the weather in], [and I like it|as everyone knows|does it not].
`

/** First words of a talk. */
export const HELLO = `
  [Good {part}|There you are|Ah], {name}.
  {name}. [Sit|Come under|I hoped it was you|You are wet].
  {name}! [Have you eaten|Is it still raining|Whose coat is that]?
  [Is that|It is] {name}[, and dry|, early for once|].
`

/** Hands the talk to a third person. */
export const TURN_TO = `
  [And you|What about you|You have been quiet], {to}?
  {to} [will know|was there|is trying not to laugh].
  [Ask|Let us ask] {to}, [who has the face for it|before the tea goes cold|since I cannot].
`

/** Last words before leaving that take up nothing. */
export const LEAVING_PLAINLY = `
  [I must go|I am off|That is me], [before they close {here}|while it holds|or I shall be talked about].
  [The stairs are waiting|Somebody has to be up at five|I have a pot on]. [Good night|Until tomorrow|Keep dry].
  <terse> [Well|Right|Off]. [{here} tomorrow|Good night].
  <warm> [Eat something, both of you|Do not sit up|Wrap up]. [That is my boat|I am wanted at home].
  [Time|There is the bell|The light is going]. [Same place|{here} again|I shall be at {here}] [tomorrow|next week|when it rains].
`

/** Before something new is brought up at a table. */
export const BRINGING = `
  [While I have you|Since we are sitting here|Before I forget], {name}.
  [Another thing|Something else|Now for something else], {name}.
  <curious> [Tell me something|What do you make of this], {name}.
  <terse> [And another thing|Also], {name}.
  <warm> {name}, [you are just the one to ask|I have been meaning to say it to somebody].
`
