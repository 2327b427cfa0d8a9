// Operator routes of named operators, invite codes and sign-ups that wait for approval.
import { type NamedOperator, OPERATOR_ROUTES } from '@agent-network/contract'
import { operatorDeveloperView } from '../../features/accounts/administration.ts'
import {
  createInvite,
  decideSignUp,
  inviteView,
  listInvites,
  listSignUps,
  revokeInvite,
  signUpView,
} from '../../features/accounts/sign-up-policy.ts'
import { makeMail } from '../../features/identity/own-tokens.ts'
import { makeSecondFactor, removeFactor, type SecondFactor } from '../../features/identity/second-factor.ts'
import { audit } from '../../platform/access/audit.ts'
import {
  addOperator,
  listOperators,
  type OperatorRow,
  operatorOf,
  removeOperator,
  requireNamedOperator,
  rotateOperator,
} from '../../platform/access/operators.ts'
import { notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { DAY_MS, iso } from '../../platform/core/time.ts'
import { bind, type OperatorBound } from './bind.ts'

/** The account id of an operator's second factor; ids of developers contain no space. */
export const factorIdOf = (name: string): string => `operator ${name}`

async function operatorView(secondFactor: SecondFactor, row: OperatorRow): Promise<NamedOperator> {
  return {
    ...operatorOf(row),
    secondFactor: (await secondFactor.state(factorIdOf(row.name))).enabled,
    createdAt: iso(row.created_at),
    rotatedAt: row.rotated_at === null ? null : iso(row.rotated_at),
  }
}

export function operatorAccountRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database, seals } = deps
  const secondFactor = makeSecondFactor(deps)
  const minting = { ambient, seals }
  return [
    bind(OPERATOR_ROUTES.listOperators, async () => ({
      data: await Promise.all((await listOperators(database.read)).map((row) => operatorView(secondFactor, row))),
    })),
    bind(OPERATOR_ROUTES.addOperator, async ({ body: { name, role }, at, actor }) => {
      const { row, token } = await database.transact(
        async (tx) => {
          const issued = await addOperator(tx, minting, { name, role }, at)
          await audit(tx, ambient, { at, actor, action: 'operator.add', target: name, detail: { role } })
          return issued
        },
        { quiet: true },
      )
      return { data: { ...(await operatorView(secondFactor, row)), token } }
    }),
    bind(OPERATOR_ROUTES.removeOperator, async ({ path: { name }, at, actor }) => {
      await database.transact(
        async (tx) => {
          await removeOperator(tx, name)
          await removeFactor(tx, factorIdOf(name))
          await audit(tx, ambient, { at, actor, action: 'operator.remove', target: name })
        },
        { quiet: true },
      )
      return { data: { name, deleted: true as const } }
    }),
    bind(OPERATOR_ROUTES.rotateOperator, async ({ path: { name }, at, actor }) => {
      const { row, token } = await database.transact(
        async (tx) => {
          const issued = await rotateOperator(tx, minting, name, at)
          await audit(tx, ambient, { at, actor, action: 'operator.rotate', target: name })
          return issued
        },
        { quiet: true },
      )
      return { data: { ...(await operatorView(secondFactor, row)), token } }
    }),
    bind(OPERATOR_ROUTES.resetOperatorFactor, async ({ path: { name }, at, actor }) => {
      await database.transact(
        async (tx) => {
          await requireNamedOperator(tx, name)
          if (!(await secondFactor.drop(tx, factorIdOf(name))))
            throw notFound('This operator has no authenticator; GET /_operator/operators shows who has')
          await audit(tx, ambient, { at, actor, action: 'operator.reset-authenticator', target: name })
        },
        { quiet: true },
      )
      return { data: { name, enabled: false } }
    }),
  ]
}

export function signUpRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database, seals } = deps
  const { read } = database
  // Without a mail server nothing is sent: the log would hold the address.
  const mail = deps.config.smtp === null ? null : makeMail(deps)

  const decide = async (
    uid: string,
    isApproved: boolean,
    { at, actor }: { readonly at: number; readonly actor: string },
  ) => {
    const { developer, email } = await database.transact(async (tx) => {
      const decided = await decideSignUp(tx, uid, isApproved)
      await audit(tx, ambient, {
        at,
        actor,
        action: isApproved ? 'developer.approve' : 'developer.deny',
        target: uid,
        before: { status: 'pending' },
      })
      return decided
    })
    if (isApproved && email !== null)
      mail?.({
        to: email,
        subject: 'Your account was approved',
        text: `You can use your developer account now: ${deps.urls().developer}/developer/`,
      })
    return { data: operatorDeveloperView(developer) }
  }

  return [
    bind(OPERATOR_ROUTES.listSignUps, async ({ query }) => {
      const page = await listSignUps(read, query)
      return { data: page.items.map(signUpView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.approveDeveloper, ({ path: { uid }, at, actor }) => decide(uid, true, { at, actor })),
    bind(OPERATOR_ROUTES.denyDeveloper, ({ path: { uid }, at, actor }) => decide(uid, false, { at, actor })),
    bind(OPERATOR_ROUTES.listInvites, async ({ query }) => {
      const page = await listInvites(read, query)
      return { data: page.items.map(inviteView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.createInvite, async ({ body: { uses = 1, expiresInDays }, at, actor }) => {
      const expiresAt = expiresInDays === undefined ? null : at + expiresInDays * DAY_MS
      const { row, code } = await database.transact(
        async (tx) => {
          const issued = await createInvite(tx, { ambient, seals }, { uses, expiresAt, createdBy: actor }, at)
          const detail = { uses, ...(expiresInDays === undefined ? {} : { expiresInDays }) }
          await audit(tx, ambient, { at, actor, action: 'invite.create', target: issued.row.id, detail })
          return issued
        },
        { quiet: true },
      )
      return { data: { ...inviteView(row), code } }
    }),
    bind(OPERATOR_ROUTES.revokeInvite, async ({ path: { id }, at, actor }) => {
      await database.transact(
        async (tx) => {
          await revokeInvite(tx, id)
          await audit(tx, ambient, { at, actor, action: 'invite.revoke', target: id })
        },
        { quiet: true },
      )
      return { data: { id, deleted: true as const } }
    }),
  ]
}
