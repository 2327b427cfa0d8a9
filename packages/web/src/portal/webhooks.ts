// The webhook screens of a visitor: list, creation, one webhook with its deliveries.
import { ApiError } from '@agent-network/client'
import { LIMITS } from '@agent-network/client/limits'
import type {
  AttemptError,
  DeliveryState,
  InboxKind,
  Webhook,
  WebhookDelivery,
  WebhookState,
} from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { field, form, optionalTick, type Submission } from '../screens/form.ts'
import { badge, card, empty, exactTime, facts, moment, wideTable } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { go, isSignedOut, refresh, report, type Screen, say } from '../screens/shell.ts'
import { portal } from './api.ts'
import { failureWords } from './failures.ts'
import { linkTo } from './router.ts'
import { visitorFrame, type Whom } from './visitor.ts'
import { atHandle, INBOX_WORDS } from './words.ts'

type Path = Whom & { readonly webhookId: string }

const SECRET_WARNING = 'Save the secret now. It signs the requests and cannot be shown again.'
const KINDS = Object.keys(INBOX_WORDS) as InboxKind[]
const PAGE = 25

const STATES: Readonly<Record<WebhookState, readonly [text: string, tone: 'good' | 'quiet' | 'bad']>> = {
  active: ['Active', 'good'],
  paused: ['Paused', 'quiet'],
  disabled: ['Disabled', 'bad'],
}
const stateBadge = ({ state }: Webhook): HTMLElement => badge(...STATES[state])

const REASONS = {
  gone: 'The receiver answered 410 (gone). Activate the webhook when the receiver is back.',
  failing: 'No delivery succeeded for five days. Activate the webhook when the receiver works.',
} as const

const DELIVERY_STATES: Readonly<Record<DeliveryState, readonly [string, 'good' | 'warm' | 'quiet' | 'bad']>> = {
  pending: ['Pending', 'warm'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'quiet'],
}

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
  [status === null ? null : `status ${status}`, error === null ? 'delivered' : ERROR_WORDS[error]]
    .filter((part) => part !== null)
    .join(', ')

const button = (id: string, text: string, work: () => Promise<unknown>, kind = 'button'): HTMLElement =>
  h('button', { type: 'button', class: kind, id, click: () => void work().catch(report) }, text)

/** All kinds if none is chosen. */
function chosenKinds({ text }: Submission): { events?: InboxKind[] } {
  const events = KINDS.filter((kind) => text(`kind-${kind}`) !== '')
  return events.length === 0 ? {} : { events }
}

const askForWebhook = (whom: Whom): Promise<void> =>
  openDialog('New webhook', (close) => [
    form(
      [
        field({
          name: 'url',
          label: 'URL',
          max: LIMITS.webhooks.urlMaxChars,
          hint: 'An https address that receives POST requests.',
        }),
        field({
          name: 'description',
          label: 'Description',
          optional: true,
          max: LIMITS.webhooks.descriptionMaxChars,
        }),
        h(
          'fieldset',
          {},
          h('legend', {}, 'Events (none: all)'),
          ...KINDS.map((kind) => optionalTick(`kind-${kind}`, INBOX_WORDS[kind])),
        ),
      ],
      { send: 'Create webhook', extraActions: [cancelButton(close)] },
      async (submission) => {
        const { text } = submission
        const body = { url: text('url'), description: text('description'), ...chosenKinds(submission) }
        const { data } = await portal.createOwnWebhook({ path: whom, body })
        close()
        await showSecret('Your new webhook', data.secret, SECRET_WARNING)
        refresh()
      },
    ),
  ])

function listCard(whom: Whom, webhooks: readonly Webhook[]): HTMLElement {
  const isFull = webhooks.length >= LIMITS.webhooks.perVisitor
  const rows = webhooks.map((webhook) => [
    h('a', { href: linkTo('webhook', { ...whom, webhookId: webhook.id }) }, webhook.url),
    webhook.description === '' ? '—' : webhook.description,
    webhook.events.length === KINDS.length ? 'All' : webhook.events.map((kind) => INBOX_WORDS[kind]).join(', '),
    stateBadge(webhook),
    moment(webhook.createdAt),
  ])
  return card(
    'Webhooks',
    isFull ? null : button('new-webhook', 'New webhook', () => askForWebhook(whom), 'main'),
    h('p', { class: 'soft' }, 'The server posts new inbox items to your URL, so that your program need not poll.'),
    webhooks.length === 0
      ? empty('No webhooks yet.')
      : wideTable('Webhooks of this visitor', ['URL', 'Description', 'Events', 'State', 'Created'], rows),
  )
}

export async function webhooksScreen(whom: Whom): Promise<Screen> {
  const { visitor, top } = await visitorFrame(whom, 'webhooks')
  const list = await portal.listOwnWebhooks({ path: whom }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || isSignedOut(error)) throw error
    return error
  })
  const content = list instanceof ApiError ? h('p', { class: 'notice' }, failureWords(list)) : listCard(whom, list.data)
  return { title: `Webhooks of ${atHandle(visitor.handle)}`, body: [...top, content] }
}

async function sendTest(path: Path): Promise<void> {
  const { data } = await portal.testOwnWebhook({ path })
  say(`Test: ${outcomeWords(data.status, data.error)}, ${data.milliseconds} ms`)
}

async function replaceSecret(path: Path): Promise<void> {
  const { data } = await portal.rotateOwnWebhookSecret({ path })
  await showSecret('The new secret', data.secret, SECRET_WARNING, h('p', {}, 'The old secret also signs for 24 hours.'))
  refresh()
}

async function setState(path: Path, state: 'active' | 'paused'): Promise<void> {
  await portal.changeOwnWebhook({ path, body: { state } })
  say(state === 'active' ? 'Webhook activated' : 'Webhook paused')
  refresh()
}

const askToDelete = (path: Path): Promise<void> =>
  openDialog('Delete the webhook?', (close) => [
    h('p', {}, 'Deliveries stop immediately, and their list is deleted.'),
    form([], { send: 'Delete webhook', danger: true, extraActions: [cancelButton(close)] }, async () => {
      const { appId, agentId } = path
      await portal.deleteOwnWebhook({ path })
      close()
      say('Webhook deleted')
      go(linkTo('webhooks', { appId, agentId }))
    }),
  ])

async function sendAgain(path: Path, deliveryId: string): Promise<void> {
  await portal.redeliverOwn({ path: { ...path, deliveryId } })
  say('Delivery will be sent again')
  refresh()
}

function deliveryRow(path: Path, { id, type, state, attempts }: WebhookDelivery): Child[] {
  const last = attempts.at(-1)
  return [
    h('code', {}, type),
    badge(...DELIVERY_STATES[state]),
    String(attempts.length),
    last === undefined ? '—' : moment(last.at),
    last === undefined ? '—' : outcomeWords(last.status, last.error),
    h(
      'button',
      { type: 'button', 'aria-label': `Send ${id} again`, click: () => void sendAgain(path, id).catch(report) },
      'Send again',
    ),
  ]
}

const deliveriesCard = (path: Path, items: readonly WebhookDelivery[]): HTMLElement =>
  card(
    'Deliveries',
    null,
    items.length === 0
      ? empty('No deliveries in the last 30 days.')
      : wideTable(
          'Deliveries, newest first',
          ['Type', 'State', 'Attempts', 'Last attempt', 'Outcome', 'Action'],
          items.map((item) => deliveryRow(path, item)),
        ),
  )

export async function webhookScreen(path: Path): Promise<Screen> {
  const [{ visitor, top }, { data: webhook }, { data: page }] = await Promise.all([
    visitorFrame(path, 'webhooks'),
    portal.getOwnWebhook({ path }),
    portal.listOwnDeliveries({ path, query: { limit: PAGE } }),
  ])
  const { state, disabledReason } = webhook
  return {
    title: `Webhook of ${atHandle(visitor.handle)}`,
    body: [
      ...top,
      disabledReason === null ? null : h('p', { class: 'notice' }, REASONS[disabledReason]),
      facts(
        ['URL', h('code', {}, webhook.url)],
        ['State', stateBadge(webhook)],
        ['Events', webhook.events.map((kind) => INBOX_WORDS[kind]).join(', ')],
        ['Description', webhook.description === '' ? '—' : webhook.description],
        ['Created', exactTime(webhook.createdAt)],
        ['Webhook id', h('code', {}, webhook.id)],
      ),
      h(
        'p',
        { class: 'row' },
        button('test-webhook', 'Send a test', () => sendTest(path)),
        state === 'active'
          ? button('pause-webhook', 'Pause', () => setState(path, 'paused'))
          : button('activate-webhook', 'Activate', () => setState(path, 'active')),
        button('new-secret', 'New secret', () => replaceSecret(path)),
        button('delete-webhook', 'Delete…', () => askToDelete(path), 'danger'),
      ),
      deliveriesCard(path, page.items),
    ],
  }
}
