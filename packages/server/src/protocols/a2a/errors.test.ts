// Tests of the mapping from API errors to A2A errors.
import { A2A_ERRORS, type A2aReason, ERRORS, type ErrorCode } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/core/api-error.ts'
import { faultOf, paramsFault, protocolFault } from './envelope.ts'

describe('errors of the protocol', () => {
  it('have consecutive codes from -32001 on, in the order of its specification', () => {
    expect(Object.values(A2A_ERRORS).map(({ code }) => code)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => -32000 - n),
    )
  })

  it.each(Object.keys(A2A_ERRORS) as A2aReason[])('%s has the domain of the protocol', (reason) => {
    expect(protocolFault(reason).error).toEqual({
      code: A2A_ERRORS[reason].code,
      message: A2A_ERRORS[reason].message,
      data: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org', metadata: {} }],
    })
  })

  it('name the invalid field', () => {
    expect(paramsFault('message.role', 'must be ROLE_USER').error).toEqual({
      code: -32602,
      message: 'Invalid params: message.role must be ROLE_USER',
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'message.role', description: 'must be ROLE_USER' }],
        },
      ],
    })
  })
})

describe('API errors in JSON-RPC (AMB-111)', () => {
  const failures: ErrorCode[] = ['INTERNAL_ERROR', 'LLM_REQUEST_FAILED', 'LLM_TEMPORARILY_UNAVAILABLE']

  it.each(Object.keys(ERRORS) as ErrorCode[])('%s keeps its code as reason', (code) => {
    expect(faultOf(new ApiError(code)).error).toEqual({
      code: failures.includes(code) ? -32603 : -32000,
      message: ERRORS[code].message,
      data: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'agent-network' }],
    })
  })

  it('contain only the invocation id, if there is one', () => {
    const refusal = new ApiError('INPUT_MODERATION_BLOCKED', { extra: { invocationId: 'inv_1', text: 'secret' } })
    expect(faultOf(refusal).error.data).toMatchObject([{ metadata: { invocationId: 'inv_1' } }])
    expect(JSON.stringify(faultOf(refusal).error)).not.toContain('secret')
  })
})
