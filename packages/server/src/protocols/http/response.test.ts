// Long response bodies.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bodyToRepeat, bytesBody, endInParts, isLong, PART_BYTES, textBody } from './response.ts'

const LENGTHS = [PART_BYTES + 1, 2 * PART_BYTES, 40 * PART_BYTES + 7]

async function receive(sent: Buffer): Promise<{ bytes: Buffer; parts: number; turns: number }> {
  let parts = 0
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': sent.length })
    setImmediate(count)
    response.once('close', () => {
      isOver = true
    })
    endInParts(response, sent, () => {
      parts += 1
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return { bytes: Buffer.from(await response.arrayBuffer()), parts: parts, turns }
  } finally {
    server.close()
  }
}

describe('a long body', () => {
  it.each(LENGTHS)('of %i bytes arrives complete, with a turn of the event loop after each part', async (length) => {
    const sent = Buffer.from(Array.from({ length }, (_, n) => n % 251))
    const { bytes, parts: pieces, turns } = await receive(sent)
    expect(bytes.equals(sent)).toBe(true)
    expect(pieces).toBe(Math.ceil(length / PART_BYTES))
    expect(turns).toBeGreaterThanOrEqual(pieces - 1)
  })

  it('consists of bytes and is longer than one part', () => {
    expect(isLong(bytesBody(Buffer.alloc(PART_BYTES + 1)))).toBe(true)
    expect(isLong(bytesBody(Buffer.alloc(PART_BYTES)))).toBe(false)
    expect(isLong(textBody('x'.repeat(PART_BYTES + 1)))).toBe(false)
  })
})

describe('a body that is sent often', () => {
  it.each([
    ['short text stays text', 'é'.repeat(2_000), 'string'],
    ['long text becomes its bytes', 'é'.repeat(2_100), 'object'],
  ])('%s', (_name, text, type) => {
    const { data, encoding, length } = bodyToRepeat(textBody(text))
    expect(typeof data).toBe(type)
    expect(Buffer.from(data as string, encoding).toString()).toBe(text)
    expect(length).toBe(Buffer.byteLength(text))
  })
})
