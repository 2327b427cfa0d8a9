import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { project } from './camera.ts'
import { sceneOfCity } from './scene.ts'

const street = (level: number) => ({ x1: 0, y1: 0, level1: level, x2: 400, y2: 0, level2: level, lift: false })
const LIFT = { x1: 400, y1: 0, level1: 0, x2: 400, y2: 0, level2: 1, lift: true }
const STAIRS = { x1: 0, y1: 0, level1: 1, x2: 30, y2: 0, level2: 2, lift: false }
const PLACES = [
  { label: 'The Well', kind: 'square', x: 300, y: 40, level: 0 },
  { label: 'The Roof', kind: 'garden', x: 300, y: 40, level: 2 },
]

describe('the city as it is drawn', () => {
  beforeAll(() => {
    vi.stubGlobal(
      'Path2D',
      class {
        moveTo() {}
        lineTo() {}
      },
    )
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })

  it('has a storey for each level, one above the other, and lifts and stairs where they end', () => {
    const { levels, storeys, rise, marks } = sceneOfCity([street(0), street(1), street(2), LIFT, STAIRS], PLACES)
    expect(levels).toEqual([0, 1, 2])
    expect(storeys.map(({ level, climbs }) => [level, climbs])).toEqual([
      [0, []],
      [1, [LIFT]],
      [2, [STAIRS]],
    ])
    expect(storeys.map(({ houses, level }) => houses.every((house) => house.level === level))).toEqual([
      true,
      true,
      true,
    ])
    const [well, roof] = marks.map(({ point }) => point)
    expect([roof!.u, Math.abs(roof!.v - well!.v)]).toEqual([well!.u, 2 * rise])
    expect(project(PLACES[1]!, rise)).toEqual(roof)
  })
})
