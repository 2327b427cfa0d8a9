// HTTP requests over node:http with the headers that fetch sends.
import { request } from 'undici'

/** The parts of a response that tests read. */
export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Headers that `fetch` sends by default, without accept-encoding: these tests do not ask for compressed responses. */
const USUAL: Readonly<Record<string, string>> = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
}

const isPlain = ({ headers = {}, body, method, ...rest }: RequestInit): boolean =>
  Object.keys(rest).length === 0 &&
  (body === undefined || typeof body === 'string') &&
  !(headers instanceof Headers || Array.isArray(headers)) &&
  !Object.values(headers).some((value) => typeof value !== 'string')

const isRedirect = (status: number): boolean => status >= 301 && status <= 308 && status !== 304

async function fetched(url: string, init: RequestInit): Promise<Sent> {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/**
 * A request, as `fetch` would send it and for a fraction of its processor time, most of which goes into streams that no test
 * reads as such: tests send some ten thousand requests. All other requests go through `fetch` itself.
 */
export async function send(url: string, init: RequestInit = {}): Promise<Sent> {
  if (!isPlain(init)) return fetched(url, init)
  const { method = 'GET', body = null } = init
  const typed: Record<string, string> = body === null ? {} : { 'content-type': 'text/plain;charset=UTF-8' }
  const headerEntries = Object.entries((init.headers ?? {}) as Record<string, string>)
  const own = Object.fromEntries(headerEntries.map(([name, value]) => [name.toLowerCase(), value]))
  const answer = await request(new URL(url), {
    method: method as 'GET',
    headers: { ...USUAL, ...typed, ...own },
    body: body as string | null,
  })
  const text = await answer.body.text()
  if (isRedirect(answer.statusCode) && answer.headers.location !== undefined && method === 'GET')
    return fetched(url, init)
  return {
    status: answer.statusCode,
    get headers() {
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers))
        for (const one of [value ?? []].flat()) headers.append(name, one)
      return headers
    },
    text,
  }
}
