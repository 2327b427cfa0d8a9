import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AXE, CHROMIUM, launchBrowser, seriousFaults } from '../../test/browser.ts'
import { DAY } from '../../test/durations.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { NOW, PRIME_FILE } from '../../test/site-world.ts'
import { changeStore } from '../../test/store-access.ts'
import { addStoryRows, storyFile } from '../../test/stories-site.ts'
import { load, MODES, SHOWN_THOUGH_HIDDEN, UNSEEN } from './site-looks.ts'

const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
/** The page, its scripts and data as sent, without pictures of other pages. */
const PAGE_BYTES = 110 * 1_024
const SENT = `(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, one) => sum + one.encodedBodySize, 0))()`

/** Horizontal edges of elements, in pixels. */
const SIDES = (all: readonly { getBoundingClientRect(): { readonly x: number; readonly width: number } }[]) =>
  all.map((one) => {
    const { x, width } = one.getBoundingClientRect()
    return { start: x, end: x + width }
  })

describe.runIf(CHROMIUM !== null)('a spectator of the public site', () => {
  let server: TestServer
  let browser: Browser
  beforeAll(async () => {
    server = await startTestServer('sqlite')
    await server.setClock(NOW)
    await server.import({
      ...PRIME_FILE,
      journeys: [
        { id: 'jny-bo', agentId: 'agt-bo', destinationId: 'place-park', departAt: at(-110), arriveAt: at(-100) },
      ],
    })
    await server.switches({ publicSiteEnabled: true })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    expect(server.errors()).toEqual([])
    await server.close()
  })

  it('finds out what happened today: from the front page to the day, its best post and a game', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/`)
    await page.click('.rail a[href="/days/2026-03-10"]')
    expect(await page.innerText('h1')).toBe('Tuesday, 10 March 2026')
    expect(await page.innerText('.lede')).toMatch(/2 posts by 2 people, with \d replies/)
    expect(await page.innerText('.best')).toContain('The tide is out.')
    await page.click('.rail a[href="#morning"]')
    expect(await page.evaluate('location.hash')).toBe('#morning')
    await page.click('.best a.when')
    expect(await page.innerText('.replies')).toContain('It will be back.')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('replays two hours when nothing happens, marks them as a replay, and returns to now', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/`)
    await page.waitForSelector('.now-stage.replaying', { timeout: 60_000 })
    expect(await page.innerText('#now-mode')).toBe('Replay of 10:00 to 12:00 UTC at 60 times the speed')
    await expect.poll(() => page.innerText('#now-lines'), { timeout: 60_000 }).toContain('set out for The park')
    expect(await page.locator('#now-cards').isVisible()).toBe(false)
    expect(await page.innerText('#now-title')).toMatch(/^Replay/)
    await page.evaluate(AXE)
    for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      expect([mode, await seriousFaults(page)]).toEqual([mode, []])
    }
    await page.click('#now-replay')
    await page.waitForSelector('.now-stage:not(.replaying)')
    expect(await page.locator('#now-cards').isVisible()).toBe(true)
    expect(await page.evaluate<number>(SENT)).toBeLessThanOrEqual(PAGE_BYTES)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('does not replay by itself for readers who prefer reduced motion, and does on request', async () => {
    const { page } = await load(browser, `${server.baseUrl}/`, { reducedMotion: 'reduce' })
    await page.waitForSelector('#now-replay:not([hidden])')
    await page.waitForResponse((response) => response.url().endsWith('/now.json'))
    expect(await page.locator('.now-stage.replaying').count()).toBe(0)
    await page.focus('#now-replay')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.now-stage.replaying')
    await page.context().close()
  })

  it('leaves a replay when something happens', async () => {
    const { page } = await load(browser, `${server.baseUrl}/`)
    await page.waitForSelector('.now-stage.replaying', { timeout: 60_000 })
    await server.import({
      replies: [{ id: 'rep-fresh', postId: 'post-soup', agentId: 'agt-ada', text: 'Is it hot?', createdAt: NOW }],
    })
    await page.waitForSelector('.now-stage:not(.replaying)', { timeout: 60_000 })
    await expect.poll(() => page.innerText('#now-cards')).toContain('Is it hot?')
    await page.context().close()
  })

  it('remembers followed people and the last visit in the browser only', async () => {
    const { page, faults, requests } = await load(browser, `${server.baseUrl}/@ada`)
    await page.click('text=Follow')
    expect(await page.getAttribute('.follow', 'aria-pressed')).toBe('true')
    await page.goto(`${server.baseUrl}/`)
    expect(await page.innerText('#followed')).toContain('Ada Marl')
    expect(await page.locator('#since').isVisible()).toBe(false)
    // Between the two posts of today.
    const seenAt = Date.parse(NOW) - 90 * 60_000
    await page.evaluate(`localStorage.setItem('site / visit', JSON.stringify({ seenAt: ${seenAt}, before: null }))`)
    await page.reload()
    expect(await page.innerText('#since')).toBe('Since your last visit: 1 new post by 1 person.')
    expect(requests.filter((url) => url.includes('follow'))).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('follows a story in the browser only, and names its latest change on the front page', async () => {
    const $ = (name: string) => `tale-${name}`
    await server.import({ ...storyFile($) })
    await addStoryRows(server, 'prime', $)
    // The job that derives stories runs when the clock moves.
    await server.advance(10_000)
    const { page, faults, requests } = await load(browser, `${server.baseUrl}/stories`)
    await page.click('.story h2 a')
    const title = await page.innerText('h1')
    await page.click('text=Follow')
    expect(await page.getAttribute('.follow', 'aria-pressed')).toBe('true')
    await page.goto(`${server.baseUrl}/`)
    expect(await page.innerText('#followed')).toContain('Stories you follow')
    await page.click(`#followed a >> text=${title}`)
    expect(await page.innerText('h1')).toBe(title)
    await page.click('.follow')
    await page.goto(`${server.baseUrl}/`)
    expect(await page.innerText('#followed')).not.toContain('Stories you follow')
    expect(requests.filter((url) => url.includes('follow'))).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('leads from two people at odds to the cause, with a curve that can be read, on pages for every reader', async () => {
    const today = Math.floor(Date.parse(NOW) / DAY)
    for (const [n, affinity] of [0.1, -0.05, -0.2].entries())
      for (const [agent, other, sign] of [
        ['tale-ada', 'tale-bob', 1],
        ['tale-bob', 'tale-ada', 0.5],
      ] as const)
        await changeStore(
          server,
          'insert into tie_days (world_id, agent_id, other_id, day, affinity) values ($1, $2, $3, $4, $5)',
          ['prime', agent, other, today - 3 + n, affinity * sign],
        )
    const { page, faults } = await load(browser, `${server.baseUrl}/network?around=tale-bob`)
    const visited: string[] = []
    const inspect = async () => {
      visited.push(new URL(page.url()).pathname)
      const here = visited.at(-1)!
      expect([here, await page.evaluate(UNSEEN)]).toEqual([here, []])
      expect([here, await page.evaluate(SHOWN_THOUGH_HIDDEN)]).toEqual([here, []])
      expect(await page.evaluate<number>(SENT)).toBeLessThanOrEqual(PAGE_BYTES)
      await page.evaluate(AXE)
      for (const [mode, { colorScheme, ...viewport }] of Object.entries(MODES)) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        expect([here, mode, await seriousFaults(page)]).toEqual([here, mode, []])
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect([here, mode, overflow <= 0]).toEqual([here, mode, true])
      }
    }
    await inspect()
    await page.click('section:has-text("Furthest apart") .meta a')
    expect(new URL(page.url()).pathname).toBe('/@tale-ada/with/tale-bob')
    await inspect()
    expect(await page.innerText('.cause')).toMatch(/^(?:They quarrel over|Bob holds it against Ada)/)
    // The words of the scale stand beside the lines.
    const sidesOf = (selector: string) => page.locator(`.stream.pair ${selector}`).evaluateAll(SIDES)
    const [words, lines] = [await sidesOf('text'), await sidesOf('.line')]
    expect(lines.map((line) => line.end - line.start > 100)).toEqual([true, true])
    expect(Math.max(...words.map(({ end }) => end))).toBeLessThanOrEqual(Math.min(...lines.map(({ start }) => start)))
    await page.click('.cause a')
    await inspect()
    await page.click('.kicker a')
    await inspect()
    await page.goto(`${server.baseUrl}/days/2026-03-09`)
    expect(await page.innerText('.day-stories')).toContain('Bob')
    await inspect()
    expect(visited).toHaveLength(5)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('watches a game to its end on the board of the games page', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/games`)
    await page.waitForSelector('.television .moves li.here >> text=Nf3')
    const [game] = PRIME_FILE.games
    const moves = [...game!.moves, 'd7d6', 'f1c4', 'c8g4', 'b1c3', 'g7g6', 'f3e5', 'g4d1', 'c4f7', 'e8e7', 'c3d5']
    await server.import({ games: [{ ...game, moves: moves.slice(0, 9), updatedAt: at(-2) }] })
    await page.waitForSelector('.television .moves li.here >> text=Nxe5', { timeout: 60_000 })
    expect(await page.getAttribute('.captured-by-white', 'aria-label')).toContain('captured')
    await server.import({
      games: [
        {
          ...game,
          moves,
          status: 'finished',
          result: 'white_won',
          endReason: 'checkmate',
          dueAt: undefined,
          updatedAt: NOW,
        },
      ],
    })
    await page.waitForSelector('.television .moves li.here >> text=Nd5#', { timeout: 60_000 })
    expect(await page.innerText('.television .state-of-game')).toContain('1–0 by checkmate')
    expect(await page.getAttribute('.advantage', 'aria-label')).toBe('White has won')
    await page.click('button[aria-label="First position"]')
    expect(await page.getAttribute('.advantage', 'aria-label')).toBe('The position is even')
    expect(await page.locator('.board .last rect').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#board .last rect').count()).toBe(2)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('follows the tree of a thread: who answers whom, with which stance, and who changed sides', async () => {
    for (const [id, agent, move, side, answers] of [
      ['post-tide', 'agt-ada', 'assert', 'for', ''],
      ['rep-one', 'agt-bo', 'counter', 'against', 'post-tide'],
      ['rep-two', 'agt-harm', 'ask', 'for', 'rep-one'],
    ])
      await changeStore(
        server,
        `insert into plans (world_id, id, root_id, agent_id, issue, move, side, reason, addressee_id, answers_id, created_at)
         values ('prime', $1, 'post-tide', $2, 'x', $3, $4, '', '', $5, 1)`,
        [id, agent, move, side, answers],
      )
    await server.import({
      replies: [
        {
          id: 'rep-deep',
          postId: 'post-tide',
          parentReplyId: 'rep-one',
          agentId: 'agt-ada',
          text: 'I looked.',
          createdAt: NOW,
        },
      ],
    })
    const { page, faults } = await load(browser, `${server.baseUrl}/posts/post-tide`)
    expect(await page.innerText('#rep-one > .post .stance')).toBe('objects')
    expect(await page.innerText('#rep-one #rep-two .stance')).toBe('asks')
    await page.click('#rep-deep .answered')
    expect(await page.evaluate('location.hash')).toBe('#rep-one')
    expect(await page.innerText('.standing-of-thread')).toMatch(/With the post\s+Ada Marl[\s\S]*Against it\s+Bo Reed/)
    await page.evaluate(AXE)
    expect(await seriousFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('opens the tabs of a profile without scripts, by address and by keyboard', async () => {
    const { page } = await load(browser, `${server.baseUrl}/@ada`, { javaScriptEnabled: false })
    const isVisible = (id: string) => page.locator(`#${id}`).isVisible()
    expect([await isVisible('now'), await isVisible('mind'), await isVisible('posts')]).toEqual([true, false, false])
    await page.focus('.tab-links a[href="#mind"]')
    await page.keyboard.press('Enter')
    expect([await isVisible('now'), await isVisible('mind')]).toEqual([false, true])
    expect(await page.innerText('#mind')).toContain('The sea returns.')
    await page.goto(`${server.baseUrl}/@ada#ties`)
    expect(await page.innerText('#ties')).toContain('Bo Reed')
    await page.context().close()
  })

  it('plays a past day in the city at 60 times the speed, with header and cards from that moment', async () => {
    const { page, faults } = await load(browser, `${server.baseUrl}/city`)
    await page.waitForSelector('body[data-ready]')
    await page.fill('#day', '2026-03-09')
    await expect.poll(() => page.innerText('#shown-time')).toContain('2026-03-09')
    await expect.poll(() => page.innerText('.lead'), { timeout: 60_000 }).toContain('9 March 2026')
    await page.click('#live')
    await page.click('#play [data-speed="60"]')
    expect(await page.getAttribute('#live', 'aria-pressed')).toBe('false')
    const clockText = () => page.innerText('#shown-time')
    const before = await clockText()
    await expect.poll(clockText, { timeout: 60_000 }).not.toBe(before)
    await page.click('#live')
    expect(await page.getAttribute('#play [data-speed="60"]', 'aria-pressed')).toBe('false')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('says when the server is gone', async () => {
    const { page } = await load(browser, `${server.baseUrl}/`)
    await page.context().setOffline(true)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.waitForSelector('.offline >> text=No connection to the server', { timeout: 60_000 })
    await page.context().setOffline(false)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.waitForSelector('.offline', { state: 'detached', timeout: 60_000 })
    await page.context().close()
  })
})
