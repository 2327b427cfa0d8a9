import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLivedWorld } from '@agent-network/server/app/lived-world.js'
import type { Database } from '@agent-network/server/platform/db/database.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, ENGINES } from './harness.ts'
import { tempFolder } from './processes.ts'

const MINUTES = 60_000
const CLI = new URL('../dist/app/cli/main.js', import.meta.url).pathname
const FILE = `
title: A party
seed: party
days: 1
replicates: 2
metrics: [diffusion(party), density, gini(posts)]
arms:
  control: {}
  told:
    interventions:
      - id: party
        day: 1
        tell: { agentId: agt_odile_barm, about: agt_odile_barm, text: Odile Barm gives a party on Wednesday. }
`

describe('an experiment', { timeout: 15 * MINUTES }, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'experiments-'))
    writeFileSync(join(folder, 'party.yaml'), FILE)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const startCli = (...args: string[]): { child: ChildProcess; text: () => string } => {
    const child = spawn(process.execPath, [CLI, ...args])
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    return { child, text: () => text }
  }
  const runCli = (...args: string[]): Promise<{ code: number | null; text: string }> =>
    new Promise((resolve) => {
      const { child, text } = startCli(...args)
      child.on('close', (code) => resolve({ code, text: text() }))
    })
  const start = (name: string, ...flags: string[]) => startCli('experiment', join(folder, name), ...flags)
  const run = (name: string, ...flags: string[]) => runCli('experiment', join(folder, name), ...flags)
  const runs = (out: string): string[] =>
    existsSync(join(out, 'runs'))
      ? readdirSync(join(out, 'runs')).flatMap((arm) =>
          readdirSync(join(out, 'runs', arm))
            .filter((n) => !n.endsWith('.partial'))
            .map((n) => join('runs', arm, n)),
        )
      : []

  it('continues after SIGKILL with the runs that were finished, and gives the same bytes as another run', async () => {
    const killed = join(folder, 'killed')
    const { child } = start('party.yaml', '--out', killed, '--threads', '1')
    const closed = new Promise((resolve) => child.on('close', resolve))
    await vi.waitFor(() => expect(runs(killed).length).toBeGreaterThan(0), { timeout: 5 * MINUTES, interval: 20 })
    child.kill('SIGKILL')
    await closed
    const finished = runs(killed)
    expect(finished.length).toBeLessThan(4)
    expect(existsSync(join(killed, 'summary.csv'))).toBe(false)
    const written = () => finished.map((name) => statSync(join(killed, name, 'run.json')).mtimeMs)
    const before = written()

    const continued = await run('party.yaml', '--out', killed, '--threads', '2')
    expect(continued.text).toContain(`${finished.length} of 4 runs are finished already`)
    expect(continued.code).toBe(0)
    expect(written()).toEqual(before)
    expect(runs(killed)).toHaveLength(4)
    expect(readdirSync(join(killed, 'runs', 'control'))).toEqual(['1', '2'])

    // A second experiment in another folder: the control arm is bit-identical, and so is everything else.
    const again = join(folder, 'again')
    expect((await run('party.yaml', '--out', again, '--threads', '2')).code).toBe(0)
    for (const name of runs(killed))
      for (const file of ['run.json', 'reproduce.json', 'data/acts.csv', 'data/posts.csv', 'data/knowledge.csv'])
        expect(readFileSync(join(again, name, file), 'utf8')).toBe(readFileSync(join(killed, name, file), 'utf8'))
    for (const file of ['summary.csv', 'report.html', 'reproduce.json'])
      expect(readFileSync(join(again, file), 'utf8')).toBe(readFileSync(join(killed, file), 'utf8'))

    const { runs: reproduced } = JSON.parse(readFileSync(join(again, 'reproduce.json'), 'utf8'))
    expect(reproduced.map(({ randomSeed }: { randomSeed: string }) => randomSeed)).toEqual([
      'party/1',
      'party/1',
      'party/2',
      'party/2',
    ])
    expect(new Set(reproduced.map(({ digest }: { digest: object }) => JSON.stringify(digest))).size).toBe(4)
    const summary = readFileSync(join(again, 'summary.csv'), 'utf8').split('\n')
    expect(summary[0]).toBe('arm,metric,mean,low,high,n')
    expect(summary.find((line) => line.startsWith('control,diffusion(party)'))).toBe('control,diffusion(party),0,0,0,2')
    const toldRow = summary.find((line) => line.startsWith('told,diffusion(party)'))!.split(',')
    expect(Number(toldRow[2])).toBeGreaterThan(0)
    const page = readFileSync(join(again, 'report.html'), 'utf8')
    expect(page).toContain('Odile Barm gives a party')
    expect(page).not.toMatch(/<script|NaN|undefined/)

    // The folder belongs to this experiment.
    writeFileSync(join(folder, 'other.yaml'), FILE.replace('seed: party', 'seed: other'))
    const refused = await run('other.yaml', '--out', again)
    expect(refused.code).toBe(1)
    expect(refused.text).toContain('holds runs of another file or version')
  })

  it('writes a manifest of each run, from which `reproduce` simulates the run again', async () => {
    const written = join(folder, 'again/runs/told/2/reproduce.json')
    const manifest = JSON.parse(readFileSync(written, 'utf8'))
    expect(manifest).toMatchObject({ format: 1, world: 'prime', randomSeed: 'party/2', seed: 'demo' })
    expect(manifest.interventions).toMatchObject([{ tell: { about: 'agt_odile_barm' }, factId: expect.any(String) }])
    const { digest } = JSON.parse(readFileSync(join(folder, 'again/runs/told/2/run.json'), 'utf8'))
    expect(manifest.digest).toEqual(digest)
    const days = Object.keys(digest)
    expect(days).toEqual(['2026-03-02', '2026-03-03'])
    const tampered = join(folder, 'tampered.json')
    const last = digest[days.at(-1)!].replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'))
    writeFileSync(tampered, JSON.stringify({ ...manifest, digest: { ...digest, [days.at(-1)!]: last } }))
    const [same, different] = await Promise.all(
      [written, tampered].map((file, n) => runCli('reproduce', file, '--data', join(folder, `reproduced-${n}`))),
    )
    expect(same, same!.text).toMatchObject({ code: 0, text: expect.stringContaining('equal: 2 days') })
    expect(different!.code, different!.text).toBe(1)
    expect(different!.text).toContain(`first different day: ${days.at(-1)}`)
    // The manifest of the whole experiment is no manifest of a world.
    const whole = await runCli('reproduce', join(folder, 'again/reproduce.json'), '--data', join(folder, 'whole'))
    expect(whole).toMatchObject({ code: 1, text: expect.stringContaining('is no manifest') })
  })

  it('refuses a bad file, a full folder and an unknown resident', async () => {
    writeFileSync(join(folder, 'bad.yaml'), 'seed: [')
    const bad = await run('bad.yaml', '--out', join(folder, 'bad'))
    expect([bad.code, bad.text]).toEqual([1, expect.stringContaining('is no valid YAML')])
    expect(existsSync(join(folder, 'bad'))).toBe(false)
    expect((await run('party.yaml', '--out', folder)).text).toContain('is not empty and holds no experiment')
    writeFileSync(join(folder, 'nobody.yaml'), FILE.replace('agentId: agt_odile_barm', 'agentId: nobody'))
    const nobody = await run('nobody.yaml', '--out', join(folder, 'nobody'), '--threads', '2')
    expect(nobody.code).toBe(1)
    expect(nobody.text).toMatch(/arm told, replicate 1: Agent not found in this world/)
  })
})

describe('likes of an experiment', { timeout: 10 * MINUTES }, () => {
  const like = (day: number, count: number) => ({ day, like: { latest: 5, count } })

  it('are added and removed in the same way on both engines', async () => {
    const results: unknown[] = []
    for (const engine of ENGINES) {
      const database = engine === 'postgres' ? await createDatabase() : null
      const data = tempFolder()
      const env: Record<string, string> =
        database === null
          ? {}
          : {
              AGENT_NETWORK_DATABASE_URL: database.url,
              AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL!,
              AGENT_NETWORK_SECRET: 'a-test-secret-that-all-nodes-share',
              AGENT_NETWORK_OPERATOR_TOKEN: 'a-test-operator-token-that-nobody-guesses',
            }
      const plan = {
        ...{ randomSeed: 'likes', startedAt: Date.parse('2026-03-02T00:00:00.000Z'), days: 1, switches: {} },
        interventions: [like(1, 3), like(1, -1), like(1, 0)],
      }
      const postIds: string[][] = []
      const store = await openLivedWorld(plan, { data, env, onIntervention: (_, ids) => postIds.push(ids.split(',')) })
      try {
        const rows = await store.database.read.sql
          .selectFrom('likes')
          .select(['post_id', 'agent_id', 'id'])
          .where('world_id', '=', 'prime')
          .where('created_at', '=', plan.startedAt)
          .orderBy('id')
          .execute()
        const posts = await store.database.read.sql
          .selectFrom('posts')
          .select(['id', 'agent_id', 'like_count'])
          .where('world_id', '=', 'prime')
          .where('id', 'in', postIds[0]!)
          .orderBy('id')
          .execute()
        expect(postIds[0]).toHaveLength(5)
        expect(postIds[1]).toEqual(postIds[0])
        for (const { id, agent_id, like_count } of posts) {
          const own = rows.filter((row) => row.post_id === id)
          expect(own).toHaveLength(2)
          expect(own.map((row) => row.agent_id)).not.toContain(agent_id)
          expect(like_count).toBeGreaterThanOrEqual(2)
        }
        const audited = await store.database.read.sql
          .selectFrom('audit')
          .select('id')
          .where('action', '=', 'world.like')
          .execute()
        expect(audited).toHaveLength(3)
        results.push({ rows, posts })
      } finally {
        await store.close()
        rmSync(data, { recursive: true, force: true })
        await database?.drop()
      }
    }
    expect(results.at(-1)).toEqual(results[0])
  })

  it('are no part of what residents choose: the same acts until bedtime with fifty likes more on each post', async () => {
    const startedAt = Date.parse('2026-03-02T00:00:00.000Z')
    const plan = { randomSeed: 'herd', startedAt, days: 1, switches: {}, interventions: [] }
    /** Acts of the first 18 hours. */
    const liveWith = async (more: number, counter: 'like_count' | 'reply_count' = 'like_count'): Promise<unknown[]> => {
      const data = tempFolder()
      const addToCounter = async ({ transact }: Database, day: number): Promise<void> => {
        if (day > 0) return
        await transact((tx) =>
          tx.sql
            .updateTable('posts')
            .set((eb) => ({ [counter]: eb(counter, '+', more) }))
            .execute(),
        )
      }
      const store = await openLivedWorld(plan, { data, onDay: addToCounter })
      const { sql } = store.database.read
      const acts = await sql
        .selectFrom('acts')
        .select(['id', 'agent_id', 'verb', 'at', 'cause_id'])
        .where('at', '<', startedAt + 18 * 3_600_000)
        .orderBy('id')
        .execute()
      const earlier = await sql
        .selectFrom('posts')
        .select((eb) => eb.fn.min(counter).as('fewest'))
        .where('created_at', '<', startedAt)
        .executeTakeFirstOrThrow()
      expect(Number(earlier.fewest)).toBeGreaterThanOrEqual(more)
      await store.close()
      rmSync(data, { recursive: true, force: true })
      return acts
    }
    const [usual, popular] = [await liveWith(0), await liveWith(50)]
    expect(usual.length).toBeGreaterThan(100)
    expect(popular).toEqual(usual)
    // Replies are part of the choice.
    expect(await liveWith(50, 'reply_count')).not.toEqual(usual)
  })
})
