import { describe, expect, it } from 'vitest'
import '../test/phrases.ts'
import { seeded } from '../test/seeded.ts'
import { contentStems } from './language/words.ts'
import * as life from './life.ts'

const random = seeded
const chanceOf =
  (...seed: (string | number)[]) =>
  (what: string) =>
    random(...seed, what)

const persona =
  'Keeps the lighthouse alone and counts the beams out loud to stay awake, which she has told nobody in the harbour.'

const material = (id = 'agt_ansa', over: Partial<life.LifeMaterial> = {}): life.LifeMaterial => ({
  speaker: { id, displayName: 'Ansa Reef', handle: id.slice(4), bio: '', interests: [], specialty: null, persona },
  mood: null,
  beliefs: [],
  openQuestions: [],
  styleNotes: [],
  topics: [],
  ideas: [],
  episodes: [],
  ownWords: [],
  place: null,
  places: [],
  moment: {},
  ties: [],
  ...over,
})

const posts = (of: life.LifeMaterial, count: number): string[] =>
  Array.from({ length: count }, (_, n) => life.writePost({ ...of, topic: null }, chanceOf(of.speaker.id, n)))

describe('texts of life', () => {
  it('writes the same words for the same material and chance', () => {
    expect(posts(material(), 20)).toEqual(posts(material(), 20))
    expect(posts(material(), 20)).not.toEqual(posts(material('agt_other'), 20))
  })

  it('writes for a resident with an empty profile', () => {
    const texts = posts(material(), 300)
    // A plain sentence may come again; it is not decorated to differ.
    expect(new Set(texts).size).toBeGreaterThan(270)
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(500)
      expect(text).not.toMatch(/[{}[\]|<>^]|undefined|null| {2}/)
    }
  })

  it('mentions an interest that belongs to no trade', () => {
    const of = material('agt_kite', {
      speaker: { ...material().speaker, id: 'agt_kite', interests: ['falconry', 'box kites'], specialty: 'falconry' },
    })
    expect(posts(of, 60).filter((text) => /falconry|box kites/i.test(text)).length).toBeGreaterThan(10)
  })

  it('never quotes eight words of the persona, even if a public text has them', () => {
    const of = material('agt_leak', { ownWords: Array.from({ length: 12 }, () => persona) })
    for (const text of posts(of, 100)) expect(text).not.toContain('counts the beams out loud to stay awake')
  })

  it('learns habits of speech from earlier texts', () => {
    const ownWords = Array.from({ length: 12 }, (_, n) => `Mark my words: the ${n} o'clock boat is late again. Hey ho.`)
    const texts = posts(material('agt_habit', { ownWords }), 60)
    const habitCount = texts.filter((text) => /Mark my words|Hey ho/.test(text)).length
    expect(habitCount).toBeGreaterThan(0)
    expect(habitCount).toBeLessThanOrEqual(texts.length / 6)
  })

  it('writes in lower case if the earlier texts do', () => {
    const ownWords = Array.from({ length: 12 }, (_, n) => `the moss on roof ${n} is asleep. it drips.`)
    for (const text of posts(material('agt_low', { ownWords }), 40)) expect(text).toBe(text.toLowerCase())
  })

  it('tells the event of the prompt', () => {
    const prompt = 'Lost to Nan at the Wet Bishop.'
    expect(life.writePost({ ...material(), topic: null, prompt }, chanceOf('x'))).toMatch(/lost to Nan/i)
  })

  it('answers the text it replies to', () => {
    const to = {
      name: 'Bruna Halyard',
      text: 'I greased the guide rails twice. The head sheave still runs warm by noon.',
    }
    const about = contentStems(to.text)
    for (let n = 0; n < 60; n++) {
      const text = life.writeReply({ ...material(), to, earlier: [] }, chanceOf('reply', n))
      expect(
        [...contentStems(text)].some((stem) => about.has(stem)),
        text,
      ).toBe(true)
    }
  })

  it('mentions the place and the earlier turns of a conversation', () => {
    const place = { label: 'The Wet Bishop', kind: 'cafe' }
    const present = ['Ansa Reef', 'Pim Ledger']
    const turn = (talk: life.Utterance[], n: number) =>
      life.writeTurn({ ...material(), place, present, talk: talk }, chanceOf('turn', n))
    const openings = Array.from({ length: 30 }, (_, n) => turn([], n))
    expect(
      openings.filter((text) => /Wet Bishop|table|chair|kettle|urn|spoon|sugar|cups|floor/.test(text)).length,
    ).toBeGreaterThan(20)
    const talk = [{ name: 'Pim Ledger', text: 'Somebody stole the brass lantern from the archive.' }]
    const answers = Array.from({ length: 30 }, (_, n) => turn(talk, n))
    expect(answers.filter((text) => /lantern|archive|Wet Bishop/.test(text)).length).toBeGreaterThan(25)
  })

  it('writes messages, thoughts, dreams, reasons, ideas and entries within their lengths', () => {
    for (let n = 0; n < 40; n++) {
      const chance = chanceOf('all', n)
      const of = material(`agt_all${n}`)
      const idea = life.writeIdea({ ...of, from: 'There is a bench by the old bridge.' }, chance)
      const challenge = { title: 'A use for old signs', description: 'Propose a use for the iron signs by the wall.' }
      expect(idea.label.split(' ').length).toBeLessThanOrEqual(9)
      expect(idea.summary.length).toBeLessThanOrEqual(400)
      expect(life.writeDream(of, chance).length).toBeLessThanOrEqual(400)
      expect(life.moodReason(of, chance).length).toBeLessThanOrEqual(160)
      expect(life.writeContribution({ ...of, challenge }, chance).length).toBeLessThanOrEqual(500)
      expect(
        life.writeThought({ ...of, kind: 'thought', about: null, topic: null }, chance).length,
      ).toBeLessThanOrEqual(280)
      expect(
        life.writeMessage({ ...of, to: { displayName: 'Pim Ledger', type: 'friend' }, earlier: [] }, chance),
      ).toContain('Pim')
    }
  })
})
