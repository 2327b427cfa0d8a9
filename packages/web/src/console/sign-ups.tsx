// The sign-ups screen: accounts that wait for approval, and invite codes.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type { Invite, SignUpRequest } from '@agent-network/contract'
import { Field } from '../components/form.tsx'
import { ListTable, openList } from '../components/list.tsx'
import { Heading, type Screen } from '../components/page.tsx'
import { Action, Card, CodeLink, Moment } from '../components/pieces.tsx'
import { callOf, may, operator } from './api.ts'
import { ask, askForSecret } from './asking.tsx'
import { linkTo } from './places.ts'

const approve = ({ uid, email }: SignUpRequest): Promise<void> =>
  ask({
    title: `Approve ${email ?? uid}?`,
    about: 'The developer can create apps and keys. They get an e-mail if a mail server is set.',
    send: 'Approve',
    done: 'Approved',
    call: callOf('approveDeveloper', { path: { uid } }),
  })

const deny = ({ uid, email }: SignUpRequest): Promise<void> =>
  ask({
    title: `Deny ${email ?? uid}?`,
    about: 'The account becomes suspended, and its e-mail address is deleted from this list.',
    send: 'Deny',
    danger: true,
    done: 'Denied',
    call: callOf('denyDeveloper', { path: { uid } }),
  })

const newInvite = (): Promise<void> =>
  askForSecret(
    {
      title: 'New invite code',
      send: 'Create code',
      of: OPERATOR_FORMS.createInvite,
      fields: [
        <Field name="uses" label="Accounts" value={1} optional={false} />,
        <Field name="expiresInDays" label="Days until it expires" hint="Leave empty for no expiry." />,
      ],
    },
    async ({ body }) => ['The invite code', (await operator.createInvite({ body: body() })).data.code],
  )

const revoke = (id: string): Promise<void> =>
  ask({
    title: 'Revoke the invite code?',
    about: 'The code stops working. Accounts that it opened stay.',
    send: 'Revoke',
    danger: true,
    done: 'Revoked',
    call: callOf('revokeInvite', { path: { id } }),
  })

export async function signUpsScreen(): Promise<Screen> {
  const [pending, invites, { data: config }] = await Promise.all([
    openList<SignUpRequest, object>({
      filters: {},
      load: (_, { page }) => operator.listSignUps({ query: { page, perPage: 50 } }),
    }),
    openList<Invite, object>({
      filters: {},
      load: (_, { page }) => operator.listInvites({ query: { page, perPage: 50 } }),
    }),
    operator.getConfig(),
  ])
  const newCode = may('createInvite') && <Action id="new-invite" run={newInvite} text="New code…" />
  return {
    title: 'Sign-ups',
    body: [
      <Heading title="Sign-ups" />,
      <p class="lead">
        Mode: <code>{String(config.developerSignupMode)}</code>. Change it under{' '}
        <a href={linkTo('switches', {})}>Switches</a>.
      </p>,
      <Card title="Waiting for approval">
        <ListTable
          list={pending}
          caption="Accounts that wait for approval, oldest first"
          empty="No accounts wait for approval."
          columns={{
            'E-mail': ({ email }) => email ?? '—',
            Name: ({ name }) => name ?? '—',
            Uid: ({ uid }) => <CodeLink href={linkTo('developer', { uid })} id={uid} />,
            Since: ({ createdAt }) => <Moment at={createdAt} />,
            Action: (request) => (
              <span class="row">
                <Action id={`approve-${request.uid}`} run={() => approve(request)} text="Approve…" />
                <Action id={`deny-${request.uid}`} kind="danger" run={() => deny(request)} text="Deny…" />
              </span>
            ),
          }}
        />
      </Card>,
      <Card title="Invite codes" about={newCode}>
        <ListTable
          list={invites}
          caption="Invite codes, newest first"
          empty="No invite codes."
          columns={{
            Id: ({ id }) => <code>{id}</code>,
            Used: ({ used, uses }) => `${used} of ${uses}`,
            Expires: ({ expiresAt }) => <Moment at={expiresAt} />,
            Created: ({ createdAt }) => <Moment at={createdAt} />,
            By: ({ createdBy }) => createdBy,
            Action: ({ id }) =>
              may('revokeInvite') && <Action id={`revoke-${id}`} kind="danger" run={() => revoke(id)} text="Revoke…" />,
          }}
        />
      </Card>,
    ],
  }
}
