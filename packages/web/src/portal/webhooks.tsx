// The webhook screens of a visitor: list, creation, one webhook with its deliveries.
import { ApiError } from '@agent-network/client'
import * as LIMITS from '@agent-network/client/limits'
import type {
  AttemptError,
  DeliveryState,
  InboxKind,
  Webhook,
  WebhookDelivery,
  WebhookState,
} from '@agent-network/contract'
import { openForm, showSecret } from '../components/dialog.tsx'
import { Field, Tick } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, ExactTime, Facts, Moment, type Tone } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { failureWords } from './failures.ts'
import { unlessRefused, visitorFrame, type Whom } from './frame.tsx'
import { linkTo } from './router.ts'
import { atHandle, INBOX_WORDS } from './words.ts'

type Path = Whom & { readonly webhookId: string }

const SECRET_WARNING = 'Save the secret now. It signs the requests and cannot be shown again.'
const KINDS = Object.keys(INBOX_WORDS) as InboxKind[]

const STATES: Readonly<Record<WebhookState, readonly [text: string, tone: Tone]>> = {
  active: ['Active', 'good'],
  paused: ['Paused', 'quiet'],
  disabled: ['Disabled', 'bad'],
}
const DELIVERY_STATES: Readonly<Record<DeliveryState, readonly [text: string, tone: Tone]>> = {
  pending: ['Pending', 'warm'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'quiet'],
}
const StateBadge = ({ of: [text, tone] }: { of: readonly [text: string, tone: Tone] }) => (
  <Badge tone={tone}>{text}</Badge>
)

const REASONS = {
  gone: 'The receiver answered 410 (gone). Activate the webhook when the receiver is back.',
  failing: 'No delivery succeeded for five days. Activate the webhook when the receiver works.',
} as const

const ERROR_WORDS: Readonly<Record<AttemptError, string>> = {
  dns: 'The name was not found',
  address_not_allowed: 'The address is not public',
  refused: 'The connection was refused',
  tls: 'The secure connection failed',
  timeout: 'No response within 15 seconds',
  reset: 'The connection was cut',
  status: 'The status is not 2xx',
}

const outcomeWords = (status: number | null, error: AttemptError | null): string =>
  `${status === null ? '' : `status ${status}, `}${error === null ? 'delivered' : ERROR_WORDS[error]}`

const askForWebhook = (whom: Whom): Promise<void> =>
  openForm(
    {
      title: 'New webhook',
      send: 'Create webhook',
      fields: [
        <Field
          name="url"
          label="URL"
          max={LIMITS.webhooks.urlMaxChars}
          hint="An https address that receives POST requests."
        />,
        <Field name="description" label="Description" optional max={LIMITS.webhooks.descriptionMaxChars} />,
        <fieldset>
          <legend>Events (none: all)</legend>
          {KINDS.map((kind) => (
            <Tick key={kind} name={`kind-${kind}`} optional>
              {INBOX_WORDS[kind]}
            </Tick>
          ))}
        </fieldset>,
      ],
    },
    async ({ text }, close) => {
      const events = KINDS.filter((kind) => text(`kind-${kind}`) !== '')
      const body = { url: text('url'), description: text('description'), ...(events.length > 0 && { events }) }
      const { data } = await portal.createOwnWebhook({ path: whom, body })
      close()
      await showSecret('Your new webhook', data.secret, SECRET_WARNING)
      refresh()
    },
  )

const ListCard = ({ whom, webhooks }: { whom: Whom; webhooks: readonly Webhook[] }) => (
  <Card
    title="Webhooks"
    about={
      webhooks.length < LIMITS.webhooks.perVisitor && (
        <Action id="new-webhook" kind="main" run={() => askForWebhook(whom)} text="New webhook" />
      )
    }
  >
    <p class="soft">The server posts new inbox items to your URL, so that your program need not poll.</p>
    <Table
      caption="Webhooks of this visitor"
      rows={webhooks}
      empty="No webhooks yet."
      columns={{
        URL: ({ id, url }) => <a href={linkTo('webhook', { ...whom, webhookId: id })}>{url}</a>,
        Description: ({ description }) => (description === '' ? '—' : description),
        Events: ({ events }) =>
          events.length === KINDS.length ? 'All' : events.map((kind) => INBOX_WORDS[kind]).join(', '),
        State: ({ state }) => <StateBadge of={STATES[state]} />,
        Created: ({ createdAt }) => <Moment at={createdAt} />,
      }}
    />
  </Card>
)

export async function webhooksScreen(whom: Whom): Promise<Screen> {
  const { visitor, top } = await visitorFrame(whom, 'webhooks')
  const list = await unlessRefused(portal.listOwnWebhooks({ path: whom }), (error) => error)
  return {
    title: `Webhooks of ${atHandle(visitor.handle)}`,
    body: [
      top(),
      list instanceof ApiError ? (
        <p class="notice">{failureWords(list)}</p>
      ) : (
        <ListCard whom={whom} webhooks={list.data} />
      ),
    ],
  }
}

async function sendTest(path: Path): Promise<void> {
  const { data } = await portal.testOwnWebhook({ path })
  say(`Test: ${outcomeWords(data.status, data.error)}, ${data.milliseconds} ms`)
}

async function replaceSecret(path: Path): Promise<void> {
  const { data } = await portal.rotateOwnWebhookSecret({ path })
  await showSecret('The new secret', data.secret, SECRET_WARNING, <p>The old secret also signs for 24 hours.</p>)
  refresh()
}

async function setState(path: Path, state: 'active' | 'paused'): Promise<void> {
  await portal.changeOwnWebhook({ path, body: { state } })
  say(state === 'active' ? 'Webhook activated' : 'Webhook paused')
  refresh()
}

const askToDelete = (path: Path): Promise<void> =>
  openForm(
    {
      title: 'Delete the webhook?',
      about: 'Deliveries stop immediately, and their list is deleted.',
      send: 'Delete webhook',
      danger: true,
      done: 'Webhook deleted',
      leadsTo: linkTo('webhooks', path),
    },
    () => portal.deleteOwnWebhook({ path }),
  )

async function sendAgain(path: Path, deliveryId: string): Promise<void> {
  await portal.redeliverOwn({ path: { ...path, deliveryId } })
  say('Delivery will be sent again')
  refresh()
}

const DeliveriesCard = ({ path, items }: { path: Path; items: readonly WebhookDelivery[] }) => (
  <Card title="Deliveries">
    <Table
      caption="Deliveries, newest first"
      rows={items}
      empty="No deliveries in the last 30 days."
      columns={{
        Type: ({ type }) => <code>{type}</code>,
        State: ({ state }) => <StateBadge of={DELIVERY_STATES[state]} />,
        Attempts: ({ attempts }) => attempts.length,
        'Last attempt': ({ attempts }) => <Moment at={attempts.at(-1)?.at ?? null} none="—" />,
        Outcome: ({ attempts }) => {
          const last = attempts.at(-1)
          return last === undefined ? '—' : outcomeWords(last.status, last.error)
        },
        Action: ({ id }) => <Action label={`Send ${id} again`} run={() => sendAgain(path, id)} text="Send again" />,
      }}
    />
  </Card>
)

export async function webhookScreen(path: Path): Promise<Screen> {
  const [{ visitor, top }, { data: webhook }, { data: page }] = await Promise.all([
    visitorFrame(path, 'webhooks'),
    portal.getOwnWebhook({ path }),
    portal.listOwnDeliveries({ path, query: { limit: 25 } }),
  ])
  const { state, disabledReason } = webhook
  return {
    title: `Webhook of ${atHandle(visitor.handle)}`,
    body: [
      top(),
      disabledReason !== null && <p class="notice">{REASONS[disabledReason]}</p>,
      <Facts
        of={{
          URL: <code>{webhook.url}</code>,
          State: <StateBadge of={STATES[state]} />,
          Events: webhook.events.map((kind) => INBOX_WORDS[kind]).join(', '),
          Description: webhook.description === '' ? '—' : webhook.description,
          Created: <ExactTime at={webhook.createdAt} />,
          'Webhook id': <code>{webhook.id}</code>,
        }}
      />,
      <p class="row">
        <Action id="test-webhook" run={() => sendTest(path)} text="Send a test" />
        {state === 'active' ? (
          <Action id="pause-webhook" run={() => setState(path, 'paused')} text="Pause" />
        ) : (
          <Action id="activate-webhook" run={() => setState(path, 'active')} text="Activate" />
        )}
        <Action id="new-secret" run={() => replaceSecret(path)} text="New secret" />
        <Action id="delete-webhook" kind="danger" run={() => askToDelete(path)} text="Delete…" />
      </p>,
      <DeliveriesCard path={path} items={page.items} />,
    ],
  }
}
