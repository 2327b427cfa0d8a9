// Tests of token requests.
import { describe, expect, it } from 'vitest'
import {
  basicCredentials,
  CHECKS,
  checkTokenRequest,
  isFault,
  parseForm,
  type TokenClient,
  type TokenFault,
  type TokenRequest,
} from './request.ts'

const client: TokenClient = { id: 'app_1', active: true, services: ['billing'], admin: false, agentIds: [] }
const form = (text: string) => parseForm(Buffer.from(text))
const GOOD = 'grant_type=client_credentials&service_id=billing'

const tokenRequest = (text = GOOD, change: Partial<TokenRequest> = {}): TokenRequest => ({
  contentType: 'application/x-www-form-urlencoded',
  form: form(text),
  credentials: { id: 'app_1', secret: 's' },
  client,
  ...change,
})
const errorOf = (request: TokenRequest): TokenFault['error'] | null => {
  const judged = checkTokenRequest(request)
  return isFault(judged) ? judged.error : null
}

describe('Basic credentials', () => {
  const basic = (text: string | Buffer, scheme = 'Basic') => `${scheme} ${Buffer.from(text).toString('base64')}`

  it.each([
    ['as they are', basic('app_1:sec-ret_'), { id: 'app_1', secret: 'sec-ret_' }],
    ['form-encoded', basic('app%5F1:sec%2Dret%5F'), { id: 'app_1', secret: 'sec-ret_' }],
    ['with an encoded colon and space', basic('a%3Ab:c+d'), { id: 'a:b', secret: 'c d' }],
    ['with a colon in the secret', basic('a:b:c'), { id: 'a', secret: 'b:c' }],
    ['with a stray percent sign', basic('a:100%'), { id: 'a', secret: '100%' }],
    ['under a scheme in lower case', basic('a:b', 'basic'), { id: 'a', secret: 'b' }],
    ['without padding', 'Basic YTpi', { id: 'a', secret: 'b' }],
    ['with an empty secret', basic('a:'), { id: 'a', secret: '' }],
  ])('are parsed %s', (_name, header, expected) => expect(basicCredentials(header)).toEqual(expected))

  it.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['another scheme', 'Bearer YTpi'],
    ['no credentials', 'Basic '],
    ['characters outside base64', 'Basic YT*pi'],
    ['base64 that was cut', 'Basic YTpiY'],
    ['base64url', `Basic ${Buffer.from([97, 58, 0xfb, 0xef, 0xff]).toString('base64url')}`],
    ['no colon', basic('app_1')],
    ['bytes that are not UTF-8', basic(Buffer.from([97, 58, 0xff]))],
  ])('are not found in %s', (_name, header) => expect(basicCredentials(header)).toBeNull())
})

describe('a form', () => {
  it('has every value under its name', () => {
    const { params, broken } = form('a=1&b=x+y%2B&a=2&c&=d&&%C3%A9=%E2%9C%93')
    expect(broken).toBeNull()
    expect([...params]).toEqual([
      ['a', ['1', '2']],
      ['b', ['x y+']],
      ['c', ['']],
      ['', ['d']],
      ['é', ['✓']],
    ])
  })

  it.each([
    ['broken percent-encoding', Buffer.from('a=%zz')],
    ['a percent sign at the end', Buffer.from('a=%')],
    ['percent-encoded bytes that are not UTF-8', Buffer.from('a=%ff')],
    ['raw bytes that are not UTF-8', Buffer.from([97, 61, 0xff])],
    ['NUL', Buffer.from('a=%00')],
    ['NUL in a name', Buffer.from('a%00=1')],
    ['ten thousand parameters', Buffer.from(Array.from({ length: 10_000 }, (_, n) => `p${n}=`).join('&'))],
  ])('with %s is refused with an ASCII message', (_name, bytes) => {
    expect(parseForm(bytes).broken).toMatch(/^[ -~]+$/)
    expect(errorOf(tokenRequest(GOOD, { form: parseForm(bytes) }))).toBe('invalid_request')
  })
})

/** Each case breaks one check and passes all checks before it. */
const WRONGS: readonly [check: string, error: TokenFault['error'], text: string, change?: Partial<TokenRequest>][] = [
  ['form content type', 'invalid_request', GOOD, { contentType: 'application/json' }],
  ['credentials in the header alone', 'invalid_client', GOOD, { credentials: null, client: null }],
  ['right secret', 'invalid_client', GOOD, { client: null }],
  ['active app', 'invalid_client', GOOD, { client: { ...client, active: false } }],
  ['readable body', 'invalid_request', '%'],
  ['no parameter twice', 'invalid_request', `${GOOD}&scope=openid&scope=openid`],
  ['grant type named', 'invalid_request', 'service_id=billing'],
  ['grant type offered', 'unsupported_grant_type', 'grant_type=password&service_id=billing'],
  ['one subject', 'invalid_request', 'grant_type=client_credentials'],
  ['known scopes', 'invalid_scope', `${GOOD}&scope=openid+everything`],
  ['openid', 'invalid_scope', `${GOOD}&scope=agents.read`],
  ['admin set-up', 'invalid_scope', `${GOOD}&scope=openid+admin.read`],
  ['approved service', 'unauthorized_client', 'grant_type=client_credentials&service_id=payroll'],
]

describe('the order of checks', () => {
  it('is fixed', () => expect(CHECKS.map(([name]) => name)).toEqual(WRONGS.map(([name]) => name)))

  it.each(WRONGS)('%s: %s', (name, error, text, change) => {
    const failing = CHECKS.filter(([, , wrong]) => {
      try {
        return wrong(tokenRequest(text, change)) !== false
      } catch {
        // A check may rely on those before it.
        return true
      }
    })
    expect(failing[0]![0]).toBe(name)
    expect(checkTokenRequest(tokenRequest(text, change))).toEqual({
      error,
      description: expect.stringMatching(/^[ -~]+$/),
    })
  })
})

describe('a token request', () => {
  it('that is valid is granted the default scope', () => {
    expect(checkTokenRequest(tokenRequest())).toEqual({
      client,
      subject: { type: 'service', id: 'billing' },
      scope: 'openid agents.read',
    })
  })

  it.each([
    ['a charset', tokenRequest(GOOD, { contentType: 'application/x-www-form-urlencoded; charset=UTF-8' }), null],
    ['capitals in its type', tokenRequest(GOOD, { contentType: 'Application/X-WWW-Form-Urlencoded' }), null],
    ['a longer type', tokenRequest(GOOD, { contentType: 'application/x-www-form-urlencoded-not' }), 'invalid_request'],
    ['no type', tokenRequest(GOOD, { contentType: undefined }), 'invalid_request'],
    ['an empty scope', tokenRequest(`${GOOD}&scope=`), null],
    ['an empty second subject', tokenRequest(`${GOOD}&agent_id=`), null],
    ['two subjects', tokenRequest(`${GOOD}&agent_id=a`), 'invalid_request'],
    ['an empty grant type', tokenRequest('grant_type=&service_id=billing'), 'invalid_request'],
    ['a parameter twice, once empty', tokenRequest(`${GOOD}&scope=&scope=openid`), 'invalid_request'],
    ['an unknown parameter', tokenRequest(`${GOOD}&audience=x`), null],
    ['an unknown parameter twice', tokenRequest(`${GOOD}&x=1&x=2`), 'invalid_request'],
    ['a blank scope', tokenRequest(`${GOOD}&scope=+`), 'invalid_scope'],
    [
      'admin scopes set up',
      tokenRequest(`${GOOD}&scope=openid+admin.write`, { client: { ...client, admin: true } }),
      null,
    ],
    ['its secret in the body too', tokenRequest(`${GOOD}&client_secret=s`), 'invalid_client'],
    ['its secret in the body only', tokenRequest(`${GOOD}&client_secret=s`, { credentials: null }), 'invalid_client'],
    ['an assertion', tokenRequest(`${GOOD}&client_assertion=s`), 'invalid_client'],
    ['its own id in the body', tokenRequest(`${GOOD}&client_id=app_1`), null],
    ['the id of another client in the body', tokenRequest(`${GOOD}&client_id=app_2`), 'invalid_client'],
    ['an agent', tokenRequest('grant_type=client_credentials&agent_id=a'), null],
  ])('with %s', (_name, request, error) => expect(errorOf(request)).toBe(error))

  it('gets each scope once, in the requested order', () => {
    expect(checkTokenRequest(tokenRequest(`${GOOD}&scope=agents.read++openid+agents.read`))).toMatchObject({
      scope: 'agents.read openid',
    })
  })
})
