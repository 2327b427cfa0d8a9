import type { Answer } from './answer.ts'
import type { Visit } from './visit.ts'

/** Returned by a step that answers the request, so that no later step runs. */
export class Answered {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

type Maybe<T> = T | Promise<T>

interface Step {
  readonly name: string
  readonly run: (visit: never) => unknown
}

/** The checks of a door in the order in which they run. The first one that answers or throws ends the request. */
export interface Steps<V extends Visit> {
  run(visit: Visit): Promise<Answer>
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
    answer: (name, run) => ({ run: (visit) => runThrough(list, { name, run }, visit as V) }),
  }
}

/** A step without a promise costs none: most steps of a warm read are synchronous. */
async function runThrough<V extends Visit>(
  list: readonly Step[],
  last: { readonly name: string; run(visit: V): Maybe<Answer> },
  visit: V,
): Promise<Answer> {
  for (const { name, run } of list) {
    visit.step = name
    const returned = run(visit as never)
    const result = returned instanceof Promise ? await returned : returned
    if (result === undefined) continue
    if (result instanceof Answered) return result.answer
    Object.assign(visit, result)
  }
  visit.step = last.name
  return last.run(visit)
}
