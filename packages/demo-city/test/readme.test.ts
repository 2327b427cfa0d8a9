// The example of the README.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))

it('runs the example of the README', () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(`${folder}README.md`, 'utf8')) ?? []
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code!], { cwd: folder, encoding: 'utf8' })
  expect(output.trim().split(', ')).toContain('baking')
})
