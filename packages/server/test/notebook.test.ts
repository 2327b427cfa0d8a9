import { execFile as execFileWithCallback } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openLivedWorld } from '@agent-network/server/app/lived-world.js'
import { exportData } from '@agent-network/server/features/world-files/data-files.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from './processes.ts'
import { findPython } from './python.ts'

const execFile = promisify(execFileWithCallback)
const MINUTES = 60_000
const NOTEBOOK = new URL('../../../examples/notebooks/explore.ipynb', import.meta.url).pathname
const PYTHON = findPython('pandas', 'matplotlib', 'networkx', 'nbconvert', 'ipykernel')

interface Cell {
  readonly id: string
  readonly cell_type: string
  readonly source: readonly string[]
  readonly outputs?: readonly unknown[]
  readonly execution_count?: null
}

describe('the notebook of exported data', { timeout: 10 * MINUTES }, () => {
  const notebook = JSON.parse(readFileSync(NOTEBOOK, 'utf8'))
  const cells: readonly Cell[] = notebook.cells
  const code = cells
    .filter(({ cell_type }) => cell_type === 'code')
    .map(({ source }) => source.join(''))
    .join('\n')
  let home: string
  let data: string
  let factId = ''
  beforeAll(async () => {
    home = tempFolder()
    data = tempFolder()
    const startedAt = Date.parse('2026-03-02T00:00:00.000Z')
    const tell = { agentId: 'agt_odile_barm', about: 'agt_odile_barm', text: 'Odile Barm gives a party on Wednesday.' }
    const plan = { randomSeed: 'notebook', startedAt, days: 1, interventions: [{ day: 1, tell }], switches: {} }
    const store = await openLivedWorld(plan, { data: home, onIntervention: (_, id) => (factId = id) })
    await exportData(store.database, { worldId: 'prime', format: 'csv', out: data })
    await store.close()
  })
  afterAll(() => {
    for (const folder of [home, data]) rmSync(folder, { recursive: true, force: true })
  })

  it('is a notebook of format 4 without outputs', () => {
    expect([notebook.nbformat, notebook.nbformat_minor]).toEqual([4, 5])
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length)
    for (const { id, cell_type, source, outputs, execution_count } of cells) {
      expect(id).toMatch(/^[\w-]{1,64}$/)
      expect(['code', 'markdown']).toContain(cell_type)
      expect(source.every((line) => typeof line === 'string')).toBe(true)
      if (cell_type === 'code') expect([outputs, execution_count]).toEqual([[], null])
    }
  })

  it('reads only files and columns that an export has', () => {
    const files = [...code.matchAll(/read_csv\(folder \/ "([\w.]+)"/g)].map(([, file]) => file!)
    expect(files).toEqual(expect.arrayContaining(['agents.csv', 'follows.csv', 'knowledge.csv']))
    const columns = new Set(
      files.flatMap((file) => readFileSync(join(data, file), 'utf8').split('\n', 1)[0]!.trim().split(',')),
    )
    const own = [...code.matchAll(/\["(\w+)"(?:, "(\w+)")*\]/g)].flatMap(([list]) =>
      [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name!),
    )
    const aggregates = ['mean', 'var', 'count']
    expect(own.length).toBeGreaterThan(8)
    expect(own.filter((name) => !columns.has(name) && !aggregates.includes(name))).toEqual([])
    for (const [, list] of code.matchAll(/parse_dates=\[([^\]]*)\]/g))
      for (const [, name] of list!.matchAll(/"(\w+)"/g)) expect(columns).toContain(name)
  })

  it.skipIf(PYTHON === null)('runs, and draws the network and the diffusion of a planted fact', async () => {
    const args = ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output-dir', home, NOTEBOOK]
    await execFile(PYTHON!, args, { env: { ...process.env, AGENT_NETWORK_DATA_FOLDER: data }, cwd: home })
    const executed = JSON.parse(readFileSync(join(home, 'explore.ipynb'), 'utf8'))
    const outputs = JSON.stringify(executed.cells.map((cell: Cell) => cell.outputs ?? []))
    expect(outputs.split('image/png').length - 1).toBe(2)
    expect(outputs).not.toContain('Warning')
    const knowledge = readFileSync(join(data, 'knowledge.csv'), 'utf8')
    const knowers = knowledge.split('\n').filter((line) => line.includes(factId)).length
    expect(knowers).toBeGreaterThan(1)
    expect(outputs).toContain(`${factId} known to ${knowers} of 26`)
  })
})
