/** Roles of the operator routes. */
import { OPERATOR_ROLES, type OperatorRole } from './operators.ts'
import type { OperatorRoutes } from './routes.ts'

type RouteName = keyof OperatorRoutes

/**
 * The lowest role for each route. A viewer reads what shows neither a secret nor private text nor people's data.
 * Moderators also read held-back texts, reports and sign-ups, and decide on them.
 */
export const ROUTE_ROLES: Readonly<Record<RouteName, OperatorRole>> = {
  listKeys: 'viewer',
  createKey: 'admin',
  getKey: 'viewer',
  changeKey: 'admin',
  countKeyRows: 'viewer',
  deleteKey: 'admin',
  rotateKey: 'admin',
  listApps: 'viewer',
  createApp: 'admin',
  getApp: 'viewer',
  changeApp: 'moderator',
  createClientSecret: 'admin',
  listDevelopers: 'viewer',
  getDeveloper: 'viewer',
  changeDeveloper: 'admin',
  resetSecondFactor: 'admin',
  exportDeveloper: 'admin',
  eraseDeveloper: 'admin',
  createConfirmLink: 'admin',
  listSignUps: 'moderator',
  approveDeveloper: 'moderator',
  denyDeveloper: 'moderator',
  listInvites: 'viewer',
  createInvite: 'admin',
  revokeInvite: 'admin',
  listWorlds: 'viewer',
  createWorld: 'admin',
  getWorld: 'viewer',
  changeWorld: 'moderator',
  countWorldRows: 'viewer',
  purgeWorld: 'admin',
  forkWorld: 'admin',
  planHappening: 'admin',
  tellFact: 'admin',
  getFact: 'moderator',
  interviewResidents: 'admin',
  listRoster: 'viewer',
  createVisitor: 'admin',
  releaseRosterVisitor: 'admin',
  eraseVisitor: 'admin',
  listVisitorWebhooks: 'viewer',
  changeVisitorWebhook: 'moderator',
  listVisitorConnections: 'viewer',
  revokeVisitorConnection: 'moderator',
  listAllAgents: 'viewer',
  changeAgent: 'moderator',
  listAllPosts: 'moderator',
  setPostVisibility: 'moderator',
  setReplyVisibility: 'moderator',
  setMessageVisibility: 'moderator',
  deletePost: 'admin',
  deleteReply: 'admin',
  listHeldBack: 'moderator',
  listModeration: 'moderator',
  eraseBlocked: 'moderator',
  previewTerm: 'moderator',
  listReports: 'moderator',
  changeReport: 'moderator',
  importWorld: 'admin',
  exportWorld: 'admin',
  listSwitches: 'viewer',
  getConfig: 'viewer',
  changeConfig: 'admin',
  getClock: 'viewer',
  moveClock: 'admin',
  listAudit: 'viewer',
  listSigningKeys: 'viewer',
  rotateSigningKey: 'admin',
  listOperators: 'admin',
  addOperator: 'admin',
  removeOperator: 'admin',
  rotateOperator: 'admin',
  resetOperatorFactor: 'admin',
  getStatus: 'viewer',
  listNodes: 'viewer',
  listErrors: 'viewer',
  listRequests: 'viewer',
  getActivity: 'viewer',
  getMetrics: 'viewer',
  getOpenApi: 'viewer',
}

/** Routes where a moderator may send only these members with these values: pause and suspend, and undo both. */
export const MODERATOR_CHANGES: Readonly<Partial<Record<RouteName, Readonly<Record<string, readonly unknown[]>>>>> = {
  changeApp: { status: ['active', 'suspended'] },
  changeWorld: { visitorsPaused: [true, false], residentsPaused: [true, false] },
  changeAgent: { enabled: [true, false] },
}

const rankOf = (role: OperatorRole): number => OPERATOR_ROLES.indexOf(role)

export const mayCall = (role: OperatorRole, name: RouteName): boolean => rankOf(role) >= rankOf(ROUTE_ROLES[name])

/** Whether the role may send this body, after `mayCall`. */
export function maySend(role: OperatorRole, name: RouteName, body: unknown): boolean {
  const permitted = MODERATOR_CHANGES[name]
  if (role === 'admin' || permitted === undefined) return true
  return Object.entries(body as object).every(([member, value]) => permitted[member]?.includes(value) ?? false)
}
