// Tests of flags and settings.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { configFileText, parseConfigFile, readConfig } from './config.ts'
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
    expect(unknownSettings(Object.fromEntries(SETTINGS.map(({ variable }) => [variable, 'x'])))).toEqual([])
  })

  it('is the source of the help and of the settings file', () => {
    const text = configFileText()
    expect(parseConfigFile(text, 'f')).toEqual({})
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
