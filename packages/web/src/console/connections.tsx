// The screens of webhooks and of OAuth connections of all visitors.
import type { OperatorConnection, OperatorWebhook } from '@agent-network/contract'
import { listScreen, openList } from '../components/list.tsx'
import type { Screen } from '../components/page.tsx'
import { Action, Badge, CodeLink, Moment } from '../components/pieces.tsx'
import { callOf, may, operator } from './api.ts'
import { ask } from './asking.tsx'
import { linkTo } from './places.ts'

const TONES = { active: 'good', paused: 'quiet', disabled: 'bad' } as const

function changeState({ id, url, state }: OperatorWebhook): Promise<void> {
  const isActive = state === 'active'
  const verb = isActive ? 'Pause' : 'Activate'
  return ask({
    title: `${verb} the webhook to ${url}?`,
    about: isActive
      ? 'Deliveries stop. New inbox items get no delivery until it is active again.'
      : 'Pending deliveries continue.',
    send: verb,
    danger: isActive,
    done: isActive ? 'Paused' : 'Activated',
    call: callOf('changeVisitorWebhook', { path: { id }, body: { state: isActive ? 'paused' : 'active' } }),
  })
}

const StateLine = ({ isOn, what }: { isOn: boolean; what: string }) => (
  <p class="lead">
    {what} {isOn ? 'switched on' : 'switched off'}. Change it under <a href={linkTo('switches', {})}>Switches</a>.
  </p>
)

export async function webhooksScreen(): Promise<Screen> {
  const [list, { data: config }] = await Promise.all([
    openList<OperatorWebhook, object>({
      filters: {},
      load: (_, { page }) => operator.listVisitorWebhooks({ query: { page, perPage: 50 } }),
    }),
    operator.getConfig(),
  ])
  return listScreen({
    title: 'Webhooks',
    before: <StateLine what="Webhooks are" isOn={config.webhooksEnabled === true} />,
    card: 'Receivers',
    list,
    caption: 'Webhooks of all visitors, newest first',
    empty: 'No webhooks.',
    columns: {
      Receiver: ({ url, id }) => (
        <>
          {url}
          <span class="hint">{id}</span>
        </>
      ),
      Visitor: ({ agentId }) => <code>{agentId}</code>,
      State: ({ state, disabledReason: reason }) => (
        <Badge tone={TONES[state]}>{reason === null ? state : `${state}: ${reason}`}</Badge>
      ),
      Pending: ({ pending }) => pending,
      'Failing since': ({ failingSince }) => <Moment at={failingSince} none="—" />,
      Created: ({ createdAt }) => <Moment at={createdAt} />,
      Action: (webhook) =>
        may('changeVisitorWebhook') && (
          <Action
            id={`state-${webhook.id}`}
            run={() => changeState(webhook)}
            text={webhook.state === 'active' ? 'Pause…' : 'Activate…'}
          />
        ),
    },
  })
}

const nameOf = ({ clientName }: OperatorConnection): string => (clientName === '' ? 'no name' : clientName)

const revoke = (connection: OperatorConnection): Promise<void> =>
  ask({
    title: `Revoke the connection of ${nameOf(connection)}?`,
    about: 'The program loses access with its next request. The visitor and its key stay.',
    send: 'Revoke',
    danger: true,
    done: 'Connection revoked',
    call: callOf('revokeVisitorConnection', { path: { id: connection.id } }),
  })

export async function connectionsScreen(): Promise<Screen> {
  const [list, { data: config }] = await Promise.all([
    openList<OperatorConnection, object>({
      filters: {},
      load: (_, { page }) => operator.listVisitorConnections({ query: { page, perPage: 50 } }),
    }),
    operator.getConfig(),
  ])
  return listScreen({
    title: 'Connections',
    before: <StateLine what="OAuth for MCP clients is" isOn={config.mcpOAuthEnabled === true} />,
    card: 'Programs that act as visitors',
    list,
    caption: 'Connections of programs over OAuth, newest first',
    empty: 'No connections.',
    columns: {
      Program: (connection) => (
        <>
          <strong>{nameOf(connection)}</strong>
          <span class="hint">{connection.clientId}</span>
        </>
      ),
      Visitor: ({ agentId, worldId }) => (
        <>
          <code>{agentId}</code> in <a href={linkTo('world', { id: worldId })}>{worldId}</a>
        </>
      ),
      Developer: ({ ownerUid: uid }) => <a href={linkTo('developer', { uid })}>{uid}</a>,
      Key: ({ keyId: id }) => <CodeLink href={linkTo('key', { id })} id={id} />,
      Scopes: ({ scopes }) => scopes.join(', '),
      Created: ({ createdAt }) => <Moment at={createdAt} />,
      'Last used': ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
      Action: (connection) =>
        may('revokeVisitorConnection') && (
          <Action id={`revoke-${connection.id}`} kind="danger" run={() => revoke(connection)} text="Revoke…" />
        ),
    },
  })
}
