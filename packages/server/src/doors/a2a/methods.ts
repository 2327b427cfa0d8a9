import type { A2aMethod, A2aReason } from '@agent-network/contract'
import { methodFault, paramsFault, protocolFault } from './errors.ts'
import { member, paramsOf } from './message.ts'

/** The one method that reaches an agent is done elsewhere; the others need nothing but their params. */
export type Send = (params: unknown) => Promise<unknown>

type Method = (params: unknown, send: Send) => unknown

const refuse =
  (reason: A2aReason): Method =>
  () => {
    throw protocolFault(reason)
  }

/** No task is ever made, so none is ever found; the question still has to be one. */
const noTask: Method = (given) => {
  const { id } = paramsOf(given)
  if (typeof id !== 'string' || id === '') throw paramsFault('id', 'must be the id of a task')
  throw protocolFault('TASK_NOT_FOUND')
}

const PAGE_DEFAULT = 50
const PAGE_MAX = 100

/** Whole numbers may be spelled as strings in the protocol's JSON. */
const wholeNumber = (given: unknown): number =>
  typeof given === 'string' && /^-?\d+$/.test(given)
    ? Number(given)
    : Number.isInteger(given)
      ? Number(given)
      : Number.NaN

const noTasks: Method = (given) => {
  const pageSize = wholeNumber(member(paramsOf(given), 'pageSize') ?? PAGE_DEFAULT)
  if (!(pageSize >= 1 && pageSize <= PAGE_MAX)) throw paramsFault('pageSize', `must be from 1 to ${PAGE_MAX}`)
  return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
}

const METHODS: Readonly<Record<A2aMethod, Method>> = {
  SendMessage: (params, send) => send(params),
  GetTask: noTask,
  CancelTask: noTask,
  ListTasks: noTasks,
  SendStreamingMessage: refuse('UNSUPPORTED_OPERATION'),
  SubscribeToTask: refuse('UNSUPPORTED_OPERATION'),
  GetExtendedAgentCard: refuse('UNSUPPORTED_OPERATION'),
  CreateTaskPushNotificationConfig: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
  GetTaskPushNotificationConfig: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
  ListTaskPushNotificationConfigs: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
  DeleteTaskPushNotificationConfig: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
}

export const isMethod = (name: string): name is A2aMethod => Object.hasOwn(METHODS, name)

export async function perform(method: string, params: unknown, send: Send): Promise<unknown> {
  if (!isMethod(method)) throw methodFault()
  return METHODS[method](params, send)
}
