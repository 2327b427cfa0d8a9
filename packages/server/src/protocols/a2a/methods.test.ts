// Tests of the A2A methods that need no agent.
import { A2A_METHODS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { A2aError } from './envelope.ts'
import { perform } from './methods.ts'

const responseTo = (method: string, params?: unknown) =>
  perform(method, params, async (sent) => ({ sent })).catch((error: unknown) => {
    if (error instanceof A2aError) return error.error.code
    throw error
  })

describe('methods', () => {
  it.each<[string, unknown, number]>([
    ['GetTask', { id: 'task-1' }, -32001],
    ['GetTask', { id: 'task-1', historyLength: 5 }, -32001],
    ['GetTask', {}, -32602],
    ['GetTask', undefined, -32602],
    ['GetTask', { id: 7 }, -32602],
    ['GetTask', { id: '' }, -32602],
    ['GetTask', ['task-1'], -32602],
    ['CancelTask', { id: 'task-1' }, -32001],
    ['CancelTask', {}, -32602],
    ['SendStreamingMessage', { message: {} }, -32004],
    ['SendStreamingMessage', 'nonsense', -32004],
    ['SubscribeToTask', { id: 'task-1' }, -32004],
    ['GetExtendedAgentCard', {}, -32004],
    ['CreateTaskPushNotificationConfig', {}, -32003],
    ['GetTaskPushNotificationConfig', {}, -32003],
    ['ListTaskPushNotificationConfigs', {}, -32003],
    ['DeleteTaskPushNotificationConfig', {}, -32003],
    ['ListTasks', { pageSize: 0 }, -32602],
    ['ListTasks', { pageSize: 101 }, -32602],
    ['ListTasks', { pageSize: -1 }, -32602],
    ['ListTasks', { pageSize: 1.5 }, -32602],
    ['ListTasks', { pageSize: 'ten' }, -32602],
    ['ListTasks', { pageSize: {} }, -32602],
    ['ListTasks', [], -32602],
    ['message/send', {}, -32601],
    ['sendMessage', {}, -32601],
    ['', {}, -32601],
    ['constructor', {}, -32601],
    ['__proto__', {}, -32601],
  ])('%s with %j responds with %i', async (method, params, code) => {
    expect(await responseTo(method, params)).toBe(code)
  })

  it.each<[unknown, number]>([
    [undefined, 50],
    [{}, 50],
    [{ pageSize: null }, 50],
    [{ pageSize: 1 }, 1],
    [{ pageSize: 100 }, 100],
    [{ pageSize: '10' }, 10],
    [{ page_size: 7, context_id: 'c' }, 7],
  ])('ListTasks with %j is an empty page of %i', async (params, pageSize) => {
    expect(await responseTo('ListTasks', params)).toEqual({ tasks: [], nextPageToken: '', pageSize, totalSize: 0 })
  })

  it('passes only SendMessage on', async () => {
    expect(await responseTo('SendMessage', { message: 1 })).toEqual({ sent: { message: 1 } })
  })

  it('accept all their names', async () => {
    for (const method of A2A_METHODS) expect(await responseTo(method, { id: 'x' })).not.toBe(-32601)
  })
})
