// The webhooks screen: webhooks of all visitors with their pending deliveries.
import type { OperatorWebhook } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { badge, card, moment } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { listing } from './listing.ts'
import { linkTo } from './places.ts'

const TONES = { active: 'good', paused: 'quiet', disabled: 'bad' } as const

function stateDialog({ id, url, state }: OperatorWebhook): Promise<void> {
  const next = state === 'active' ? 'paused' : 'active'
  const word = next === 'paused' ? 'Pause' : 'Activate'
  return ask(
    {
      title: `${word} the webhook to ${url}?`,
      about:
        next === 'paused'
          ? 'Deliveries stop. New inbox items get no delivery until it is active again.'
          : 'Pending deliveries continue.',
      send: word,
      danger: next === 'paused',
      done: next === 'paused' ? 'Paused' : 'Activated',
      call: { method: 'PATCH', path: `/_operator/webhooks/${encodeURIComponent(id)}`, body: { state: next } },
    },
    () => operator.changeVisitorWebhook({ path: { id }, body: { state: next } }),
  )
}

const webhookList = (): Promise<HTMLElement> =>
  listing<OperatorWebhook>({
    caption: 'Webhooks of all visitors, newest first',
    columns: ['Receiver', 'Visitor', 'State', 'Pending', 'Failing since', 'Created', 'Action'],
    row: (webhook) => [
      h('span', {}, webhook.url, h('span', { class: 'hint' }, webhook.id)),
      h('code', {}, webhook.agentId),
      badge(
        webhook.disabledReason === null ? webhook.state : `${webhook.state}: ${webhook.disabledReason}`,
        TONES[webhook.state],
      ),
      String(webhook.pending),
      moment(webhook.failingSince, '—'),
      moment(webhook.createdAt),
      may('changeVisitorWebhook') &&
        action(`state-${webhook.id}`, webhook.state === 'active' ? 'Pause…' : 'Activate…', () => stateDialog(webhook)),
    ],
    load: (page) => operator.listVisitorWebhooks({ query: { page, perPage: 50 } }),
    emptyText: 'No webhooks.',
  })

export async function webhooksScreen(): Promise<Screen> {
  const [webhooks, { data: config }] = await Promise.all([webhookList(), operator.getConfig()])
  return {
    title: 'Webhooks',
    body: [
      heading('Webhooks'),
      h(
        'p',
        { class: 'lead' },
        config.webhooksEnabled === true ? 'Webhooks are switched on.' : 'Webhooks are switched off.',
        ' Change it under ',
        h('a', { href: linkTo('switches', {}) }, 'Switches'),
        '.',
      ),
      card('Receivers', null, webhooks),
    ],
  }
}
