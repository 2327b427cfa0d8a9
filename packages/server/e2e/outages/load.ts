// Load of the outage tests: acts, reads and switches while faults occur.
import type { Answer } from '../../test/visitor-site.ts'
import type { Fixture, Member } from './fixture.ts'

/** One act: what was asked, and the last word on it. */
export interface Op {
  readonly member: Member
  readonly keyId: string
  readonly text: string
  readonly value: string
  answer: Answer | null
}

export interface Load {
  readonly ops: readonly Op[]
  /** Answers of 200 to a key that had been switched off before they were asked for, and acts that are not found. */
  readonly falseAnswers: () => readonly string[]
  /** Requests that took longer than 5 s, in milliseconds. */
  readonly slow: () => readonly number[]
  readonly requests: () => number
  /** Whether a new act is done; for recovery. */
  probe(): Promise<boolean>
  stop(): Promise<void>
}

const SLOW_MS = 5_000
const WORDS = ['river', 'stone', 'cloud', 'ember', 'maple', 'harbor', 'lantern', 'meadow', 'copper', 'willow']
/** A number that no moderation takes for a telephone's. */
const spelled = (n: number): string => [...String(n)].map((digit) => WORDS[Number(digit)]).join(' ')
const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

const TRIES = 60

/** Whether an answer says what became of the act: 409 and everything of the server's own says to ask again. */
const isFinal = ({ status, code }: Answer): boolean =>
  status < 500 && status !== 409 && code !== 'DRIVE_BUDGET_CHECK_FAILED' && code !== 'RATE_LIMIT_EXCEEDED'

export function startLoad(fixture: Fixture): Load {
  const ops: Op[] = []
  const falseAnswers: string[] = []
  const slow: number[] = []
  let requests = 0
  let opCount = 0
  let stopping = false

  async function ask(path: string, key: string, init: RequestInit = {}): Promise<Answer | null> {
    const began = performance.now()
    requests += 1
    try {
      const response = await fetch(fixture.url + path, {
        ...init,
        signal: AbortSignal.timeout(60_000),
        headers: { 'x-api-key': key, ...init.headers },
      })
      const text = await response.text()
      const body = JSON.parse(text)
      return { status: response.status, text, data: body.data, code: body.error?.code ?? '' }
    } catch {
      return null
    } finally {
      const took = performance.now() - began
      if (took > SLOW_MS) slow.push(Math.round(took))
    }
  }

  const send = ({ member, value, text, keyId }: Op): Promise<Answer | null> =>
    ask(`/v1/visitors/${member.visitor.agentId}/act`, member.keys.find(({ id }) => id === keyId)!.key, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': value },
      body: JSON.stringify({ post: { text } }),
    })

  function newOp(keyNumber = Math.floor(opCount / fixture.crew.length)): Op {
    opCount += 1
    const member = fixture.crew[opCount % fixture.crew.length]!
    const key = member.keys[keyNumber % member.keys.length]!
    const text = `Of ${spelled(opCount)} and the tide`
    return { member, keyId: key.id, text, value: `op-${opCount}`, answer: null }
  }

  /** Every fifth is sent twice at once. */
  async function perform(op: Op): Promise<void> {
    for (let n = 0; n < TRIES && op.answer === null; n++) {
      const copies = n === 0 && opCount % 5 === 0 ? [send(op), send(op)] : [send(op)]
      const responses = (await Promise.all(copies)).filter((answer) => answer !== null)
      op.answer = responses.find(({ status }) => status === 200) ?? responses.find(isFinal) ?? null
      // An admitted act whose node died is open for five minutes, which nobody here waits for.
      if (op.answer === null && stopping) return
      if (op.answer === null) await pause(250)
    }
  }

  async function act(): Promise<void> {
    while (!stopping) {
      const op = newOp()
      ops.push(op)
      await perform(op)
      await pause(15)
    }
  }

  /** Acknowledged acts are readable on every node. */
  async function read(): Promise<void> {
    while (!stopping) {
      await pause(40)
      const done = ops.filter(({ answer }) => answer?.data?.status === 'created')
      const op = done[Math.floor(Math.random() * done.length)]
      if (op === undefined) continue
      const answer = await ask(`/v1/posts/${op.answer!.data.docId}`, op.member.keys[0]!.key)
      if (answer?.status === 404) falseAnswers.push(`${op.value}: acknowledged and not found`)
    }
  }

  const switchTo = async (n: number, enabled: boolean): Promise<boolean> => {
    try {
      const path = `/_operator/keys/${fixture.toggled.id}`
      return (await fixture.node(n).operator('PATCH', path, { enabled })).status === 200
    } catch {
      return false
    }
  }

  /** A key that is off is off on every node from the moment that was acknowledged. */
  async function toggle(): Promise<void> {
    for (let n = 0; !stopping; n++) {
      if (!(await switchTo(n % 2, false))) {
        await pause(100)
        continue
      }
      const answers = await Promise.all(Array.from({ length: 4 }, () => ask('/v1', fixture.toggled.key)))
      // Key state comes before the window: a 429 would be as wrong as a 200, and hide one.
      for (const answer of answers)
        if (answer !== null && answer.status < 500 && answer.code !== 'KEY_DISABLED')
          falseAnswers.push(`a key that was switched off: ${answer.status}`)
      while (!stopping && !(await switchTo(n % 2, true))) await pause(100)
      await ask('/v1', fixture.toggled.key)
      await pause(50)
    }
  }

  const running = Promise.all([act(), act(), act(), act(), read(), toggle()])
  return {
    ops,
    falseAnswers: () => falseAnswers,
    slow: () => slow,
    requests: () => requests,
    async probe() {
      const op = newOp(0)
      ops.push(op)
      const answer = await send(op)
      op.answer = answer?.status === 200 ? answer : null
      return op.answer !== null
    },
    async stop() {
      stopping = true
      await running
    },
  }
}
