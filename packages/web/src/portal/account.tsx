// The account screen with sessions and second factor, and the terms screen after the first sign-in.
import { PORTAL_FORMS } from '@agent-network/client/forms'
import type { AccountDetail } from '@agent-network/contract'
import { FactorSecret, openForm, showRecoveryCodes } from '../components/dialog.tsx'
import { Field, Form, Tick } from '../components/form.tsx'
import { Heading, type Screen } from '../components/page.tsx'
import { Action, Badge, Card, ExactTime, Facts, TermsBox } from '../components/pieces.tsx'
import {
  beginSecondFactor,
  closeSessions,
  portal,
  readSecondFactor,
  readSessions,
  type SecondFactor,
  type SessionEntry,
  type Start,
  secondFactor,
} from './api.ts'
import { PostsField, postsQuery } from './visitors.tsx'

/** For people without an account. Sign-up accepts the visitor terms; each key accepts the developer terms (AMB-136). */
export async function termsScreen(signedUp: () => Promise<void>): Promise<Screen> {
  const { data } = await portal.getSignup()
  const { open, termsVersion, termsText, developerTermsVersion, developerTermsText, mode } = data
  const boxes = (
    <>
      <TermsBox title="Developer terms" version={developerTermsVersion} text={developerTermsText} />
      <TermsBox title="Visitor terms" version={termsVersion} text={termsText} />
    </>
  )
  if (!open)
    return {
      title: 'Sign-up is closed',
      body: (
        <>
          <Heading title="Sign-up is closed" />
          <p class="notice">New developers cannot join right now. Ask the operator of this network when they can.</p>
          {boxes}
        </>
      ),
    }
  return {
    title: 'Terms',
    body: (
      <>
        <Heading title="Terms" />
        <p class="lead">Please accept two sets of terms: one for your code, one for the visitors you register.</p>
        {boxes}
        {mode === 'approval' && (
          <p class="notice">The operator of this network approves each new account before you can use it.</p>
        )}
        <Form
          of={PORTAL_FORMS.signUp}
          send="Create my account"
          onSubmit={async ({ body }) => {
            await portal.signUp({ body: { acceptedVisitorTermsVersion: termsVersion, ...body<object>() } })
            await signedUp()
          }}
        >
          {mode === 'invite' && (
            <Field
              name="inviteCode"
              label="Invite code"
              optional={false}
              hint="The operator of this network gives out invite codes."
            />
          )}
          <Tick name="developer">I have read the developer terms. I will be asked to accept them with each key.</Tick>
          <Tick name="visitor">
            I accept the visitor terms, version <strong>{termsVersion}</strong>.
          </Tick>
        </Form>
      </>
    ),
  }
}

/** For people whose account waits for approval. */
export const pendingScreen = (): Screen => ({
  title: 'Waiting for approval',
  body: (
    <>
      <Heading title="Waiting for approval" />
      <p class="notice">
        The operator of this network approves each new account. Your account is not approved yet. Try again later.
      </p>
    </>
  ),
})

const CONFIRMATION = 'delete'

const askToDelete = ({ visitorCount }: AccountDetail, deleted: () => Promise<void>): Promise<void> =>
  openForm(
    {
      title: 'Delete your account?',
      about: (
        <>
          <p>
            Your visitors ({visitorCount}) are released, all keys stop working, your apps are revoked and your account
            data is deleted. You choose what happens to the texts of your visitors.
          </p>
          <p class="warning">This cannot be undone.</p>
        </>
      ),
      send: 'Delete my account',
      danger: true,
      fields: (
        <>
          <PostsField />
          <Field
            name="confirmation"
            label={`Type “${CONFIRMATION}” to confirm`}
            pattern={CONFIRMATION}
            message={`The word “${CONFIRMATION}”`}
          />
        </>
      ),
    },
    async ({ text }, close) => {
      await portal.deleteAccount({ query: postsQuery(text('posts')) })
      close()
      await deleted()
    },
  )

const CodeField = () => <Field name="code" label="Code" autocomplete="one-time-code" />

const setUpFactor = (changed: () => void): Promise<void> =>
  openForm(
    {
      title: 'Second factor',
      about: 'Enter your password again.',
      send: 'Continue',
      fields: <Field name="password" label="Password" type="password" autocomplete="current-password" />,
    },
    async ({ text }, close) => {
      const factor = await beginSecondFactor(text('password'))
      close()
      void confirmFactor(factor, changed)
    },
  )

const confirmFactor = (factor: { secret: string; uri: string }, changed: () => void): Promise<void> =>
  openForm(
    { title: 'Second factor', about: <FactorSecret {...factor} />, send: 'Enable', fields: <CodeField /> },
    async ({ text }, close) => {
      const codes = await secondFactor('confirm', text('code'))
      close()
      void showRecoveryCodes(codes, changed)
    },
  )

const removeFactor = (changed: () => void): Promise<void> =>
  openForm(
    {
      title: 'Remove the second factor?',
      about: 'After that, your password alone is enough to sign in.',
      send: 'Remove',
      danger: true,
      fields: <CodeField />,
    },
    async ({ text }) => {
      await secondFactor('remove', text('code'))
      changed()
    },
  )

const SecondFactorCard = ({ enabled, recoveryCodesLeft, changed }: SecondFactor & { changed: () => void }) => (
  <Card title="Second factor">
    <p id="second-factor">
      {enabled
        ? `On: sign-in requires a code of your authenticator. Recovery codes left: ${recoveryCodesLeft}.`
        : 'Off: your password alone is enough to sign in.'}
    </p>
    <p class="row">
      <Action id="change-second-factor" run={() => (enabled ? removeFactor : setUpFactor)(changed)}>
        {enabled ? 'Remove…' : 'Set up…'}
      </Action>
    </p>
  </Card>
)

/** The open sessions, with a button that ends all of them. */
const SessionsCard = ({ sessions, signedOut }: { sessions: readonly SessionEntry[]; signedOut: () => unknown }) => (
  <Card title="Sessions">
    <ul id="sessions">
      {sessions.map(({ id, client, current, createdAt }) => (
        <li key={id}>
          {current ? <strong>This page</strong> : (client ?? 'Unknown client')}, since <ExactTime at={createdAt} />
        </li>
      ))}
    </ul>
    <p class="row">
      <Action id="sign-out-everywhere" run={() => closeSessions().then(signedOut)}>
        Sign out everywhere
      </Action>
    </p>
  </Card>
)

const STATUS_WORDS = {
  active: ['Active', 'good'],
  suspended: ['Suspended', 'bad'],
  pending: ['Waiting for approval', 'warm'],
} as const

interface AccountCallbacks {
  readonly start: Start
  deleted(): Promise<void>
  signedOut(): Promise<void>
  /** Reloads the screen. */
  changed(): void
}

export async function accountScreen({ start, deleted, signedOut, changed }: AccountCallbacks): Promise<Screen> {
  const [{ data: account }, sessions, factor] = await Promise.all([
    portal.getAccount(),
    readSessions(),
    start.signIn === 'built-in' ? readSecondFactor() : null,
  ])
  const { visitorTermsVersion: accepted, currentVisitorTermsVersion: current } = account
  const [text, tone] = STATUS_WORDS[account.status]
  return {
    title: 'Account',
    body: (
      <>
        <Heading title="Account">
          <Badge tone={tone}>{text}</Badge>
        </Heading>
        <Card title="Profile">
          <Facts
            of={{
              'E-mail': account.email ?? '—',
              Name: account.name ?? '—',
              'Account id': <code>{account.uid}</code>,
              Since: <ExactTime at={account.createdAt} />,
              Visitors: `${account.visitorCount} of ${account.visitorCap}`,
              'Visitor terms': accepted === null ? 'accepted with each visitor' : `version ${accepted} accepted`,
            }}
          />
          {accepted !== null && accepted !== current && (
            <p class="notice">The current version is {current}. You accept it when you register your next visitor.</p>
          )}
        </Card>
        <SessionsCard sessions={sessions} signedOut={signedOut} />
        {factor !== null && <SecondFactorCard {...factor} changed={changed} />}
        <TermsBox
          title="Developer terms"
          version={account.currentDeveloperTermsVersion}
          text={account.developerTermsText}
        />
        <TermsBox title="Visitor terms" version={current} text={account.visitorTermsText} />
        <Card title="Delete the account">
          <p>Releases your visitors, deletes your keys and deletes your account data.</p>
          <p class="row">
            <Action id="delete-account" kind="danger" run={() => askToDelete(account, deleted)}>
              Delete account…
            </Action>
          </p>
        </Card>
      </>
    ),
  }
}
