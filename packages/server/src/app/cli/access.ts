// Commands for operators, keys, apps, developers, invites, visitors and join links.
import { chmodSync, createWriteStream, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { envLines, join, pasteLines } from '@agent-network/client/join'
import { LIMITS, type OperatorWorld, OPERATOR_ROUTES as ROUTES, type Status } from '@agent-network/contract'
import type { Command } from 'commander'
import { CliError, envelopeOf, type OperatorCaller, type RequestParts } from './client.ts'
import { addExamples, addVerb, type Group, type SharedOptions, summaryOf, type Verb } from './commands.ts'
import { type Field, fieldsOf } from './fields.ts'
import { print, printJson, printMessage, record } from './output.ts'

interface ProbationFields {
  readonly createdAt: string | null
  readonly probationEndsAt: string | null
}

/** A new key answers 429 after few requests, which looks like a fault without this message. */
export function probationNote({ createdAt, probationEndsAt }: ProbationFields): string | null {
  const limit = `at most ${LIMITS.rate.perMinuteInProbation} requests a minute`
  if (createdAt === null) return `The key has no creation time, so it always allows ${limit}.`
  if (probationEndsAt === null) return null
  return `The first 24 hours of a key allow ${limit}; for this key they end at ${probationEndsAt}.`
}

const keys: Group = {
  name: 'key',
  summary: 'API keys',
  verbs: [
    { usage: 'create', route: ROUTES.createKey, note: probationNote, secret: 'key' },
    {
      usage: 'list',
      route: ROUTES.listKeys,
      columns: ['id', 'name', 'tier', 'enabled', 'revokedAt', 'appId', 'worldId', 'lastFour', 'createdAt'],
    },
    { usage: 'show <id>', route: ROUTES.getKey, note: probationNote },
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

/** A dry run has one flag, not a pair. */
const ERASE_FLAGS: readonly Field[] = fieldsOf(ROUTES.eraseDeveloper).map((field) => ({
  ...field,
  options: field.options.slice(0, 1),
}))

const developers: Group = {
  name: 'developer',
  summary: 'People who sign up in the developer portal',
  verbs: [
    { usage: 'list', route: ROUTES.listDevelopers, columns: ['uid', 'status', 'visitorCap', 'createdAt'] },
    { usage: 'show <uid>', route: ROUTES.getDeveloper },
    { usage: 'update <uid>', route: ROUTES.changeDeveloper },
    { usage: 'reset-authenticator <uid>', route: ROUTES.resetSecondFactor },
    { usage: 'confirm <email>', route: ROUTES.createConfirmLink, secret: 'link' },
    { usage: 'erase <uid>', route: ROUTES.eraseDeveloper, fields: ERASE_FLAGS, erases: 'developer' },
    { usage: 'pending', route: ROUTES.listSignUps, columns: ['uid', 'email', 'name', 'createdAt'] },
    { usage: 'approve <uid>', route: ROUTES.approveDeveloper },
    { usage: 'deny <uid>', route: ROUTES.denyDeveloper },
  ],
  examples: [
    'developer update dev-1 --visitor-cap 3',
    'developer confirm ada@example.org',
    'developer reset-authenticator ada@example.org',
    'developer export ada@example.org --out ada.json',
    'developer erase ada@example.org --posts anonymise --dry-run',
    'developer approve dev_…',
  ],
}

const invites: Group = {
  name: 'invite',
  summary: 'Invite codes for sign-ups, used if developerSignupMode is invite',
  verbs: [
    { usage: 'create', route: ROUTES.createInvite, secret: 'code' },
    {
      usage: 'list',
      route: ROUTES.listInvites,
      columns: ['id', 'uses', 'used', 'expiresAt', 'createdAt', 'createdBy'],
    },
    { usage: 'revoke <id>', route: ROUTES.revokeInvite },
  ],
  examples: ['invite create --uses 5 --expires 14', 'invite revoke ivc_…'],
}

const webhooks: Group = {
  name: 'webhook',
  summary: 'Webhooks of all visitors',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listVisitorWebhooks,
      columns: ['id', 'url', 'agentId', 'state', 'pending', 'failingSince', 'createdAt'],
    },
    { usage: 'update <id>', route: ROUTES.changeVisitorWebhook },
  ],
  examples: ['webhook list --state disabled', 'webhook update whk_… --state paused'],
}

const connections: Group = {
  name: 'connection',
  summary: 'Connections of programs to visitors over OAuth',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listVisitorConnections,
      columns: ['id', 'clientName', 'ownerUid', 'agentId', 'scopes', 'lastUsedAt', 'expiresAt'],
    },
    { usage: 'revoke <id>', route: ROUTES.revokeVisitorConnection },
  ],
  examples: ['connection list --owner dev_…', 'connection revoke cnn_…'],
}

const ROLE = fieldsOf(ROUTES.addOperator).filter(({ member }) => member === 'role')

const operators: Group = {
  name: 'operator',
  summary: 'Named operators with a role and a token of their own',
  verbs: [
    {
      usage: 'add <name>',
      route: ROUTES.addOperator,
      fields: ROLE,
      body: ({ name }, { role }) => {
        if (role === undefined) throw new CliError('--role must be given; see --help')
        return { name, role }
      },
      secret: 'token',
    },
    {
      usage: 'list',
      route: ROUTES.listOperators,
      columns: ['name', 'role', 'secondFactor', 'createdAt', 'rotatedAt'],
    },
    { usage: 'remove <name>', route: ROUTES.removeOperator },
    { usage: 'rotate <name>', route: ROUTES.rotateOperator, secret: 'token' },
    { usage: 'reset-authenticator <name>', route: ROUTES.resetOperatorFactor },
  ],
  examples: ['operator add ada --role moderator', 'operator rotate ada', 'operator remove ada'],
}

export const ACCESS: readonly Group[] = [operators, keys, apps, developers, invites, webhooks, connections]

/** Scopes of a visitor's key: drive the visitor and read its world. */
const SCOPES = ['agents:drive', 'agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read']

async function callRoute<T>(
  client: OperatorCaller,
  route: Parameters<OperatorCaller['send']>[0],
  sending: RequestParts = {},
): Promise<T> {
  return envelopeOf(await client.send(route, sending)).data as T
}

/** The named world, or the only one that accepts visitors and is no sandbox, or the only sandbox. */
async function worldFor(client: OperatorCaller, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const worlds = await callRoute<OperatorWorld[]>(client, ROUTES.listWorlds)
  const open = worlds.filter(({ kind, status, designation }) => kind === 'fork' && status === 'running' && designation)
  const { sandboxWorldIds } = await callRoute<{ sandboxWorldIds?: unknown }>(client, ROUTES.getConfig)
  const sandboxes: readonly unknown[] = Array.isArray(sandboxWorldIds) ? sandboxWorldIds : []
  const ordinary = open.filter(({ id }) => !sandboxes.includes(id))
  const [first, ...others] = ordinary.length === 0 ? open : ordinary
  if (first !== undefined && others.length === 0) return first.id
  const candidates = open.map(({ id }) => `  --world ${id}`)
  throw new CliError(
    open.length === 0
      ? 'no world takes visitors; designate one with "world update <id> --designation visitor"'
      : `several worlds take visitors; choose one:\n${candidates.join('\n')}`,
  )
}

interface VisitorOptions {
  readonly slug?: string
  readonly world?: string
  readonly env?: true
  readonly readKey?: true
}

async function createVisitor(
  { slug, world, env, readKey: wantsReadKey }: VisitorOptions,
  { client: connect, json }: SharedOptions,
): Promise<void> {
  if (slug === undefined) throw new CliError('--slug must be given; see --help')
  const client = connect()
  const worldId = await worldFor(client, world)
  const createdVisitor = await callRoute<{ agentId: string; handle: string }>(client, ROUTES.createVisitor, {
    body: { worldId, slug },
  })
  const { agentId, handle } = createdVisitor
  const body = { name: handle, tier: 2, scopes: SCOPES, worldId, allowedAgentIds: [agentId] }
  const createdKey = await callRoute<{ key: string } & ProbationFields>(client, ROUTES.createKey, { body })
  const { key } = createdKey
  const readBody = { name: `${handle} reads`, tier: 1, worldId }
  const readKey =
    wantsReadKey === true ? (await callRoute<{ key: string }>(client, ROUTES.createKey, { body: readBody })).key : null
  const readFields = readKey === null ? {} : { readKey }
  const { publicUrl: url } = await callRoute<Status>(client, ROUTES.getStatus)
  const visitor = { url, key, agentId }
  const readLine = readKey === null ? '' : `AGENT_NETWORK_READ_KEY=${readKey}\n`
  if (env === true) process.stdout.write(envLines(visitor) + readLine)
  else if (json()) printJson({ data: { agentId, handle, worldId, key, url, ...readFields } })
  else {
    print(record({ agentId, handle, worldId, key, ...readFields }))
    for (const [name, line] of Object.entries(pasteLines(visitor))) print(`\n${name}:\n${line}`)
  }
  const note = probationNote(createdKey)
  if (note !== null) printMessage(note)
  printMessage('Save the key now: it is not stored and cannot be shown again.')
}

/** Writes a file that only its owner can read, also if it exists already. */
const storeKeyIn = (file: string) => (lines: string) => {
  writeFileSync(file, '', { mode: 0o600 })
  chmodSync(file, 0o600)
  writeFileSync(file, lines)
}

async function joinByLink(link: string, name: string): Promise<void> {
  if (!URL.canParse(link)) throw new CliError('the link is not a URL; copy the whole link')
  const file = resolve(name)
  const joined = await join(link, { store: storeKeyIn(file) }).catch((error: Error) => {
    throw new CliError(error.message)
  })
  print(`@${joined.handle} (${joined.agentId}) is present in ${joined.worldId}. The key is in ${file}.`)
}

const LIST: Verb = {
  usage: 'list',
  route: ROUTES.listRoster,
  columns: ['agentId', 'handle', 'worldId', 'enabled', 'lastHeartbeatAt', 'appId', 'ownerUid', 'releasedAt'],
}

const ERASE: Verb = {
  usage: 'erase <agentId>',
  route: ROUTES.eraseVisitor,
  fields: ERASE_FLAGS,
  erases: 'visitor',
}

async function exportDeveloper(uid: string, out: string | undefined, { client, json }: SharedOptions): Promise<void> {
  if (out === undefined) {
    await client().save(ROUTES.exportDeveloper, { uid }, process.stdout)
    return
  }
  const sink = createWriteStream(out, { mode: 0o600 })
  const bytes = await client().save(ROUTES.exportDeveloper, { uid }, sink)
  if (json()) printJson({ file: out, bytes })
  else printMessage(`wrote ${out} (${bytes} bytes)`)
}

/** Adds `developer export`: its response is a file of any size. */
export function addDeveloperExport(program: Command, shared: SharedOptions): void {
  program.commands
    .find((command) => command.name() === 'developer')!
    .command('export <uid>')
    .description(summaryOf(ROUTES.exportDeveloper))
    .option('--out <file>', 'output file, readable only by you; default: standard output')
    .action((uid: string, { out }: { out?: string }) => exportDeveloper(uid, out, shared))
}

/** Adds `visitor` and `join`: a visitor created at once, or one registered in the portal. */
export function addJoining(program: Command, shared: SharedOptions): void {
  const visitor = program.command('visitor').description('Visitors of any owner')
  visitor
    .command('create')
    .description('Create a visitor and its key, and print lines to paste')
    .option('--slug <slug>', 'the handle is visitor-<slug>')
    .option('--world <id>', 'world of the visitor; default: the only one that takes visitors and is no sandbox')
    .option('--env', 'print only NAME=value lines')
    .option('--read-key', 'also create a key that only reads the world (AGENT_NETWORK_READ_KEY)')
    .action((options: VisitorOptions) => createVisitor(options, shared))
  addVerb(visitor, LIST, shared)
  addVerb(visitor, { usage: 'release <agentId>', route: ROUTES.releaseRosterVisitor }, shared)
  addVerb(visitor, ERASE, shared)
  addExamples(visitor, [
    'visitor create --slug ada',
    'visitor create --world guests --slug ada --env > .env',
    'visitor erase agt_… --posts delete --dry-run',
  ])
  program
    .command('join <link>')
    .description('Exchange a join link for a key, store the key and send a heartbeat')
    .option('--file <file>', 'file for the key, readable only by you', 'agent-network.env')
    .action((link: string, { file }: { file: string }) => joinByLink(link, file))
}
