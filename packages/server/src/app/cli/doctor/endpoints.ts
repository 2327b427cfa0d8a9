// Doctor checks of outside services (model, moderation, identity) and of a running server.
import { OPERATOR_ROUTES } from '@agent-network/contract'
import { fetchKeySet } from '../../../features/identity/key-set.ts'
import type { Config, Endpoint, ExternalIdentityProvider } from '../../../platform/config/config.ts'
import { providerFault } from '../../../platform/llm/provider.ts'
import { makeRemote, type Review } from '../../../platform/moderation/moderation.ts'
import { CliError, envelopeOf, findToken, makeClient, OperatorCallError } from '../client.ts'
import { type Finding, fault, fine, skipped, warning } from './folder.ts'

const TIMEOUT_MS = 5_000
const TEST_REVIEW: Review = { text: 'Good morning.', policy: 'speech', bannedTerms: [], timeoutMs: TIMEOUT_MS }

/** Only the host, because addresses may contain a password. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an invalid address')

/** Never the message itself: the message about an invalid header contains the key. */
const reasonOf = (error: unknown): string => {
  const { cause, name } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'timeout' : 'invalid address or key')
}

interface ModelList {
  readonly status: number
  readonly names: readonly string[] | null
}

/** Asks for the list of models, which costs nothing. */
async function askModels({ url }: Endpoint, key: string | undefined): Promise<ModelList> {
  const base = url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  const response = await fetch(`${base}/models`, {
    // The key is sent only to the configured address.
    redirect: 'manual',
    headers: key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = (await response.json().catch(() => null)) as { data?: { id?: unknown }[] } | null
  const names = Array.isArray(body?.data) ? body.data.map(({ id }) => String(id)) : null
  return { status: response.status, names: response.status === 200 ? names : null }
}

export async function checkModel({ model }: Pick<Config, 'model'>, key: string | undefined): Promise<Finding> {
  const name = 'model'
  if (model === null) return fine(name, 'no model is set: residents use the local voice')
  const wrong = providerFault(model)
  if (wrong !== null) return fault(name, wrong, 'fix it; completions fail with 500 until then')
  const host = hostOf(model.url)
  let modelList: ModelList
  try {
    modelList = await askModels(model, key)
  } catch (error) {
    return fault(
      name,
      `${host} does not respond (${reasonOf(error)})`,
      'check AGENT_NETWORK_MODEL_URL and the provider',
    )
  }
  const { status, names } = modelList
  if (status === 401 || status === 403)
    return fault(name, `${host} refuses the key (${status})`, 'check AGENT_NETWORK_MODEL_KEY')
  if (status >= 500) return fault(name, `${host} responds with ${status}`, 'check the provider')
  if (names !== null && !names.includes(model.name))
    return warning(name, `${host} does not list ${model.name}`, 'check AGENT_NETWORK_MODEL_NAME')
  return fine(name, `${host} responds${names === null ? '; it has no list of models' : ` and has ${model.name}`}`)
}

export async function checkModeration(
  { moderation }: Pick<Config, 'moderation'>,
  key: string | undefined,
): Promise<Finding> {
  const name = 'moderation'
  if (moderation === null) return fine(name, 'no endpoint is set: local rules alone')
  const host = hostOf(moderation.url)
  try {
    await makeRemote({ ...moderation, key: key ?? null }).review(TEST_REVIEW)
    return fine(name, `${host} responds`)
  } catch (error) {
    return fault(
      name,
      `${host}: ${(error as Error).message}`,
      'check AGENT_NETWORK_MODERATION_URL, _NAME and _KEY; until then content that needs its verdict is not published',
    )
  }
}

export async function checkIdentity({ identity }: { identity: ExternalIdentityProvider | null }): Promise<Finding> {
  const name = 'identity'
  if (identity === null) return fine(name, 'no provider is set: the built-in sign-in')
  const host = hostOf(identity.jwksUrl ?? identity.issuer)
  try {
    const { keys } = await fetchKeySet(identity)
    return keys.length === 0
      ? fault(name, `${host} publishes no keys`, 'check the provider: ID tokens cannot be verified')
      : fine(name, `${host} publishes ${keys.length} keys`)
  } catch {
    return fault(
      name,
      `${host} does not publish its keys`,
      'check AGENT_NETWORK_IDENTITY_ISSUER (must match exactly) or _IDENTITY_JWKS_URL; sign-in fails until then',
    )
  }
}

/** The fields of the server status that the doctor checks. */
export interface ServerStatus {
  readonly version: string
  readonly uptimeSeconds: number
  readonly away: readonly { readonly part: string; readonly reason: string; readonly seconds: number }[]
  readonly clock: { readonly aheadMs: number }
  readonly model: { readonly breaker: { readonly state: string } }
  /** Absent in versions before 0.3. */
  readonly modelBudgets?: readonly {
    readonly name: string
    readonly used: number | null
    readonly limit: number | null
  }[]
  readonly life: {
    readonly enabled: boolean
    readonly worlds: readonly { readonly worldId: string; readonly state: string; readonly lastTurnAt: string | null }[]
  }
}

export interface ServerAddress {
  readonly operatorUrl: string
  readonly data: string
  readonly token: string | undefined
  /** Whether a server should run; if so, none is a fault. */
  readonly isExpected: boolean
}

/** The status of the server; null if none runs, with a finding in both cases. */
export async function readServerStatus({
  operatorUrl,
  data,
  token,
  isExpected,
}: ServerAddress): Promise<[Finding, ServerStatus | null]> {
  const name = 'server'
  try {
    const response = await makeClient(operatorUrl, findToken(data, token)).send(OPERATOR_ROUTES.getStatus)
    const status = envelopeOf(response).data as ServerStatus
    return [fine(name, `version ${status.version}, running for ${status.uptimeSeconds} s`), status]
  } catch (error) {
    if (error instanceof OperatorCallError)
      return [fault(name, `${operatorUrl}: ${error.message}`, 'name the server with --operator-url and --data'), null]
    if (!(error instanceof CliError)) throw error
    if (!isExpected) return [skipped(name, error.message), null]
    return [fault(name, error.message, 'if it is stopped on purpose, run "agent-network doctor --stopped"'), null]
  }
}

/** Checks that need a running server. */
export function checkRunning(status: ServerStatus): Finding[] {
  const { away, clock, life, model, modelBudgets = [] } = status
  const unpriced = modelBudgets.filter(({ used, limit }) => used === null && limit !== null).map(({ name }) => name)
  const stalled = life.worlds.filter(({ state }) => state === 'stalled').map(({ worldId }) => worldId)
  const living = life.worlds.filter(({ state }) => state === 'living').length
  return [
    ...away.map(({ part, reason, seconds }) =>
      fault(part === 'store' ? 'store' : 'redis', `unavailable for ${seconds} s: ${reason}`, 'check its server'),
    ),
    ...(clock.aheadMs > 0
      ? [
          warning(
            'clock',
            `it was set back by ${clock.aheadMs} ms`,
            "check the machine's clock; server time runs slower until it catches up",
          ),
        ]
      : []),
    ...(model.breaker.state === 'closed'
      ? []
      : [warning('model', `circuit breaker ${model.breaker.state} after failures`, 'check the provider')]),
    ...(unpriced.length === 0
      ? []
      : [
          warning(
            'model',
            `${unpriced.join(', ')} has no effect without a price`,
            'set AGENT_NETWORK_MODEL_PRICE_IN and _OUT',
          ),
        ]),
    stalled.length > 0
      ? fault(
          'life',
          `no tick in ${stalled.join(', ')} for three minutes`,
          'search the log for life.instant_failed and life.tick_failed',
        )
      : fine('life', life.enabled ? `${living} worlds are running` : 'it is off (--life off)'),
  ]
}
