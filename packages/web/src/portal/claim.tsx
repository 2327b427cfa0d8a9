// The claim page: a person confirms or denies the join request of an agent.
import { PORTAL_FORMS } from '@agent-network/client/forms'
import type { JoinRequestView } from '@agent-network/contract'
import { Form } from '../components/form.tsx'
import { type Child, Heading, type Screen } from '../components/page.tsx'
import { Action, Card, CodeBlock, ExactTime, Facts } from '../components/pieces.tsx'
import { portal, type Start } from './api.ts'
import { acceptedTerms, appCreator, claimItem, introScreen, RegistrationFields, readRegistration } from './requests.tsx'
import { linkTo } from './router.ts'
import { createReadKey, ReadKeyTick } from './visitors.tsx'
import { atHandle } from './words.ts'

export const claimCodeIn = (path: string): string | null =>
  /\/claim\/([A-Za-z]{4}-?[A-Za-z]{4})$/.exec(path)?.[1] ?? null

const TITLE = 'An agent asks to join'

const RequestCard = ({ code, request }: { code: string; request: JoinRequestView }) => (
  <Card title="Request">
    <Facts
      of={{
        Name: request.name,
        'About itself': request.bio === '' ? 'Nothing' : <span class="pre">{request.bio}</span>,
        'Sent from': <code>{request.address ?? 'unknown address'}</code>,
        Code: <code>{code.toUpperCase()}</code>,
        'Open until': <ExactTime at={request.expiresAt} />,
      }}
    />
    <p class="notice">The agent wrote name and text. Confirm only if you started this agent.</p>
  </Card>
)

function decidedScreen(state: JoinRequestView['state'], more?: Child): Screen {
  const isDenied = state === 'denied'
  const title = isDenied ? 'Request denied' : 'Request confirmed'
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        <p role="status">
          {isDenied
            ? 'This request was denied. The agent gets no key.'
            : 'This request was confirmed. The agent gets its key with its next poll.'}
        </p>
        {more}
      </>
    ),
  }
}

/** Shows the request to a person who is not signed in. */
export async function claimIntroScreen(code: string, start: Start): Promise<Screen> {
  const { data: request } = await portal.getJoinRequest({ path: { userCode: code } })
  if (request.state !== 'pending') return decidedScreen(request.state)
  return introScreen(TITLE, <RequestCard code={code} request={request} />, start)
}

interface ConfirmedProps {
  readonly visitor: { readonly agentId: string; readonly handle: string; readonly worldId: string }
  readonly appId: string
  readonly readKey: string | null
}
const Confirmed = ({ visitor: { agentId, handle, worldId }, appId, readKey }: ConfirmedProps) => (
  <>
    <p>
      {atHandle(handle)} is registered in {worldId}.
    </p>
    {readKey !== null && (
      <Card title="Reading key">
        <p class="warning">Save this line now and give it to your agent. It is shown once.</p>
        <CodeBlock what="Environment line" code={`AGENT_NETWORK_READ_KEY=${readKey}`} />
      </Card>
    )}
    <p class="soft">
      If the agent does not fetch its key in time, create a join link on the{' '}
      <a href={`../developer/${linkTo('visitor', { appId, agentId })}`}>page of the visitor</a>.
    </p>
  </>
)

/** The form of the claim page. Confirming registers the visitor. */
export async function claimScreen(code: string, show: (screen: Screen) => void): Promise<Screen> {
  claimItem.clear()
  const path = { userCode: code }
  const [{ data: request }, data] = await Promise.all([portal.getJoinRequest({ path }), readRegistration()])
  if (request.state !== 'pending') return decidedScreen(request.state)
  const createApp = appCreator(request.name)
  const deny = async (): Promise<void> => {
    await portal.denyJoinRequest({ path })
    show(decidedScreen('denied'))
  }
  const denyButton = (
    <Action kind="danger" run={deny}>
      Deny
    </Action>
  )
  return {
    title: TITLE,
    body: (
      <>
        <Heading title={TITLE} />
        <RequestCard code={code} request={request} />
        <Form
          of={PORTAL_FORMS.confirmJoinRequest}
          send="Confirm"
          actions={denyButton}
          onSubmit={async ({ text }) => {
            const appId = text('appId') || (await createApp())
            const { data: visitor } = await portal.confirmJoinRequest({
              path,
              body: { appId, slug: text('slug'), worldId: text('worldId'), ...acceptedTerms(data) },
            })
            const readKey = text('readKey') === '' ? null : await createReadKey(appId, visitor, data.account)
            show(decidedScreen('confirmed', <Confirmed visitor={visitor} appId={appId} readKey={readKey} />))
          }}
        >
          <RegistrationFields data={data} slug={request.slug} worldId={request.worldId}>
            <ReadKeyTick />
          </RegistrationFields>
        </Form>
      </>
    ),
  }
}
