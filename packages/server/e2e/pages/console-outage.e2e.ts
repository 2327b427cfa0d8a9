// The console in a browser and the command line while the store is away.
import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from '../../test/browser.ts'
import { consolePages } from '../../test/console-pages.ts'
import { HAS_CLUSTER, OPERATOR_TOKEN } from '../../test/harness.ts'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'
import { type OwnPostgres, startOwnPostgres } from '../../test/restartable-services.ts'
import { waitUntil } from '../../test/wait-until.ts'

const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const REQUEST_ID = /req_[0-9a-z]{26}/

describe.runIf(HAS_CLUSTER && CHROMIUM !== null)('operators during an outage of the store', () => {
  let postgres: OwnPostgres
  let node: NodeProcess
  let browser: Browser
  beforeAll(async () => {
    postgres = await startOwnPostgres()
    const flags = ['--seed=none', `--data=${tempFolder()}`, `--database-url=${postgres.url}`]
    node = await startNode([...flags, `--redis-url=${process.env.TEST_REDIS_URL}`])
    browser = await launchBrowser()
    postgres.stop()
    await postgres.ended()
    await waitUntil('the node to notice', async () => (await fetch(`${node.baseUrl}/readyz`)).status === 503)
  })
  afterAll(async () => {
    await browser?.close()
    await node.stop('SIGKILL')
    await postgres.remove()
  })

  it('sign in at the console, and see the outage, the node and what does not depend on the store', async () => {
    const pages = consolePages(browser, node)
    const page = await pages.signIn()
    expect(await page.innerText('#who')).toBe('recovery (admin)')
    await page.waitForSelector('main >> text=The store has been unavailable for')
    await page.waitForSelector(`main >> text=${hostname()}`)
    expect(await page.innerText('main')).not.toContain('This cannot be shown')
    await pages.goTo(page, '#/system', 'System')
    await page.waitForSelector(`main >> text=${hostname()}`)
    // A screen that needs the store names the error and the request id, which is in the log.
    await page.evaluate(() => {
      ;(globalThis as any).location.hash = '#/keys'
    })
    await page.waitForSelector('text=STORE_UNAVAILABLE')
    const [id] = REQUEST_ID.exec(await page.innerText('body'))!
    await waitUntil('the line in the log', () => node.complaints().includes(id))
    await page.context().close()
  })

  it('get the request id from the command line', async () => {
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'key', 'list'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH ?? '',
        AGENT_NETWORK_OPERATOR_URL: node.operatorUrl,
        AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
      },
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/request id req_/)])
    const [id] = REQUEST_ID.exec(stderr)!
    await waitUntil('the line in the log', () => node.complaints().includes(id))
  })
})
