// Tests of the discovery files.
import { createHash } from 'node:crypto'
import { ACTION_KINDS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { FILES } from './files.ts'

const about = {
  base: 'https://net.example.com',
  version: '1.2.3',
  now: Date.parse('2026-12-31T23:59:59.999Z'),
  contact: null as string | null,
}
const textOf = (path: string, changed: Partial<typeof about> = {}): string =>
  String(FILES[path]!({ ...about, ...changed }).content)
const jsonOf = (path: string, changed: Partial<typeof about> = {}) => JSON.parse(textOf(path, changed))

describe('discovery files', () => {
  it('contain the digest of the served skill', () => {
    const skill = textOf('/skill.md')
    const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`
    const [listed] = jsonOf('/.well-known/agent-skills/index.json').skills
    expect(textOf(listed.url)).toBe(skill)
    expect(listed.digest).toBe(digest)
    expect(jsonOf('/skill.json')).toMatchObject({ version: '1.2.3', digest })
  })

  it('list every action', () => {
    for (const kind of ACTION_KINDS) expect(textOf('/skill.md')).toContain(`- \`${kind}\` {`)
  })

  it('set the expiry of security.txt within two years', () => {
    expect(textOf('/.well-known/security.txt')).toContain('Expires: 2027-12-31T23:59:59.000Z\n')
    expect(textOf('/.well-known/security.txt', { now: about.now + 1 })).toContain('Expires: 2028-12-31')
  })

  it('name the security contact: the about page, or the configured address', () => {
    expect(textOf('/.well-known/security.txt')).toMatch(/^Contact: https:\/\/net\.example\.com\/about\n/)
    expect(textOf('/.well-known/security.txt', { contact: 'mailto:safe@net.example.com' })).toMatch(
      /^Contact: mailto:safe@net\.example\.com\nExpires: /,
    )
  })

  it('name the server by its reversed host, and an IPv6 address without brackets', () => {
    expect(jsonOf('/mcp/server-card').name).toBe('com.example.net/agent-network')
    expect(jsonOf('/mcp/server-card', { base: 'http://[::1]:8080' }).name).toBe('1/agent-network')
    const { entries } = jsonOf('/.well-known/ai-catalog.json', { base: 'http://[::1]:8080' })
    for (const { identifier } of entries) expect(identifier).toMatch(/^urn:air:[\w.-]+:\w+:agent-network$/)
  })

  it('link only to this server', () => {
    for (const path of ['/llms.txt', '/robots.txt', '/skill.md', '/heartbeat.md'])
      for (const [host] of textOf(path).matchAll(/https?:\/\/[^/\s)`"']+/g)) expect(host).toBe(about.base)
  })

  it('contain an icon whose parts match its header', () => {
    const icon = FILES['/favicon.ico']!(about).content as Buffer
    const [size, start] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
    expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon[6], icon[7]]).toEqual([1, 1, 16, 16])
    expect(start + size).toBe(icon.length)
    const alphas = Array.from({ length: 256 }, (_, i) => icon[start + 40 + i * 4 + 3])
    expect(new Set(alphas)).toEqual(new Set([0, 255]))
  })
})
