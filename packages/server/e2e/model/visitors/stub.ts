// Moderation endpoint stub of the model-based test.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CUES } from './texts.ts'

/** A moderation endpoint that does what the text tells it to, and can be made to keep somebody waiting. */
export interface ModerationStub {
  readonly url: string
  /** Resolves when the look at this text that its cue names has come in, and is being kept waiting. */
  parked(text: string): Promise<void>
  /** Answers whoever waits for this text. */
  letGo(text: string, verdict: 'allow' | 'flag'): void
  close(): Promise<void>
}

const answer = (response: ServerResponse, status: number, result: unknown): void => {
  const text = JSON.stringify({ results: [result] })
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
const VERDICTS = {
  allow: (response: ServerResponse) => answer(response, 200, { flagged: false }),
  flag: (response: ServerResponse) => answer(response, 200, { flagged: true, categories: { rude: true } }),
  unsure: (response: ServerResponse) => answer(response, 200, { flagged: false, category_scores: { rude: 0.7 } }),
  down: (response: ServerResponse) => answer(response, 500, {}),
} as const
type Verdict = keyof typeof VERDICTS

const REACTIONS: readonly (readonly [cue: string, look: 1 | 2, reaction: Verdict | 'wait'])[] = [
  [CUES.flag, 1, 'flag'],
  [CUES.unsure, 1, 'unsure'],
  [CUES.down, 1, 'down'],
  [CUES.holdFlag, 2, 'flag'],
  [CUES.holdUnsure, 2, 'unsure'],
  [CUES.holdDown, 2, 'down'],
  [CUES.waitFirst, 1, 'wait'],
  [CUES.waitSecond, 2, 'wait'],
]

export async function startModerationStub(): Promise<ModerationStub> {
  const looks = new Map<string, number>()
  const waiting = new Map<string, ServerResponse>()
  const expected = new Map<string, () => void>()

  function look(text: string, response: ServerResponse): void {
    const cued = REACTIONS.filter(([cue]) => text.includes(cue))
    if (cued.length === 0) {
      VERDICTS.allow(response)
      return
    }
    // A cue that is part of a longer one would speak for it: the longest is meant.
    const [, when, reaction] = cued.reduce((a, b) => (b[0].length > a[0].length ? b : a))
    const lookCount = (looks.get(text) ?? 0) + 1
    // Refused at the first look, a text may come again, and is refused again.
    if (when === 2 || reaction === 'wait') looks.set(text, lookCount)
    if (lookCount !== when) {
      VERDICTS.allow(response)
      return
    }
    if (reaction !== 'wait') {
      VERDICTS[reaction](response)
      return
    }
    waiting.set(text, response)
    expected.get(text)?.()
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => look(JSON.parse(Buffer.concat(chunks).toString()).input, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    parked: (text) => new Promise((resolve) => expected.set(text, resolve)),
    letGo(text, verdict) {
      VERDICTS[verdict](waiting.get(text)!)
      waiting.delete(text)
      expected.delete(text)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
