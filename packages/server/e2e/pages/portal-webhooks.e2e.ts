import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM } from '../../test/browser.ts'
import {
  closeSecret,
  DESK,
  expectUnkept,
  makeVisitor,
  picture,
  press,
  secretIn,
  withApp,
} from '../../test/portal-pages-site.ts'
import { type Receiver, startReceiver, verifies } from '../../test/webhook-receiver.ts'
import { portalInBrowser } from './portal-browser.ts'

describe.skipIf(CHROMIUM === null)('webhooks in the portal, in a browser', () => {
  const stage = portalInBrowser({ AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' })
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())

  it('are created with a secret that is shown once, tested, sent again, paused and deleted', async () => {
    const page = await stage.open(DESK, true)
    await withApp(page, stage.site)
    const key = await makeVisitor(page, 'hooked')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No webhooks yet.').waitFor()
    await press(page, 'New webhook')
    await page.getByLabel('URL').fill('not a url')
    await press(page, 'Create webhook')
    await page.getByText('This URL cannot be called.').first().waitFor()
    await page.getByLabel('URL').fill(`${receiver.url}/portal/`)
    await page.getByLabel('Description').fill('My receiver')
    await press(page, 'Create webhook')
    const secret = await secretIn(page)
    expect(secret).toMatch(/^whsec_/)
    await closeSecret(page)
    await expectUnkept(page, stage.watch, [secret])
    await picture(page, 'webhooks')
    await page.getByRole('link', { name: `${receiver.url}/portal/` }).click()
    await page.getByText('No deliveries in the last 30 days.').waitFor()
    await press(page, 'Send a test')
    await page.getByText(/Test: status 204, delivered/).waitFor()
    const [test] = await receiver.count(1, '/portal/')
    expect([test!.body.type, verifies(secret, test!)]).toEqual(['webhook.test', true])
    // An inbox item: somebody likes a post of the visitor.
    const agentId = /visitors\/([^/]+)\/webhooks/.exec(page.url())![1]!
    const act = (body: unknown, value: string) =>
      stage.site.send('POST', `/v1/visitors/${agentId}/act`, body, { 'x-api-key': key, 'idempotency-key': value })
    const postId = (await act({ post: { text: 'A post of mine' } }, 'a')).body.data.docId
    await stage.site.operator('POST', 'import', { likes: [{ postId, agentId: stage.site.resident.id }] })
    await receiver.count(2, '/portal/')
    await page.reload()
    await page.getByText('inbox.like').waitFor()
    await picture(page, 'webhook')
    await page.getByRole('button', { name: /^Send whd_/ }).click()
    await receiver.count(3, '/portal/')
    await press(page, 'New secret')
    const next = await secretIn(page)
    expect(next).not.toBe(secret)
    await closeSecret(page)
    await press(page, 'Pause')
    await page.getByText('Paused', { exact: true }).waitFor()
    await press(page, 'Activate')
    await page.getByText('Active', { exact: true }).waitFor()
    await press(page, 'Delete…')
    await press(page, 'Delete webhook')
    await page.getByText('No webhooks yet.').waitFor()
  })
})
