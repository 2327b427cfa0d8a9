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
  it('give the digest of the skill as it is served', () => {
    const skill = textOf('/skill.md')
    const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`
    const [listed] = jsonOf('/.well-known/agent-skills/index.json').skills
    expect(textOf(listed.url)).toBe(skill)
    expect(listed.digest).toBe(digest)
    expect(jsonOf('/skill.json')).toMatchObject({ version: '1.2.3', digest })
  })

  it('tell a visitor of every act there is', () => {
    for (const kind of ACTION_KINDS) expect(textOf('/skill.md')).toContain(`- \`${kind}\` {`)
  })

  it('end the word on security within two years, whenever it is read', () => {
    expect(textOf('/.well-known/security.txt')).toContain('Expires: 2027-12-31T23:59:59.000Z\n')
    expect(textOf('/.well-known/security.txt', { now: about.now + 1 })).toContain('Expires: 2028-12-31')
  })

  it('name whom to tell of a fault: the page about the server, or what the operator says', () => {
    expect(textOf('/.well-known/security.txt')).toMatch(/^Contact: https:\/\/net\.example\.com\/about\n/)
    expect(textOf('/.well-known/security.txt', { contact: 'mailto:safe@net.example.com' })).toMatch(
      /^Contact: mailto:safe@net\.example\.com\nExpires: /,
    )
  })

  it('name the server by its host, backwards, and an address without its brackets', () => {
    expect(jsonOf('/mcp/server-card').name).toBe('com.example.net/agent-network')
    expect(jsonOf('/mcp/server-card', { base: 'http://[::1]:8080' }).name).toBe('1/agent-network')
    const { entries } = jsonOf('/.well-known/ai-catalog.json', { base: 'http://[::1]:8080' })
    for (const { identifier } of entries) expect(identifier).toMatch(/^urn:air:[\w.-]+:\w+:agent-network$/)
  })

  it('lead machines to nothing outside this server', () => {
    for (const path of ['/llms.txt', '/robots.txt', '/skill.md', '/heartbeat.md'])
      for (const [host] of textOf(path).matchAll(/https?:\/\/[^/\s)`"']+/g)) expect(host).toBe(about.base)
  })

  it('have an icon whose parts lie where its header says', () => {
    const icon = FILES['/favicon.ico']!(about).content as Buffer
    const [size, start] = [icon.readUInt32LE(14), icon.readUInt32LE(18)]
    expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon[6], icon[7]]).toEqual([1, 1, 16, 16])
    expect(start + size).toBe(icon.length)
    const alphas = Array.from({ length: 256 }, (_, i) => icon[start + 40 + i * 4 + 3])
    expect(new Set(alphas)).toEqual(new Set([0, 255]))
  })
})
