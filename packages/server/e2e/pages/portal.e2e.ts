import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { CHROMIUM } from '../../test/browser.ts'
import { fresh } from '../../test/harness.ts'
import {
  acceptTerms,
  DESK,
  expectUnkept,
  headingOf,
  makeApp,
  makeVisitor,
  PASSWORD,
  picture,
  press,
  secretIn,
  untilHeading,
  withApp,
} from '../../test/portal-pages-site.ts'
import { portalInBrowser } from './portal-browser.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined

describe.skipIf(CHROMIUM === null)('the portal in a browser', () => {
  const stage = portalInBrowser()
  const { open } = stage

  it('leads from sign-up over the link in the log to a driven visitor whose events are seen', async () => {
    const page = await open()
    const email = `${fresh('walker')}@example.org`
    await page.goto(`${stage.site.url}/developer/`)
    await untilHeading(page, 'Sign in')
    await picture(page, 'sign-in')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await untilHeading(page, 'Sign up')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign up')
    await untilHeading(page, 'Check your e-mail')

    const link = await stage.site.linkFor(email)
    expect(link.startsWith(`${stage.site.url}/developer/verify#token=`)).toBe(true)
    await page.goto(link)
    await untilHeading(page, 'Confirm your e-mail address')
    expect(page.url()).toBe(`${stage.site.url}/developer/verify`)
    // The browser of the sign-up needs no password, and the confirmation signs in.
    expect(await page.getByLabel('Password').count()).toBe(0)
    await press(page, 'Confirm')
    await untilHeading(page, 'Terms')
    await page.getByText('Keep keys on your servers').waitFor()
    await page.getByText('becomes part of the public record').waitFor()
    await picture(page, 'terms')
    await acceptTerms(page)
    await picture(page, 'apps-empty')
    await makeApp(page, 'Tidings')

    await press(page, 'New key')
    await page.getByLabel('Name').fill('nightly job')
    await page.getByLabel('Tier 2: intelligence').check()
    await page.getByLabel('I accept the developer terms.').check()
    await picture(page, 'new-key')
    await press(page, 'Create key')
    const apiKey = await secretIn(page)
    await picture(page, 'key-shown-once')
    await press(page, 'Copy key')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(apiKey)
    expect((await stage.site.send('GET', '/v1/agents', undefined, { 'x-api-key': apiKey })).status).toBe(200)
    await press(page, 'I have saved it')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'nightly job' }).waitFor()
    expect(await page.content()).not.toContain(apiKey)
    await page.reload()
    await page.getByRole('link', { name: 'nightly job' }).waitFor()
    await page.getByText(`…${apiKey.slice(-4)}`).waitFor()
    await picture(page, 'app')

    const driveKey = await makeVisitor(page, 'heron')
    await expectUnkept(page, stage.watch, [apiKey, driveKey, PASSWORD])
    await picture(page, 'connect')
    const block = (name: string) => page.getByRole('region', { name, exact: true }).locator('code').textContent()
    const agentId = /visitors\/([^/"]+)\/heartbeat/.exec((await block('curl'))!)![1]!
    expect(await block('Environment')).toBe(
      `AGENT_NETWORK_URL=${stage.site.url}\nAGENT_NETWORK_KEY=paste-the-drive-key-here\nAGENT_NETWORK_AGENT_ID=${agentId}\n`,
    )
    await page.getByRole('button', { name: 'Copy curl' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(await block('curl'))

    // As somebody pastes it: the heartbeat, then the act.
    const answers = await pasted((await block('curl'))!, driveKey)
    expect(answers.map(({ data }) => data.status)).toEqual(['present', 'created'])
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await page.locator('.events li').first().waitFor()
    await expect.poll(() => page.locator('.events li strong').allTextContents()).toEqual(['Done: post'])
    await picture(page, 'timeline')
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Coverage' }).waitFor()
    await expect.poll(() => page.locator('.heading .badge').textContent()).toBe('Present')
    await picture(page, 'visitor')
    await expectUnkept(page, stage.watch, [apiKey, driveKey, PASSWORD])

    await press(page, 'Sign out')
    await page.getByText('You have signed out.').waitFor()
    expect((await page.context().cookies()).length).toBe(0)
    await page.goBack()
    await untilHeading(page, 'Sign in')
  })

  /** Runs the commands of a block in a shell, or what they say without one. */
  async function pasted(block: string, key: string): Promise<any[]> {
    const commands = block.split('\n\n')
    const answers: any[] = []
    for (const command of commands) {
      if (hasCurl) {
        const env = { ...process.env, AGENT_NETWORK_KEY: key }
        answers.push(JSON.parse((await run('sh', ['-c', command.replace('curl ', 'curl -s ')], { env })).stdout))
        continue
      }
      const headers = [...command.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const)
      const body = /-d '([^']*)'/.exec(command)?.[1]
      const response = await fetch(/"(http[^"]+)"/.exec(command)![1]!, {
        method: 'POST',
        headers: headers.map(([name, value]) => [name, value.replace('$AGENT_NETWORK_KEY', key)] as [string, string]),
        ...(body === undefined ? {} : { body }),
      })
      answers.push(await response.json())
    }
    return answers
  }

  it('offers TypeScript that runs as it stands', async () => {
    const page = await open()
    await withApp(page, stage.site)
    const key = await makeVisitor(page, 'copied')
    const folder = mkdtempSync(fileURLToPath(new URL('../../test/.pasted-', import.meta.url)))
    try {
      for (const name of ['TypeScript, with fetch', 'TypeScript, typed client']) {
        const code = (await page.getByRole('region', { name, exact: true }).locator('code').textContent())!
        const file = join(folder, 'agent.mjs')
        const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, strict: true }
        writeFileSync(file, ts.transpileModule(code, { compilerOptions: options }).outputText)
        const { stdout } = await run(process.execPath, [file], { env: { ...process.env, AGENT_NETWORK_KEY: key } })
        expect(stdout).toContain("'post'")
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('goes by keyboard alone, keeps focus in dialogs and gives it back', async () => {
    const page = await open()
    const email = await stage.site.person()
    await page.goto(`${stage.site.url}/developer/`)
    await untilHeading(page, 'Sign in')
    const { keyboard } = page
    const focused = () =>
      page.evaluate<string>('(document.activeElement.textContent || document.activeElement.name || "").trim()')
    /** Tab after tab, as long as a person would have the patience for. */
    const tabTo = async (text: string) => {
      for (let n = 0; n < 40; n++) {
        if ((await focused()) === text) return
        await keyboard.press('Tab')
      }
      throw new Error(`Tab never came to ${text}`)
    }
    await tabTo('email')
    await keyboard.type(email)
    await tabTo('password')
    await keyboard.type(PASSWORD)
    await keyboard.press('Enter')
    await untilHeading(page, 'Terms')
    expect(await focused()).toBe('Terms')
    await tabTo('developer')
    await keyboard.press('Space')
    await tabTo('visitor')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await untilHeading(page, 'Your apps')
    await tabTo('New app')
    await keyboard.press('Enter')
    await page.locator('dialog').waitFor()
    expect(await focused()).toBe('name')
    for (let n = 0; n < 12; n++) {
      await keyboard.press(n < 6 ? 'Tab' : 'Shift+Tab')
      expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true)
    }
    await keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('New app')
    await keyboard.press('Enter')
    await tabTo('name')
    await keyboard.type('By keyboard')
    await keyboard.press('Enter')
    await untilHeading(page, 'By keyboard')
    expect(await focused()).toBe('By keyboard')
    await tabTo('New key')
    await keyboard.press('Enter')
    await tabTo('name')
    await keyboard.type('typed')
    await keyboard.press('Tab')
    await keyboard.press('ArrowDown')
    await tabTo('developerTerms')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    const key = await secretIn(page)
    expect(await focused()).toBe('Copy key')
    // The focused element has a visible focus mark.
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await keyboard.press('Escape')
    await page.getByRole('link', { name: 'typed' }).waitFor()
    await expect.poll(focused).toBe('New key')
    const agentsResponse = await stage.site.send('GET', '/v1/agents', undefined, { 'x-api-key': key })
    expect(agentsResponse.status).toBe(200)
    // Another way past the bar than through all of it.
    await page.reload()
    await untilHeading(page, 'By keyboard')
    await keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
  })

  it('shows hostile names and texts as the texts they are', async () => {
    const hostile = '<img src=x onerror="document.title=1">&amp;<b>'
    const page = await open(DESK, true)
    await withApp(page, stage.site, hostile)
    expect(await headingOf(page).textContent()).toBe(hostile)
    await press(page, 'New key')
    await page.getByLabel('Name').fill(hostile)
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Create key')
    await secretIn(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: hostile }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(hostile)
    await page.getByRole('link', { name: 'Your apps' }).click()
    // The key's own page links to its app by the same name: only the heading tells that it was left.
    await untilHeading(page, 'Your apps')
    await page.getByRole('link', { name: hostile }).waitFor()
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await page.title()).toBe('Your apps · Developer portal')
    await page.goto(`${stage.site.url}/developer/#/apps/${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    await page.getByText('App not found').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('changes, rotates, disables and deletes a key, and shows what it was used for', async () => {
    const page = await open(DESK, true)
    await withApp(page, stage.site)
    await press(page, 'New key')
    await page.getByLabel('Name').fill('first')
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Create key')
    const key = await secretIn(page)
    await press(page, 'I have saved it')
    const ask = (path: string, using = key) => stage.site.send('GET', path, undefined, { 'x-api-key': using })
    expect((await ask('/v1/agents')).status).toBe(200)
    expect((await ask('/v1/network/graph')).status).toBe(403)
    await page.getByRole('link', { name: 'first' }).click()
    await page.getByText('INSUFFICIENT_TIER').waitFor()
    await page.getByText('Raise the tier of the key').waitFor()
    await page.getByRole('img', { name: /Requests by day.*Successful: 1, Rejected: 1/ }).waitFor()
    await page.locator('.request', { hasText: 'INSUFFICIENT_TIER' }).locator('summary').click()
    await page.getByText('Permissions of the key').waitFor()
    expect(await page.locator('.request[open] .detail').textContent()).toMatch(/req_\w{26}/)
    await page.getByLabel('Response', { exact: true }).selectOption('answered')
    await page.locator('.request', { hasText: 'INSUFFICIENT_TIER' }).waitFor({ state: 'detached' })
    expect(await page.locator('.request').count()).toBe(1)
    await page.getByLabel('Name').fill('second')
    await page.getByLabel('Requests per minute').fill('30')
    await press(page, 'Save')
    await untilHeading(page, 'second')
    await page.getByText('10 requests a minute in the first 24 hours; 30 from').waitFor()
    await picture(page, 'key')
    await press(page, 'Rotate…')
    await press(page, 'Rotate')
    const rotated = await secretIn(page)
    await page.getByText('The old value works until').waitFor()
    await press(page, 'I have saved it')
    expect([(await ask('/v1/agents')).status, (await ask('/v1/agents', rotated)).status]).toEqual([200, 200])
    await press(page, 'Disable…')
    await press(page, 'Disable')
    await page.locator('.heading .badge', { hasText: 'Disabled' }).waitFor()
    expect((await ask('/v1/agents', rotated)).body.error.code).toBe('KEY_DISABLED')
    await press(page, 'Enable…')
    await press(page, 'Enable')
    await page.locator('.heading .badge', { hasText: 'Enabled' }).waitFor()
    await press(page, 'Delete…')
    // An action that cannot be undone needs more than one keystroke.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel')
    await press(page, 'Delete key')
    await page.getByText('No keys yet').waitFor()
    expect((await ask('/v1/agents', rotated)).status).toBe(401)
    await expectUnkept(page, stage.watch, [key, rotated])
  })

  it('filters the timeline, goes on at its end, shows conversations and saves what it shows', async () => {
    const page = await open()
    await withApp(page, stage.site)
    const key = await makeVisitor(page, 'plover')
    const agentId = /visitors\/([^/]+)/.exec(page.url())![1]!
    const act = async (body: unknown) => {
      const headers = { 'x-api-key': key, 'idempotency-key': fresh('act') }
      const reply = await stage.site.send('POST', `/v1/visitors/${agentId}/act`, body, headers)
      expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
    }
    await stage.site.send('POST', `/v1/visitors/${agentId}/heartbeat`, undefined, { 'x-api-key': key })
    await act({ reply: { postId: stage.site.postId, text: 'And <b>when</b> does it come back?' } })
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    const eventTitles = () => page.locator('.events li strong').allTextContents()
    await expect.poll(eventTitles).toContain('Done: reply')
    const before = (await eventTitles()).length
    await act({ like: { postId: stage.site.postId } })
    await press(page, 'Check for new events')
    await expect.poll(eventTitles).toContain('Done: like')
    expect((await eventTitles()).length).toBeGreaterThan(before)
    await page.getByLabel('Status').selectOption('completed')
    await expect.poll(eventTitles).toEqual(['Done: like', 'Done: reply'])
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as JSON')])
    expect(saved.suggestedFilename()).toBe('visitor-plover-events.json')
    const exported = JSON.parse(readFileSync((await saved.path())!, 'utf8'))
    expect(exported).toMatchObject({ agentId, count: 2, truncated: false })
    await page.getByLabel('Channel').selectOption('chess')
    await page.getByText('No events match these filters').waitFor()

    await page.getByRole('link', { name: 'Conversations', exact: true }).click()
    await page.getByRole('link', { name: `@${stage.site.resident.handle}` }).click()
    await page.getByText('And <b>when</b> does it come back?').waitFor()
    await picture(page, 'transcript')
    await page.getByRole('link', { name: 'Overview' }).click()
    await press(page, 'Release the visitor…')
    await press(page, 'Release visitor')
    await page.getByText('No visitors yet').waitFor()
    expect(
      (await stage.site.send('POST', `/v1/visitors/${agentId}/heartbeat`, undefined, { 'x-api-key': key })).status,
    ).toBe(403)
  })
})
