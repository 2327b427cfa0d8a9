// The sign-ups screen: accounts that wait for approval, and invite codes.
import type { Invite, SignUpRequest } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { field } from '../screens/form.ts'
import { card, moment } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { listing } from './listing.ts'
import { linkTo } from './places.ts'

function decisionDialog({ uid, email }: SignUpRequest, isApproved: boolean): Promise<void> {
  const word = isApproved ? 'Approve' : 'Deny'
  return ask(
    {
      title: `${word} ${email ?? uid}?`,
      about: isApproved
        ? 'The developer can create apps and keys. They get an e-mail if a mail server is set.'
        : 'The account becomes suspended, and its e-mail address is deleted from this list.',
      send: word,
      danger: !isApproved,
      done: isApproved ? 'Approved' : 'Denied',
      call: {
        method: 'POST',
        path: `/_operator/developers/${encodeURIComponent(uid)}/${isApproved ? 'approve' : 'deny'}`,
      },
    },
    () => (isApproved ? operator.approveDeveloper({ path: { uid } }) : operator.denyDeveloper({ path: { uid } })),
  )
}

const pendingList = (): Promise<HTMLElement> =>
  listing<SignUpRequest>({
    caption: 'Accounts that wait for approval, oldest first',
    columns: ['E-mail', 'Name', 'Uid', 'Since', 'Action'],
    row: (request) => [
      request.email ?? '—',
      request.name ?? '—',
      h('a', { href: linkTo('developer', { uid: request.uid }) }, h('code', {}, request.uid)),
      moment(request.createdAt),
      h(
        'span',
        { class: 'row' },
        action(`approve-${request.uid}`, 'Approve…', () => decisionDialog(request, true)),
        action(`deny-${request.uid}`, 'Deny…', () => decisionDialog(request, false), 'danger'),
      ),
    ],
    load: (page) => operator.listSignUps({ query: { page, perPage: 50 } }),
    emptyText: 'No accounts wait for approval.',
  })

const inviteDialog = (): Promise<void> =>
  ask(
    {
      title: 'New invite code',
      send: 'Create code',
      fields: [
        field({ name: 'uses', label: 'Accounts', type: 'number', value: 1, min: 1, max: 10_000 }),
        field({
          name: 'days',
          label: 'Days until it expires',
          type: 'number',
          optional: true,
          min: 1,
          max: 3_650,
          hint: 'Leave empty for no expiry.',
        }),
      ],
    },
    async ({ text, number }, close) => {
      const body = { uses: number('uses'), ...(text('days') === '' ? {} : { expiresInDays: number('days') }) }
      const { data } = await operator.createInvite({ body })
      close()
      await showSecret('The invite code', data.code, 'Copy it now. It is shown once; only its hash is stored.')
    },
  )

const revokeDialog = ({ id }: Invite): Promise<void> =>
  ask(
    {
      title: 'Revoke the invite code?',
      about: 'The code stops working. Accounts that it opened stay.',
      send: 'Revoke',
      danger: true,
      done: 'Revoked',
      call: { method: 'DELETE', path: `/_operator/invites/${encodeURIComponent(id)}` },
    },
    () => operator.revokeInvite({ path: { id } }),
  )

const inviteList = (): Promise<HTMLElement> =>
  listing<Invite>({
    caption: 'Invite codes, newest first',
    columns: ['Id', 'Used', 'Expires', 'Created', 'By', 'Action'],
    row: (invite) => [
      h('code', {}, invite.id),
      `${invite.used} of ${invite.uses}`,
      moment(invite.expiresAt, 'never'),
      moment(invite.createdAt),
      invite.createdBy,
      may('revokeInvite') && action(`revoke-${invite.id}`, 'Revoke…', () => revokeDialog(invite), 'danger'),
    ],
    load: (page) => operator.listInvites({ query: { page, perPage: 50 } }),
    emptyText: 'No invite codes.',
  })

export async function signUpsScreen(): Promise<Screen> {
  const [pending, invites, { data: config }] = await Promise.all([pendingList(), inviteList(), operator.getConfig()])
  return {
    title: 'Sign-ups',
    body: [
      heading('Sign-ups'),
      h(
        'p',
        { class: 'lead' },
        'Mode: ',
        h('code', {}, String(config.developerSignupMode)),
        '. Change it under ',
        h('a', { href: linkTo('switches', {}) }, 'Switches'),
        '.',
      ),
      card('Waiting for approval', null, pending),
      card('Invite codes', may('createInvite') && action('new-invite', 'New code…', inviteDialog), invites),
    ],
  }
}
