import { InvalidParameter, type Query, type Route } from '@agent-network/contract'
import { Refusal } from '../core/refusal.ts'
import { quotable } from '../core/text.ts'
import { parseQuery } from './target.ts'

/** Reads the parameters a route knows. Lenient routes take the first value and ignore what they do not know (AMB-18). */
export function readQuery(contract: Route, query: string): Record<string, unknown> {
  const known: Query = contract.query
  const given = parseQuery(query)
  const values: Record<string, unknown> = {}
  try {
    if (contract.strictQuery) refuseSurprises(known, given)
    for (const name in known) {
      const found = given.find((param) => param.name === name)
      values[name] = known[name]!.read(found?.value, found?.broken ?? false)
    }
  } catch (error) {
    if (error instanceof InvalidParameter) throw new Refusal(error.code ?? contract.invalid, { message: error.message })
    throw error
  }
  return values
}

const knownNames = (known: Query): string => {
  const names = Object.keys(known)
  return names.length === 0 ? 'this route takes none' : `known are ${names.join(', ')}`
}

function refuseSurprises(known: Query, given: readonly { name: string; broken: boolean }[]): void {
  const seen = new Set<string>()
  for (const { name, broken } of given) {
    if (!Object.hasOwn(known, name))
      throw new InvalidParameter(`unknown parameter: ${quotable(name)}; ${knownNames(known)}`)
    if (seen.has(name)) throw new InvalidParameter(`${name} is given twice`)
    if (broken) throw new InvalidParameter(`${name} is not valid percent-encoded UTF-8`)
    seen.add(name)
  }
}
