import { APP_STATUSES, DEVELOPER_STATUSES, SCOPES } from '@agent-network/contract'
import * as f from './fields.ts'
import type { Group } from './verbs.ts'

const KEY_FIELDS: readonly f.Field[] = [
  f.text('--name <text>', 'name', 'what the key is for'),
  f.textOrNone('--app <id>', 'appId', 'the app it belongs to'),
  f.number('--tier <1-3>', 'tier', 'how far it reads: 1 content, 2 minds, 3 network'),
  f.list('--scope <scope>', 'scopes', 'a scope', SCOPES),
  f.number('--rate-limit <n>', 'rateLimitPerMinute', 'requests a minute'),
  f.list('--allow-agent <id>', 'allowedAgentIds', 'an agent it may invoke or drive'),
  f.toggle('invoke-any-agent', 'invokeAnyAgent', 'it may invoke every agent'),
  f.numberOrNone('--invoke-daily-budget <n>', 'invokeDailyBudget', 'invocations a day'),
  f.textOrNone('--world <id>', 'worldId', 'the fork world in which it drives'),
  f.numberOrNone('--drive-daily-budget <n>', 'driveDailyBudget', 'acts a day'),
  f.toggle('contributes-to-continuity', 'contributesToContinuity', 'what is said to agents enters their memory'),
  f.textOrNone('--created-at <time>', 'createdAt', 'when it was made (ISO 8601, also in the past)'),
]

const keys: Group = {
  name: 'key',
  summary: 'API keys',
  verbs: [
    {
      usage: 'create',
      summary: 'Create a key; its raw value is shown once',
      method: 'POST',
      path: '/keys',
      fields: KEY_FIELDS,
      secret: 'key',
    },
    {
      usage: 'list',
      summary: 'List keys, newest first',
      method: 'GET',
      path: '/keys',
      fields: f.paging,
      columns: ['id', 'name', 'tier', 'enabled', 'revokedAt', 'appId', 'worldId', 'lastFour', 'createdAt'],
    },
    { usage: 'show <id>', summary: 'Show a key and what it has used', method: 'GET', path: '/keys/{id}' },
    {
      usage: 'update <id>',
      summary: 'Change a key',
      method: 'PATCH',
      path: '/keys/{id}',
      fields: [...KEY_FIELDS, ...f.enabling('enabled'), ...f.revoking],
    },
    {
      usage: 'rotate <id>',
      summary: 'Give a key a new raw value, shown once',
      method: 'POST',
      path: '/keys/{id}/rotate',
      fields: [f.number('--overlap <seconds>', 'overlapSeconds', 'how long the old value goes on working')],
      secret: 'key',
    },
    { usage: 'delete <id>', summary: 'Delete a key for good', method: 'DELETE', path: '/keys/{id}' },
  ],
  examples: [
    'key create --name "my reader" --tier 3',
    'key create --name driver --tier 2 --scope agents:drive --world my-fork --allow-agent agt_…',
    'key update key_… --revoke',
    'key rotate key_… --overlap 3600',
  ],
}

const APP_FIELDS: readonly f.Field[] = [
  f.text('--owner <uid>', 'ownerUid', 'the developer it belongs to, signed up or not'),
  f.text('--name <text>', 'name', 'its name'),
  f.choice('--status <status>', 'status', 'its state', APP_STATUSES),
  f.object(
    '--machine-client <json>',
    'machineClient',
    'what its machine client may do, all of it at once; null takes it away',
  ),
]

const apps: Group = {
  name: 'app',
  summary: 'Developer apps and their machine clients',
  verbs: [
    {
      usage: 'create',
      summary: 'Create an app',
      method: 'POST',
      path: '/apps',
      fields: [...APP_FIELDS, f.text('--created-at <time>', 'createdAt', 'when it was made (ISO 8601)')],
      needs: ['ownerUid', 'name'],
    },
    {
      usage: 'list',
      summary: 'List apps, newest first',
      method: 'GET',
      path: '/apps',
      fields: f.paging,
      columns: ['id', 'name', 'ownerUid', 'status', 'hasClientSecret', 'createdAt'],
    },
    { usage: 'show <id>', summary: 'Show an app', method: 'GET', path: '/apps/{id}' },
    { usage: 'update <id>', summary: 'Change an app', method: 'PATCH', path: '/apps/{id}', fields: APP_FIELDS },
    {
      usage: 'client-secret <id>',
      summary: 'Make a new client secret, shown once; the last one stops working',
      method: 'POST',
      path: '/apps/{id}/client-secret',
      secret: 'client secret',
    },
  ],
  examples: [
    'app create --owner dev-1 --name "Weather bot"',
    `app update app_… --machine-client '{"services":["a2a"],"admin":false,"agentIds":["agt_…"]}'`,
    'app client-secret app_…',
  ],
}

const developers: Group = {
  name: 'developer',
  summary: 'People who sign up in the developer portal',
  verbs: [
    { usage: 'show <uid>', summary: 'Show a developer', method: 'GET', path: '/developers/{uid}' },
    {
      usage: 'update <uid>',
      summary: 'Change how many visitors a developer may have, or suspend one',
      method: 'PATCH',
      path: '/developers/{uid}',
      fields: [
        f.numberOrNone('--visitor-cap <n>', 'visitorCap', 'how many visitors'),
        f.choice('--status <status>', 'status', 'the state of the account', DEVELOPER_STATUSES),
      ],
    },
  ],
  examples: ['developer update dev-1 --visitor-cap 3'],
}

export const ACCESS: readonly Group[] = [keys, apps, developers]
