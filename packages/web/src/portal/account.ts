// The account screen, and the terms screen after the first sign-in.
import type { AccountDetail } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { h } from '../screens/dom.ts'
import { field, form, tick } from '../screens/form.ts'
import { badge, card, exactTime, facts, termsBox } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { portal, type Start } from './api.ts'
import { secondFactorCard, sessionsCard } from './safety.ts'
import { postsField, postsQuery } from './visitors.ts'

/** For people without an account. Sign-up accepts the visitor terms; each key accepts the developer terms (AMB-136). */
export async function termsScreen(signedUp: () => Promise<void>): Promise<Screen> {
  const { data } = await portal.getSignup()
  const { open, termsVersion, termsText, developerTermsVersion, developerTermsText, mode } = data
  const boxes = [
    termsBox('Developer terms', developerTermsVersion, developerTermsText),
    termsBox('Visitor terms', termsVersion, termsText),
  ]
  if (!open)
    return {
      title: 'Sign-up is closed',
      body: [
        heading('Sign-up is closed'),
        h(
          'p',
          { class: 'notice' },
          'New developers cannot join right now. Ask the operator of this network when they can.',
        ),
        ...boxes,
      ],
    }
  return {
    title: 'Terms',
    body: [
      heading('Terms'),
      h(
        'p',
        { class: 'lead' },
        'Please accept two sets of terms: one for your code, one for the visitors you register.',
      ),
      ...boxes,
      mode === 'approval' &&
        h('p', { class: 'notice' }, 'The operator of this network approves each new account before you can use it.'),
      form(
        [
          mode === 'invite' &&
            field({
              name: 'invite',
              label: 'Invite code',
              max: 100,
              hint: 'The operator of this network gives out invite codes.',
            }),
          tick('developer', 'I have read the developer terms. I will be asked to accept them with each key.'),
          tick('visitor', 'I accept the visitor terms, version ', h('strong', {}, termsVersion), '.'),
        ],
        { send: 'Create my account' },
        async ({ text }) => {
          const inviteCode = mode === 'invite' ? { inviteCode: text('invite').trim() } : {}
          await portal.signUp({ body: { acceptedVisitorTermsVersion: termsVersion, ...inviteCode } })
          await signedUp()
        },
      ),
    ],
  }
}

/** For people whose account waits for approval. */
export const pendingScreen = (): Screen => ({
  title: 'Waiting for approval',
  body: [
    heading('Waiting for approval'),
    h(
      'p',
      { class: 'notice' },
      'The operator of this network approves each new account. Your account is not approved yet. Try again later.',
    ),
  ],
})

const CONFIRMATION = 'delete'

const askToDelete = (account: AccountDetail, deleted: () => Promise<void>): Promise<void> =>
  openDialog('Delete your account?', (close) => [
    h(
      'p',
      {},
      `Your visitors (${account.visitorCount}) are released, all keys stop working, your apps are revoked and your account data is deleted. You choose what happens to the texts of your visitors.`,
    ),
    h('p', { class: 'warning' }, 'This cannot be undone.'),
    form(
      [
        postsField(),
        field({
          name: 'confirmation',
          label: `Type “${CONFIRMATION}” to confirm`,
          pattern: CONFIRMATION,
          rule: `The word “${CONFIRMATION}”`,
        }),
      ],
      { send: 'Delete my account', danger: true, extraActions: [cancelButton(close)] },
      async ({ text }) => {
        await portal.deleteAccount({ query: postsQuery(text('posts')) })
        close()
        await deleted()
      },
    ),
  ])

const STATUS_BADGES = {
  active: () => badge('Active', 'good'),
  suspended: () => badge('Suspended', 'bad'),
  pending: () => badge('Waiting for approval', 'warm'),
} as const

interface AccountCallbacks {
  readonly start: Start
  deleted(): Promise<void>
  signedOut(): Promise<void>
  /** Reloads the screen. */
  changed(): void
}

export async function accountScreen({ start, deleted, signedOut, changed }: AccountCallbacks): Promise<Screen> {
  const { data: account } = await portal.getAccount()
  const { visitorTermsVersion: accepted, currentVisitorTermsVersion: current } = account
  return {
    title: 'Account',
    body: [
      heading('Account', STATUS_BADGES[account.status]()),
      card(
        'Profile',
        null,
        facts(
          ['E-mail', account.email ?? '—'],
          ['Name', account.name ?? '—'],
          ['Account id', h('code', {}, account.uid)],
          ['Since', exactTime(account.createdAt)],
          ['Visitors', `${account.visitorCount} of ${account.visitorCap}`],
          ['Visitor terms', accepted === null ? 'accepted with each visitor' : `version ${accepted} accepted`],
        ),
        accepted !== null && accepted !== current
          ? h(
              'p',
              { class: 'notice' },
              `The current version is ${current}. You accept it when you register your next visitor.`,
            )
          : null,
      ),
      await sessionsCard(signedOut),
      await secondFactorCard(start, changed),
      termsBox('Developer terms', account.currentDeveloperTermsVersion, account.developerTermsText),
      termsBox('Visitor terms', current, account.visitorTermsText),
      card(
        'Delete the account',
        null,
        h('p', {}, 'Releases your visitors, deletes your keys and deletes your account data.'),
        h(
          'p',
          { class: 'row' },
          h(
            'button',
            { type: 'button', class: 'danger', id: 'delete-account', click: () => void askToDelete(account, deleted) },
            'Delete account…',
          ),
        ),
      ),
    ],
  }
}
