import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/processes.ts'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/digest.mjs', import.meta.url))

describe('npm run digest', () => {
  const folder = tempFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes a day that was lived as a page to read', async () => {
    const out = join(folder, 'day.md')
    await promisify(execFile)(process.execPath, [SCRIPT, '--days', '2', '--out', out])
    const page = readFileSync(out, 'utf8')
    const [, posts, replies, walks] = /(\d+) posts, (\d+) replies, (\d+) walks/.exec(page)!.map(Number)
    for (const n of [posts, replies, walks]) expect(n).toBeGreaterThan(0)
    const section = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
    expect(section('The feed').match(/^> .+/gm)).toHaveLength(posts!)
    expect(section('How they went to bed')).toMatch(/^- \p{Lu}.+: \S+ [\p{Ll}-]+\. .+/mu)
    expect(section('Who went where').match(/^- \d\d:\d\d .+ → .+/gm)).toHaveLength(walks!)
    expect(section('What crossed their minds')).toMatch(/^- .+: .+/m)
    expect(page).not.toContain('undefined')
  })
})
