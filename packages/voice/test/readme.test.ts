import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))

it('the README has an example that runs and says something, twice the same', () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(`${folder}README.md`, 'utf8')) ?? []
  const run = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code!], { cwd: folder, encoding: 'utf8' })
  const said = run()
  expect(said.trim().split('\n').length).toBeGreaterThanOrEqual(2)
  expect(run()).toBe(said)
})
