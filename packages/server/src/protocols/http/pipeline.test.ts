// Steps of a protocol.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { Context } from './context.ts'
import { EarlyResponse, makeProtocol, steps } from './pipeline.ts'
import { apiErrorResponse, jsonResponse } from './response.ts'

const logged: object[] = []
const errorLog = {
  log: { error: (entry: object) => logged.push(entry) },
} as unknown as Pick<Deps, 'log'>

const contextOf = (path: string) =>
  new Context({ url: path, method: 'GET', headers: {} } as IncomingMessage, {} as ServerResponse, 'req_1')

const protocol = makeProtocol(errorLog, {
  name: 'example',
  matches: () => true,
  steps: steps()
    .add('name', async ({ path }) => ({ name: path.slice(1) }))
    .shortcut('greeting', ({ name }) => (name === 'hello' ? new EarlyResponse(jsonResponse(200, 'early')) : undefined))
    .check('known', ({ name }) => {
      if (name === 'nobody') throw notFound('Name not found')
      if (name === 'fault') throw new Error('secret')
    })
    .respond('handler', ({ name }) => jsonResponse(200, name)),
  errorResponse: (error, { name }) => apiErrorResponse(error, ['X-Name', name ?? '']),
})

const responseTo = async (path: string) => {
  const context = contextOf(path)
  const { status, body, headers } = await protocol.handle(context)
  return { status, body: JSON.parse(String(body.data)), headers, step: context.step }
}

describe('steps of a protocol', () => {
  it('run in order, and each reads the results of earlier steps', async () => {
    expect(await responseTo('/ada')).toMatchObject({ status: 200, body: 'ada', step: 'handler' })
  })

  it('end with the first step that responds', async () => {
    expect(await responseTo('/hello')).toMatchObject({ status: 200, body: 'early', step: 'greeting' })
  })

  it('end with the first error, in the format of the protocol', async () => {
    const { status, body, headers, step } = await responseTo('/nobody')
    expect([status, body.error.code, step]).toEqual([404, 'NOT_FOUND', 'known'])
    expect(headers!.slice(-2)).toEqual(['X-Name', 'nobody'])
    expect(logged).toEqual([])
  })

  it('hide an internal error from the caller and log it with the request id', async () => {
    const { status, body, headers } = await responseTo('/fault')
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(headers!.slice(-2)).toEqual(['X-Name', 'fault'])
    expect(logged).toMatchObject([{ event: 'http.request_failed', requestId: 'req_1', door: 'example', step: 'known' }])
  })
})
