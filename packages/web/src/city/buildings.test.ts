// Tests of the generated houses.
import { describe, expect, it } from 'vitest'
import { buildings, hash } from './buildings.ts'
import { TILT } from './camera.ts'

const street = (x1: number, y1: number, x2: number, y2: number, level = 0, lift = false) => ({
  x1,
  y1,
  level1: level,
  x2,
  y2,
  level2: level,
  lift,
})
const streets = [
  street(0, 0, 400, 0),
  street(200, -120, 200, 200),
  street(0, 90, 400, 140),
  street(0, 0, 400, 0, 1),
  street(0, 0, 0, 0, 0, true),
]
const places = [{ label: 'The Well', kind: 'square', x: 300, y: 40, level: 0 }]

describe('houses along the streets', () => {
  const houses = buildings(streets, places)

  it('exist on every level with streets', () => {
    expect(houses.filter(({ level }) => level === 0).length).toBeGreaterThan(20)
    expect(houses.filter(({ level }) => level === 1).length).toBeGreaterThan(10)
  })

  it('hide neither a street nor a place of their level', () => {
    const hiding = houses.filter(({ x, y, width, depth, height, level }) => {
      const hides = (px: number, py: number) => Math.abs(px - x) < width / 2 && py > y && py < y + depth + height / TILT
      const along = Array.from({ length: 201 }, (_, i) => i / 200)
      return (
        streets.some(
          (s) => s.level1 === level && along.some((t) => hides(s.x1 + (s.x2 - s.x1) * t, s.y1 + (s.y2 - s.y1) * t)),
        ) || places.some((place) => place.level === level && hides(place.x, place.y))
      )
    })
    expect(hiding).toEqual([])
  })

  it('are deterministic', () => {
    expect(buildings(streets, places)).toEqual(houses)
    expect(hash(1, 2, 3)).toBe(hash(1, 2, 3))
    expect(hash(1, 2, 3)).not.toBe(hash(3, 2, 1))
  })
})
