import { PORTAL_ROUTES } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { accountDetail, accountView, closeAccount, signUp, signupView } from '../../accounts/account.ts'
import { addApp, appView, listOwnApps } from '../../accounts/apps.ts'
import { holdActiveAccount } from '../../accounts/developers.ts'
import type { Deps } from '../../deps.ts'
import { transactPinned } from '../../settings/clock.ts'
import { bindAccount, bindApp, bindIdentity, bindOpen, type PortalBound } from './bind.ts'

export function accountRoutes(deps: Deps): PortalBound[] {
  const { ambient, database } = deps
  return [
    bindOpen(PORTAL_ROUTES.getSignup, async ({ state }) => ({ data: signupView(state.switches) })),
    bindIdentity(
      PORTAL_ROUTES.signUp,
      async (call, identity) => {
        const { developer, created } = await signUp(deps, call, identity, call.input)
        return { data: accountView(developer, created, call.state.switches) }
      },
      ({ data }) => (data.created ? 201 : 200),
    ),
    bindAccount(PORTAL_ROUTES.getAccount, async ({ state }, developer, identity) => ({
      data: await accountDetail(database.read, developer, identity, state),
    })),
    bindAccount(PORTAL_ROUTES.deleteAccount, async ({ state, at }, developer) => {
      const releasedVisitors = await transactPinned(deps, (tx) =>
        closeAccount(tx, { ambient, known: developer, state }, at),
      )
      return { data: { uid: developer.uid, deleted: true as const, releasedVisitors } }
    }),
    bindAccount(PORTAL_ROUTES.createApp, async (call, developer) => {
      const { name } = await call.input()
      const app = await transactPinned(deps, async (tx) => {
        const { uid } = await holdActiveAccount(tx, developer)
        const added = await addApp(tx, { ambient, uid, name }, call.at)
        await audit(tx, ambient, { at: call.at, actor: uid, action: 'app.create', target: added.id })
        return added
      })
      return { data: appView(app) }
    }),
    bindAccount(PORTAL_ROUTES.listApps, async (_call, { uid }) => ({
      data: (await listOwnApps(database.read, uid)).map(appView),
    })),
    bindApp(PORTAL_ROUTES.getApp, async (_call, app) => ({ data: appView(app) })),
  ]
}
