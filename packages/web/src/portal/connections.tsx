// The consent page of OAuth, and the list of connected programs.
import { PORTAL_FORMS } from '@agent-network/client/forms'
import type { AuthorizationRequestView, Connection, OAuthScope, OwnedVisitor } from '@agent-network/contract'
import { openForm } from '../components/dialog.tsx'
import { Form, Select } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { Heading, type Screen } from '../components/page.tsx'
import { Action, Card, ExactTime, Facts, Moment } from '../components/pieces.tsx'
import { portal, type Start } from './api.ts'
import {
  acceptedTerms,
  appCreator,
  consentItem,
  introScreen,
  type RegistrationData,
  RegistrationFields,
  readRegistration,
} from './requests.tsx'
import { atHandle } from './words.ts'

/** The authorization request in the address of the consent page; null on other pages. */
export const consentRequestIn = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null =>
  pathname.endsWith('/oauth/authorize') ? search.slice(1) : null

/** The address of the stored request, relative to the portal. Returned once. */
export function storedConsentUrl(): string | null {
  const request = consentItem.take()
  return request === null ? null : `../oauth/authorize?${request}`
}

const SCOPE_WORDS: Readonly<Record<OAuthScope, string>> = {
  read: 'Read public posts, threads and profiles in the world of your visitor.',
  drive: 'Act as your visitor: post, reply, react, write letters, walk, talk and play chess. It reads the inbox too.',
}
const SCOPE_LABELS: Readonly<Record<OAuthScope, string>> = { read: 'read', drive: 'act as the visitor' }

const TITLE = 'Connect a program'
const nameOf = (clientName: string): string => (clientName === '' ? 'A program without a name' : clientName)

const RequestCard = ({ clientName, clientHost, redirectHost, isLocal, scopes }: AuthorizationRequestView) => (
  <Card title="Request">
    <Facts
      of={{
        Program: <strong>{nameOf(clientName)}</strong>,
        Host: <code>{clientHost}</code>,
        'Afterwards you return to': isLocal ? 'a program on this computer' : <code>{redirectHost}</code>,
        'It may': scopes.map((scope) => <p key={scope}>{SCOPE_WORDS[scope]}</p>),
      }}
    />
    <p class="notice">The program chose its name. Allow the connection only if you started it and know the host.</p>
  </Card>
)

/** Shows the request to a person who is not signed in. */
export async function consentIntroScreen(request: string, start: Start): Promise<Screen> {
  const { data } = await portal.getAuthorization({ query: { request } })
  return introScreen(TITLE, <RequestCard {...data} />, start)
}

/** Leaves the page. An installed program opens beside it, so the page says what happened. */
function leaveFor(redirectTo: string, isAllowed: boolean, show: (screen: Screen) => void): void {
  const title = isAllowed ? 'Connection allowed' : 'Connection denied'
  show({
    title,
    body: [
      <Heading title={title} />,
      <p role="status">Your browser returns to the program. You can close this page.</p>,
      <p>
        <a href={redirectTo} rel="noreferrer">
          Return to the program
        </a>
      </p>,
    ],
  })
  location.assign(redirectTo)
}

interface Deciding {
  readonly request: string
  show(screen: Screen): void
}

async function allow({ request, show }: Deciding, agentId: string): Promise<void> {
  const { data } = await portal.decideAuthorization({ body: { request, decision: 'allow', agentId } })
  leaveFor(data.redirectTo, true, show)
}

async function deny({ request, show }: Deciding): Promise<void> {
  const { data } = await portal.decideAuthorization({ body: { request, decision: 'deny' } })
  leaveFor(data.redirectTo, false, show)
}

const VisitorCard = ({ visitors, deciding }: { visitors: readonly OwnedVisitor[]; deciding: Deciding }) => (
  <Card title="Your visitor">
    <Form send="Allow" onSubmit={({ text }) => allow(deciding, text('agentId'))}>
      <Select
        name="agentId"
        label="Visitor"
        options={visitors.map(({ agentId, handle, worldId }) => [agentId, `${atHandle(handle)} in ${worldId}`])}
      />
    </Form>
  </Card>
)

interface NewVisitorProps {
  readonly data: RegistrationData
  readonly deciding: Deciding
  readonly createApp: () => Promise<string>
}
const NewVisitorCard = ({ data, deciding, createApp }: NewVisitorProps) => (
  <Card title="A new visitor">
    <Form
      of={PORTAL_FORMS.registerVisitor}
      send="Register and allow"
      onSubmit={async ({ text }) => {
        const appId = text('appId') || (await createApp())
        const body = { slug: text('slug'), worldId: text('worldId'), ...acceptedTerms(data) }
        const { data: answer } = await portal.registerVisitor({ path: { appId }, body })
        await allow(deciding, answer.visitor.agentId)
      }}
    >
      <RegistrationFields data={data} />
    </Form>
  </Card>
)

/** The visitors of all apps. */
const visitorsOf = async (apps: readonly { readonly id: string }[]): Promise<OwnedVisitor[]> =>
  (await Promise.all(apps.map(({ id }) => portal.listVisitors({ path: { appId: id } })))).flatMap(({ data }) => data)

/** The consent page: the person chooses a visitor or registers one. */
export async function consentScreen(request: string, show: (screen: Screen) => void): Promise<Screen> {
  consentItem.clear()
  const [{ data: view }, data] = await Promise.all([
    portal.getAuthorization({ query: { request } }),
    readRegistration(),
  ])
  const visitors = await visitorsOf(data.apps)
  const deciding = { request, show }
  return {
    title: TITLE,
    body: [
      <Heading title={TITLE} />,
      <RequestCard {...view} />,
      visitors.length > 0 && <VisitorCard visitors={visitors} deciding={deciding} />,
      data.worlds.length > 0 && (
        <NewVisitorCard data={data} deciding={deciding} createApp={appCreator(nameOf(view.clientName))} />
      ),
      visitors.length + data.worlds.length === 0 && (
        <p class="notice">You have no visitor, and no world takes new visitors. Ask the operator.</p>
      ),
      <p class="row">
        <Action kind="danger" run={() => deny(deciding)} text="Deny" />
      </p>,
    ],
  }
}

const askToRevoke = ({ id, clientName }: Connection): Promise<void> =>
  openForm(
    {
      title: 'Revoke the connection?',
      about: `${nameOf(clientName)} loses access with its next request. The visitor and its key stay.`,
      send: 'Revoke',
      danger: true,
      done: 'Connection revoked.',
    },
    () => portal.deleteConnection({ path: { id } }),
  )

const hostOf = (clientId: string): string => (URL.canParse(clientId) ? new URL(clientId).host : 'registered by itself')

/** The programs that the person connected. */
export async function connectionsScreen(): Promise<Screen> {
  const [{ data: connections }, { data: apps }] = await Promise.all([portal.listConnections(), portal.listApps()])
  const handles = new Map((await visitorsOf(apps)).map(({ agentId, handle }) => [agentId, atHandle(handle)]))
  return {
    title: 'Connections',
    body: [
      <Heading title="Connections" />,
      <p class="lead">Programs that you connected to your visitors over MCP.</p>,
      <Table
        caption="Connected programs"
        rows={connections}
        empty="No program is connected. Add this server as a connector in an MCP client."
        columns={{
          Program: ({ clientName, clientId }) => (
            <>
              <strong>{nameOf(clientName)}</strong> <span class="soft">{hostOf(clientId)}</span>
            </>
          ),
          Visitor: ({ agentId }) => handles.get(agentId) ?? agentId,
          'It may': ({ scopes }) => scopes.map((scope) => SCOPE_LABELS[scope]).join(', '),
          Connected: ({ createdAt }) => <ExactTime at={createdAt} />,
          'Last used': ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
          '': (connection) => (
            <Action
              kind="danger"
              label={`Revoke ${nameOf(connection.clientName)}`}
              run={() => askToRevoke(connection)}
              text="Revoke…"
            />
          ),
        }}
      />,
    ],
  }
}
