import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/processes.ts'

const SCRIPT = fileURLToPath(new URL('../../../../tools/digest.mjs', import.meta.url))

describe('npm run digest', () => {
  const folder = tempFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes the simulated history as a page to read', async () => {
    const out = join(folder, 'week.md')
    await promisify(execFile)(process.execPath, [SCRIPT, '--days', '2', '--out', out])
    const page = readFileSync(out, 'utf8')
    const [, posts, replies, walks] = /(\d+) posts, (\d+) replies, (\d+) walks/.exec(page)!.map(Number)
    for (const n of [posts, replies, walks]) expect(n).toBeGreaterThan(0)
    const section = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
    // The digest quotes events with speaker and time.
    expect(section('What went on')).toMatch(/^### \p{Lu}\p{Ll}+: .+ \(.+ and .+; (?:still going on|ended: .+)\)$/mu)
    expect(section('What went on')).toMatch(/^- \*\*.+\*\*, \p{Lu}\p{Ll}{2} \d\d:\d\d: .+/mu)
    expect(section('What was promised')).toMatch(/^\d+ kept, \d+ broken, \d+ declined\.$/m)
    expect(section('What they argued about')).toMatch(/^> .+/m)
    expect(section('How the week left them')).toMatch(/^- \p{Lu}.+: \S+ [\p{Ll}-]+\. .+/mu)
    expect(page).not.toContain('undefined')
  })
})
