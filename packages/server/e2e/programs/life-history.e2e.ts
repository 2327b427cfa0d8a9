import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_TOKEN, startTestServer, TEST_SECRET, type TestServer } from '../../test/harness.ts'
import { exported } from '../../test/life-site.ts'
import { tempFolder } from '../../test/processes.ts'

const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const SEED = fileURLToPath(new URL('../../../demo-city/seed/seed.json', import.meta.url))
const DAYS = 7
const NOW = '2026-05-12T00:00:00.000Z'

const run = (data: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH ?? '',
      AGENT_NETWORK_SECRET: TEST_SECRET,
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
    }
    const child = spawn(process.execPath, [CLI, '--data', data, ...args], { env })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    // Not at its exit: what it wrote last may still have to be read.
    child.once('close', (code) => resolve({ code, out, err }))
  })

describe('simulated history', () => {
  let server: TestServer
  let world: any
  let began: string
  const data = tempFolder()
  beforeAll(async () => {
    // The clock first, so that it is the same week in every run; then the seed; then the command lives what came after it.
    const empty = await startTestServer('sqlite', { data })
    await empty.setClock(NOW)
    await empty.close()
    const seeded = await startTestServer('sqlite', { data, seed: SEED })
    await seeded.close()
    const lived = await run(data, 'history', '--days', String(DAYS), '--world', 'prime')
    expect(lived.code, lived.err).toBe(0)
    expect(lived.err).toMatch(/simulating history .* \d{4}-\d\d-\d\d, \d+ acts/)
    server = await startTestServer('sqlite', { data, seed: SEED })
    began = new Date(Date.parse(NOW) - DAYS * 86_400_000).toISOString()
    world = await exported(server, 'prime')
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  const lately = (list: string): any[] => world[list].filter(({ createdAt }: any) => createdAt > began)

  it('has at least thirty acts for each resident and week, by everybody', () => {
    const lists = ['posts', 'replies', 'likes', 'follows', 'reposts', 'messages', 'journeys']
    const turns = world.encounters.flatMap(({ turns }: any) => turns)
    const acts = [...lists.flatMap(lately), ...turns]
    for (const { id, kind } of world.agents) {
      if (kind !== 'resident') continue
      expect(acts.filter(({ agentId }) => agentId === id).length, id).toBeGreaterThanOrEqual(30)
    }
  })

  it('has talks that refer to each other, in groups of up to six, and games that were played', () => {
    const talks = world.encounters.filter(({ turns }: any) => turns.length >= 4)
    expect(talks.length).toBeGreaterThan(5)
    for (const { participants } of world.encounters) expect(participants.length).toBeLessThanOrEqual(6)
    expect(Math.max(...world.encounters.map(({ participants }: any) => participants.length))).toBeGreaterThan(2)
    for (const { turns } of talks) for (const { agentId, witnesses } of turns) expect(witnesses).not.toContain(agentId)
    expect(world.games.filter(({ moves }: any) => moves.length > 20).length).toBeGreaterThan(0)
  })

  it('has lost games that were given up, and moods that name what happened', () => {
    expect(world.games.filter(({ endReason }: any) => endReason === 'resignation').length).toBeGreaterThan(0)
    const names = new Set(world.agents.map(({ displayName }: any) => displayName))
    const moodNames = world.moods
      .map(({ reason }: any) =>
        /^(?:A long talk with|Beat|Lost to) (.+?)(?: at the board)?\.$|^(.+?) (?:liked what I wrote|answered me|wrote to me|passed my words on|has begun to follow|would not have it)/.exec(
          reason,
        ),
      )
      .flatMap((found: RegExpExecArray | null) => (found?.[1] ?? found?.[2])?.split(', ') ?? [])
    expect(moodNames.length).toBeGreaterThan(0)
    for (const name of moodNames) expect(names, name).toContain(name)
  })

  it('has ideas that were born in posts, taken up, turned round and let go', () => {
    const events = world.ideas.flatMap(({ events }: any) => events).filter(({ createdAt }: any) => createdAt > began)
    const types = new Set(events.map(({ type }: any) => type))
    for (const type of ['introduced', 'adopted', 'mutated', 'dropped']) expect(types, type).toContain(type)
    const posts = new Set(world.posts.map(({ id }: any) => id))
    const born = events.filter(({ type, postId }: any) => type === 'introduced' && posts.has(postId))
    expect(born.length).toBeGreaterThan(0)
  })

  it('has changed what people hold true and what they ask themselves', () => {
    const before = JSON.parse(readFileSync(join(SEED, '../minds-memories.json'), 'utf8')).memories
    const changed = world.memories.filter((memory: any) => {
      const was = before.find(({ agentId }: any) => agentId === memory.agentId)
      return (
        was !== undefined &&
        JSON.stringify([was.beliefs, was.openQuestions]) !== JSON.stringify([memory.beliefs, memory.openQuestions])
      )
    })
    expect(changed.length).toBeGreaterThan(3)
  })

  it('reads as the newest part of the feed', async () => {
    const { key } = await server.key()
    const { data: newest } = (await server.get('/v1/posts?perPage=50', key)).body
    expect(newest[0].createdAt > new Date(Date.parse(NOW) - 86_400_000).toISOString()).toBe(true)
    const times = newest.map(({ createdAt }: any) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  it('is not simulated while a server runs, nor twice, nor for an invalid number of days', async () => {
    const busy = await run(data, 'history', '--days', '2')
    expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('a server is still running')])
    for (const days of ['0', '401', 'many', '-1'])
      expect((await run(tempFolder(), 'history', `--days=${days}`)).err).toContain('--days must be from 1 to 400')
    expect((await run(tempFolder(), 'history', '--days=2')).err).toContain('there is no store')
  })
})
