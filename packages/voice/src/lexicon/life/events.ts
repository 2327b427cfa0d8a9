/**
 * How what happened to the whole town is spoken of afterwards. `{event}` is its name, `{days}` a number in words. As a time:
 * while it lasts, a day after it, within two weeks of it, and later.
 */
export const NOW = `
  [with|what with] {event} [going on|at the door|in everybody's mouth]
  [in the middle of|halfway through|on the day of] {event}
`
export const NEXT_DAY = `
  [the day|one day|the morning] after {event}
  with {event} [hardly over|still in my ears|not yet swept up]
`
export const DAYS_AFTER = `
  {days} days after {event}
  [in the week of|not long after|since] {event}
  {days} days on from {event}
`
export const WEEKS_AFTER = `
  [weeks|some weeks|a good while] after {event}
  [with {event} long past|now that nobody speaks of {event}|since before we forgot {event}]
`

/** What the town calls by the name of a storm, in the order of their names. */
export const MEANINGS = `
  a hat that leaves by itself
  a door that opens for nobody
  soup with plaster in it
  other people's washing in one's own yard
  the minute in which nobody in a room will speak
  a shutter that bangs only when one is nearly asleep
  going for bread and coming home with a dog
  an umbrella that has turned against its owner
  a promise made while it was still dry
  a letter that comes wet and is kind all the same
  three steps forward and two to the side
  a roof that sings
  a cat that will not say where it has been
  a chimney that answers back
  a good morning from a stranger with a ladder
  a lamp that goes out in the middle of a sentence
  finding what one had stopped looking for
  a chair at the wrong table
  the weathercock of another street
  the last dry match
`
