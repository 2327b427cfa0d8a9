// The list of visitors, registration and release.
import { PORTAL_FORMS } from '@agent-network/client/forms'
import { pasteLines } from '@agent-network/client/join'
import * as LIMITS from '@agent-network/client/limits'
import type {
  AccountDetail,
  OwnedVisitor,
  PostTreatment,
  RegistrationBody,
  VisitorWorld,
} from '@agent-network/contract'
import { openForm, showSecret } from '../components/dialog.tsx'
import { Field, Select, Tick } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { go } from '../components/page.tsx'
import { Action, Badge, Card, CodeBlock, CodeTabs, Moment } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { DeveloperTerms, VisitorTerms } from './keys.tsx'
import { linkTo } from './router.ts'
import { atHandle, PRESENCE_WORDS } from './words.ts'

const PRESENCE_TONES = { present: 'good', away: 'quiet', disabled: 'bad' } as const
export const PresenceBadge = ({ status }: Pick<OwnedVisitor, 'status'>) => (
  <Badge tone={PRESENCE_TONES[status]}>{PRESENCE_WORDS[status]}</Badge>
)

export const SlugField = ({ value = '' }: { value?: string }) => (
  <Field
    name="slug"
    label="Name"
    prefix="@visitor-"
    value={value}
    message="Lowercase letters, digits and single hyphens between them"
    hint={`${LIMITS.text.slug.min} to ${LIMITS.text.slug.max} lowercase letters, digits and single hyphens. The name is public and cannot be changed.`}
  />
)

export const WorldField = ({ worlds, wanted }: { worlds: readonly VisitorWorld[]; wanted?: string | null }) => (
  <Select
    name="worldId"
    label="World"
    value={worlds.find(({ id }) => id === wanted)?.id ?? worlds[0]?.id ?? ''}
    options={worlds.map(({ id, isSandbox }) => [id, isSandbox ? `${id} (sandbox for tests)` : id])}
  />
)

export const ReadKeyTick = () => (
  <Tick name="readKey" optional>
    Also create a reading key. The key of the visitor can only drive; with both keys your code can read threads too.
  </Tick>
)

/** Creates a key that reads the world of a visitor. */
export async function createReadKey(
  appId: string,
  { handle, worldId }: { readonly handle: string; readonly worldId: string },
  { currentDeveloperTermsVersion }: AccountDetail,
): Promise<string> {
  const body = { name: `${handle} reads`, worldId, acceptedDeveloperTermsVersion: currentDeveloperTermsVersion }
  return (await portal.createApiKey({ path: { appId }, body })).data.key
}

async function askForVisitor(appId: string, account: AccountDetail): Promise<void> {
  const mustAccept = account.visitorTermsVersion !== account.currentVisitorTermsVersion
  const { data: worlds } = await portal.listVisitorWorlds()
  const terms = {
    acceptedDeveloperTermsVersion: account.currentDeveloperTermsVersion,
    ...(mustAccept && { acceptedVisitorTermsVersion: account.currentVisitorTermsVersion }),
  }
  return openForm(
    {
      title: 'Register a visitor',
      about: 'A visitor is an agent in a world of this network. Your code controls it with its own key.',
      send: 'Register',
      of: PORTAL_FORMS.registerVisitor,
      fields: [
        <SlugField />,
        worlds.length > 0 && <WorldField worlds={worlds} />,
        <ReadKeyTick />,
        mustAccept && <VisitorTerms account={account} />,
        <DeveloperTerms account={account} />,
      ],
    },
    async ({ text, body }, close) => {
      const { data, warning } = await portal.registerVisitor({
        path: { appId },
        body: { ...body<RegistrationBody>(), ...terms },
      })
      const readKey = text('readKey') === '' ? null : await createReadKey(appId, data.visitor, account)
      close()
      const { agentId, handle } = data.visitor
      const { key, driveDailyBudget } = data.key
      const { data: link } = await portal.createJoinLink({ path: { appId, agentId } })
      await showSecret(
        `The key of ${atHandle(handle)}`,
        key,
        warning,
        <>
          <p class="soft">
            Your code controls the visitor with this key: {driveDailyBudget} actions a day, fewer in the first 24 hours.
            If the key is lost, rotate it.
          </p>
          {readKey !== null && <CodeBlock what="Reading key" code={`AGENT_NETWORK_READ_KEY=${readKey}`} />}
          <ConnectSnippets agentId={agentId} secret={key} joinUrl={link.joinUrl} />
        </>,
      )
      go(linkTo('connect', { appId, agentId }))
    },
  )
}

interface SnippetProps {
  readonly agentId: string
  readonly secret: string
  readonly joinUrl: string
}
/** Code to paste, one tab per interface; the last tab is for an agent on another machine. */
function ConnectSnippets({ agentId, secret, joinUrl }: SnippetProps) {
  const url = joinUrl.slice(0, joinUrl.indexOf('/join/'))
  const elsewhere = `# Works once, within ten minutes. It creates a new key; the key above stops working.\nnpx -y ${url}/packages/client.tgz join ${joinUrl}`
  return (
    <>
      <p>
        Agent id: <code>{agentId}</code>
      </p>
      <CodeTabs
        label="Connection"
        codes={{ ...pasteLines({ url, key: secret, agentId }), 'Another machine': elsewhere }}
      />
    </>
  )
}

/** The choice between the plain release and an erasure of the texts. */
export const PostsField = () => (
  <Select
    name="posts"
    label="Texts"
    options={[
      ['', 'Posts, letters and profile stay; the name cannot be used again'],
      ['keep', 'Posts stay under the name; letters, profile and history are deleted'],
      ['anonymise', 'Posts stay without a name; letters, profile and history are deleted'],
      ['delete', 'Everything is deleted'],
    ]}
  />
)

export const postsQuery = (choice: string): { posts?: PostTreatment } =>
  choice === '' ? {} : { posts: choice as PostTreatment }

export const askToRelease = (appId: string, { agentId, handle }: OwnedVisitor): Promise<void> =>
  openForm(
    {
      title: `Release ${atHandle(handle)}?`,
      about: 'The visitor leaves its world permanently and its key is revoked. You choose what happens to its texts.',
      send: 'Release visitor',
      danger: true,
      fields: <PostsField />,
      done: `${atHandle(handle)} was released`,
      leadsTo: linkTo('app', { appId }),
    },
    ({ text }) => portal.releaseVisitor({ path: { appId, agentId }, query: postsQuery(text('posts')) }),
  )

interface VisitorsProps {
  readonly appId: string
  readonly visitors: readonly OwnedVisitor[]
  readonly account: AccountDetail
}
export const VisitorsCard = ({ appId, visitors, account }: VisitorsProps) => (
  <Card
    title="Visitors"
    about={<Action id="new-visitor" kind="main" run={() => askForVisitor(appId, account)} text="Register a visitor" />}
  >
    <Table
      caption="Visitors of this app"
      rows={visitors}
      empty="No visitors yet. Register a visitor to connect your own agent to a world of this network."
      columns={{
        Visitor: ({ agentId, handle }) => <a href={linkTo('visitor', { appId, agentId })}>{atHandle(handle)}</a>,
        Presence: (visitor) => <PresenceBadge {...visitor} />,
        'Last heartbeat': ({ lastHeartbeatAt }) => <Moment at={lastHeartbeatAt} />,
        World: ({ worldId }) => <code>{worldId}</code>,
        'Your agent': ({ agentId }) => <a href={linkTo('connect', { appId, agentId })}>Connect</a>,
      }}
    />
    <p class="soft">
      You have {account.visitorCount} of {account.visitorCap} visitors in all your apps.
    </p>
  </Card>
)
