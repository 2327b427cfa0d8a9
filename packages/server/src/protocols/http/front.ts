import type { Deps } from '../../platform/core/deps.ts'
import { retryHint } from '../../platform/core/outage.ts'
import { Refusal } from '../../platform/core/refusal.ts'
import { type Answer, type Body, type Coding, etagOf, isKnown, JSON_TYPE, refusalAnswer, unchanged } from './answer.ts'
import { HungUp } from './body.ts'
import { codingFor, formOf, isCodable } from './coding.ts'
import type { Door, Maybe, Reply, Steps } from './steps.ts'
import { isReading, type Visit } from './visit.ts'

/** What is known of a request that may have ended at any step. */
export type Passed<V extends Visit> = Visit & Partial<V>

/** A door as a value: everything in which one protocol differs from another. */
export interface Protocol<V extends Visit> {
  readonly name: string
  /** False leaves its requests out of the metrics. */
  readonly measured?: boolean
  opens(path: string): boolean
  readonly steps: Steps<V>
  /** A refusal in the protocol's own form. */
  refuse(refusal: Refusal, visit: Passed<V>): Answer | Promise<Answer>
  /** False where an answer mixes a secret with what a caller sent: its compressed length would tell of the secret. */
  compresses?(visit: Passed<V>): boolean
  /** Appends the headers of an answer, those it brings itself included. Without it, only those are sent. */
  headers?(out: string[], answer: Answer, visit: Passed<V>): void
  /** Called once the answer is certain and before it is sent; `refusal` is null where there was none. */
  answered?(visit: Passed<V>, status: number, refusal: Refusal | null): void
}

/** An answer in the form in which it is sent. */
interface Formed {
  readonly answer: Answer
  readonly etag: string | null
  readonly coding: Coding | null
  /** Whether other callers get other bytes. */
  readonly isVarying: boolean
}

type Reporter = Pick<Deps, 'log'>

/** Logs what is the server's own fault, under the id by which the caller can ask about it. */
export function logFailure({ log }: Reporter, door: string, visit: Visit, error: unknown): void {
  const { id: requestId, method, route, step } = visit
  log.error({ event: 'http.request_failed', requestId, err: error, method, door, route, step }, 'request failed')
}

/** The one way from a request to a reply, for every protocol. */
export function makeDoor<V extends Visit>(reporter: Reporter, protocol: Protocol<V>): Door {
  const { name, measured = true, steps } = protocol

  /** Anything that is not a refusal is never shown. */
  function refusalOf(error: unknown, visit: Passed<V>): Refusal {
    if (error instanceof Refusal) return error
    if (error instanceof HungUp) return new Refusal('INVALID_QUERY', { message: error.message })
    logFailure(reporter, name, visit, error)
    return new Refusal('INTERNAL_ERROR', retryHint(error))
  }

  /** The form of the answer that this caller gets: plain, compressed, or only the news that nothing has changed. */
  function formFor(answer: Answer, visit: Passed<V>): Maybe<Formed> {
    const isVarying = isCodable(answer) && (protocol.compresses?.(visit) ?? true)
    const coding = isVarying ? codingFor(visit.header('accept-encoding')) : null
    const etag = answer.tag === undefined || !isReading(visit) ? null : etagOf(answer.tag, coding)
    if (etag !== null && isKnown(visit.header('if-none-match'), etag))
      return { answer: unchanged(answer), etag, coding: null, isVarying }
    if (coding === null) return { answer, etag, coding, isVarying }
    const form = formOf(answer, coding)
    const formed = (body: Body): Formed => ({ answer: { ...answer, body }, etag, coding, isVarying })
    return form instanceof Promise ? form.then(formed) : formed(form)
  }

  function replyWith({ answer, etag, coding, isVarying }: Formed, visit: Passed<V>): Reply {
    const headers = answer.status === 304 ? [] : ['Content-Type', answer.type ?? JSON_TYPE]
    if (answer.status !== 304 && answer.stream === undefined) headers.push('Content-Length', String(answer.body.length))
    if (coding !== null) headers.push('Content-Encoding', coding)
    if (isVarying) headers.push('Vary', 'Accept-Encoding')
    if (etag !== null) headers.push('ETag', etag)
    if (protocol.headers !== undefined) protocol.headers(headers, answer, visit)
    else if (answer.headers !== undefined) headers.push(...answer.headers)
    if (visit.replayed) headers.push('Idempotent-Replayed', 'true')
    return { status: answer.status, headers, body: answer.body, stream: answer.stream }
  }

  function reply(answer: Answer, visit: Passed<V>, refusal: Refusal | null): Maybe<Reply> {
    const send = (formed: Formed): Reply => {
      protocol.answered?.(visit, formed.answer.status, refusal)
      return replyWith(formed, visit)
    }
    const formed = formFor(answer, visit)
    return formed instanceof Promise ? formed.then(send) : send(formed)
  }

  async function refuse(error: unknown, visit: Passed<V>): Promise<Reply> {
    const refusal = refusalOf(error, visit)
    visit.code = refusal.code
    const answer = error instanceof HungUp ? refusalAnswer(refusal) : await protocol.refuse(refusal, visit)
    return reply(answer, visit, refusal)
  }

  return {
    label: measured ? name : null,
    opens: protocol.opens,
    answer(visit: Passed<V>) {
      let answer: Maybe<Answer>
      try {
        answer = steps.run(visit)
      } catch (error) {
        return refuse(error, visit)
      }
      if (!(answer instanceof Promise)) return reply(answer, visit, null)
      return answer.then(
        (made) => reply(made, visit, null),
        (error: unknown) => refuse(error, visit),
      )
    },
  }
}
