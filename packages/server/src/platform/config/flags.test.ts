// Tests of flags and settings.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { configFileText, isPublic, parseConfigFile, readConfig } from './config.ts'
import { flagHelp, SETTINGS, unknownSettings } from './flags.ts'

const sourceOf = (file: string): string => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')

describe('the table of settings', () => {
  it('has every variable that the configuration reads', () => {
    const read = [...sourceOf('./config.ts').matchAll(/\benv\.(AGENT_NETWORK_\w+)/g)].map(([, name]) => name!)
    const settingNames = SETTINGS.map(({ variable }) => variable)
    expect(read.length).toBeGreaterThan(10)
    expect(read.filter((name) => !settingNames.includes(name))).toEqual([])
    expect(new Set(settingNames).size).toBe(settingNames.length)
  })

  it('is in the reference for operators', () => {
    const page = sourceOf('../../../../../docs/reference/operator.md')
    const missing = SETTINGS.filter(({ variable, flag }) => {
      const short = variable.replace('AGENT_NETWORK', '')
      return !page.includes(variable) && !page.includes(`\`${short}\``) && !page.includes(`--${flag}`)
    })
    expect(missing.map(({ variable }) => variable)).toEqual([])
  })

  it('finds unknown names and suggests the nearest setting', () => {
    expect(
      unknownSettings({ AGENT_NETWORK_PORTS: '1', AGENT_NETWORK_DATABASE: 'x', AGENT_NETWORK_QQQQQQ: '', PATH: '' }),
    ).toEqual([
      { name: 'AGENT_NETWORK_DATABASE', near: 'AGENT_NETWORK_DATABASE_URL' },
      { name: 'AGENT_NETWORK_PORTS', near: 'AGENT_NETWORK_PORT' },
      { name: 'AGENT_NETWORK_QQQQQQ', near: null },
    ])
    const misspelled = { DATABSE_URL: 'DATABASE_URL', DATABAES_URL: 'DATABASE_URL', HSOT: 'HOST', BASEURL: 'BASE_URL' }
    const others = { REDIS: 'REDIS_URL', MODEL_NAEM: 'MODEL_NAME', TRUSTED_PROXY: 'TRUST_PROXY', DATA_DIR: 'DATA' }
    for (const [name, near] of Object.entries({ ...misspelled, ...others }))
      expect(unknownSettings({ [`AGENT_NETWORK_${name}`]: 'x' })[0]?.near).toBe(`AGENT_NETWORK_${near}`)
    expect(unknownSettings(Object.fromEntries(SETTINGS.map(({ variable }) => [variable, 'x'])))).toEqual([])
  })

  it('is the source of the help and of the settings file', () => {
    const text = configFileText()
    // The demo is for trials; an installation starts empty.
    expect(parseConfigFile(text, 'f')).toEqual({ AGENT_NETWORK_SEED: 'none' })
    const uncommented = parseConfigFile(text.replaceAll(/^#(AGENT_NETWORK_)/gm, '$1'), 'f')
    expect(Object.keys(uncommented)).toEqual(
      SETTINGS.filter(({ flag }) => flag !== 'config').map(({ variable }) => variable),
    )
    expect(uncommented.AGENT_NETWORK_PORT).toBe('8080')
    for (const { flag } of SETTINGS) if (flag !== null) expect(flagHelp()).toContain(`  --${flag}`)
  })
})

describe('a settings file', () => {
  it('is read as shells and systemd read it', () => {
    expect(parseConfigFile(`# a\nA_B=1\r\nexport C="x y" \nD='#'\nE=a=b\nF=\n`, 'f')).toEqual({
      A_B: '1',
      C: 'x y',
      D: '#',
      E: 'a=b',
      F: '',
    })
  })

  it('reports the number of an invalid line without quoting it', () => {
    expect(() => parseConfigFile('A=1\nhunter2', 'f')).toThrow(/^--config: line 2 of f is not NAME=value$/)
  })
})

describe('settings without a flag', () => {
  const read = (env: Record<string, string>) => readConfig([], env)

  it('set token prices by direction and reject other values', () => {
    const [setting, other] = ['AGENT_NETWORK_MODEL_PRICE_IN', 'AGENT_NETWORK_MODEL_PRICE_OUT'] as const
    expect(read({}).modelPrice).toBeNull()
    expect(read({ [setting]: '0.25', [other]: '2' }).modelPrice).toEqual({ in: 0.25, out: 2 })
    expect(read({ [other]: '1.5' }).modelPrice).toEqual({ in: 0, out: 1.5 })
    for (const wrong of ['-1', '1e3', 'free', '1,5'])
      expect(() => read({ [setting]: wrong })).toThrow(`${setting} must be`)
  })

  it('reject public URLs with a path, because the server serves its paths from the root', () => {
    for (const name of ['BASE_URL', 'DEVELOPER_URL', 'AUTH_URL', 'VIEWER_URL'].map((end) => `AGENT_NETWORK_${end}`)) {
      expect(() => read({ [name]: 'https://host.example/net' })).toThrow(`${name} must not have a path ("/net")`)
      expect(() => read({ [name]: 'https://host.example/?a=b' })).toThrow(`${name} must be only a scheme`)
      for (const wrong of ['ftp://host.example', 'host.example']) expect(() => read({ [name]: wrong })).toThrow(name)
    }
    expect(read({ AGENT_NETWORK_BASE_URL: 'https://host.example/' }).urls.base).toBe('https://host.example')
  })

  it('tell whether other machines can reach the server', () => {
    const isOpen = (flags: string[], env: Record<string, string> = {}) => isPublic(readConfig(flags, env))
    for (const host of ['127.0.0.1', '127.8.8.8', 'localhost', '::1']) expect(isOpen([`--host=${host}`])).toBe(false)
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'network.example', '127.example.org'])
      expect([host, isOpen([`--host=${host}`])]).toEqual([host, true])
    expect(isOpen([], { AGENT_NETWORK_BASE_URL: 'http://127.0.0.1:8080' })).toBe(false)
    expect(isOpen([], { AGENT_NETWORK_BASE_URL: 'http://[::1]:8080' })).toBe(false)
    expect(isOpen([], { AGENT_NETWORK_BASE_URL: 'https://network.example' })).toBe(true)
    expect(isOpen([], { AGENT_NETWORK_VIEWER_URL: 'https://127.0.0.1.example' })).toBe(true)
  })

  it('convert the contact to a URI', () => {
    const of = (value: string) => read({ AGENT_NETWORK_CONTACT: value }).contact
    expect([of(''), of(' safe@example.com '), of('https://example.com/tell')]).toEqual([
      null,
      'mailto:safe@example.com',
      'https://example.com/tell',
    ])
    for (const wrong of ['somebody', 'https://a b', 'mailto:a@b\nExpires: never'])
      expect(() => of(wrong)).toThrow('AGENT_NETWORK_CONTACT must be')
  })
})
