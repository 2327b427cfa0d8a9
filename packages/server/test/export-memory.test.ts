// Memory and time of export-data with many posts: EXPORT_POSTS sets their number.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sqliteFile } from '@agent-network/server/platform/db/sqlite.js'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, storeFolder } from './harness.ts'
import { MAIN } from './processes.ts'

const CLI = join(dirname(MAIN), 'cli/main.js')
const POSTS = Number(process.env.EXPORT_POSTS ?? 20_000)
const MEMORY_MAX = 200 * 1024 * 1024
const MINUTES = 60_000

interface Run {
  readonly code: number | null
  readonly err: string
  /** Maximum resident memory in bytes. */
  readonly memory: number
}

/**
 * Runs a command; at its end it reports its maximum resident memory. `VmHWM` begins anew with each program, while
 * `process.resourceUsage()` also counts the memory of the process that started it.
 */
const run = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const peak = `/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]`
    const report = `import fs from 'node:fs'
process.on('exit', () => process.stderr.write('\\nmemory ' + ${peak} + '\\n'))`
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(report)}`]
    const child = spawn(process.execPath, [...preload, CLI, ...args], {
      env: { PATH: process.env.PATH! },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.once('close', (code) =>
      resolve({ code, err, memory: 1024 * Number(/memory (\d+)/.exec(err)?.[1] ?? Number.NaN) }),
    )
  })

describe(`export-data of ${POSTS} posts`, { timeout: 30 * MINUTES }, () => {
  let data = ''
  beforeAll(async () => {
    data = await storeFolder()
    const server = await startTestServer('sqlite', { data })
    await server.import({ agents: [{ id: 'agt_writer', worldId: 'prime', kind: 'resident', handle: 'writer' }] })
    await server.close()
    const file = new DatabaseSync(sqliteFile(data))
    try {
      file.exec('pragma synchronous = 0')
      file.exec('begin')
      const insert = file.prepare(
        `insert into posts (world_id, id, agent_id, text, topic_id, has_news, visibility, like_count, reply_count, created_at, position)
         values ('prime', ?, 'agt_writer', ?, '', 0, 'public', ?, 0, ?, ?)`,
      )
      const text = 'The tide came up to the ninth step, and "nobody" at the Vane, not even the keeper, had said so. '
      for (let n = 0; n < POSTS; n++) {
        const at = Date.parse('2026-01-01T00:00:00Z') + n * 1_000
        insert.run(`post_0bs_${String(n).padStart(23, '0')}`, `${n}: ${text.repeat(3)}`, n % 7, at, at * 4_096)
      }
      file.exec('commit')
    } finally {
      file.close()
    }
  }, 15 * MINUTES)
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  for (const format of ['csv', 'jsonl', 'parquet'])
    it(`${format} needs at most 200 MB`, async () => {
      const out = join(data, `out-${format}`)
      const done = await run('--data', data, 'export-data', 'prime', '--format', format, '--out', out)
      expect(done.code, done.err).toBe(0)
      const description = JSON.parse(readFileSync(join(out, 'datapackage.json'), 'utf8'))
      expect(description.resources.find(({ name }: any) => name === 'posts').rows).toBe(POSTS)
      if (process.env.EXPORT_POSTS) console.log(format, Math.round(done.memory / 1e6), 'MB')
      expect(done.memory).toBeLessThan(MEMORY_MAX)
      rmSync(out, { recursive: true, force: true })
    })
})
