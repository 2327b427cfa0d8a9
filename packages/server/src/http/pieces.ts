import type { ServerResponse } from 'node:http'
import type { Body } from './answer.ts'

/** In bytes: handing more than this to the system at once would keep everybody else waiting. */
export const PIECE = 64 * 1_024

export const isLong = (body: Body): body is Body & { readonly data: Buffer } =>
  typeof body.data !== 'string' && body.length > PIECE

/** A long body whose head is sent, piece by piece, with others served in between. `handedOver` is called after each. */
export function endInPieces(response: ServerResponse, data: Buffer, handedOver: () => void): void {
  let at = 0
  const goOn = (): void => {
    const piece = data.subarray(at, at + PIECE)
    at += PIECE
    const isLast = at >= data.length
    if (isLast) response.end(piece)
    // Not with `drain`, which comes in the same turn of the event loop where the system takes everything.
    else response.write(piece, (error) => (error ? undefined : setImmediate(goOn)))
    handedOver()
  }
  goOn()
}
