import { STREAM_ROUTES } from '@agent-network/contract'
import type { StreamRequest } from '../../streams/request.ts'
import type { Streams } from '../../streams/streams.ts'
import { type Bound, bindStream, type Call } from './bind.ts'

const askedOf = (
  call: Call<(typeof STREAM_ROUTES)[keyof typeof STREAM_ROUTES]>,
  after: string | null,
): StreamRequest => ({
  caller: call,
  raw: call.header('x-api-key')!.trim(),
  lastEventId: call.header('last-event-id'),
  after,
  head: call.head,
})

export const streamRoutes = (streams: Streams): Bound[] => [
  bindStream(STREAM_ROUTES.followVisitor, (call, driven) =>
    streams.followVisitor(askedOf(call, call.query.after), driven!),
  ),
  bindStream(STREAM_ROUTES.followWorld, (call) => {
    const { after, ...interest } = call.query
    return streams.followWorld(askedOf(call, after), interest)
  }),
]
