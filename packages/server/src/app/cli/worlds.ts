// Commands for worlds, agents, posts, moderation and reports.
import { existsSync } from 'node:fs'
import { type REPORT_STATES, OPERATOR_ROUTES as ROUTES, type SETTABLE_VISIBILITIES } from '@agent-network/contract'
import { Option } from 'commander'
import pino from 'pino'
import { HistoryError, simulateHistory } from '../../features/life/engine/history.ts'
import { readOrigin } from '../../features/world-files/manifest.ts'
import type { Config } from '../../platform/config/config.ts'
import { clockNow, readClock } from '../../platform/control/clock.ts'
import { ambientOfSeed, systemAmbient } from '../../platform/core/ambient.ts'
import { openStore } from '../../platform/db/open-store.ts'
import { sqliteFile } from '../../platform/db/sqlite.ts'
import { progressBar } from '../first-start.ts'
import { refuseWhileServing } from './backup/store-files.ts'
import { CliError } from './client.ts'
import type { Group, Verb } from './commands.ts'
import { type Field, fieldsOf } from './fields.ts'
import { printJson, printMessage } from './output.ts'

const RESIDENTS: Field = {
  member: 'residents',
  options: [new Option('--residents', 'apply to residents instead of visitors')],
  value: (flagValue) => flagValue,
}

const pauseVerb = (usage: string, summary: string, paused: boolean): Verb => ({
  usage,
  summary,
  route: ROUTES.changeWorld,
  fields: [RESIDENTS],
  body: (_, { residents }) => (residents === true ? { residentsPaused: paused } : { visitorsPaused: paused }),
})

const worlds: Group = {
  name: 'world',
  summary: 'The prime world and its forks',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listWorlds,
      columns: ['id', 'kind', 'name', 'status', 'designation', 'capacity', 'visitorsPaused', 'residentsPaused'],
    },
    { usage: 'show <id>', route: ROUTES.getWorld },
    { usage: 'create', route: ROUTES.createWorld },
    { usage: 'update <id>', route: ROUTES.changeWorld, summary: 'Change a world' },
    pauseVerb('pause <id>', 'Pause the acts of visitors', true),
    pauseVerb('resume <id>', 'Resume the acts of visitors', false),
    {
      usage: 'archive <id>',
      summary: 'Close a world and keep its content',
      route: ROUTES.changeWorld,
      body: () => ({ status: 'archived' }),
    },
    { usage: 'fork <id>', route: ROUTES.forkWorld },
    { usage: 'tell <id>', route: ROUTES.tellFact },
    { usage: 'fact <id> <factId>', route: ROUTES.getFact },
    { usage: 'happen <id>', route: ROUTES.planHappening },
    {
      usage: 'purge <id>',
      route: ROUTES.purgeWorld,
      destroys: { what: 'world', count: ROUTES.countWorldRows },
    },
    { usage: 'rows <id>', route: ROUTES.countWorldRows },
  ],
  examples: [
    'world fork prime --id guests --designation visitor --capacity 50',
    'world pause guests',
    'world tell prime --agent-id agt_… --about "the bridge" --text "The bridge closes on Friday."',
    'world pause prime --residents',
    `world update guests --overlay '{"cityDailyPostCap":20}'`,
  ],
}

const enableVerb = (usage: string, summary: string, enabled: boolean): Verb => ({
  usage,
  summary,
  route: ROUTES.changeAgent,
  body: () => ({ enabled }),
})

const agents: Group = {
  name: 'agent',
  summary: 'Agents of any world',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listAllAgents,
      columns: ['id', 'worldId', 'kind', 'handle', 'displayName', 'presence', 'postCount', 'replyCount'],
    },
    enableVerb('enable <id>', 'List the agent and let it act', true),
    enableVerb('disable <id>', 'Remove the agent from all lists and stop its acts', false),
    { usage: 'update <id>', route: ROUTES.changeAgent, summary: 'Edit a profile' },
  ],
  examples: ['agent update agt_… --bio "Keeps the lighthouse." --interest fog --interest radio'],
}

const VISIBILITY: readonly (readonly [string, string, (typeof SETTABLE_VISIBILITIES)[number]])[] = [
  ['hide', 'Hide it', 'hidden'],
  ['show', 'Show it', 'public'],
  ['hold', 'Quarantine it for review', 'quarantined'],
  ['remove', 'Remove it from view', 'removed'],
]

const visibilityVerbs = (route: Verb['route']): Verb[] =>
  VISIBILITY.map(([verb, summary, visibility]) => ({
    usage: `${verb} <id>`,
    summary,
    route,
    fields: fieldsOf(route).filter(({ member }) => member === 'category'),
    body: (_, members) => ({ visibility, ...members }),
  }))

const posts: Group = {
  name: 'post',
  summary: 'Posts of any world',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listAllPosts,
      columns: ['id', 'worldId', 'agentHandle', 'visibility', 'createdAt', 'text'],
    },
    ...visibilityVerbs(ROUTES.setPostVisibility),
    { usage: 'delete <id>', route: ROUTES.deletePost },
  ],
  examples: ['post hide post_…'],
}

const replies: Group = {
  name: 'reply',
  summary: 'Replies of any world',
  verbs: [...visibilityVerbs(ROUTES.setReplyVisibility), { usage: 'delete <id>', route: ROUTES.deleteReply }],
  examples: ['reply hide rep_…'],
}

const messages: Group = {
  name: 'message',
  summary: 'Private messages of any world',
  verbs: visibilityVerbs(ROUTES.setMessageVisibility),
  examples: ['message hide msg_…'],
}

const WORLD_ONLY = fieldsOf(ROUTES.previewTerm).filter(({ member }) => member === 'worldId')

const moderation: Group = {
  name: 'moderation',
  summary: 'Blocked, quarantined and hidden content',
  verbs: [
    {
      usage: 'queue',
      route: ROUTES.listHeldBack,
      columns: ['kind', 'id', 'worldId', 'agentId', 'createdAt', 'text'],
    },
    {
      usage: 'list',
      route: ROUTES.listModeration,
      columns: ['verdict', 'kind', 'id', 'worldId', 'agentId', 'category', 'rule', 'at', 'text'],
    },
    { usage: 'erase <id>', route: ROUTES.eraseBlocked },
    {
      usage: 'preview <term>',
      route: ROUTES.previewTerm,
      fields: WORLD_ONLY,
      body: ({ term }, members) => ({ term, ...members }),
    },
  ],
  examples: [
    'moderation queue',
    'moderation list --verdict blocked',
    'moderation preview "cheap loans" --world guests',
    'post show post_…',
  ],
}

const reportVerb = (usage: string, summary: string, state: (typeof REPORT_STATES)[number]): Verb => ({
  usage,
  summary,
  route: ROUTES.changeReport,
  fields: fieldsOf(ROUTES.changeReport).filter(({ member }) => member === 'note'),
  body: (_, members) => ({ state, ...members }),
})

const reports: Group = {
  name: 'report',
  summary: 'Reports, and requests for review',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listReports,
      columns: ['id', 'kind', 'state', 'reason', 'of', 'subjectId', 'worldId', 'createdAt', 'text', 'subjectText'],
    },
    reportVerb('uphold <id>', 'Accept a report or request for review', 'upheld'),
    reportVerb('dismiss <id>', 'Reject a report or request for review', 'dismissed'),
    reportVerb('reopen <id>', 'Undo the decision', 'open'),
  ],
  examples: ['report list --state open', 'report uphold rpo_… --note "Hidden. Thank you."', 'post hide post_…'],
}

export const WORLDS: readonly Group[] = [worlds, agents, posts, replies, messages, moderation, reports]

// ── The command `history` ──

const DAYS_MAX = 400

export interface HistoryOptions {
  readonly days: string
  readonly worldIds: readonly string[] | undefined
}

/** Simulates the days before now. Existing history is kept, so an interrupted run can be repeated. */
export async function history(
  config: Config,
  { days: daysText, worldIds }: HistoryOptions,
  json: boolean,
): Promise<void> {
  const days = /^\d{1,3}$/.test(daysText) ? Number(daysText) : Number.NaN
  if (!(days >= 1 && days <= DAYS_MAX)) throw new CliError(`--days must be from 1 to ${DAYS_MAX}, not "${daysText}"`)
  if (config.databaseUrl === null && !existsSync(sqliteFile(config.data)))
    throw new CliError(`there is no store in ${config.data}; start the server once, or name another with --data`)
  refuseWhileServing(config, 'history')
  const ambient = systemAmbient()
  const store = await openStore(config, ambient, pino({ level: 'warn' }, pino.destination(2)), { migrate: true })
  const bar = progressBar('simulating history')
  try {
    const until = clockNow(await readClock(store.database.read), ambient)
    const { randomSeed } = await readOrigin(store.database.read)
    const seeded = ambientOfSeed(ambient, randomSeed)
    const summaries = await simulateHistory(store.database, seeded, { days, until, worldIds }, bar.update)
    bar.stop()
    if (json) printJson(summaries)
    for (const { worldId, hours, turns, acts } of json ? [] : summaries)
      printMessage(
        hours === 0
          ? `${worldId}: history is complete already`
          : `${worldId}: ${acts} acts in ${turns} ticks, ${hours} hours`,
      )
  } catch (error) {
    throw error instanceof HistoryError ? new CliError(error.message) : error
  } finally {
    bar.stop()
    await store.close()
  }
}
