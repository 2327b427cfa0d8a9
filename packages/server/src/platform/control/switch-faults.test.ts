// Tests of faults in stored switch values.
import { describe, expect, it } from 'vitest'
import { readSwitches, switchFault, switchFaults } from './switches.ts'

describe('switches of the wrong type', () => {
  it('are reported with their effect', () => {
    expect(switchFault('visitorDriveEnabled', 'true')).toMatchObject({
      expected: 'true or false',
      effect: 'it counts as off',
    })
    expect(switchFault('cityDailyPostCap', '60')).toMatchObject({
      expected: 'a number',
      effect: 'the default holds: 60',
    })
    expect(switchFault('corsAllowedOrigins', 'https://example.org')?.effect).toBe('the list counts as empty')
    expect(switchFault('externalAgentInvokeMaxOutputTokens', 'many')?.effect).toBe('it counts as not set')
  })

  it('are not reported if the type is right or no value is stored', () => {
    const right = { visitorDriveEnabled: true, cityDailyPostCap: 1.5, bannedTerms: ['x'], visitorFence: {} }
    const rows = Object.entries(right).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
    expect(switchFaults(readSwitches(rows))).toEqual([])
    expect(switchFaults(readSwitches([{ name: 'searchMode', value: '7' }])).map(({ name }) => name)).toEqual([
      'searchMode',
    ])
  })
})
