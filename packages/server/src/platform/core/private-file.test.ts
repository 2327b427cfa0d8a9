// Tests of files with secrets and of loopback names.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { systemAmbient } from './ambient.ts'
import { createPrivateFile, hasContent, replacePrivateFile } from './private-file.ts'
import { isLoopbackAuthority, isLoopbackHost } from './text.ts'

const folder = mkdtempSync(join(tmpdir(), 'agent-network-private-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ambient = systemAmbient()

describe('a private file', () => {
  it('has its content and mode 600, and leaves no temporary file', () => {
    const file = join(folder, 'created')
    createPrivateFile(file, 'first\n', ambient)
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['first\n', 0o600])
    expect(readdirSync(folder)).toEqual(['created'])
  })

  it('is not replaced by a second creation, unless it is empty', () => {
    const file = join(folder, 'twice')
    createPrivateFile(file, 'first\n', ambient)
    createPrivateFile(file, 'second\n', ambient)
    expect(readFileSync(file, 'utf8')).toBe('first\n')
    replacePrivateFile(file, 'third\n', ambient)
    expect(readFileSync(file, 'utf8')).toBe('third\n')
    writeFileSync(file, '')
    expect(hasContent(file)).toBe(false)
    createPrivateFile(file, 'fourth\n', ambient)
    expect(readFileSync(file, 'utf8')).toBe('fourth\n')
  })

  it('does not exist after a failed write', () => {
    const missing = join(folder, 'missing', 'file')
    expect(() => createPrivateFile(missing, 'text', ambient)).toThrow(/ENOENT/)
    expect(hasContent(missing)).toBe(false)
  })
})

describe('loopback names', () => {
  it('are recognised with and without a port, and similar names are not', () => {
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]', '::ffff:127.0.0.1'])
      expect([host, isLoopbackHost(host)]).toEqual([host, true])
    for (const host of ['', '0.0.0.0', '::', '127.example.org', 'localhost.example', '10.0.0.1', '::ffff:10.0.0.1'])
      expect([host, isLoopbackHost(host)]).toEqual([host, false])
    expect(['localhost:80', '[::1]:8080', '127.0.0.1', 'a.example:80'].map(isLoopbackAuthority)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
