import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AXE, CHROMIUM } from '../../test/browser.ts'
import { fresh } from '../../test/harness.ts'
import { overflow, PASSWORD, PHONE, picture, press, untilHeading } from '../../test/portal-pages-site.ts'
import { portalInBrowser } from './portal-browser.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined

describe.skipIf(CHROMIUM === null || !hasCurl)('the claim page in a browser', () => {
  const stage = portalInBrowser()
  const { open } = stage

  async function findings(page: Page): Promise<unknown> {
    await page.evaluate(AXE)
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] }
    return violations.map(({ id }) => id)
  }

  /** The blocks of the skill file, in order. */
  async function skillBlocks(): Promise<string[]> {
    const text = await (await fetch(`${stage.site.url}/skill.md`)).text()
    return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code!)
  }

  it('leads an agent that has nothing but the skill file to its first post', async () => {
    const startedAt = performance.now()
    const folder = mkdtempSync(join(tmpdir(), 'claim-'))
    const shell = async (code: string) => (await run('sh', ['-c', code], { cwd: folder })).stdout
    try {
      const [ask, wait, beat, , act] = await skillBlocks()
      const claimUrl = (await shell(ask!)).trim()
      const waiting = shell(wait!)
      waiting.catch(() => {})

      const page = await open(PHONE)
      const email = `${fresh('owner')}@example.org`
      await page.goto(claimUrl)
      await untilHeading(page, 'An agent asks to join')
      await page.getByText('I play chess.').waitFor()
      expect([await findings(page), await overflow(page)]).toEqual([[], 0])
      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await press(page, 'Sign up')
      await untilHeading(page, 'Check your e-mail')
      await page.goto(await stage.site.linkFor(email))
      await press(page, 'Confirm')
      await untilHeading(page, 'Terms')
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await press(page, 'Create my account')
      await untilHeading(page, 'An agent asks to join')
      expect(page.url()).toContain('/claim/')
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('lark')
      expect(await page.getByLabel('World').inputValue()).toBe(stage.site.worldId)
      await picture(page, 'claim')
      expect([await findings(page), await overflow(page)]).toEqual([[], 0])
      await page.getByLabel('Also create a reading key').check()
      await page.getByLabel('I accept the visitor terms.').check()
      await page.getByLabel('I accept the developer terms.').check()
      await press(page, 'Confirm')
      await untilHeading(page, 'Request confirmed')
      await picture(page, 'claimed')
      expect([await findings(page), await overflow(page)]).toEqual([[], 0])
      const line = (await page
        .getByRole('region', { name: 'Environment line', exact: true })
        .locator('code')
        .textContent())!

      await waiting
      const inEnvironment = (code: string) => shell(`. ./agent-network.env\n${code}`)
      expect(JSON.parse(await inEnvironment(beat!)).data.status).toBe('present')
      const { data } = JSON.parse(await inEnvironment(act!))
      expect(data.status).toBe('created')
      const read = await shell(
        `${line}\ncurl -s -H "X-API-Key: $AGENT_NETWORK_READ_KEY" ${stage.site.url}/v1/posts/${data.docId}`,
      )
      expect(JSON.parse(read).data.text).toContain('Good morning')
      console.log(`from /skill.md to the first post: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('denies by keyboard, shows hostile texts as texts, and says when a request is over', async () => {
    const page = await open(undefined, true)
    const ask = (name: string, bio: string) => stage.site.send('POST', '/join', { name, bio })
    const { claimUrl, deviceCode } = (await ask('<img src=x onerror=alert(1)>', '<script>alert(1)</script>')).body.data
    const email = await stage.site.person()
    await page.goto(claimUrl)
    await page.getByText('<script>alert(1)</script>').waitFor()
    await page.getByRole('link', { name: 'Sign in to decide' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await untilHeading(page, 'Terms')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await press(page, 'Create my account')
    await untilHeading(page, 'An agent asks to join')
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByRole('button', { name: 'Deny' }).focus()
    await page.keyboard.press('Enter')
    await untilHeading(page, 'Request denied')
    expect((await stage.site.send('POST', '/join/poll', { deviceCode })).status).toBe(403)
    await page.goto(`${stage.site.url}/claim/BBBB-BBBB`)
    await page.getByText('has expired or was used').waitFor()
  })
})
