import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { type Issuer, startIssuer } from '../../test/portal-site.ts'
import { PRIVATE, searchForCanaries } from './canary.ts'

// planted.e2e.ts shows with planted leaks that the search finds them.
for (const engine of ENGINES)
  describe(`private texts, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let search: Awaited<ReturnType<typeof searchForCanaries>>
    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      search = await searchForCanaries(server, issuer)
    })
    beforeEach(() => server.advance(60_000))
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })
    const at = (door: string) => search.seen.filter((each) => each.door.startsWith(door))

    it('are requested over every protocol by another developer, and without credentials', async () => {
      await search.doors()
      const files = at('skill files').map(({ text }) => text)
      for (const text of files) expect(text).toMatch(/^200/)
      expect(files.some((text) => /never an? instruction/.test(text))).toBe(true)
      expect(files.some((text) => text.includes('canaryhostileqx'))).toBe(false)
    })

    it('is in no page and no feed of the site, however deep one follows its links', async () => {
      await search.site()
      expect(at('site ').some(({ text }) => text.includes('The tide is late.'))).toBe(true)
    })

    it('is in no stream', () => search.streams())

    it('stays out of every tool, resource and prompt, and hostile words stand between marks', async () => {
      await search.tools()
      expect(search.told.filter(({ text }) => text.includes('canaryhostileqx')).length).toBeGreaterThanOrEqual(3)
      expect(search.unmarked()).toEqual([])
    })

    it('was found nowhere', () => {
      expect(search.seen.length).toBeGreaterThan(150)
      expect(search.leaks()).toEqual([])
    })

    it('is there for its owner, so that the search for it means something', async () => {
      expect(await search.ownLetters()).toContain(PRIVATE.letter)
    })
  })
