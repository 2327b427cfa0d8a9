import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countWrongPassword,
  maySendEmail,
  PER_DAY,
  readSignInDelay,
  refundToday,
  spendToday,
} from '../src/features/identity/passwords.ts'
import { ConfigError, readConfig } from '../src/platform/config/config.ts'
import { systemAmbient } from '../src/platform/core/ambient.ts'
import { openStore } from '../src/platform/db/open-store.ts'
import { createDatabase, ENGINES } from './harness.ts'
import { tempFolder } from './processes.ts'

const read = (env: Record<string, string>) => readConfig([], env)
const ISSUER = { AGENT_NETWORK_IDENTITY_ISSUER: 'https://id.example/', AGENT_NETWORK_IDENTITY_AUDIENCE: 'portal' }
const SMTP = {
  AGENT_NETWORK_SMTP_URL: 'smtp://user:pass-word@mail.example:587',
  AGENT_NETWORK_SMTP_FROM: 'a@example.org',
}

describe('the identity settings', () => {
  it('name an outside provider, whose issuer stays as it was written', () => {
    expect(read({}).identity).toBeNull()
    expect(read(ISSUER).identity).toEqual({
      issuer: 'https://id.example/',
      audience: 'portal',
      jwksUrl: null,
      client: null,
    })
    const jwks = { AGENT_NETWORK_IDENTITY_JWKS_URL: 'https://id.example/keys' }
    expect(read({ ...ISSUER, ...jwks }).identity!.jwksUrl).toBe('https://id.example/keys')
    const bare = { ...ISSUER, ...jwks, AGENT_NETWORK_IDENTITY_ISSUER: 'accounts.example' }
    expect(read(bare).identity!.issuer).toBe('accounts.example')
  })

  it('make this server a client of the provider, whose secret is in no log', () => {
    const { AGENT_NETWORK_IDENTITY_ISSUER } = ISSUER
    const client = {
      AGENT_NETWORK_IDENTITY_CLIENT_ID: 'portal',
      AGENT_NETWORK_IDENTITY_CLIENT_SECRET: 'pass-word',
    }
    const config = read({ AGENT_NETWORK_IDENTITY_ISSUER, ...client })
    expect(config.identity).toMatchObject({ audience: 'portal', client: { id: 'portal' } })
    expect(config.identity!.client!.secret).toBe('pass-word')
    expect(JSON.stringify([config, structuredClone(config)])).not.toContain('pass-word')
    expect(() => read({ ...ISSUER, ...client, AGENT_NETWORK_IDENTITY_CLIENT_ID: 'other' })).toThrow('the same')
  })

  it.each([
    ['an issuer without an audience', { AGENT_NETWORK_IDENTITY_ISSUER: 'https://id.example' }, 'AUDIENCE'],
    ['an audience without an issuer', { AGENT_NETWORK_IDENTITY_AUDIENCE: 'portal' }, 'ISSUER is missing'],
    ['a key set without an issuer', { AGENT_NETWORK_IDENTITY_JWKS_URL: 'https://id.example' }, 'ISSUER is missing'],
    ['an issuer that is no address', { ...ISSUER, AGENT_NETWORK_IDENTITY_ISSUER: 'id.example' }, 'http or https'],
    ['a key set in a file', { ...ISSUER, AGENT_NETWORK_IDENTITY_JWKS_URL: 'file:///keys' }, 'http or https'],
    ['a mail server without a sender', { ...SMTP, AGENT_NETWORK_SMTP_FROM: '' }, 'SMTP_FROM'],
    ['a mail server that is none', { ...SMTP, AGENT_NETWORK_SMTP_URL: 'http://u:pass-word@mail.example' }, 'smtp://'],
  ])('refuse %s, and repeat no password', (_name, env, words) => {
    expect(() => read(env as never)).toThrow(ConfigError)
    expect(() => read(env as never)).toThrow(words)
    expect(() => read(env as never)).not.toThrow('pass-word')
  })

  it('keep the password of the mail server out of logs and worker threads', () => {
    const config = read(SMTP)
    expect(config.smtp!.url).toContain('pass-word')
    expect(JSON.stringify([config, structuredClone(config)])).not.toContain('pass-word')
  })
})

for (const engine of ENGINES) {
  describe(`the attempts of a day on ${engine}`, () => {
    const AT = Date.parse('2031-05-06T07:08:09.000Z')
    let store: Awaited<ReturnType<typeof openStore>>
    let drop = async () => {}
    beforeAll(async () => {
      const flags = [`--data=${tempFolder()}`]
      if (engine === 'postgres') {
        const database = await createDatabase()
        drop = database.drop
        flags.push(`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
      }
      store = await openStore(readConfig(flags, {}), systemAmbient(), pino({ level: 'silent' }), { migrate: true })
    })
    afterAll(async () => {
      await store.close()
      await drop()
    })

    it('are counted for who guesses and for who guesses at whom, and a right one is given back', async () => {
      const spend = (address: string, email: string, at = AT) =>
        store.database.transact((tx) => spendToday(tx, 'sign-in', { address, pair: `${address} ${email}` }, at))
      const { pair: perPair, address: perAddress } = PER_DAY['sign-in']
      for (let n = 0; n < perPair; n++) expect(await spend('stranger', 'victim')).toBe(true)
      expect(await spend('stranger', 'victim')).toBe(false)
      const pair = { address: 'stranger', pair: 'stranger victim' }
      await store.database.transact((tx) => refundToday(tx, 'sign-in', pair, AT))
      expect(await spend('stranger', 'victim')).toBe(true)
      expect(await spend('stranger', 'victim')).toBe(false)
      // The owner is not locked out by a stranger's attempts.
      expect(await spend('at home', 'victim')).toBe(true)
      expect(await spend('stranger', 'victim', AT + 86_400_000)).toBe(true)

      for (let n = 0; n < perAddress; n++) expect(await spend('one address', `person ${n}`)).toBe(true)
      expect(await spend('one address', 'a new person')).toBe(false)
      expect(await spend('two addresses', 'a new person')).toBe(true)
    })

    it('slow an account down that many guess at, and its letters come less often instead of never', async () => {
      const who = { address: 'any', pair: 'any', email: 'guessed at' }
      const wrong = (n: number) =>
        store.database.transact(async (tx) => {
          for (let i = 0; i < n; i++) await countWrongPassword(tx, who, AT)
        })
      await wrong(20)
      expect(await readSignInDelay(store.database.read, who, AT)).toBe(0)
      await wrong(1)
      expect(await readSignInDelay(store.database.read, who, AT)).toBe(500)
      await wrong(100)
      expect(await readSignInDelay(store.database.read, who, AT)).toBe(8_000)
      expect(await readSignInDelay(store.database.read, who, AT + 86_400_000)).toBe(0)

      const letter = (at: number) => store.database.transact((tx) => maySendEmail(tx, who, at))
      for (let n = 0; n < 10; n++) expect(await letter(AT)).toBe(true)
      expect([await letter(AT), await letter(AT)]).toEqual([true, false])
      expect([await letter(AT + 600_000), await letter(AT + 600_000)]).toEqual([true, false])
    })
  })
}
