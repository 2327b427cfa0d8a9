// Tests of question parsing: intents, names, times and follow-ups.
import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import type { Turn } from '../material.ts'
import { contradicts } from './consistency.ts'
import { indexEntities } from './entities.ts'
import { parseQuestion } from './parse.ts'

const index = indexEntities({
  people: [
    { id: 'odile', name: 'Odile Barm', handle: 'odile_barm' },
    { id: 'nan', name: 'Nan Tolliver', handle: 'nan_tolliver' },
    { id: 'wick', name: 'Wick', handle: 'wick' },
  ],
  places: [
    { id: 'bishop', name: 'The Wet Bishop' },
    { id: 'lane', name: 'Quarrel Lane' },
  ],
  things: [{ id: 'mayor', name: 'the Mayor' }],
})
/** A Tuesday. */
const now = Date.parse('2026-05-12T14:30:00.000Z')
const talk = (...texts: string[]): Turn[] =>
  texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
const parse = (...texts: string[]) => parseQuestion(talk(...texts), { index, self: 'wick', now })

describe('a question', () => {
  it.each([
    ['Where do you live?', 'home'],
    ['So what line of work are you in?', 'work'],
    ['Anybody you would rather avoid?', 'rival'],
    ['What did you get up to on Friday?', 'didOn'],
    ['Did anyone leave you waiting?', 'brokenToYou'],
    ['Have you ever been to Paris?', 'neverBeen'],
    ['Do you know Bertram Holloway?', 'stranger'],
    ['What was your last quarrel about?', 'argued'],
    ['How far is the Wet Bishop from Quarrel Lane?', 'distance'],
    ['Who told you that?', 'whoseSource'],
    ['Who told you about Odile?', 'whoseSource'],
    ['Is it true that somebody sold the mill?', 'heard'],
    ['Who are you?', 'identity'],
    ['What time is it?', 'date'],
    ['You are a baker, aren’t you?', 'work'],
    ['Whom do you trust least?', 'trusted'],
    ['Who is the strongest player you know?', 'bestPlayer'],
    ['What would you take back?', 'regret'],
    ['How long have you lived here?', 'tenure'],
    ['Who winds you up?', 'rival'],
    ['Do you keep your promises?', 'promised'],
    ['What do you make of Quarrel Lane?', 'placeOpinion'],
    ['Do you know Odile Barn?', 'know'],
  ])('has an intent: %s', (text, intent) => {
    expect(parse(text)?.intent).toBe(intent)
  })

  it.each([
    ['Who was the last one to get the better of you?', 'games', 'lost'],
    ['By whom have you lately been outplayed?', 'games', 'lost'],
    ['Tell me about your most recent defeat.', 'games', 'lost'],
    ['Whom did you last defeat?', 'games', 'won'],
  ])('asks for a defeat or a victory: %s', (text, intent, outcome) => {
    expect(parse(text)).toMatchObject({ intent, detail: { outcome } })
  })

  it.each([
    ['Which was the bleakest moment of your month?', 'bad'],
    ['What would you call the low point of these weeks?', 'bad'],
    ['What was the sweetest hour of your week?', 'good'],
  ])('asks for the worst or best part of a time: %s', (text, mood) => {
    expect(parse(text)).toMatchObject({ intent: 'highlight', detail: { mood } })
  })

  it('knows a thing that is taken for the listener’s own', () => {
    const things = [{ id: 'oven', name: 'the biscuit oven', kind: 'oven', keeperId: 'nan' }]
    const withThings = indexEntities({ people: [{ id: 'wick', name: 'Wick', handle: 'wick' }], places: [], things })
    const ask = (text: string) => parseQuestion(talk(text), { index: withThings, self: 'wick', now })
    expect(ask('Is your little oven hot again?')).toMatchObject({ things: ['oven'], detail: { isYourThing: true } })
    expect(ask('Is the oven hot again?')).toMatchObject({ things: ['oven'], detail: { isYourThing: false } })
    expect(ask('Is your violin out of tune?')?.intent).toBe('unlived')
    expect(ask('Where did you buy your accordion?')?.intent).toBe('unrecorded')
  })

  it.each(['Would you say Odile is generous?', 'What sort of woman is Nan?', 'Do you find Odile vain?'])(
    'asks for an opinion of a resident: %s',
    (text) => {
      expect(parse(text)?.intent).toBe('opinionPerson')
    },
  )

  it('names people by any part of their name, and places by part of a label', () => {
    expect(parse('When did you last see Tolliver?')).toMatchObject({ intent: 'lastSeen', people: ['nan'] })
    expect(parse('when did you last see odile?')).toMatchObject({ people: ['odile'] })
    expect(parse('Have you been to the bishop lately?')).toMatchObject({ intent: 'been', places: ['bishop'] })
  })

  it.each([
    ['Have you heard that Odile is selling the bakehouse?', true],
    ['Any news of Nan?', true],
    ['What is up with Odile?', true],
    ['Have you heard from Odile?', false],
    ['Have you heard of Odile?', false],
    ['Did you meet up with Nan?', false],
  ])('asks for what others told, or not: %s', (text, isHearsay) => {
    expect(parse(text)?.isHearsay ?? false).toBe(isHearsay)
  })

  it('asks for the teller after an answer', () => {
    expect(parse('Any news of Nan?', 'Nan Tolliver sold the boat.', 'Who said that?')?.intent).toBe('whoseSource')
  })

  it('reads days as spans', () => {
    const { time } = parse('What did you do on Friday?')!
    expect(new Date(time!.from).toISOString()).toBe('2026-05-08T00:00:00.000Z')
    expect(time!.label).toBe('on Friday')
  })

  it('takes pronouns and short questions from the talk so far', () => {
    expect(parse('Who is Odile?', 'A baker.', 'Is she a friend of yours?')).toMatchObject({
      intent: 'tie',
      people: ['odile'],
    })
    expect(parse('Did you play chess with Nan?', 'Yes.', 'And when was that?')).toMatchObject({
      intent: 'games',
      people: ['nan'],
      aspect: 'when',
    })
  })

  it('takes a pronoun for the thing or place that was talked of last', () => {
    expect(parse('Who looks after the Mayor?', 'Odile.', 'And how is it these days?')).toMatchObject({
      intent: 'thingState',
      things: ['mayor'],
    })
    expect(parse('How is the Mayor?', 'Well.', 'And whose job is it to look after her?')).toMatchObject({
      intent: 'thingKeeper',
      things: ['mayor'],
    })
    expect(parse('What is the Wet Bishop?', 'A bar.', 'Who works in it?')).toMatchObject({
      intent: 'placeWorkers',
      places: ['bishop'],
    })
  })

  it('asks about the answers to the post, or the other person, that was talked of', () => {
    expect(parse('What did you post last?', 'On bread.', 'Did anyone write back?')).toMatchObject({
      intent: 'lastPost',
      detail: { isOfReplies: true },
    })
    expect(parse('Who gets on your nerves?', 'Odile Barm does.', 'What did they do?')).toMatchObject({
      intent: 'tie',
      people: ['odile'],
      aspect: 'why',
    })
    expect(parse('What was the last thing you promised?', 'To come.', 'Did you keep it?')).toMatchObject({
      intent: 'promised',
      detail: { isKeeping: false },
    })
  })

  it('takes a part of a day for one of the day before it in the talk', () => {
    expect(parse('What did you do on Friday?', 'I slept.', 'And in the evening?')?.time).toMatchObject({
      label: 'on Friday evening',
      from: Date.parse('2026-05-08T17:00:00.000Z'),
    })
  })

  it('reads ordinals in words', () => {
    const { time } = parse('What were you doing on the ninth of May?')!
    expect(new Date(time!.from).toISOString()).toBe('2026-05-09T00:00:00.000Z')
  })

  it('asks about the time of the turn before', () => {
    expect(parse('What did you do on Friday?', 'I slept.', 'Was anyone with you?')).toMatchObject({
      intent: 'met',
      time: { label: 'on Friday' },
    })
  })

  it('begins after an interjection', () => {
    expect(parse('Oi Wick, how are you feeling today?')).toMatchObject({ intent: 'feeling', stranger: null })
  })

  it('knows the name that the caller gave', () => {
    expect(parse('I am Tess.')).toMatchObject({ intent: 'callerGiven', caller: 'Tess' })
    expect(parse('I am Tess.', 'Welcome.', 'What is my name?')).toMatchObject({ intent: 'caller', caller: 'Tess' })
  })

  it.each(['The bread was good.', 'I met Odile yesterday.', ''])('is no question: %j', (text) => {
    expect(parse(text)).toBeNull()
  })
})

describe('an answer', () => {
  const against = (answer: string, ...facts: string[]) =>
    contradicts(answer, facts, { index, context: 'Who is your friend?' })

  it('contradicts facts if it names somebody else or says the opposite', () => {
    expect(against('That would be Nan.', 'My best friend is Odile Barm.')).toBe(true)
    expect(against('I won, and gladly.', 'I last played chess today, against Nan Tolliver, and I lost.')).toBe(true)
    expect(against('Yes, often.', 'I have never been to Paris.')).toBe(true)
  })

  it('may put facts in other words', () => {
    expect(against('Odile, of course, though Nan is close.', 'My best friend is Odile Barm.')).toBe(false)
    expect(against('Nobody, really.', 'I am not angry with anybody at present.')).toBe(false)
  })
})
