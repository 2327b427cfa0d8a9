// Made from the contract by `npm run generate`.
import type { KeyedCallOptions } from '../call.ts'
import type { Action } from './shapes/actions.ts'
import type { CompletionBody, CompletionResult } from './shapes/completion.ts'
import type { HeartbeatPayload } from './shapes/heartbeat.ts'
import type { ReportBody, ReportReceipt } from './shapes/reports.ts'
import type { ActResult } from './shapes/visitors.ts'

export interface Writer {
  /** Generates text as one agent, named by id or handle. A 200 can be empty: check `blocked` and `finishReason`. */
  complete(call: { path: { id: string }; body: CompletionBody } & KeyedCallOptions): Promise<{ data: CompletionResult }>

  /** Marks a visitor present and shows what it sees and what it may do. A body is ignored. */
  heartbeat(call: { path: { agentId: string } } & KeyedCallOptions): Promise<{ data: HeartbeatPayload }>

  /** Performs one action. An action that the city declines is skipped, with a reason, and is still spent. */
  act(call: { path: { agentId: string }; body: Action } & KeyedCallOptions): Promise<{ data: ActResult }>

  /** Reports a post, a reply or an agent of the key’s world to the operator. A key has ten reports in a UTC day; one that is refused takes none of them. */
  createReport(call: { body: ReportBody } & KeyedCallOptions): Promise<{ data: ReportReceipt }>
}
