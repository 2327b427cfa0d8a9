// Tests of the Host check of the operator listener.
import { describe, expect, it } from 'vitest'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../http/context.ts'
import { makeHostCheck } from './protocol.ts'

const admits = (operatorHost: string, host: string | undefined): boolean => {
  const check = makeHostCheck({ config: { operatorHost } as Config })
  try {
    check({ header: () => host } as unknown as Context)
    return true
  } catch {
    return false
  }
}

describe('the operator listener', () => {
  it('accepts its own names and the configured host, with or without a port', () => {
    for (const host of ['127.0.0.1', 'localhost:8081', 'LOCALHOST', '[::1]', '[::1]:8081'])
      expect([host, admits('10.0.0.7', host)]).toEqual([host, true])
    expect(admits('Console.example', 'console.example:8081')).toBe(true)
    expect(admits('fd00::7', '[fd00::7]:8081')).toBe(true)
  })

  it('rejects all other hosts', () => {
    for (const host of [undefined, '', 'evil.example', '127.0.0.1.evil.example', 'localhost.', '10.0.0.8', '::1'])
      expect([host, admits('10.0.0.7', host)]).toEqual([host, false])
  })
})
