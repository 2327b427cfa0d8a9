import type { Config, Endpoint, OutsideIdentity } from '../../config.ts'
import { fetchKeySet } from '../../identity/key-set.ts'
import type { Review } from '../../models/moderation/moderation.ts'
import { makeRemote } from '../../models/moderation/remote.ts'
import { providerFault } from '../../models/openai-compatible.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const TIMEOUT_MS = 5_000
const QUESTION: Review = { text: 'Good morning.', policy: 'speech', bannedTerms: [], timeoutMs: TIMEOUT_MS }

/** Addresses may hold a password; a host says enough. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an address that is none')

/** Never the message itself: that of a key which fits into no header holds the key. */
const why = (error: unknown): string => {
  const { cause, name } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : 'it cannot be asked with this address and key')
}

interface Asked {
  readonly status: number
  readonly names: readonly string[] | null
}

/** The list of models costs nothing to ask for, unlike words. */
async function askModels({ url }: Endpoint, key: string | undefined): Promise<Asked> {
  const base = url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  const response = await fetch(`${base}/models`, {
    // A key goes only to the address that it was given for.
    redirect: 'manual',
    headers: key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await response.json().catch(() => null)) as { data?: { id?: unknown }[] } | null
  const names = Array.isArray(answer?.data) ? answer.data.map(({ id }) => String(id)) : null
  return { status: response.status, names: response.status === 200 ? names : null }
}

export async function checkModel({ model }: Pick<Config, 'model'>, key: string | undefined): Promise<Finding> {
  const name = 'model'
  if (model === null) return fine(name, 'none is set: residents speak with the local voice')
  const wrong = providerFault(model)
  if (wrong !== null) return fault(name, wrong, 'mend it; completions answer 500 until then')
  const host = hostOf(model.url)
  let asked: Asked
  try {
    asked = await askModels(model, key)
  } catch (error) {
    return fault(
      name,
      `${host} does not answer (${why(error)})`,
      'look at AGENT_NETWORK_MODEL_URL, and at the provider',
    )
  }
  const { status, names } = asked
  if (status === 401 || status === 403)
    return fault(name, `${host} refuses the key (${status})`, 'look at AGENT_NETWORK_MODEL_KEY')
  if (status >= 500) return fault(name, `${host} answers ${status}`, 'look at the provider')
  if (names !== null && !names.includes(model.name))
    return warning(name, `${host} does not list ${model.name}`, 'look at AGENT_NETWORK_MODEL_NAME')
  return fine(
    name,
    `${host} answers${names === null ? '; it has no list of models to look into' : ` and has ${model.name}`}`,
  )
}

export async function checkModeration(
  { moderation }: Pick<Config, 'moderation'>,
  key: string | undefined,
): Promise<Finding> {
  const name = 'moderation'
  if (moderation === null) return fine(name, 'no endpoint is set: local rules alone')
  const host = hostOf(moderation.url)
  try {
    await makeRemote({ ...moderation, key: key ?? null }).review(QUESTION)
    return fine(name, `${host} gives verdicts`)
  } catch (error) {
    return fault(
      name,
      `${host}: ${(error as Error).message}`,
      'look at AGENT_NETWORK_MODERATION_URL, _NAME and _KEY; until then nothing that needs its verdict is published',
    )
  }
}

export async function checkIdentity({ identity }: { identity: OutsideIdentity | null }): Promise<Finding> {
  const name = 'identity'
  if (identity === null) return fine(name, 'no provider is set: the built-in sign-in')
  const host = hostOf(identity.jwksUrl ?? identity.issuer)
  try {
    const { keys } = await fetchKeySet(identity)
    return keys.length === 0
      ? fault(name, `${host} publishes no keys`, 'look at the provider: no ID token can be checked')
      : fine(name, `${host} publishes ${keys.length} keys`)
  } catch {
    return fault(
      name,
      `${host} does not say what its keys are`,
      'look at AGENT_NETWORK_IDENTITY_ISSUER (compared to the letter) or _IDENTITY_JWKS_URL; nobody can sign in until then',
    )
  }
}
