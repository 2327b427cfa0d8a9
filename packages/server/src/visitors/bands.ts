import { LIMITS, type ResidentCountBand, type ResidentDayBand, type StandingDigest } from '@agent-network/contract'

/** A resident spoke to the visitor on that UTC day; how often on the day makes no difference (2.13). */
export interface SupportUnit {
  readonly residentId: string
  readonly day: number
}

export type Bands = Pick<StandingDigest, 'residentCountBand' | 'residentDayBand' | 'repeatResidentCountBand'>
export const NO_BANDS: Bands = { residentCountBand: null, residentDayBand: null, repeatResidentCountBand: null }

type Scale<B> = readonly (readonly [least: number, band: B])[]

const COUNT_SCALE: Scale<ResidentCountBand> = [
  [50, '50_plus'],
  [20, '20_49'],
  [10, '10_19'],
  [5, '5_9'],
]
const DAY_SCALE: Scale<ResidentDayBand> = [
  [100, '100_plus'],
  [50, '50_99'],
  [20, '20_49'],
  [10, '10_19'],
]

const bandOf = <B>(scale: Scale<B>, n: number): B | null => scale.find(([least]) => n >= least)?.[1] ?? null

/** A band says nothing about a group of one to four, and neither may the difference of two bands (2.13). */
function repeatBand(repeating: number, residents: number): ResidentCountBand | null {
  const others = residents - repeating
  return others === 0 || others >= LIMITS.standing.residentsMin ? bandOf(COUNT_SCALE, repeating) : null
}

/** Null when there is too little to publish. A resident repeats when it came on two different days (AMB-90). */
export function bandsOf(units: readonly SupportUnit[]): Bands | null {
  const days = new Map<string, Set<number>>()
  for (const { residentId, day } of units) {
    const seen = days.get(residentId)
    if (seen === undefined) days.set(residentId, new Set([day]))
    else seen.add(day)
  }
  const perResident = [...days.values()].map(({ size }) => size)
  const residents = perResident.length
  const residentDays = perResident.reduce((sum, size) => sum + size, 0)
  const { residentsMin, residentDaysMin } = LIMITS.standing
  if (residents < residentsMin || residentDays < residentDaysMin) return null
  return {
    residentCountBand: bandOf(COUNT_SCALE, residents),
    residentDayBand: bandOf(DAY_SCALE, residentDays),
    repeatResidentCountBand: repeatBand(perResident.filter((size) => size >= 2).length, residents),
  }
}
