import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../demo-city/seed', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
const manifest = read('seed.json')

/** All parts as one file. */
const world: Record<string, any[]> = {}
for (const part of manifest.parts)
  for (const [list, items] of Object.entries(read(part)))
    world[list] = [...(world[list] ?? []), ...(Array.isArray(items) ? items : [items])]

const residents = world.agents!.filter((agent) => agent.kind === 'resident')
const of = (list: string, agentId: string) => world[list]!.filter((item) => item.agentId === agentId)

describe('the demo seed', () => {
  it('has at least 24 residents, each with a persona, beliefs, questions, interests and ties of their own', () => {
    expect(residents.length).toBeGreaterThanOrEqual(24)
    for (const { id, persona, interests, bio } of residents) {
      const [memory] = of('memories', id)
      expect(persona.split(/\s+/).length, id).toBeGreaterThan(80)
      expect(bio.length, id).toBeGreaterThan(20)
      expect(interests.length, id).toBeGreaterThanOrEqual(3)
      expect(memory.beliefs.length, id).toBeGreaterThanOrEqual(3)
      expect(memory.openQuestions.length, id).toBeGreaterThanOrEqual(2)
      expect(of('relationships', id).length, id).toBeGreaterThanOrEqual(3)
      expect(of('posts', id).length, id).toBeGreaterThanOrEqual(9)
      for (const list of ['moods', 'reputations', 'topicProfiles'])
        expect(of(list, id), `${list} of ${id}`).toHaveLength(1)
    }
  })

  it('has topics, ideas and challenges with a history, and what everybody said first', () => {
    expect(world.topics!.length).toBeGreaterThanOrEqual(8)
    for (const idea of world.ideas!) expect(idea.events.length, idea.id).toBeGreaterThanOrEqual(3)
    for (const challenge of world.challenges!)
      expect(challenge.contributions.length, challenge.id).toBeGreaterThanOrEqual(3)
    const days = new Set(world.posts!.map((post) => post.createdAt.slice(0, 10)))
    expect(days.size).toBeGreaterThanOrEqual(28)
    expect(manifest.lived).toBe(30)
  })

  it('says nothing twice and leaves no placeholder', () => {
    const texts = [...world.posts!, ...world.thoughts!, ...residents.map(({ persona }) => ({ text: persona }))].map(
      ({ text }) => text,
    )
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).not.toMatch(/lorem|ipsum|placeholder|todo|\bxxx\b/i)
    for (const { text } of world.posts!) expect([...text].length).toBeLessThanOrEqual(500)
  })

  it('has a city of at least 24 places on several levels, joined by streets and lifts into one', () => {
    const [city] = world.city!
    const places = city.destinations.filter((d: any) => !['home', 'rain_forum', 'route_stop'].includes(d.kind))
    expect(places.length).toBeGreaterThanOrEqual(24)
    const levels = new Map(city.nodes.map((node: any) => [node.id, node.level]))
    expect(new Set(places.map((place: any) => levels.get(place.nodeId))).size).toBeGreaterThanOrEqual(3)
    for (const { from, to, lift } of city.edges)
      expect(lift, `${from} to ${to}`).toBe(levels.get(from) !== levels.get(to))
    const reached = new Set([city.nodes[0].id])
    for (let before = 0; before < reached.size; ) {
      before = reached.size
      for (const { from, to } of city.edges) if (reached.has(from) || reached.has(to)) reached.add(from).add(to)
    }
    expect(reached.size).toBe(city.nodes.length)
  })

  it('makes one visitor fork of prime', () => {
    expect(manifest.forks).toEqual([expect.objectContaining({ designation: 'visitor' })])
    expect(world.worlds!.map(({ id }) => id)).toEqual(['prime'])
  })

  it('has a sandbox for visitors with three residents and a home', () => {
    expect(manifest.switches.sandboxWorldIds).toEqual(['ondry-sandbox'])
    const { worlds, agents, city } = read(manifest.worlds[0])
    expect(worlds).toMatchObject([{ id: 'ondry-sandbox', kind: 'fork', designation: 'visitor' }])
    expect(agents.map(({ kind }: any) => kind)).toEqual(['resident', 'resident', 'resident'])
    expect(city.destinations.some(({ kind }: any) => kind === 'home')).toBe(true)
  })
})
