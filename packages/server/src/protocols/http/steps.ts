import type { Answer, Body, StreamBody } from './answer.ts'
import type { Visit } from './visit.ts'

/** Returned by a step that answers the request, so that no later step runs. */
export class Answered {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** Most of what a warm read needs is at hand, and is handed over without a promise. */
export type Maybe<T> = T | Promise<T>

interface Step {
  readonly name: string
  readonly run: (visit: never) => unknown
}

/** The checks of a door in the order in which they run. The first one that answers or throws ends the request. */
export interface Steps<V extends Visit> {
  run(visit: Visit): Maybe<Answer>
  /** Never present: it carries the type of what all steps together know. */
  readonly known?: V
}

/** Steps under construction: `V` is what the next step may rely on, `N` are the names a step may have. */
export interface StepList<V extends Visit, N extends string> {
  /** A step that lets the request pass or throws. */
  check(name: N, run: (visit: V) => void | Promise<void>): StepList<V, N>
  /** A step that may answer the request before its time. */
  shortcut(name: N, run: (visit: V) => Maybe<Answered | undefined>): StepList<V, N>
  /** A step whose result later steps can read from the visit. */
  add<A extends object>(name: N, run: (visit: V) => Maybe<A | Answered>): StepList<V & A, N>
  /** The last step, which always answers. */
  answer(name: N, run: (visit: V) => Maybe<Answer>): Steps<V>
}

export const steps = <N extends string = string>(): StepList<Visit, N> => listOf<Visit, N>([])

function listOf<V extends Visit, N extends string>(list: readonly Step[]): StepList<V, N> {
  return {
    check: (name, run) => listOf<V, N>([...list, { name, run }]),
    shortcut: (name, run) => listOf<V, N>([...list, { name, run }]),
    add: <A extends object>(name: N, run: (visit: V) => Maybe<A | Answered>) =>
      listOf<V & A, N>([...list, { name, run }]),
    answer: (name, run) => ({ run: (visit) => runThrough({ list, last: { name, run } }, visit as V, 0) }),
  }
}

interface Course<V extends Visit> {
  readonly list: readonly Step[]
  readonly last: { readonly name: string; run(visit: V): Maybe<Answer> }
}

/** Hands on what a step has found; an answer if it has answered. */
function passOn(visit: Visit, result: unknown): Answer | null {
  if (result === undefined) return null
  if (result instanceof Answered) return result.answer
  Object.assign(visit, result)
  return null
}

/** A step without a promise costs none: most steps of a warm read are synchronous. */
function runThrough<V extends Visit>(course: Course<V>, visit: V, from: number): Maybe<Answer> {
  const { list, last } = course
  for (let i = from; i < list.length; i++) {
    const { name, run } = list[i]!
    visit.step = name
    const result = run(visit as never)
    if (result instanceof Promise) return goOnWith(course, visit, i + 1, result)
    const answer = passOn(visit, result)
    if (answer !== null) return answer
  }
  visit.step = last.name
  return last.run(visit)
}

async function goOnWith<V extends Visit>(
  course: Course<V>,
  visit: V,
  from: number,
  coming: Promise<unknown>,
): Promise<Answer> {
  return passOn(visit, await coming) ?? runThrough(course, visit, from)
}

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
