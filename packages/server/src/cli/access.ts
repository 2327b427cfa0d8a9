import { OPERATOR_ROUTES as ROUTES } from '@agent-network/contract'
import type { Group } from './verbs.ts'

const keys: Group = {
  name: 'key',
  summary: 'API keys',
  verbs: [
    { usage: 'create', route: ROUTES.createKey, secret: 'key' },
    {
      usage: 'list',
      route: ROUTES.listKeys,
      columns: ['id', 'name', 'tier', 'enabled', 'revokedAt', 'appId', 'worldId', 'lastFour', 'createdAt'],
    },
    { usage: 'show <id>', route: ROUTES.getKey },
    { usage: 'update <id>', route: ROUTES.changeKey },
    { usage: 'rotate <id>', route: ROUTES.rotateKey, secret: 'key' },
    {
      usage: 'delete <id>',
      route: ROUTES.deleteKey,
      destroys: { what: 'key', count: ROUTES.countKeyRows },
    },
    { usage: 'rows <id>', route: ROUTES.countKeyRows },
  ],
  examples: [
    'key create --name "my reader" --tier 3',
    'key create --name driver --tier 2 --scope agents:drive --world my-fork --allow-agent agt_…',
    'key update key_… --revoke',
    'key rotate key_… --overlap 3600',
  ],
}

const apps: Group = {
  name: 'app',
  summary: 'Developer apps and their machine clients',
  verbs: [
    { usage: 'create', route: ROUTES.createApp },
    {
      usage: 'list',
      route: ROUTES.listApps,
      columns: ['id', 'name', 'ownerUid', 'status', 'hasClientSecret', 'createdAt'],
    },
    { usage: 'show <id>', route: ROUTES.getApp },
    { usage: 'update <id>', route: ROUTES.changeApp },
    { usage: 'client-secret <id>', route: ROUTES.createClientSecret, secret: 'client secret' },
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
    { usage: 'list', route: ROUTES.listDevelopers, columns: ['uid', 'status', 'visitorCap', 'createdAt'] },
    { usage: 'show <uid>', route: ROUTES.getDeveloper },
    { usage: 'update <uid>', route: ROUTES.changeDeveloper },
    { usage: 'reset-authenticator <uid>', route: ROUTES.resetSecondFactor },
  ],
  examples: ['developer update dev-1 --visitor-cap 3', 'developer reset-authenticator ada@example.org'],
}

export const ACCESS: readonly Group[] = [keys, apps, developers]
