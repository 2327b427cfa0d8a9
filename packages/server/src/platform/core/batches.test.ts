// Tests of request batching.
import { setTimeout as passing } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeBatches } from '../redis/redis.ts'

/** A server that responds to each batch on demand. */
function server(rules: { max?: number; patienceMs?: number } = {}) {
  const sent: { readonly inputs: readonly number[]; readonly answer: () => void; readonly fail: (e: Error) => void }[] =
    []
  const ask = makeBatches<number, string>({
    max: 10,
    patienceMs: 60_000,
    ...rules,
    send: (requests) =>
      new Promise((resolve, reject) => {
        sent.push({ inputs: requests, answer: () => resolve(requests.map((n) => `told ${n}`)), fail: reject })
      }),
  })
  return { ask, sent }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('concurrent requests', () => {
  it('form a batch, and later ones form the next batch', async () => {
    const { ask, sent } = server()
    const first = [ask(1), ask(2)]
    await turn()
    const second = [ask(3), ask(4)]
    await turn()
    expect(sent.map(({ inputs }) => inputs)).toEqual([[1, 2]])
    sent[0]!.answer()
    expect(await Promise.all(first)).toEqual(['told 1', 'told 2'])
    await turn()
    sent[1]!.answer()
    expect(await Promise.all(second)).toEqual(['told 3', 'told 4'])
    expect(sent.map(({ inputs }) => inputs)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('are limited to the batch size', async () => {
    const { ask, sent } = server({ max: 2 })
    const all = [1, 2, 3, 4, 5].map(ask)
    await turn()
    for (const { answer } of sent) answer()
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5].map((n) => `told ${n}`))
    expect(sent.map(({ inputs }) => inputs)).toEqual([[1, 2], [3, 4], [5]])
  })

  it('fail together or individually', async () => {
    const { ask, sent } = server()
    const first = Promise.allSettled([ask(1), ask(2)])
    await turn()
    const next = ask(3)
    sent[0]!.fail(new Error('gone'))
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await turn()
    sent[1]!.answer()
    expect(await next).toBe('told 3')
  })

  it('do not wait for a batch that hangs', async () => {
    const { ask, sent } = server({ patienceMs: 5 })
    void ask(1)
    await turn()
    const next = ask(2)
    while (sent.length < 2) await passing(1)
    sent[1]!.answer()
    expect(await next).toBe('told 2')
  })
})
