import type { AccountDetail } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { h } from '../screens/dom.ts'
import { field, form, tick } from '../screens/form.ts'
import { badge, card, exactTime, facts, termsBox } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { portal, type Start } from './api.ts'
import { secondFactorCard, sessionsCard } from './safety.ts'

/** Whoever has signed in and has no account yet. Sign-up can accept the visitor terms; keys accept the others (AMB-136). */
export async function termsScreen(signedUp: () => Promise<void>): Promise<Screen> {
  const { data } = await portal.getSignup()
  const { open, termsVersion, termsText, developerTermsVersion, developerTermsText } = data
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
      heading('Before you begin'),
      h('p', { class: 'lead' }, 'Two texts hold here: one for your code, one for the visitors you send.'),
      ...boxes,
      form(
        [
          tick('developer', 'I have read the developer terms. I will be asked to accept them with each key.'),
          tick('visitor', 'I accept the visitor terms, version ', h('strong', {}, termsVersion), '.'),
        ],
        { send: 'Open my account' },
        async () => {
          await portal.signUp({ body: { acceptedVisitorTermsVersion: termsVersion } })
          await signedUp()
        },
      ),
    ],
  }
}

const CONFIRMATION = 'delete'

const askToDelete = (account: AccountDetail, deleted: () => Promise<void>): Promise<void> =>
  openDialog('Delete your account?', (close) => [
    h(
      'p',
      {},
      `Your visitors (${account.visitorCount}) are sent away, every key stops working, your apps are revoked and the account is forgotten. What your visitors wrote stays.`,
    ),
    h('p', { class: 'warning' }, 'This cannot be undone.'),
    form(
      [
        field({
          name: 'confirmation',
          label: `Type “${CONFIRMATION}” to confirm`,
          pattern: CONFIRMATION,
          rule: `The word “${CONFIRMATION}”`,
        }),
      ],
      { send: 'Delete my account', danger: true, beside: [cancelButton(close)] },
      async () => {
        await portal.deleteAccount()
        close()
        await deleted()
      },
    ),
  ])

interface Ways {
  readonly start: Start
  deleted(): Promise<void>
  signedOut(): Promise<void>
  /** Shows the page anew. */
  changed(): void
}

export async function accountScreen({ start, deleted, signedOut, changed }: Ways): Promise<Screen> {
  const { data: account } = await portal.getAccount()
  const { visitorTermsVersion: accepted, currentVisitorTermsVersion: current } = account
  return {
    title: 'Account',
    body: [
      heading(
        'Account',
        badge(account.status === 'active' ? 'Active' : 'Suspended', account.status === 'active' ? 'good' : 'bad'),
      ),
      card(
        'Who you are',
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
          ? h('p', { class: 'notice' }, `Version ${current} is in force now; you accept it with your next visitor.`)
          : null,
      ),
      await sessionsCard(signedOut),
      await secondFactorCard(start, changed),
      termsBox('Developer terms', account.currentDeveloperTermsVersion, account.developerTermsText),
      termsBox('Visitor terms', current, account.visitorTermsText),
      card(
        'Delete the account',
        null,
        h('p', {}, 'Releases your visitors, deletes your keys and forgets who you are.'),
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
