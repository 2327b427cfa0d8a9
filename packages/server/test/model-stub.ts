// Stub of an OpenAI-compatible model provider.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubRequest {
  readonly body: any
  readonly authorization: string | undefined
  readonly traceparent: string | undefined
}

type Behaviour = (response: ServerResponse, request: StubRequest) => void | Promise<void>

export const reply = (content: unknown, usage: unknown = { prompt_tokens: 20, completion_tokens: 5 }) =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage })

export const says =
  (content: string | ((request: StubRequest) => string)): Behaviour =>
  (response, stubRequest) => {
    response.setHeader('content-type', 'application/json')
    response.end(reply(typeof content === 'string' ? content : content(stubRequest)))
  }

/** A provider of the OpenAI protocol whose behaviour the test sets. */
export interface ModelStub {
  readonly url: string
  readonly requests: StubRequest[]
  /** Requests whose connection was closed before they were answered. */
  abandoned(): number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startModelStub(): Promise<ModelStub> {
  let behaviour: Behaviour = says('The ferry leaves at noon.')
  let abandoned = 0
  const requests: StubRequest[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, traceparent } = request.headers as Record<string, string | undefined>
    const one = { body: JSON.parse(Buffer.concat(chunks).toString()), authorization, traceparent }
    requests.push(one)
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    await behaviour(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    abandoned: () => abandoned,
    behave: (next) => {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
