// Screens for API keys.
import { LIMITS } from '@agent-network/client/limits'
import type { KeyChange, OperatorKey, Tier } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { field, form, select } from '../screens/form.ts'
import { badge, card, crumbs, exactTime, facts, moment } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { go, heading, refresh, type Screen, say } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { searchable } from './listing.ts'
import { linkTo } from './places.ts'
import { requestsOf } from './requests.ts'

const ONCE = 'Copy it now. It is shown once; only its hash is stored.'

const keyBadge = ({ revokedAt, enabled }: OperatorKey): HTMLElement =>
  revokedAt !== null ? badge('revoked', 'bad') : enabled ? badge('enabled', 'good') : badge('disabled', 'quiet')

const nameOf = ({ name, id }: OperatorKey): string => (name === '' ? id : name)

const TIERS = [
  ['1', '1: content'],
  ['2', '2: minds'],
  ['3', '3: network'],
] as const

const newKey = (): Promise<void> =>
  ask(
    {
      title: 'New key',
      send: 'Create key',
      fields: [
        field({ name: 'name', label: 'Name', max: LIMITS.text.name.max, hint: 'What the key is for.' }),
        select({ name: 'tier', label: 'Tier', value: '1' }, TIERS),
        field({
          name: 'limit',
          label: 'Requests a minute',
          type: 'number',
          value: LIMITS.rate.perMinuteDefault,
          min: 1,
          max: LIMITS.rate.perMinuteMax,
        }),
        field({ name: 'app', label: 'App id', optional: true, max: 256 }),
      ],
    },
    async ({ text, number }, close) => {
      const appId = text('app').trim()
      const body: KeyChange = {
        name: text('name'),
        tier: number('tier') as Tier,
        rateLimitPerMinute: number('limit'),
        ...(appId === '' ? {} : { appId }),
      }
      const { data } = await operator.createKey({ body })
      close()
      await showSecret('The new key', data.key, ONCE)
    },
  )

/** A key with `agents:invoke`, which developers cannot create themselves. */
const newInvokeKey = (): Promise<void> =>
  ask(
    {
      title: 'New key for completions',
      about: 'The key may talk to the named residents over REST, A2A, MCP and OpenAI clients.',
      send: 'Create key',
      fields: [
        field({ name: 'name', label: 'Name', max: LIMITS.text.name.max, hint: 'What the key is for.' }),
        field({
          name: 'agents',
          label: 'Agent ids',
          optional: true,
          hint: 'Ids separated by commas. Empty: all residents.',
        }),
        field({ name: 'app', label: 'App id', optional: true, max: 256 }),
      ],
    },
    async ({ text }, close) => {
      const appId = text('app').trim()
      const agentIds = text('agents')
        .split(/[\s,]+/)
        .filter((id) => id !== '')
      const body: KeyChange = {
        name: text('name'),
        tier: 2,
        scopes: ['agents:read', 'agents:invoke'],
        ...(agentIds.length === 0 ? { invokeAnyAgent: true } : { allowedAgentIds: agentIds }),
        ...(appId === '' ? {} : { appId }),
      }
      const { data } = await operator.createKey({ body })
      close()
      await showSecret('The new key', data.key, ONCE)
    },
  )

export async function keysScreen(): Promise<Screen> {
  const { box, list } = await searchable<OperatorKey>('Find by id, name, app, world or last four', (q) => ({
    caption: 'Keys, newest first',
    columns: ['Name', 'Key', 'Tier', 'Limit', 'State', 'App', 'World', 'Made'],
    row: (key) => [
      h('a', { href: linkTo('key', { id: key.id }) }, nameOf(key)),
      h('code', {}, `…${key.lastFour}`),
      String(key.tier),
      `${key.rateLimitPerMinute} a minute`,
      keyBadge(key),
      key.appId === null ? '—' : h('a', { href: linkTo('app', { id: key.appId }) }, h('code', {}, key.appId)),
      key.worldId === null ? '—' : h('code', {}, key.worldId),
      moment(key.createdAt, 'unknown'),
    ],
    load: (page) => operator.listKeys({ query: { q, page, perPage: 50 } }),
    emptyText: 'No keys found.',
  }))
  return {
    title: 'Keys',
    body: [
      heading(
        'Keys',
        may('createKey') && action('new-invoke-key', 'New key for completions…', newInvokeKey),
        may('createKey') && action('new-key', 'New key…', newKey, 'main'),
      ),
      box,
      card('Keys', null, list),
    ],
  }
}

interface Change {
  readonly title: string
  readonly about: string
  readonly body: KeyChange
  readonly danger?: boolean
}

const change = (key: OperatorKey, { title, about, body, danger = false }: Change): Promise<void> =>
  ask(
    {
      title,
      about,
      send: title,
      danger,
      done: 'Changed',
      call: { method: 'PATCH', path: `/_operator/keys/${encodeURIComponent(key.id)}`, body },
    },
    () => operator.changeKey({ path: { id: key.id }, body }),
  )

const rotate = ({ id }: OperatorKey): Promise<void> =>
  ask(
    {
      title: 'Rotate the key',
      about: 'The key gets a new value and keeps all settings.',
      send: 'Rotate',
      fields: [
        select({ name: 'overlap', label: 'The old value', value: '3600' }, [
          ['0', 'stops working immediately'],
          ['3600', 'works for one more hour'],
          ['86400', 'works for one more day'],
          ['604800', 'works for one more week'],
        ]),
      ],
    },
    async ({ number }, close) => {
      const { data } = await operator.rotateKey({ path: { id }, body: { overlapSeconds: number('overlap') } })
      close()
      const until: Child =
        data.previousValidUntil === undefined
          ? 'The old value has stopped working.'
          : h('span', {}, 'The old value works until ', exactTime(data.previousValidUntil), '.')
      await showSecret('The new value', data.key, ONCE, h('p', {}, until))
    },
  )

async function remove(key: OperatorKey): Promise<void> {
  const { data } = await operator.countKeyRows({ path: { id: key.id } })
  await ask(
    {
      title: `Delete ${nameOf(key)}?`,
      about: h(
        'p',
        { class: 'warning' },
        `The key stops working immediately. ${data.rows.toLocaleString('en')} rows are deleted.`,
      ),
      send: 'Delete key',
      danger: true,
      typed: key.id,
      call: { method: 'DELETE', path: `/_operator/keys/${encodeURIComponent(key.id)}` },
      done: 'Key deleted',
    },
    async (_values, close) => {
      await operator.deleteKey({ path: { id: key.id } })
      close()
      go(linkTo('keys', {}))
    },
  )
}

/** An empty field is null: no own budget. */
const budgetField = (name: string, label: string, value: number | null): HTMLElement =>
  field({
    name,
    label,
    type: 'number',
    optional: true,
    min: 1,
    max: 1_000_000_000,
    ...(value === null ? {} : { value }),
  })

function settingsCard(key: OperatorKey): HTMLElement {
  return card(
    'Settings',
    null,
    form(
      [
        field({ name: 'name', label: 'Name', value: key.name, max: LIMITS.text.name.max, optional: true }),
        select({ name: 'tier', label: 'Tier', value: String(key.tier) }, TIERS),
        field({
          name: 'limit',
          label: 'Requests a minute',
          type: 'number',
          value: key.rateLimitPerMinute,
          min: 1,
          max: LIMITS.rate.perMinuteMax,
        }),
        budgetField('drive', 'Acts a day', key.driveDailyBudget),
        budgetField('invoke', 'Completions a day', key.invokeDailyBudget),
      ],
      { send: 'Save' },
      async ({ text, number }) => {
        const budget = (name: string): number | null => (text(name) === '' ? null : number(name))
        await operator.changeKey({
          path: { id: key.id },
          body: {
            name: text('name'),
            tier: number('tier') as Tier,
            rateLimitPerMinute: number('limit'),
            driveDailyBudget: budget('drive'),
            invokeDailyBudget: budget('invoke'),
          },
        })
        say('Saved')
        refresh()
      },
    ),
  )
}

export async function keyScreen({ id }: { readonly id: string }): Promise<Screen> {
  const [{ data: key }, requests] = await Promise.all([operator.getKey({ path: { id } }), requestsOf({ key: id })])
  const { minute } = key.usage
  return {
    title: nameOf(key),
    body: [
      crumbs(['Keys', linkTo('keys', {})]),
      heading(nameOf(key), keyBadge(key)),
      facts(
        ['Id', h('code', {}, key.id)],
        ['Ends in', h('code', {}, key.lastFour)],
        ['This minute', `${minute.used} of ${minute.limit}`],
        ['App', key.appId === null ? '—' : h('a', { href: linkTo('app', { id: key.appId }) }, key.appId)],
        ['World', key.worldId === null ? '—' : h('a', { href: linkTo('world', { id: key.worldId }) }, key.worldId)],
        ['Agents', key.allowedAgentIds.length === 0 ? '—' : h('code', {}, key.allowedAgentIds.join(' '))],
        ['Scopes', h('span', { class: 'scopes' }, ...key.scopes.map((scope) => h('code', {}, scope)))],
        ['Created', moment(key.createdAt, 'unknown')],
      ),
      ...(may('changeKey') ? [keyActions(key), settingsCard(key)] : []),
      requests,
    ],
  }
}

const keyActions = (key: OperatorKey): HTMLElement =>
  h(
    'p',
    { class: 'row' },
    action('switch-key', key.enabled ? 'Disable…' : 'Enable…', () =>
      key.enabled
        ? change(key, {
            title: 'Disable the key',
            about: 'All nodes reject its next request.',
            body: { enabled: false },
            danger: true,
          })
        : change(key, {
            title: 'Enable the key',
            about: 'Requests with this key are accepted again.',
            body: { enabled: true },
          }),
    ),
    action('rotate-key', 'Rotate…', () => rotate(key)),
    action('revoke-key', key.revokedAt === null ? 'Revoke…' : 'Undo revocation…', () =>
      key.revokedAt === null
        ? change(key, {
            title: 'Revoke the key',
            about: 'The key stops working immediately. Only an operator can undo this.',
            body: { revokedAt: new Date().toISOString() },
            danger: true,
          })
        : change(key, {
            title: 'Undo the revocation',
            about: 'Requests with this key are accepted again.',
            body: { revokedAt: null },
          }),
    ),
    action('delete-key', 'Delete…', () => remove(key), 'danger'),
  )
