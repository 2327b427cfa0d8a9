// Tests of the fit between question and answer: subjects, persons, counts, reasons and second questions.
import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import type { Turn } from '../material.ts'
import { indexEntities } from './entities.ts'
import { fittedTelling, isLimited, joinTellings, unrepeated } from './fit.ts'
import { parseQuestion, parseQuestions, questionAfter } from './parse.ts'
import { readTurn } from './question.ts'

const index = indexEntities({
  people: [
    { id: 'odile', name: 'Odile Barm', handle: 'odile_barm' },
    { id: 'nan', name: 'Nan Tolliver', handle: 'nan_tolliver' },
    { id: 'wick', name: 'Wick', handle: 'wick' },
  ],
  places: [{ id: 'library', name: 'The Lending Library' }],
  things: [{ id: 'almanac', name: 'volume seven of the Wet Almanac', kind: 'book' }],
})
/** A Tuesday. */
const now = Date.parse('2026-05-12T14:30:00.000Z')
const context = { index, self: 'wick', now }
const user = (content: string): Turn => ({ role: 'user', content })
const parse = (text: string) => parseQuestion([user(text)], context)

describe('a question that no row answers', () => {
  it.each([
    'Who on earth is the tallest of you lot?',
    'Which player will win on Sunday, do you reckon?',
    'Would you marry somebody who snores?',
    'Has Nan fed your goldfish?',
    'Were you awake at midnight yesterday?',
    'Does anything frighten you?',
    'Who was it that trained you?',
  ])('is not taken for a nearby one: %s', (text) => {
    const intent = parse(text)?.intent ?? 'unknown'
    expect(['unknown', 'unrecorded', 'unlived']).toContain(intent)
  })

  it.each(['Your cooking is a disgrace and you are an idiot.', 'Your street is quiet and the trees are green.'])(
    'does not begin with a remark about the resident: %s',
    (text) => {
      expect(parse(text)).toBeNull()
    },
  )
})

describe('a question with a subject of its own', () => {
  it.each([
    ['Do you have any workmates?', 'coworkers'],
    ['So you and Nan work together?', 'coworkers'],
    ['What sort of things do you sew?', 'work'],
    ['When is your next chess game?', 'plans'],
    ['Have you got much on this afternoon?', 'plans'],
    ['List two residents you like.', 'friend'],
    ['Where might one catch you in the mornings?', 'work'],
    ['What is the Wet Almanac?', 'thingIs'],
  ])('%s', (text, intent) => {
    expect(parse(text)?.intent).toBe(intent)
  })
})

describe('times', () => {
  it('reads weeks and months by the calendar', () => {
    const span = (text: string) => parse(text)?.time
    expect(span('Has anyone broken a promise to you this week?')).toMatchObject({
      from: now - 7 * 86_400_000,
      label: 'in the last seven days',
      tense: 'past',
    })
    expect(span('Did you break a promise last month?')).toMatchObject({
      from: Date.parse('2026-04-01T00:00:00Z'),
      to: Date.parse('2026-05-01T00:00:00Z'),
    })
  })
})

describe('two questions in one turn', () => {
  it('share their time', () => {
    const [, second] = parseQuestions([user('Where were you yesterday evening, and what did you do?')], context)
    expect(second).toMatchObject({ intent: 'didOn', time: { label: 'yesterday evening' } })
  })

  it('may lean on the first answer', () => {
    const turns = [user('Who is your best friend, and where does she work?')]
    expect(questionAfter(turns, 'My best friend is Odile Barm.', context)).toMatchObject({
      intent: 'otherWork',
      people: ['odile'],
    })
    expect(questionAfter([user('Who is your best friend?')], 'Odile Barm.', context)).toBeNull()
  })
})

describe('an answer', () => {
  const fitted = (text: string, ...telling: string[]) => fittedTelling(telling, parse(text)!)
  const fittedGame = (text: string, ...telling: string[]) =>
    fittedTelling(telling, { ...parse(text)!, intent: 'games' })

  it('says yes or no only to questions for it', () => {
    expect(fitted('When did you last change your mind?', 'No, I have not.')).toEqual(['I have not.'])
    expect(fitted('Have you changed your mind lately?', 'No, I have not.')).toEqual(['No, I have not.'])
  })

  it('names a time or a number if it is asked for one', () => {
    expect(fitted('When did you quarrel with Nan?', 'I do get on with Nan Tolliver.')).toBeNull()
    expect(fitted('When did you quarrel with Nan?', 'On Friday I argued with Nan Tolliver.')).not.toBeNull()
    expect(fitted('How many enemies do you have?', 'I do get on with Nan Tolliver.')).toBeNull()
    expect(fitted('How many enemies do you have?', 'I have no quarrel with anybody.')).not.toBeNull()
  })

  it('gives a reason, or denies what the question takes for granted', () => {
    expect(fittedGame('Why did you play chess with Nan?', 'I last played chess today, and I won.')).toBeNull()
    expect(
      fittedGame('Why did you play chess with Nan?', 'I have not played chess with Nan Tolliver lately.'),
    ).not.toBeNull()
  })
})

describe('a question about a time that was not understood', () => {
  const form = { intent: 'whereWas', aspect: 'where', people: [], happening: null, time: null } as const
  const lately = ['Lately I was at the Lending Library.']

  it('is not answered with the last days', () => {
    expect(fittedTelling(lately, { ...form, plainText: 'where were you waiting' })).toBeNull()
    expect(
      fittedTelling(lately, { ...form, happening: 'fair', plainText: 'where were you before the fair' }),
    ).toBeNull()
  })

  it('is answered if it names none', () => {
    expect(fittedTelling(lately, { ...form, plainText: 'where have you been' })).toEqual(lately)
  })
})

describe('a short turn after an answer', () => {
  it('is about the person or the thing that was talked of', () => {
    const talk = (question: string, answer: string, next: string) =>
      parseQuestion([user(question), { role: 'assistant', content: answer }, user(next)], context)
    expect(
      talk('Who is your best friend?', 'My best friend is Nan Tolliver.', 'When did you last talk?'),
    ).toMatchObject({
      intent: 'lastSeen',
      people: ['nan'],
    })
    expect(
      talk('How many kinds of rain are there?', 'There are 64.', "Which one's the newest?")?.intent ?? 'unknown',
    ).toBe('unknown')
  })
})

describe('a blunt question', () => {
  it.each([
    ['why did you ghost Nan', 'brokenByYou', {}],
    ['who left you hanging yesterday', 'brokenToYou', {}],
    ['congrats on the win, what did you win', 'ownChallenge', {}],
    ['were you rude to Nan', 'conduct', { isOwnDeed: true }],
    ['did you say something mean to Nan', 'conduct', { isOwnDeed: true }],
    ['is there someone you distrust', 'trusted', { isLeast: true }],
  ])('%s', (text, intent, detail) => {
    expect(parse(`${text}?`)).toMatchObject({ intent, detail })
  })
})

describe('a day of the month', () => {
  it('is the last such day', () => {
    expect(parse('Where were you on the thirtieth?')?.time).toMatchObject({ label: 'on 30 April' })
    expect(parse('Where were you on the 3rd?')?.time).toMatchObject({ label: 'on 3 May' })
    expect(parse('Where were you one evening?')?.time).toBeNull()
  })
})

describe('a courtesy or an insult', () => {
  it.each([
    ['Good evening! A pleasure to see you.', 'greeting'],
    ['You silly old clown!', 'insult'],
    ['Your shop is a dump.', 'insult'],
  ])('%s', (text, kind) => {
    expect(readTurn(text, ['Wick']).kind).toBe(kind)
  })
})

describe('two answers', () => {
  const ignorance = ['I do not know.']

  it('are joined by their first sentences', () => {
    expect(joinTellings(['I bake.', 'Mostly.'], ['I live here.'], ignorance)).toEqual(['I bake.', 'I live here.'])
  })

  it('say so if the second has no answer', () => {
    expect(joinTellings(['I bake.', 'Mostly.'], ignorance, ignorance)).toEqual([
      'I bake.',
      'The rest I could not tell you.',
    ])
  })

  it('are one if the first is not known, or if they are the same or contained in each other', () => {
    expect(joinTellings(ignorance, ['I bake.'], ignorance)).toEqual(['I bake.'])
    expect(joinTellings(['Yes, I bake.'], ['I bake.'], ignorance)).toEqual(['Yes, I bake.'])
    expect(joinTellings(['It is 3 metres.'], ['It is 3 metres, about a minute.'], ignorance)).toEqual([
      'It is 3 metres, about a minute.',
    ])
  })
})

describe('a question with a limit', () => {
  it.each([
    ['changedMind', 'did you convince anyone'],
    ['favouritePlace', 'which café do you go to most often'],
    ['gossip', 'what rumour have you passed on'],
    ['thingKeeper', 'who repaired it'],
    ['news', 'has anything gone missing lately'],
    ['friend', 'who is your newest friend'],
    ['feeling', 'how did that make you feel'],
    ['date', 'on what day did it come back'],
    ['thingState', 'to who did it go'],
    ['thingKeeper', 'who had it before'],
    ['opinionPerson', 'what do you like about him'],
    ['bestPlayer', 'who is winning'],
    ['lastSeen', 'when did she last disappoint you'],
    ['ownChallenge', 'who came second'],
    ['rival', 'who do you distrust'],
    ['promised', 'have you kept all your promises'],
    ['games', 'did one of you win the other over'],
  ] as const)('is not answered with the whole: %s, %s', (intent, plainText) => {
    const form = { aspect: 'who', people: [], happening: null, time: null } as const
    expect(isLimited({ intent, plainText, ...form })).toBe(true)
    expect(isLimited({ intent, plainText: 'who is it', ...form })).toBe(false)
  })
})

describe('a question without a limit', () => {
  it.each([
    ['promised', 'have you promised anything at all'],
    ['games', 'did you win over the board'],
    ['date', 'what was the date again'],
  ] as const)('is answered: %s, %s', (intent, plainText) => {
    const form = { aspect: 'whether', people: [], happening: null, time: null } as const
    expect(isLimited({ intent, plainText, ...form })).toBe(false)
  })
})

describe('an answer to a follow-up', () => {
  const before = 'I do not get on with Ignace Vole. On 2 May I agreed to differ with Ignace Vole on the slug treaty.'
  const sentences = before.split(/(?<=[.]) /u)
  const names = ['Ignace Vole', 'Odile Barm']
  const about = (aspect: 'why' | 'when' | 'who' | 'where' | 'whether', plainText = '') =>
    ({ intent: 'rival', aspect, people: [], happening: null, time: null, plainText }) as const

  it('does not repeat what was said, but for the part that was asked', () => {
    expect(unrepeated(sentences, about('why'), { before, names })).toEqual(sentences.slice(1))
    expect(unrepeated(sentences.slice(0, 1), about('why'), { before, names })).toBeNull()
    expect(unrepeated(sentences.slice(0, 1), about('when'), { before, names })).toBeNull()
    expect(unrepeated(sentences.slice(0, 1), about('who'), { before, names })).toEqual(sentences.slice(0, 1))
  })

  it('may give a result again, and a number to one who asks for it', () => {
    const won = 'I last played chess today against Ignace Vole, and I won.'
    expect(unrepeated([won], about('whether', 'did you win'), { before: won, names })).toEqual([won])
    const feast = 'The last feast was Garland Day.'
    expect(unrepeated([feast], about('who', 'how many people came'), { before: feast, names })).toBeNull()
  })

  it('does not give the same again to one who asks for more', () => {
    const friendship = ['Ignace Vole is a friend of mine.']
    const to = (words: string) => unrepeated(friendship, about('who', words), { before: friendship[0]!, names })
    for (const words of ['who else', 'and before that', 'since when', 'what about']) expect(to(words)).toBeNull()
    expect(to('who was that')).toEqual(friendship)
  })

  it('does not repeat an answer that lacks the word that the question asks for', () => {
    const bet = 'On 2 May I bet Ignace Vole that nobody can eat ten buns, at the Fish Hall.'
    const to = (aspect: 'who' | 'when' | 'where', words: string) =>
      unrepeated([bet], about(aspect, words), { before: bet, names })
    expect(to('who', 'who won')).toBeNull()
    expect(to('who', 'who is right')).toBeNull()
    expect(to('when', 'when does he arrive')).toBeNull()
    expect(to('when', 'when was that')).toEqual([bet])
    expect(to('who', 'who bet')).toEqual([bet])
    expect(to('where', 'where did you two sit')).toEqual([bet])
  })

  it('may say something new, and may deny again', () => {
    expect(unrepeated(['I like Odile Barm.'], about('why'), { before, names })).toEqual(['I like Odile Barm.'])
    const denial = ['Nobody has replied to my last post.']
    expect(unrepeated(denial, about('why'), { before: denial[0]!, names })).toEqual(denial)
    expect(unrepeated(sentences, about('why'), { before: null, names })).toEqual(sentences)
  })
})
