// Tests of question recognition, and of the choice of news that answer a question.
import { describe, expect, it } from 'vitest'
import type { KnownFact } from '../../stores/minds/knowledge.ts'
import { bareName, recogniseQuestion } from './questions.ts'
import { findFact, findToldFact } from './recall.ts'

describe('a question', () => {
  it.each([
    ['Who is Nan Tolliver?', { kind: 'who', name: 'Nan Tolliver' }],
    ['Good morning! Do you know who is Nan?', { kind: 'who', name: 'Nan' }],
    ['What does Odile Barm do?', { kind: 'who', name: 'Odile Barm' }],
    ['Where is Wick right now?', { kind: 'where', name: 'Wick' }],
    ['Where can I find the Wet Bishop?', { kind: 'where', name: 'the Wet Bishop' }],
    ['How far is it from Pier One to the Vane?', { kind: 'distance', from: 'Pier One', to: 'the Vane' }],
    ['What did Wick say last?', { kind: 'said', name: 'Wick' }],
    ['How many followers does Pim Ledger have?', { kind: 'followers', name: 'Pim Ledger' }],
    ['How many posts has Pim written?', { kind: 'posts', name: 'Pim' }],
    ['How does Nan get on with Casimir Roque?', { kind: 'tie', name: 'Nan', other: 'Casimir Roque' }],
    ['How is Teo Lasko feeling today?', { kind: 'mood', name: 'Teo Lasko' }],
    ['Whose idea was “The slug treaty”?', { kind: 'idea', label: 'The slug treaty' }],
    ['Who won “A list of three: The Board”?', { kind: 'winner', title: 'A list of three: The Board' }],
    ['Who is at the Fish Hall?', { kind: 'present', place: 'the Fish Hall' }],
    ['Is the Bobbin running again?', { kind: 'state', name: 'the Bobbin' }],
    ['What is wrong with the Heron?', { kind: 'state', name: 'the Heron' }],
    ['How long has the Heron been out of order?', { kind: 'since', name: 'the Heron' }],
    ['Who winds the Hearth clock?', { kind: 'keeper', name: 'the Hearth clock' }],
    ['Who has the street atlas?', { kind: 'state', name: 'the street atlas' }],
    ['What happened yesterday?', { kind: 'happened', when: 'yesterday' }],
    ['What is going on in town?', { kind: 'happened', when: 'today' }],
    ['What is the forecast for tomorrow?', { kind: 'forecast', past: false }],
    ['Did the forecast come true?', { kind: 'forecast', past: true }],
    ['Can you recommend a place for supper?', { kind: 'somewhere', to: 'supper' }],
    ['Where can I get a coffee?', { kind: 'somewhere', to: 'a coffee' }],
    ['Is there a quiet place to read?', { kind: 'somewhere', to: 'read' }],
    ['Where can I find fish?', { kind: 'somewhere', to: 'find fish' }],
    ['Where can I find the Fish Hall?', { kind: 'where', name: 'the Fish Hall' }],
    ['Where can I find The Warm Wall?', { kind: 'where', name: 'The Warm Wall' }],
    ['Is it true that you quarrel with your neighbour?', { kind: 'own', tie: 'rival' }],
    ['Who are your friends?', { kind: 'own', tie: 'friend' }],
    ['When is the next market?', { kind: 'when', what: 'the next market' }],
  ])('%s', (text, wanted) => {
    expect(recogniseQuestion(text)).toEqual(wanted)
  })

  it.each([
    'Who are you?',
    'Where is it?',
    'Where do you live?',
    'Do you quarrel with the wind?',
    'How are you feeling?',
    'What is the meaning of all this?',
    'I was there, and nobody came.',
    'What do you think of Nan?',
    '',
  ])('that rows cannot answer is ignored: %j', (text) => {
    expect(recogniseQuestion(text)).toBeNull()
  })

  it('has equal names with and without article, punctuation and capitals', () => {
    expect(bareName('The Wet Bishop')).toBe(bareName('wet bishop?'))
    expect(bareName('Rusk’s Biscuit House')).toBe(bareName("Rusk's biscuit house"))
    expect(bareName('@wick')).toBe('wick')
  })
})

describe('news that a question asks for', () => {
  const fact = (id: string, subjectId: string, text: string): KnownFact => ({
    world_id: 'prime',
    id,
    kind: 'operator',
    subject_id: subjectId,
    about: '',
    text,
    audience: 'public',
    audience_ids: '[]',
    interest: 0.5,
    is_true: 1,
    author_id: '',
    source_kind: '',
    source_id: '',
    created_at: 0,
    heard_from: '',
    learned_at: 0,
    belief: 1,
    variant: '',
  })
  const boat = fact('boat', 'nan', 'Nan Tolliver will sell the ferry boat.')
  const bread = fact('bread', 'odile', 'Odile Barm found a purse under the oven.')
  const facts = [boat, bread]
  const odile = { id: 'odile', name: 'Odile Barm' }

  it('is about those whom the question mentions', () => {
    expect(findFact(facts, { text: 'Have you heard anything about Odile?', subjects: [odile] })).toBe(bread)
    expect(findFact(facts, { text: 'Have you heard that Odile found a purse?', subjects: [odile] })).toBe(bread)
    expect(findFact(facts, { text: 'Have you heard that Odile is leaving?', subjects: [odile] })).toBeNull()
  })

  it('shares the words of a question without names', () => {
    expect(findFact(facts, { text: 'Is it true that somebody sells the ferry?', subjects: [] })).toBe(boat)
    expect(findFact(facts, { text: 'Have you heard about the funeral?', subjects: [] })).toBeNull()
    expect(findFact(facts, { text: 'Have you heard anything new?', subjects: [] })).toBe(boat)
  })

  it('is about the matter that an operator names, also if the world has another name for it', () => {
    const sale = { ...fact('sale', '', 'A stranger from Brack buys it.'), about: 'the ferry' }
    const ferry = { id: 'thing', name: 'the Second Opinion' }
    const text = 'Have you heard anything about the ferry?'
    expect(findFact([sale], { text, subjects: [ferry] })).toBe(sale)
    expect(findFact([sale], { text: 'Have you heard anything about the ferrymen?', subjects: [ferry] })).toBeNull()
    expect(findFact([{ ...sale, kind: 'words' }], { text, subjects: [ferry] })).toBeNull()
  })

  it('is found in an earlier answer', () => {
    expect(findToldFact(facts, 'Odile Barm found a purse under the oven. Wick told me.')).toBe(bread)
    expect(findToldFact(facts, 'I live in Quarrel Lane, here in Ondry.')).toBeNull()
  })
})
