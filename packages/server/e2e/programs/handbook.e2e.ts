import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

const run = promisify(execFile)
const HOW_TO = fileURLToPath(new URL('../../../../docs/how-to', import.meta.url))
const PAGES = join(HOW_TO, 'operate')
const INCIDENTS = join(HOW_TO, 'incidents')
const ALERTS = fileURLToPath(new URL('../../../../ops/prometheus/alerts.yml', import.meta.url))
const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const blocksOf = (file: string): string[] =>
  [...readFileSync(join(HOW_TO, file), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)

/** Runs each shell block of the operator pages, in order, against one server and in one folder. */
describe('the operator how-tos', () => {
  const folder = tempFolder()
  const data = join(folder, 'data')
  let node: NodeProcess
  beforeAll(async () => {
    const own = { AGENT_NETWORK_OPERATOR_TOKEN: '', AGENT_NETWORK_SECRET: '' }
    const archive = [`--archive=${join(folder, 'archive')}`, '--archive-seconds=0.5']
    node = await startNode(['--seed=none', `--data=${data}`, ...archive], own)
    // Its first copy is there once it has been noted as a backup.
    await waitUntil('the file last-backup', () => existsSync(join(data, 'last-backup')), { everyMs: 50 })
  })
  afterAll(async () => {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const files = readdirSync(PAGES)
    .filter((name) => name.endsWith('.md'))
    .sort()
  const tested = [...files.map((name) => join('operate', name)), join('incidents', 'README.md')]
  it.each(tested)('the commands of %s succeed', async (file) => {
    const env = {
      PATH: process.env.PATH ?? '',
      TMPDIR: folder,
      AGENT_NETWORK_OPERATOR_URL: node.operatorUrl,
      AGENT_NETWORK_DATA: data,
    }
    const program = `agent-network() { "${process.execPath}" "${CLI}" "$@"; }\n`
    for (const code of blocksOf(file)) {
      const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', program + code], {
        env,
        cwd: folder,
      })
      expect(stdout + stderr, code).not.toBe('')
    }
  })

  it.runIf(existsSync(ALERTS))('has a page for every alert', () => {
    const alerts = [...readFileSync(ALERTS, 'utf8').matchAll(/^\s*- alert: (\w+)$/gm)].map(([, name]) => name!)
    expect(alerts.length).toBeGreaterThan(5)
    const pageOf = (name: string): string => name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()
    const index = readFileSync(join(INCIDENTS, 'README.md'), 'utf8')
    for (const name of alerts) {
      expect(readFileSync(join(INCIDENTS, `${pageOf(name)}.md`), 'utf8')).toMatch(new RegExp(`^# ${name}: `))
      expect(index).toContain(`[${name}](${pageOf(name)}.md)`)
    }
  })

  it('has an index with every page', () => {
    const index = readFileSync(join(PAGES, 'README.md'), 'utf8')
    for (const file of files.filter((name) => name !== 'README.md')) expect(index).toContain(`(${file})`)
  })
})
