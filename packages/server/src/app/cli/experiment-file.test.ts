// Tests of experiment files: examples, checks and digests.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { armText, parseExperiment } from './experiment-file.ts'

const HEAD = 'seed: s\ndays: 2\nreplicates: 3\n'
const read = (text: string) => parseExperiment(text, 'x.yaml')
const TELL = '{ agentId: a, about: b, text: A party. }'
const arm = (intervention: string) =>
  `${HEAD}metrics: [density]\narms: { control: {}, b: { interventions: [${intervention}] } }`

describe('an experiment file', () => {
  it.each(['diffusion', 'herd'])('is valid in the example %s', (name) => {
    const file = new URL(`../../../../../examples/experiments/${name}.yaml`, import.meta.url)
    const { arms, metrics, replicates } = read(readFileSync(file, 'utf8'))
    expect(arms[0]!.name).toBe('control')
    expect(metrics.length).toBeGreaterThan(2)
    expect(replicates).toBe(10)
  })

  it('has the control arm first, and no interventions unless it names some', () => {
    const plan = read(`${HEAD}metrics: [density]\narms: { b: { switches: { cityDailyPostCap: 3 } }, control: }`)
    expect(plan.arms.map(({ name }) => name)).toEqual(['control', 'b'])
    expect(armText(plan.arms[0]!)).toBe('no intervention')
    expect(armText(plan.arms[1]!)).toBe('cityDailyPostCap = 3')
    expect(plan.startedAt).toBe(Date.parse('2026-03-02T00:00:00.000Z'))
  })

  it('has a digest of all that its runs depend on, and of nothing else', () => {
    const text = `${HEAD}metrics: [density]\narms: { control: {} }`
    expect(read(`title: other words\n${text}`).digest).toBe(read(text).digest)
    expect(read(text.replace('seed: s', 'seed: t')).digest).not.toBe(read(text).digest)
    expect(read(text.replace('density', 'depth')).digest).not.toBe(read(text).digest)
  })

  it.each([
    ['a: [', 'is no valid YAML'],
    ['a: 1\na: 2', 'is no valid YAML'],
    ['- 1', 'the file: must be a map'],
    [`${HEAD}metrics: [density]`, 'arms: must be a map of arms, one of them control'],
    [`${HEAD}metrics: [density]\narms: { a: {} }`, 'the arm control is missing'],
    [`${HEAD}arms: { control: {} }`, 'metrics: must be a list of at least one of'],
    [`${HEAD}metrics: [size]\narms: { control: {} }`, 'metrics[0]: unknown metric size; known are diffusion'],
    [`${HEAD}metrics: [diffusion(x)]\narms: { control: {} }`, 'diffusion(x) names no tell'],
    [`days: 2\nreplicates: 1\nmetrics: [density]\narms: { control: {} }`, 'seed: must be a text'],
    [
      `${HEAD.replace('2', '0')}metrics: [density]\narms: { control: {} }`,
      'days: must be a whole number from 1 to 400',
    ],
    [`${HEAD}arm: 1`, 'unknown key arm; known are'],
    [arm(`{ id: p, tell: ${TELL} }`), 'arms.b.interventions[0].day: must be a whole number from 1 to 2'],
    [arm(`{ id: p, day: 3, tell: ${TELL} }`), 'arms.b.interventions[0].day'],
    [arm('{ id: p, day: 1 }'), 'needs exactly one of happen, tell, like'],
    [arm('{ id: "a b", day: 1, like: { latest: 1, count: 1 } }'), 'interventions[0].id'],
    [arm('{ id: p, day: 1, like: { latest: 0, count: 1 } }'), 'like.latest: must be a whole number from 1 to 100'],
    [arm('{ id: p, day: 1, tell: { agentId: a } }'), 'interventions[0].tell: '],
    [arm('{ id: p, day: 1, tell: { agentId: a, about: b, text: c, who: d } }'), 'interventions[0].tell: '],
    [
      arm(
        '{ id: p, day: 1, happen: { kind: storm, title: Gale, from: yesterday evening at, to: 2026-03-03T12:00:00Z } }',
      ),
      'happen.from: must be an ISO 8601 time',
    ],
    [arm(`{ id: p, day: 1, tell: ${TELL} }, { id: p, day: 2, tell: ${TELL} }`), 'the id p occurs twice'],
    [
      `${HEAD}metrics: [density]\narms: { control: { switches: { cityDailyPostCaps: 1 } } }`,
      'no such switch: cityDailyPostCaps; did you mean cityDailyPostCap?',
    ],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
