/** Parameters of a prepared statement with a list in it. */
export type SlotParams = Record<string, string | number>

/** A list of a fixed length in a statement that is prepared once; a longer one takes several statements. */
export interface Slots {
  readonly size: number
  /** Names of the parameters, in their order. */
  readonly names: readonly string[]
  /** The statement has a place for each value: a shorter list names its first again. At least one value. */
  filled(values: readonly (string | number)[]): SlotParams
}

export function slots(size: number): Slots {
  const names = Array.from({ length: size }, (_, n) => `v${n}`)
  return {
    size,
    names,
    filled(values) {
      const params: SlotParams = {}
      for (let n = 0; n < size; n++) params[names[n]!] = values[n] ?? values[0]!
      return params
    },
  }
}
