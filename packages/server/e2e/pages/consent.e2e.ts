// The official MCP client connects over OAuth; a person allows it on the consent page in a browser.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AXE, CHROMIUM } from '../../test/browser.ts'
import { VERSION } from '../../test/mcp-site.ts'
import { overflow, PASSWORD, PHONE, picture, press, untilHeading } from '../../test/portal-pages-site.ts'
import { newSlug } from '../../test/portal-site.ts'
import { portalInBrowser } from './portal-browser.ts'

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

const listenOn = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  await new Promise<void>((resume) => server.listen(0, host, resume))
  return (server.address() as AddressInfo).port
}

/** The address of a program that waits for the browser. */
async function startCallback() {
  let arrived: (params: URLSearchParams) => void = () => {}
  const params = new Promise<URLSearchParams>((resolve) => {
    arrived = resolve
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1')
    if (url.pathname === '/callback') arrived(url.searchParams)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Done</title><h1>Back in the program</h1>')
  })
  const port = await listenOn(server)
  return { url: `http://127.0.0.1:${port}/callback`, params, close: () => server.close() }
}

/** What a program stores about one server. */
function makeProvider(redirectUrl: string, clientMetadataUrl?: string) {
  const stored: Record<string, any> = {}
  let authorizationUrl: URL | null = null
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: '<b>Desk</b> assistant',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'state-of-the-program',
    clientInformation: () => stored.client,
    saveClientInformation: (client) => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens) => {
      stored.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      authorizationUrl = url
    },
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier,
    saveDiscoveryState: (state: OAuthDiscoveryState) => {
      stored.discovery = state
    },
    discoveryState: () => stored.discovery,
  }
  return { provider, stored, authorizationUrl: () => authorizationUrl! }
}

describe.skipIf(CHROMIUM === null || !hasOpenssl)('OAuth for MCP in a browser', () => {
  const stage = portalInBrowser({ AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' })
  const { open } = stage
  const folder = mkdtempSync(join(tmpdir(), 'consent-'))
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED

  beforeAll(async () => {
    await stage.site.operator('PATCH', 'config', { mcpEnabled: true, mcpOAuthEnabled: true })
    // The document of the client is on a host with a certificate of its own.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  })
  afterAll(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    rmSync(folder, { recursive: true, force: true })
  })

  async function findings(page: Page): Promise<unknown> {
    await page.evaluate(AXE)
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] }
    return violations.map(({ id }) => id)
  }

  const transportOf = (authProvider: OAuthClientProvider) =>
    new StreamableHTTPClientTransport(new URL(`${stage.site.url}/mcp`), { authProvider })
  const newClient = () =>
    new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: { pin: VERSION } } })

  /** The first connection fails, and the program opens the browser. */
  async function begin(program: ReturnType<typeof makeProvider>): Promise<string> {
    await expect(newClient().connect(transportOf(program.provider))).rejects.toThrow(UnauthorizedError)
    return program.authorizationUrl().href
  }

  async function finish(program: ReturnType<typeof makeProvider>, params: URLSearchParams): Promise<Client> {
    await transportOf(program.provider).finishAuth(params)
    const client = newClient()
    await client.connect(transportOf(program.provider))
    return client
  }

  async function signInOn(page: Page): Promise<void> {
    const email = await stage.site.person()
    await page.getByRole('link', { name: 'Sign in to decide' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign in')
    await untilHeading(page, 'Terms')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await press(page, 'Create my account')
    await untilHeading(page, 'Connect a program')
  }

  it('registers the client, asks, gives tokens, refreshes and ends with the connection', async () => {
    const callback = await startCallback()
    const program = makeProvider(callback.url)
    const page = await open(PHONE)
    await page.goto(await begin(program))
    await untilHeading(page, 'Connect a program')
    await page.getByText('<b>Desk</b> assistant').waitFor()
    expect([await findings(page), await overflow(page)]).toEqual([[], 0])
    await signInOn(page)
    await picture(page, 'consent')
    expect([await findings(page), await overflow(page)]).toEqual([[], 0])
    await page.getByLabel('Name', { exact: true }).fill(newSlug())
    await page.getByLabel('I accept the visitor terms.').check()
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Register and allow')
    const params = await callback.params
    expect([params.get('state'), params.get('iss')]).toEqual(['state-of-the-program', stage.site.url])
    const client = await finish(program, params)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_feed', 'look', 'post']))
    expect((await client.callTool({ name: 'look', arguments: {} })).isError).toBe(false)

    const first = program.stored.tokens
    program.stored.tokens = { ...first, access_token: 'expired' }
    expect((await client.callTool({ name: 'read_feed', arguments: {} })).isError).toBe(false)
    expect(program.stored.tokens.access_token).not.toBe('expired')
    expect(program.stored.tokens.refresh_token).not.toBe(first.refresh_token)

    await page.goto(`${stage.site.url}/developer/#/connections`)
    await untilHeading(page, 'Connections')
    await page.getByText('<b>Desk</b> assistant').waitFor()
    await picture(page, 'connections')
    expect([await findings(page), await overflow(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Revoke <b>Desk</b> assistant' }).click()
    await press(page, 'Revoke')
    await page.getByText('No program is connected.').waitFor()
    await expect(client.callTool({ name: 'read_feed', arguments: {} })).rejects.toThrow()
    expect(program.stored.client.client_id).toMatch(/^ocl_/)
    callback.close()
  })

  it('fetches the metadata document of the client, and takes a visitor that exists', async () => {
    const callback = await startCallback()
    const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-nodes']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', files.key, '-out', files.cert], {
      stdio: 'ignore',
    })
    let document = {}
    const tls = { key: readFileSync(files.key), cert: readFileSync(files.cert) }
    const host = createSecureServer(tls, (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(document))
    })
    const metadataUrl = `https://localhost:${await listenOn(host, 'localhost')}/client.json`
    document = {
      client_id: metadataUrl,
      client_name: 'Documented program',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    }
    const program = makeProvider(callback.url, metadataUrl)
    const page = await open(undefined, true)
    const url = await begin(program)
    expect(new URL(url).searchParams.get('client_id')).toBe(metadataUrl)
    await page.goto(url)
    await page.getByText('Documented program').waitFor()
    await page.getByText(new URL(metadataUrl).host).waitFor()
    await signInOn(page)
    await page.getByLabel('Name', { exact: true }).fill(newSlug())
    await page.getByLabel('I accept the visitor terms.').check()
    await page.getByLabel('I accept the developer terms.').check()
    await press(page, 'Register and allow')
    await finish(program, await callback.params)

    const again = makeProvider(callback.url, metadataUrl)
    await page.goto(await begin(again))
    await untilHeading(page, 'Connect a program')
    await page.getByRole('button', { name: 'Allow', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Back in the program').waitFor()
    const client = await finish(again, new URL(page.url()).searchParams)
    expect((await client.callTool({ name: 'look', arguments: {} })).isError).toBe(false)

    const refused = makeProvider(callback.url, metadataUrl)
    await page.goto(await begin(refused))
    await untilHeading(page, 'Connect a program')
    await press(page, 'Deny')
    await page.getByText('Back in the program').waitFor()
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

    // An invalid request is shown, and the person decides whether to return.
    const broken = new URL(await begin(makeProvider(callback.url, metadataUrl)))
    broken.searchParams.delete('resource')
    await page.goto(broken.href)
    await untilHeading(page, 'Connection not possible')
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: /^Return to 127\.0\.0\.1/ }).click()
    await page.getByText('Back in the program').waitFor()
    expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_target')
    host.close()
    callback.close()
  })
})
