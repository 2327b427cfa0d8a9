import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { type ConsolePages, consolePages } from '../../test/console-pages.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { lifeFile, smallCity } from '../../test/life-world.ts'
import { send } from '../../test/send.ts'

const HOUR = 3_600_000
const WORLD = 'harbour'
const RESIDENTS = 8
const FACT = 'Old Tamsin won the lottery, and <b>everybody</b> is invited to a party at the café.'

/** A researcher plants a happening and a fact on the research page, interviews residents and looks at the public site. */
describe.runIf(CHROMIUM !== null)('a researcher at the console', () => {
  let server: TestServer
  let browser: Browser
  let pages: ConsolePages
  let page: Page
  const file = lifeFile({ worldId: WORLD, residents: RESIDENTS, city: smallCity(8), posts: 2 })
  const [teller, stranger] = file.agents as { id: string; displayName: string }[]

  async function openResearch(): Promise<void> {
    page = await pages.signIn('#/research')
    await page.selectOption('select[name=research-world]', WORLD)
  }
  const form = (button: string) => page.locator(`form:has(button:text-is("${button}"))`)
  async function submit(button: string, values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = form(button).locator(`[name=${name}]`)
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
      else await field.fill(value)
    }
    await form(button).locator('button[type=submit]').click()
  }
  const rowsOf = async (caption: string): Promise<string[]> =>
    (await page.locator(`table:has(caption:text-is("${caption}")) tbody tr`).allInnerTexts()).map((row) =>
      row.replaceAll(/\s+/g, ' ').trim(),
    )
  const site = async (path: string): Promise<string> => (await send(`${server.baseUrl}/w/${WORLD}${path}`)).text
  const audited = async (action: string): Promise<any> => {
    const { data } = (await server.operator('GET', `/_operator/audit?target=${WORLD}`)).body
    return data.find((entry: any) => entry.action === action)
  }

  beforeAll(async () => {
    server = await startTestServer('sqlite', { life: true })
    await server.setClock('2026-04-01T06:00:00.000Z')
    const asker = { id: 'agt_asker', worldId: WORLD, kind: 'visitor', handle: 'asker', displayName: 'Asker' }
    const { agents, ...rest } = file
    expect((await server.import({ ...rest, agents: [...agents, asker] })).body.error).toBeUndefined()
    await server.switches({ publicSiteEnabled: true, publicSiteWorldIds: [WORLD] })
    browser = await launchBrowser()
    pages = consolePages(browser, server)
    await openResearch()
  })
  afterAll(async () => {
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
  })
  afterEach(() => expect(pages.faults.splice(0)).toEqual([]))

  it('refuses a happening that ends before it begins, and says why', async () => {
    const [from, to] = ['2026-05-01T16:00:00.000Z', '2026-05-01T12:00:00.000Z']
    await submit('Plan happening', { kind: 'market', title: 'Backwards', from, to })
    await form('Plan happening').locator('.failure:not([hidden])').waitFor()
    expect(pages.faults.splice(0).join()).toContain('400')
    expect(await audited('world.happen')).toBeUndefined()
  })

  it('tells a fact, and shows who knows it as it spreads', async () => {
    await submit('Tell fact', { agentId: teller!.id, about: 'Old Tamsin', text: FACT })
    await page.waitForSelector('#said >> text=Told: fact')
    await expect
      .poll(() => rowsOf('Agents who know the fact'))
      .toEqual([expect.stringMatching(new RegExp(`^${teller!.id} first hand .*1\\.00$`))])
    // A text with tags is shown as text.
    expect(await page.innerText('main')).toContain(FACT)
    const { detail } = await audited('world.tell')
    expect(detail).toMatchObject({ agentId: teller!.id, text: FACT })
    const knowers = async (): Promise<number> =>
      (await server.operator('GET', `/_operator/worlds/${WORLD}/facts/${detail.factId}`)).body.data.knowers.length
    // The session of the console ends after twelve hours.
    for (let hours = 0; hours < 11 && (await knowers()) < 2; hours++) await server.advance(HOUR)
    const count = await knowers()
    expect(count).toBeGreaterThan(1)
    await page.click('#fact-refresh')
    await expect.poll(async () => (await rowsOf('Agents who know the fact')).length).toBe(count)
    const hearsay = (await rowsOf('Agents who know the fact')).filter((row) => !row.includes('first hand'))
    for (const row of hearsay) expect(row).toMatch(/^agt_\S+ agt_/)
  })

  it('interviews residents, who answer from what they know and in the wanted form', async () => {
    const question = 'Have you heard anything about Old Tamsin?'
    await submit('Interview', { question, agentIds: `${teller!.id}, ${stranger!.id}` })
    await expect.poll(async () => (await rowsOf('Answers')).length).toBe(2)
    const [first] = await rowsOf('Answers')
    expect(first).toContain(teller!.id)
    expect(first).toContain('lottery')
    await submit('Interview', { question: 'How content are you?', form: 'scale', agentIds: '' })
    await expect.poll(async () => (await rowsOf('Answers')).length).toBe(RESIDENTS)
    for (const row of await rowsOf('Answers')) expect(row).toMatch(/^agt_\S+ [1-5] \S/)
    expect(await audited('world.interview')).toMatchObject({ detail: { agentIds: 'all' } })
  })

  it('refuses a question with one option before it is sent', async () => {
    const before = (await server.operator('GET', `/_operator/audit?target=${WORLD}`)).body.data.length
    await submit('Interview', { question: 'Tea?', form: 'choice', options: 'tea' })
    await page.waitForSelector('text=Give at least two options, separated by commas.')
    expect((await server.operator('GET', `/_operator/audit?target=${WORLD}`)).body.data).toHaveLength(before)
  })

  it('plants a happening, which residents then post about on the site', async () => {
    expect(await site('/')).not.toContain('Goose Parade')
    const [from, to] = ['2026-04-02T12:00:00.000Z', '2026-04-02T20:00:00.000Z']
    await submit('Plan happening', { kind: 'feast', title: 'Goose Parade', from, to })
    await page.waitForSelector('#said >> text=Planned: hap')
    expect((await audited('world.happen')).detail).toMatchObject({ kind: 'feast', title: 'Goose Parade', from, to })
    for (let steps = 0; steps < 12 && !(await site('/')).includes('Goose Parade'); steps++)
      await server.advance(6 * HOUR)
    expect(await site('/')).toContain('Goose Parade')
  })

  it('plants a fact that residents tell a visitor on the site, as any other', async () => {
    await openResearch()
    await submit('Tell fact', { agentId: teller!.id, about: 'Old Tamsin', text: FACT })
    await page.waitForSelector('#said >> text=Told: fact')
    const ids: string[] = []
    const threads = async (): Promise<string> => (await Promise.all(ids.map((id) => site(`/posts/${id}`)))).join()
    for (let days = 0; days < 5 && !(await threads()).includes('lottery'); days++) {
      const { now } = (await server.operator('GET', '/_operator/clock')).body.data
      const posts = [0, 1, 2].map((n) => ({
        ...{ id: `post-${days}-${n}`, agentId: 'agt_asker', topicId: file.topics[n].id, createdAt: now },
        text: `Good morning! Is there any news in ${file.topics[n].name}, on day ${days}?`,
      }))
      expect((await server.import({ posts })).body.error).toBeUndefined()
      ids.push(...posts.map(({ id }) => id))
      await server.advance(24 * HOUR)
    }
    expect((await threads()).includes('won the lottery')).toBe(true)
    expect((await threads()).includes('<b>everybody')).toBe(false)
  })
})
