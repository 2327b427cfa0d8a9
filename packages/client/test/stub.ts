/** A fetch that is answered from a list, the last entry over and over, and what was asked of it. */
export interface Sent {
  readonly url: string
  readonly init: RequestInit
  readonly headers: Readonly<Record<string, string>>
}

export type Answer = () => Response | Promise<Response>

export function stubFetch(...answers: readonly Answer[]) {
  const sent: Sent[] = []
  const send: typeof fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init, headers: init.headers as Record<string, string> })
    return (answers[sent.length - 1] ?? answers.at(-1)!)()
  }
  return { fetch: send, sent }
}

export const ok =
  (body: unknown = { data: [] }): Answer =>
  () =>
    Response.json(body)

export const refused =
  (status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Answer =>
  () =>
    Response.json({ error: { code, message: `because of ${code}`, ...more } }, { status, headers })

/** As fetch does when nobody listens. */
export const unreachable: Answer = () => Promise.reject(new TypeError('fetch failed'))

/** What a call failed with. */
export const failureOf = (call: Promise<unknown>): Promise<any> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
