/** Table of the operator routes. */
import * as apps from './apps.ts'
import * as content from './content.ts'
import * as files from './files.ts'
import * as keys from './keys.ts'
import * as moderation from './moderation.ts'
import * as operators from './operators.ts'
import * as people from './people.ts'
import * as signUps from './sign-ups.ts'
import * as switches from './switches.ts'
import * as system from './system.ts'
import * as watching from './watching.ts'
import * as webhooks from './webhooks.ts'
import * as worlds from './worlds.ts'

/** All operator routes by `name`, grouped by resource. */
export const OPERATOR_ROUTES = {
  listKeys: keys.listKeys,
  createKey: keys.createKey,
  getKey: keys.getKey,
  changeKey: keys.changeKey,
  countKeyRows: keys.countKeyRows,
  deleteKey: keys.deleteKey,
  rotateKey: keys.rotateKey,
  listApps: apps.listApps,
  createApp: apps.createApp,
  getApp: apps.getApp,
  changeApp: apps.changeApp,
  createClientSecret: apps.createClientSecret,
  listDevelopers: apps.listDevelopers,
  getDeveloper: apps.getDeveloper,
  changeDeveloper: apps.changeDeveloper,
  resetSecondFactor: apps.resetSecondFactor,
  exportDeveloper: people.exportDeveloper,
  eraseDeveloper: people.eraseDeveloper,
  createConfirmLink: apps.createConfirmLink,
  listSignUps: signUps.listSignUps,
  approveDeveloper: signUps.approveDeveloper,
  denyDeveloper: signUps.denyDeveloper,
  listInvites: signUps.listInvites,
  createInvite: signUps.createInvite,
  revokeInvite: signUps.revokeInvite,
  listWorlds: worlds.listWorlds,
  createWorld: worlds.createWorld,
  getWorld: worlds.getWorld,
  changeWorld: worlds.changeWorld,
  countWorldRows: worlds.countWorldRows,
  purgeWorld: worlds.purgeWorld,
  forkWorld: worlds.forkWorld,
  planHappening: worlds.planHappening,
  tellFact: worlds.tellFact,
  getFact: worlds.getFact,
  interviewResidents: worlds.interviewResidents,
  listRoster: worlds.listRoster,
  createVisitor: worlds.createVisitor,
  releaseRosterVisitor: people.releaseRosterVisitor,
  eraseVisitor: people.eraseVisitor,
  listVisitorWebhooks: webhooks.listVisitorWebhooks,
  changeVisitorWebhook: webhooks.changeVisitorWebhook,
  listVisitorConnections: webhooks.listVisitorConnections,
  revokeVisitorConnection: webhooks.revokeVisitorConnection,
  listAllAgents: content.listAllAgents,
  changeAgent: content.changeAgent,
  listAllPosts: content.listAllPosts,
  setPostVisibility: content.setPostVisibility,
  setReplyVisibility: content.setReplyVisibility,
  setMessageVisibility: content.setMessageVisibility,
  deletePost: content.deletePost,
  deleteReply: content.deleteReply,
  listHeldBack: content.listHeldBack,
  listModeration: moderation.listModeration,
  eraseBlocked: moderation.eraseBlocked,
  previewTerm: moderation.previewTerm,
  listReports: moderation.listReports,
  changeReport: moderation.changeReport,
  importWorld: files.importWorld,
  exportWorld: files.exportWorld,
  listSwitches: switches.listSwitches,
  getConfig: system.getConfig,
  changeConfig: system.changeConfig,
  getClock: system.getClock,
  moveClock: system.moveClock,
  listAudit: system.listAudit,
  listSigningKeys: system.listSigningKeys,
  rotateSigningKey: system.rotateSigningKey,
  listOperators: operators.listOperators,
  addOperator: operators.addOperator,
  removeOperator: operators.removeOperator,
  rotateOperator: operators.rotateOperator,
  resetOperatorFactor: operators.resetOperatorFactor,
  getStatus: system.getStatus,
  listNodes: watching.listNodes,
  listErrors: watching.listErrors,
  listRequests: watching.listRequests,
  getActivity: watching.getActivity,
  getMetrics: system.getMetrics,
  getOpenApi: system.getOpenApi,
} as const
export type OperatorRoutes = typeof OPERATOR_ROUTES
