import type { Body, StreamBody } from './answer.ts'
import type { Maybe } from './steps.ts'
import type { Visit } from './visit.ts'

/** An answer with all headers that its door gives it, as the flat list that node writes fastest. */
export interface Reply {
  readonly status: number
  readonly headers: string[]
  readonly body: Body
  readonly stream?: StreamBody | undefined
}

/** One protocol: its paths, its checks and its form of a refusal. */
export interface Door {
  /** Labels the door's requests in the metrics; null leaves them out. */
  readonly label: string | null
  /** Whether a path is this door's to answer. */
  opens(path: string): boolean
  /** Whatever happens is a reply; nothing is thrown. */
  answer(visit: Visit): Maybe<Reply>
}
