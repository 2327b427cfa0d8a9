// Screens of sign-in, of named operators and of the operator who is signed in.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type { NamedOperator } from '@agent-network/contract'
import { FactorSecret, openForm, showRecoveryCodes } from '../components/dialog.tsx'
import { Field, Form, Select } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { Heading, refresh, type Screen } from '../components/page.tsx'
import { Action, Badge, Card, Facts, Moment } from '../components/pieces.tsx'
import { callOf, openSession, operator, RECOVERY, session, signedIn } from './api.ts'
import { ask, askForSecret } from './asking.tsx'

const TokenField = ({ label, hint }: { label: string; hint?: string }) => (
  <Field
    name="token"
    label={label}
    type="password"
    autocomplete="current-password"
    max={4_096}
    {...(hint !== undefined && { hint })}
  />
)

export const signInScreen = (notice: string | null, entered: () => Promise<void>): Screen => ({
  title: 'Sign in',
  body: (
    <section class="card narrow">
      <h1 tabIndex={-1}>Console</h1>
      {notice !== null && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <p class="soft">Operator console of this network.</p>
      <Form
        isSignIn
        send="Sign in"
        onSubmit={async ({ text }) => {
          await openSession(text('token'), text('code'))
          await entered()
        }}
      >
        <TokenField
          label="Operator token"
          hint="Your own token. For recovery: the file operator-token in the data folder, or AGENT_NETWORK_OPERATOR_TOKEN."
        />
        <Field
          name="code"
          label="Code"
          autocomplete="one-time-code"
          optional
          max={100}
          hint="From your authenticator app, or a recovery code. Only if you have set up a second factor."
        />
      </Form>
    </section>
  ),
})

const ROLES = [
  ['viewer', 'viewer: reads everything without secrets and private texts'],
  ['moderator', 'moderator: also reports, moderation, pauses and suspensions'],
  ['admin', 'admin: everything'],
] as const

const add = (): Promise<void> =>
  askForSecret(
    {
      title: 'New operator',
      send: 'Add operator',
      of: OPERATOR_FORMS.addOperator,
      fields: [
        <Field
          name="name"
          label="Name"
          max={40}
          message="Lowercase letters, digits and hyphens."
          hint="Shown in the audit log."
        />,
        <Select name="role" label="Role" value="viewer" options={ROLES} />,
      ],
    },
    async ({ body }) => {
      const { data } = await operator.addOperator({ body: body() })
      return [`The token of ${data.name}`, data.token]
    },
  )

const rotate = ({ name }: NamedOperator): Promise<void> =>
  askForSecret(
    {
      title: `Rotate the token of ${name}?`,
      about: 'The old token and all console sessions of this operator end at once.',
      send: 'Rotate',
      call: callOf('rotateOperator', { path: { name } }),
    },
    async () => [`The token of ${name}`, (await operator.rotateOperator({ path: { name } })).data.token],
  )

const remove = ({ name }: NamedOperator): Promise<void> =>
  ask({
    title: `Remove ${name}?`,
    about: 'The token and all console sessions of this operator end at once. The audit log stays.',
    send: 'Remove operator',
    danger: true,
    done: 'Operator removed',
    call: callOf('removeOperator', { path: { name } }),
  })

const reset = ({ name }: NamedOperator): Promise<void> =>
  ask({
    title: `Remove the authenticator of ${name}?`,
    about: 'Verify the identity of the operator first: afterwards the token alone is enough to sign in.',
    send: 'Remove',
    done: 'Authenticator removed',
    call: callOf('resetOperatorFactor', { path: { name } }),
  })

const Changes = ({ of: one }: { of: NamedOperator }) => (
  <span class="row">
    <Action id={`rotate-${one.name}`} run={() => rotate(one)} text="Rotate…" />
    {one.secondFactor && <Action id={`reset-${one.name}`} run={() => reset(one)} text="Remove authenticator…" />}
    <Action id={`remove-${one.name}`} kind="danger" run={() => remove(one)} text="Remove…" />
  </span>
)

export async function operatorsScreen(): Promise<Screen> {
  const { data } = await operator.listOperators()
  return {
    title: 'Operators',
    body: [
      <Heading title="Operators">
        <Action id="new-operator" kind="main" run={add} text="New operator…" />
      </Heading>,
      <p class="lead">Each operator has a token of its own. The first token stays for recovery.</p>,
      <Card title="Operators">
        <Table
          caption="Operators"
          rows={data}
          empty="No named operators."
          columns={{
            Name: ({ name }) => <strong>{name}</strong>,
            Role: ({ role }) => role,
            'Second factor': ({ secondFactor }) => (
              <Badge tone={secondFactor ? 'good' : 'quiet'}>{secondFactor ? 'on' : 'off'}</Badge>
            ),
            Added: ({ createdAt }) => <Moment at={createdAt} />,
            Rotated: ({ rotatedAt }) => <Moment at={rotatedAt} />,
            Change: (one) => <Changes of={one} />,
          }}
        />
      </Card>,
    ],
  }
}

const CodeField = () => <Field name="code" label="Code" autocomplete="one-time-code" max={100} />

const confirmFactor = ({ secret, uri }: { secret: string; uri: string }): Promise<void> =>
  openForm(
    {
      ...{ title: 'Second factor', send: 'Enable', isSignIn: true },
      about: <FactorSecret secret={secret} uri={uri} />,
      fields: <CodeField />,
    },
    async ({ text }, close) => {
      const { data } = await session.confirmFactor({ body: { code: text('code') } })
      close()
      void showRecoveryCodes(data.recoveryCodes, refresh)
    },
  )

const setUpFactor = (): Promise<void> =>
  openForm(
    {
      ...{ title: 'Second factor', send: 'Continue', isSignIn: true },
      about: 'Enter your token again.',
      fields: <TokenField label="Your token" />,
    },
    async ({ text }, close) => {
      const { data } = await session.beginFactor({ body: { token: text('token') } })
      close()
      void confirmFactor(data)
    },
  )

const removeFactor = (): Promise<void> =>
  openForm(
    {
      ...{ title: 'Remove the second factor?', send: 'Remove', danger: true, isSignIn: true },
      about: 'After that, your token alone is enough to sign in.',
      fields: <CodeField />,
    },
    async ({ text }) => {
      await session.removeFactor({ body: { code: text('code') } })
      refresh()
    },
  )

const FactorCard = ({ enabled, recoveryCodesLeft }: { enabled: boolean; recoveryCodesLeft: number }) => (
  <Card title="Second factor">
    <p id="second-factor">
      {enabled
        ? `On: console sign-in requires a code of your authenticator. Recovery codes left: ${recoveryCodesLeft}.`
        : 'Off: your token alone is enough to sign in.'}
    </p>
    <p class="row">
      <Action
        id="change-second-factor"
        run={enabled ? removeFactor : setUpFactor}
        text={enabled ? 'Remove…' : 'Set up…'}
      />
    </p>
  </Card>
)

export async function meScreen(): Promise<Screen> {
  const { name, role } = signedIn()!
  const factor = name === RECOVERY ? null : (await session.readFactor()).data
  return {
    title: 'Your access',
    body: [
      <Heading title="Your access" />,
      <Facts of={{ Name: name, Role: role }} />,
      factor === null ? (
        <p class="notice">You use the recovery token. Add a named operator for daily work.</p>
      ) : (
        <FactorCard {...factor} />
      ),
    ],
  }
}
