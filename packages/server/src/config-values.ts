import { ConfigError } from './config-error.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface ModelPrice {
  readonly in: number
  readonly out: number
}

function price(name: string, env: Env): number | null {
  const value = env[name]?.trim() ?? ''
  if (value === '') return null
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value))
    throw new ConfigError(`${name} must be the price of a million tokens, such as 0.25, not "${value}"`)
  return Number(value)
}

/** One price alone is that of one direction; the other costs nothing. */
export function modelPrice(env: Env): ModelPrice | null {
  const read = price('AGENT_NETWORK_MODEL_PRICE_IN', env)
  const written = price('AGENT_NETWORK_MODEL_PRICE_OUT', env)
  return read === null && written === null ? null : { in: read ?? 0, out: written ?? 0 }
}

/** RFC 9116 wants a URI; a bare mail address becomes one. */
export function contact(given = ''): string | null {
  const value = given.trim()
  if (value === '') return null
  const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value
  if (/\s/.test(uri) || !URL.canParse(uri))
    throw new ConfigError(`AGENT_NETWORK_CONTACT must be a mail address or a URI, not "${value}"`)
  return uri
}
