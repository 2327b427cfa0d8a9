/** What a check says: what it looked at, how that is, what was found, and what to do about it. */
export interface Finding {
  readonly name: string
  readonly verdict: 'fine' | 'warning' | 'fault' | 'skipped'
  readonly found: string
  /** Empty where there is nothing to do. */
  readonly advice: string
}

export const fine = (name: string, found: string): Finding => ({ name, verdict: 'fine', found, advice: '' })
export const skipped = (name: string, found: string): Finding => ({ name, verdict: 'skipped', found, advice: '' })
export const warning = (name: string, found: string, advice: string): Finding => ({
  name,
  verdict: 'warning',
  found,
  advice,
})
export const fault = (name: string, found: string, advice: string): Finding => ({
  name,
  verdict: 'fault',
  found,
  advice,
})

/** 0, 1 with warnings, 2 with faults. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ verdict }) => verdict === 'fault')) return 2
  return findings.some(({ verdict }) => verdict === 'warning') ? 1 : 0
}
