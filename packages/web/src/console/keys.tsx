// Screens for API keys.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import * as LIMITS from '@agent-network/client/limits'
import type { KeyChange, OperatorKey } from '@agent-network/contract'
import { Field, Form, Select } from '../components/form.tsx'
import { listScreen, openList, Search } from '../components/list.tsx'
import { go, Heading, refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, CodeLink, Crumbs, ExactTime, Facts, Moment, Scopes } from '../components/pieces.tsx'
import { callOf, may, operator } from './api.ts'
import { ask, askForSecret } from './asking.tsx'
import { linkTo } from './places.ts'
import { openRequests, RequestsCard } from './requests.tsx'

const { createKey, changeKey } = OPERATOR_FORMS

const KeyBadge = ({ revokedAt, enabled }: OperatorKey) => {
  if (revokedAt !== null) return <Badge tone="bad">revoked</Badge>
  return <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'enabled' : 'disabled'}</Badge>
}

const nameOf = ({ name, id }: OperatorKey): string => (name === '' ? id : name)

const TIERS = [
  ['1', '1: content'],
  ['2', '2: minds'],
  ['3', '3: network'],
] as const

const NameField = () => <Field name="name" label="Name" hint="What the key is for." optional={false} />

const newKey = (): Promise<void> =>
  askForSecret(
    {
      title: 'New key',
      send: 'Create key',
      of: createKey,
      fields: [
        <NameField />,
        <Select name="tier" label="Tier" value="1" options={TIERS} />,
        <Field
          name="rateLimitPerMinute"
          label="Requests a minute"
          value={LIMITS.rate.perMinuteDefault}
          optional={false}
        />,
        <Field name="appId" label="App id" />,
      ],
    },
    async ({ body }) => ['The new key', (await operator.createKey({ body: body() })).data.key],
  )

/** A key with `agents:invoke`, which developers cannot create themselves. */
const newInvokeKey = (): Promise<void> =>
  askForSecret(
    {
      title: 'New key for completions',
      about: 'The key may talk to the named residents over REST, A2A, MCP and OpenAI clients.',
      send: 'Create key',
      of: createKey,
      fields: [
        <NameField />,
        <Field name="agents" label="Agent ids" optional hint="Ids separated by commas. Empty: all residents." />,
        <Field name="appId" label="App id" />,
      ],
    },
    async ({ text, body }) => {
      const allowedAgentIds = text('agents').match(/[^\s,]+/g) ?? []
      const agents = allowedAgentIds.length === 0 ? { invokeAnyAgent: true } : { allowedAgentIds }
      const { data } = await operator.createKey({
        body: { ...body<KeyChange>(), tier: 2, scopes: ['agents:read', 'agents:invoke'], ...agents },
      })
      return ['The new key', data.key]
    },
  )

export async function keysScreen(): Promise<Screen> {
  const list = await openList<OperatorKey, { q: string }>({
    filters: { q: '' },
    load: ({ q }, { page }) => operator.listKeys({ query: { q, page, perPage: 50 } }),
  })
  return listScreen({
    title: 'Keys',
    head: may('createKey') && (
      <>
        <Action id="new-invoke-key" run={newInvokeKey} text="New key for completions…" />
        <Action id="new-key" kind="main" run={newKey} text="New key…" />
      </>
    ),
    before: <Search label="Find by id, name, app, world or last four" look={(q) => list.ask({ q })} />,
    list,
    caption: 'Keys, newest first',
    empty: 'No keys found.',
    columns: {
      Name: (key) => <a href={linkTo('key', { id: key.id })}>{nameOf(key)}</a>,
      Key: ({ lastFour }) => <code>…{lastFour}</code>,
      Tier: ({ tier }) => tier,
      Limit: ({ rateLimitPerMinute }) => `${rateLimitPerMinute} a minute`,
      State: (key) => <KeyBadge {...key} />,
      App: ({ appId: id }) => (id === null ? '—' : <CodeLink href={linkTo('app', { id })} id={id} />),
      World: ({ worldId }) => (worldId === null ? '—' : <code>{worldId}</code>),
      Made: ({ createdAt }) => <Moment at={createdAt} none="unknown" />,
    },
  })
}

const change = ({ id }: OperatorKey, title: string, about: string, body: KeyChange): Promise<void> =>
  ask({
    title,
    about,
    send: title,
    danger: body.enabled === false || typeof body.revokedAt === 'string',
    done: 'Changed',
    call: callOf('changeKey', { path: { id }, body }),
  })

const OVERLAPS = [
  ['0', 'stops working immediately'],
  ['3600', 'works for one more hour'],
  ['86400', 'works for one more day'],
  ['604800', 'works for one more week'],
] as const

const rotate = ({ id }: OperatorKey): Promise<void> =>
  askForSecret(
    {
      title: 'Rotate the key',
      about: 'The key gets a new value and keeps all settings.',
      send: 'Rotate',
      fields: <Select name="overlap" label="The old value" value="3600" options={OVERLAPS} />,
    },
    async ({ number }) => {
      const { data } = await operator.rotateKey({ path: { id }, body: { overlapSeconds: number('overlap') } })
      const end = data.previousValidUntil
      return [
        'The new value',
        data.key,
        <p key="end">
          The old value {end === undefined ? 'has stopped working' : ['works until ', <ExactTime key="at" at={end} />]}.
        </p>,
      ]
    },
  )

async function remove(key: OperatorKey): Promise<void> {
  const { id } = key
  const { data } = await operator.countKeyRows({ path: { id } })
  await ask(
    {
      title: `Delete ${nameOf(key)}?`,
      about: (
        <p class="warning">The key stops working immediately. {data.rows.toLocaleString('en')} rows are deleted.</p>
      ),
      send: 'Delete key',
      danger: true,
      typed: id,
      call: callOf('deleteKey', { path: { id } }),
      done: 'Key deleted',
    },
    async (_values, close) => {
      await operator.deleteKey({ path: { id } })
      close()
      go(linkTo('keys', {}))
    },
  )
}

const SettingsCard = (key: OperatorKey) => (
  <Card title="Settings">
    <Form
      of={changeKey}
      send="Save"
      onSubmit={async ({ body }) => {
        await operator.changeKey({ path: { id: key.id }, body: body() })
        say('Saved')
        refresh()
      }}
    >
      <Field name="name" label="Name" value={key.name} />
      <Select name="tier" label="Tier" value={String(key.tier)} options={TIERS} />
      <Field name="rateLimitPerMinute" label="Requests a minute" value={key.rateLimitPerMinute} optional={false} />
      <Field name="driveDailyBudget" label="Acts a day" value={key.driveDailyBudget} />
      <Field name="invokeDailyBudget" label="Completions a day" value={key.invokeDailyBudget} />
    </Form>
  </Card>
)

const switchKey = (key: OperatorKey): Promise<void> =>
  key.enabled
    ? change(key, 'Disable the key', 'All nodes reject its next request.', { enabled: false })
    : change(key, 'Enable the key', 'Requests with this key are accepted again.', { enabled: true })

const revokeKey = (key: OperatorKey): Promise<void> =>
  key.revokedAt === null
    ? change(key, 'Revoke the key', 'The key stops working immediately. Only an operator can undo this.', {
        revokedAt: new Date().toISOString(),
      })
    : change(key, 'Undo the revocation', 'Requests with this key are accepted again.', { revokedAt: null })

const KeyActions = ({ of: key }: { of: OperatorKey }) => (
  <p class="row">
    <Action id="switch-key" run={() => switchKey(key)} text={key.enabled ? 'Disable…' : 'Enable…'} />
    <Action id="rotate-key" run={() => rotate(key)} text="Rotate…" />
    <Action id="revoke-key" run={() => revokeKey(key)} text={key.revokedAt === null ? 'Revoke…' : 'Undo revocation…'} />
    <Action id="delete-key" kind="danger" run={() => remove(key)} text="Delete…" />
  </p>
)

export async function keyScreen({ id }: { readonly id: string }): Promise<Screen> {
  const [{ data: key }, requests] = await Promise.all([operator.getKey({ path: { id } }), openRequests({ key: id })])
  const { minute } = key.usage
  const { appId, worldId } = key
  return {
    title: nameOf(key),
    body: [
      <Crumbs links={{ Keys: linkTo('keys', {}) }} />,
      <Heading title={nameOf(key)}>
        <KeyBadge {...key} />
      </Heading>,
      <Facts
        of={{
          Id: <code>{key.id}</code>,
          'Ends in': <code>{key.lastFour}</code>,
          'This minute': `${minute.used} of ${minute.limit}`,
          App: appId === null ? '—' : <a href={linkTo('app', { id: appId })}>{appId}</a>,
          World: worldId === null ? '—' : <a href={linkTo('world', { id: worldId })}>{worldId}</a>,
          Agents: key.allowedAgentIds.length === 0 ? '—' : <code>{key.allowedAgentIds.join(' ')}</code>,
          Scopes: <Scopes {...key} />,
          Created: <Moment at={key.createdAt} none="unknown" />,
        }}
      />,
      may('changeKey') && (
        <>
          <KeyActions of={key} />
          <SettingsCard {...key} />
        </>
      ),
      <RequestsCard list={requests} />,
    ],
  }
}
