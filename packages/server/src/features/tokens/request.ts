// Parsing and checks of token requests (RFC 6749).
import { isStorable } from '../../platform/core/text.ts'

export const TOKEN_SCOPES = ['openid', 'agents.read', 'admin.read', 'admin.write'] as const
/** 4.16: the scope of a request without `scope`. */
const DEFAULT_SCOPE = 'openid agents.read'
const ADMIN_SCOPES: readonly string[] = TOKEN_SCOPES.filter((scope) => scope.startsWith('admin.'))

export const SUBJECT_TYPES = ['agent', 'service'] as const
export interface TokenSubject {
  readonly type: (typeof SUBJECT_TYPES)[number]
  readonly id: string
}

/** An app as a client of the token endpoint. */
export interface TokenClient {
  readonly id: string
  readonly active: boolean
  readonly services: readonly string[]
  readonly admin: boolean
  readonly agentIds: readonly string[]
}

export const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
  'unauthorized_client',
] as const
/** RFC 6749, 5.2. The description is ASCII and repeats no part of the request. */
export interface TokenFault {
  readonly error: (typeof TOKEN_ERRORS)[number]
  readonly description: string
}

export interface ClientCredentials {
  readonly id: string
  readonly secret: string
}

/** Strict form decoding: null for invalid percent-encoding or invalid UTF-8. */
function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const strictUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * RFC 6749, 2.3.1 requires form encoding of both parts. Many clients send them raw, so a part that does not decode is
 * used unchanged.
 */
export function basicCredentials(header: string | undefined): ClientCredentials | null {
  const encoded = BASIC.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  // Node skips invalid characters; only text that encodes back to the same was base64.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) return null
  const text = strictUtf8(bytes)
  const colon = text?.indexOf(':') ?? -1
  if (text === null || colon < 0) return null
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  return { id: decodePart(id) ?? id, secret: decodePart(secret) ?? secret }
}

export interface FormBody {
  /** Every value sent under a name, in order. */
  readonly params: ReadonlyMap<string, readonly string[]>
  /** Why the body could not be parsed as a form. */
  readonly broken: string | null
}

const PARAMS_MAX = 100

export const brokenForm = (why: string): FormBody => ({ params: new Map(), broken: why })

export function parseForm(bytes: Buffer): FormBody {
  const text = strictUtf8(bytes)
  if (text === null) return brokenForm('The body is not UTF-8')
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > PARAMS_MAX) return brokenForm('The body has too many parameters')
  const params = new Map<string, string[]>()
  for (const pair of pairs) {
    const mark = pair.indexOf('=')
    const name = decodePart(mark < 0 ? pair : pair.slice(0, mark))
    const value = decodePart(mark < 0 ? '' : pair.slice(mark + 1))
    if (name === null || value === null) return brokenForm('The body is not validly percent-encoded')
    if (!isStorable(name) || !isStorable(value)) return brokenForm('The body holds characters that are not text')
    const values = params.get(name)
    if (values === undefined) params.set(name, [value])
    else values.push(value)
  }
  return { params, broken: null }
}

/** A parameter without a value counts as absent (RFC 6749, 3.2). */
const paramOf = (form: FormBody, name: string): string | undefined =>
  form.params.get(name)?.find((value) => value !== '')

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i

/** All inputs of the checks except the agent's existence. */
export interface TokenRequest {
  readonly contentType: string | undefined
  readonly form: FormBody
  readonly credentials: ClientCredentials | null
  /** The client whose secret matched, or null. */
  readonly client: TokenClient | null
}

const scopesOf = (form: FormBody): string[] => [
  ...new Set((paramOf(form, 'scope') ?? DEFAULT_SCOPE).split(' ').filter((scope) => scope !== '')),
]

const subjectOf = (form: FormBody): TokenSubject | null => {
  const named = SUBJECT_TYPES.flatMap((type) => {
    const id = paramOf(form, `${type}_id`)
    return id === undefined ? [] : [{ type, id }]
  })
  return named.length === 1 ? named[0]! : null
}

/** A client that also sends credentials in the body is refused, even if its Basic credentials are right (AMB-116). */
const hasBodyCredentials = ({ form, credentials }: TokenRequest): boolean => {
  const id = paramOf(form, 'client_id')
  return (
    paramOf(form, 'client_secret') !== undefined ||
    paramOf(form, 'client_assertion') !== undefined ||
    (id !== undefined && id !== credentials?.id)
  )
}

/** `wrong` returns the error description, or false. */
type Check = readonly [name: string, error: TokenFault['error'], wrong: (request: TokenRequest) => string | false]

/** In this order; the first failure is reported. Each check may rely on those before it. */
export const CHECKS: readonly Check[] = [
  [
    'form content type',
    'invalid_request',
    ({ contentType }) =>
      !FORM_TYPE.test(contentType ?? '') && 'The content type must be application/x-www-form-urlencoded',
  ],
  [
    'credentials in the header alone',
    'invalid_client',
    (request) =>
      (request.credentials === null || hasBodyCredentials(request)) &&
      'The client must authenticate with HTTP Basic credentials and nothing else',
  ],
  ['right secret', 'invalid_client', ({ client }) => client === null && 'Client authentication failed'],
  // AMB-117: reported only after a correct secret.
  ['active app', 'invalid_client', ({ client }) => !client!.active && 'The app of this client is not active'],
  ['readable body', 'invalid_request', ({ form }) => form.broken ?? false],
  [
    'no parameter twice',
    'invalid_request',
    ({ form }) =>
      [...form.params.values()].some((values) => values.length > 1) && 'A parameter was sent more than once',
  ],
  [
    'grant type named',
    'invalid_request',
    ({ form }) => paramOf(form, 'grant_type') === undefined && 'grant_type is missing',
  ],
  [
    'grant type offered',
    'unsupported_grant_type',
    ({ form }) => paramOf(form, 'grant_type') !== 'client_credentials' && 'grant_type must be client_credentials',
  ],
  [
    'one subject',
    'invalid_request',
    ({ form }) => subjectOf(form) === null && 'Exactly one of agent_id and service_id is required',
  ],
  [
    'known scopes',
    'invalid_scope',
    ({ form }) =>
      scopesOf(form).some((scope) => !(TOKEN_SCOPES as readonly string[]).includes(scope)) &&
      'An unknown scope was requested',
  ],
  // AMB-118
  ['openid', 'invalid_scope', ({ form }) => !scopesOf(form).includes('openid') && 'The scope openid is required'],
  [
    'admin set-up',
    'invalid_scope',
    ({ form, client }) =>
      !client!.admin &&
      scopesOf(form).some((scope) => ADMIN_SCOPES.includes(scope)) &&
      'This app is not set up for admin scopes',
  ],
  [
    'approved service',
    'unauthorized_client',
    ({ form, client }) => {
      const { type, id } = subjectOf(form)!
      return type === 'service' && !client!.services.includes(id) && 'This service_id is not approved for the app'
    },
  ],
]

/** The first check that needs the body. */
const BODY_FROM = CHECKS.findIndex(([name]) => name === 'readable body')

export interface TokenGrant {
  readonly client: TokenClient
  readonly subject: TokenSubject
  readonly scope: string
}

const NO_FORM: FormBody = { params: new Map(), broken: null }

/** The checks of the headers: the body is read only after client authentication. */
export function checkClient(request: Omit<TokenRequest, 'form'>): TokenFault | null {
  for (const [, error, wrong] of CHECKS.slice(0, BODY_FROM)) {
    const description = wrong({ ...request, form: NO_FORM })
    if (description !== false) return { error, description }
  }
  return null
}

/** All checks except whether the agent is linked, which reads the store afterwards. */
export function checkTokenRequest(request: TokenRequest): TokenGrant | TokenFault {
  for (const [, error, wrong] of CHECKS) {
    const description = wrong(request)
    if (description !== false) return { error, description }
  }
  return { client: request.client!, subject: subjectOf(request.form)!, scope: scopesOf(request.form).join(' ') }
}

export const isFault = (judged: TokenGrant | TokenFault): judged is TokenFault => 'error' in judged
