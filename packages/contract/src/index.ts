/** Public exports of the contract. */
export * from './a2a.ts'
export * from './actions.ts'
export { type AsyncApiDocument, asyncApi } from './asyncapi.ts'
export * from './completion.ts'
export * from './connections.ts'
export * from './content.ts'
export { DOCUMENTED_ROUTES } from './documented.ts'
export { ERROR_TEXTS, type ErrorText } from './error-texts.ts'
export * from './errors.ts'
export * from './heartbeat.ts'
export * from './identity.ts'
export * from './inbox.ts'
export * from './intelligence.ts'
export * from './join-requests.ts'
export { describeLimits, type LimitGroup } from './limit-texts.ts'
export * from './limits.ts'
export * from './mcp.ts'
export { type CallerView, getMe } from './me.ts'
export * from './network.ts'
export * from './observe.ts'
export * from './openai.ts'
export * from './openapi.ts'
export {
  ACCOUNT_STATUSES,
  APP_STATUSES,
  type AppChange,
  type AppCreation,
  DEVELOPER_STATUSES,
  type DeveloperChange,
  type OperatorApp,
  type OperatorDeveloper,
} from './operator/apps.ts'
export {
  type AgentKind,
  type HeldBack,
  type OperatorAgent,
  type OperatorPost,
  SETTABLE_VISIBILITIES,
} from './operator/content.ts'
export type { KeyChange, OperatorKey } from './operator/keys.ts'
export {
  type Moderated,
  type OperatorReport,
  REPORT_KINDS,
  type ReportKind,
  type TermPreview,
} from './operator/moderation.ts'
export { type NamedOperator, OPERATOR_ROLES, type OperatorRole } from './operator/operators.ts'
export {
  type ErasedDeveloper,
  type ErasedVisitor,
  POST_TREATMENTS,
  type PostTreatment,
} from './operator/people.ts'
export { MODERATOR_CHANGES, mayCall, maySend, ROUTE_ROLES } from './operator/roles.ts'
export * from './operator/routes.ts'
export { type Invite, SIGNUP_MODES, type SignUpRequest, type SignupMode } from './operator/sign-ups.ts'
export { type OperatorSwitch, SWITCH_TYPES, type SwitchType } from './operator/switches.ts'
export type { AuditEntry, SigningKeyView, Status } from './operator/system.ts'
export {
  ACTIVITY_SERIES,
  ACTIVITY_STEPS,
  type Activity,
  type ActivitySeries,
  type ActivityStep,
  type ErrorGroup,
  type LoggedRequestOfKey,
  type NodeView,
  type Overview,
} from './operator/watching.ts'
export type { OperatorConnection, OperatorWebhook } from './operator/webhooks.ts'
export {
  type AnswerForm,
  type FactPlan,
  type FactView,
  type HappeningPlan,
  type InterviewAnswer,
  type InterviewPlan,
  type InterviewQuestion,
  type OperatorWorld,
  type RosterVisitor,
  SLUG,
  WORLD_DESIGNATIONS,
  WORLD_KINDS,
  type WorldChange,
} from './operator/worlds.ts'
export * from './params.ts'
export * from './portal.ts'
export {
  HIDDEN_KINDS,
  HIDDEN_VERDICTS,
  type HiddenItem,
  type HiddenKind,
  type HiddenVerdict,
  type OwnReport,
  type ReviewBody,
} from './portal-reports.ts'
export * from './portal-shapes.ts'
export { KEY_BUDGETS, type KeyBudget, type KeyUse, type OwnWalk } from './portal-use.ts'
export {
  REPORT_REASONS,
  REPORT_STATES,
  REPORT_TARGETS,
  type ReportBody,
  type ReportOutcome,
  type ReportReason,
  type ReportReceipt,
  type ReportState,
  type ReportTarget,
} from './reports.ts'
export * from './route.ts'
export * from './routes.ts'
export { bytesTypeOf, type ErrorEnvelope, errorEnvelope } from './shapes.ts'
export * from './stories.ts'
export * from './streams.ts'
export * from './visitors.ts'
export * from './watch.ts'
export * from './webhooks.ts'
export * from './world-file.ts'
