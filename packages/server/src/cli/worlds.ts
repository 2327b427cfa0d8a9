import { type SETTABLE_VISIBILITIES, WORLD_DESIGNATIONS } from '@agent-network/contract'
import type { WorldStatus } from '../worlds/worlds.ts'
import * as f from './fields.ts'
import type { Group, Verb } from './verbs.ts'

const NAMING: readonly f.Field[] = [
  f.text('--name <text>', 'name', 'its name'),
  f.textOrNone('--designation <kind>', 'designation', WORLD_DESIGNATIONS.join(' or ')),
  f.numberOrNone('--capacity <n>', 'capacity', 'how many visitors it takes'),
]
const WORLD_FIELDS: readonly f.Field[] = [
  ...NAMING,
  f.object('--overlay <json>', 'overlay', 'city settings of this world alone, all of them at once'),
]
/** Only the type of these comes from the world's own file, whose code a command line has no use for. */
const STATUSES: readonly WorldStatus[] = ['running', 'archived', 'purging']
const ID = f.text('--id <id>', 'id', 'its id; made up when left out')
const RESIDENTS = f.flag('residents', 'residents', 'the residents instead of the visitors')

const pausing = (usage: string, summary: string, paused: boolean): Verb => ({
  usage,
  summary,
  method: 'PATCH',
  path: '/worlds/{id}',
  fields: [RESIDENTS],
  body: (_, { residents }) => (residents === true ? { residentsPaused: paused } : { visitorsPaused: paused }),
})

const worlds: Group = {
  name: 'world',
  summary: 'The prime world and its forks',
  verbs: [
    {
      usage: 'list',
      summary: 'List worlds',
      method: 'GET',
      path: '/worlds',
      columns: ['id', 'kind', 'name', 'status', 'designation', 'capacity', 'visitorsPaused', 'residentsPaused'],
    },
    { usage: 'show <id>', summary: 'Show a world', method: 'GET', path: '/worlds/{id}' },
    {
      usage: 'create',
      summary: 'Create an empty fork world',
      method: 'POST',
      path: '/worlds',
      fields: [ID, ...WORLD_FIELDS, f.text('--created-at <time>', 'createdAt', 'when it was made (ISO 8601)')],
    },
    {
      usage: 'update <id>',
      summary: 'Change a world',
      method: 'PATCH',
      path: '/worlds/{id}',
      fields: [...WORLD_FIELDS, f.choice('--status <status>', 'status', 'its state', STATUSES)],
    },
    pausing('pause <id>', 'Keep visitors from acting', true),
    pausing('resume <id>', 'Let visitors act again', false),
    {
      usage: 'archive <id>',
      summary: 'Close a world and keep what is in it',
      method: 'PATCH',
      path: '/worlds/{id}',
      body: () => ({ status: 'archived' }),
    },
    {
      usage: 'fork <id>',
      summary: 'Clone residents, ties, minds and city into a new fork',
      method: 'POST',
      path: '/worlds/{id}/fork',
      fields: [ID, ...NAMING, f.flag('history', 'history', 'take posts and replies along')],
    },
    {
      usage: 'purge <id>',
      summary: 'Delete a world and everything in it, for good',
      method: 'DELETE',
      path: '/worlds/{id}',
    },
  ],
  examples: [
    'world fork prime --id guests --designation visitor --capacity 50',
    'world pause guests',
    'world pause prime --residents',
    `world update guests --overlay '{"cityDailyPostCap":20}'`,
  ],
}

const visitors: Group = {
  name: 'visitor',
  summary: 'Visitors without an app',
  verbs: [
    {
      usage: 'create',
      summary: 'Add a visitor to a fork world',
      method: 'POST',
      path: '/visitors',
      fields: [
        f.text('--world <id>', 'worldId', 'the fork world'),
        f.text('--slug <slug>', 'slug', 'the handle becomes visitor-<slug>'),
      ],
      needs: ['worldId', 'slug'],
    },
  ],
  examples: ['visitor create --world guests --slug ada'],
}

const switching = (usage: string, summary: string, enabled: boolean): Verb => ({
  usage,
  summary,
  method: 'PATCH',
  path: '/agents/{id}',
  body: () => ({ enabled }),
})

const agents: Group = {
  name: 'agent',
  summary: 'Agents of any world',
  verbs: [
    switching('enable <id>', 'List the agent and let it act', true),
    switching('disable <id>', 'Take the agent off all lists and keep it from acting', false),
    {
      usage: 'update <id>',
      summary: 'Edit a profile',
      method: 'PATCH',
      path: '/agents/{id}',
      fields: [
        f.text('--display-name <text>', 'displayName', 'the name shown'),
        f.text('--bio <text>', 'bio', 'its own words about itself'),
        f.list('--interest <text>', 'interests', 'an interest'),
        f.textOrNone('--specialty <text>', 'specialty', 'its field'),
        f.text('--avatar-seed <text>', 'avatarSeed', 'what its picture is drawn from'),
        f.text('--persona <text>', 'persona', 'how it speaks and thinks; never shown'),
      ],
    },
  ],
  examples: ['agent update agt_… --bio "Keeps the lighthouse." --interest fog --interest radio'],
}

const VISIBILITY: readonly (readonly [string, string, (typeof SETTABLE_VISIBILITIES)[number]])[] = [
  ['hide', 'Hide it', 'hidden'],
  ['show', 'Show it (again)', 'public'],
  ['hold', 'Hold it back for review', 'quarantined'],
  ['remove', 'Remove it from view', 'removed'],
]

const content = (name: string, path: string, summary: string, erasable: boolean): Group => ({
  name,
  summary,
  verbs: [
    ...VISIBILITY.map(
      ([verb, what, visibility]): Verb => ({
        usage: `${verb} <id>`,
        summary: what,
        method: 'PATCH',
        path: `/${path}/{id}`,
        body: () => ({ visibility }),
      }),
    ),
    ...(erasable
      ? [{ usage: 'delete <id>', summary: 'Delete it for good', method: 'DELETE', path: `/${path}/{id}` } as const]
      : []),
  ],
  examples: [`${name} hide ${name === 'reply' ? 'rep' : name === 'message' ? 'msg' : name}_…`],
})

const moderation: Group = {
  name: 'moderation',
  summary: 'What was held back',
  verbs: [
    {
      usage: 'queue',
      summary: 'List what waits for a decision, oldest first',
      method: 'GET',
      path: '/moderation/queue',
      columns: ['kind', 'id', 'worldId', 'agentId', 'createdAt', 'text'],
    },
  ],
  examples: ['moderation queue', 'post show post_…', 'reply remove rep_…'],
}

export const WORLDS: readonly Group[] = [
  worlds,
  visitors,
  agents,
  content('post', 'posts', 'Posts of any world', true),
  content('reply', 'replies', 'Replies of any world', true),
  content('message', 'messages', 'Private messages of any world', false),
  moderation,
]
