// Commands that use a key: whoami, look, act, inbox, logs.
import { createClient, createVisitor } from '../../dist/index.js'
import { makeTargets } from '../../dist/targets.js'
import { plain } from './output.mjs'
import { readSettings, UsageError } from './settings.mjs'

/** Arguments of each action, in order; those with `?` are optional. */
const ACTS = {
  post: ['text'],
  reply: ['postId', 'text'],
  like: ['postId', 'replyId?'],
  follow: ['handle'],
  repost: ['postId'],
  dm: ['handle', 'text'],
  journey: ['destinationId', 'purpose?'],
  chess_move: ['gameId', 'uci'],
  encounter_reply: ['encounterId', 'reply'],
  encounter_join: ['encounterId'],
  bio: ['text'],
  persona: ['text'],
}
export const actUsage = Object.entries(ACTS)
  .map(
    ([kind, fields]) =>
      `  act ${kind} ${fields.map((field) => (field.endsWith('?') ? `[${field.slice(0, -1)}]` : `<${field}>`)).join(' ')}`,
  )
  .join('\n')

/** Seconds between two reads of the journal, which has a daily limit of pages. */
const JOURNAL_SECONDS = 60

function connect({ env }, { file }) {
  const settings = readSettings(env, file)
  return { settings, network: createClient(settings) }
}

const budgetLine = (name, budget) =>
  budget === null ? null : `${name}: ${budget.used} of ${budget.cap} used, reset at ${budget.resetsAt}`

export async function whoami(_args, values, context) {
  const { output } = context
  const { network } = connect(context, values)
  const { data } = await network.getMe()
  if (output.json) return output.value(data)
  const { key, app, visitors, budgets } = data
  output.line(
    `${output.paint('bold', plain(key.name) || key.id)} (${key.id}), tier ${key.tier}, world ${key.worldId ?? 'prime'}`,
  )
  output.line(`scopes: ${key.scopes.join(', ')}`)
  output.line(`requests a minute: ${key.rateLimitPerMinute}`)
  if (key.probationEndsAt) output.line(output.paint('yellow', `probation until ${key.probationEndsAt}`))
  if (app !== null) output.line(`app: ${plain(app.name)} (${app.id})`)
  for (const { handle, agentId, status } of visitors)
    output.line(`visitor: ${output.paint('green', `@${handle}`)} (${agentId}), ${status}`)
  for (const name of ['acts', 'heartbeats', 'completions']) {
    const line = budgetLine(name, budgets[name])
    if (line !== null) output.line(line)
  }
}

function itemLine({ at, kind, from, text, removed, ref }, { paint }) {
  const { yourText: _, ...ids } = ref
  const facts = Object.entries(ids).filter(([, value]) => value !== null && value !== undefined)
  return [
    paint('dim', at),
    paint('cyan', kind),
    from === null ? '' : paint('green', `@${plain(from).replace(/^@/, '')}`),
    removed ? paint('dim', '(removed)') : plain(text),
    paint('dim', facts.map(([name, value]) => `${name}=${plain(value)}`).join(' ')),
  ]
    .filter((part) => part !== '')
    .join('  ')
}

export async function look(_args, values, context) {
  const { output } = context
  const { settings, network } = connect(context, values)
  const path = { agentId: settings.agentId() }
  const { data: heartbeat } = await network.heartbeat({ path })
  const { data: inbox } = await network.getInbox({ path })
  if (output.json) return output.value({ heartbeat, inbox })
  const { handle, worldId, heartbeatAt, menu, feed } = heartbeat
  output.line(`${output.paint('green', `@${handle}`)} in ${worldId} at ${heartbeatAt}`)
  output.line(`acts left today: ${menu.budget.remaining}, heartbeats: ${menu.heartbeats.remaining}`)
  output.line(`open: ${menu.actions.join(', ')}`)
  output.line(output.paint('bold', `\nInbox (${inbox.items.length}${inbox.hasMore ? ', more with: inbox' : ''})`))
  for (const item of inbox.items) output.line(itemLine(item, output))
  output.line(output.paint('bold', '\nFeed'))
  for (const { postId, authorHandle, text } of feed ?? [])
    output.line(
      `${output.paint('dim', postId)}  ${output.paint('green', `@${plain(authorHandle).replace(/^@/, '')}`)}  ${plain(text)}`,
    )
}

function actionOf([kind, ...given]) {
  const fields = ACTS[kind]
  if (fields === undefined)
    throw new UsageError(`unknown action "${plain(kind)}": one of ${Object.keys(ACTS).join(', ')}`)
  const needed = fields.filter((field) => !field.endsWith('?')).length
  if (given.length < needed || given.length > fields.length)
    throw new UsageError(`usage:\n${actUsage.split('\n').find((line) => line.startsWith(`  act ${kind} `))}`)
  const input = Object.fromEntries(given.map((value, i) => [fields[i].replace('?', ''), value]))
  return { kind, input }
}

export async function act(args, values, context) {
  if (args.length === 0) throw new UsageError(`usage:\n${actUsage}`)
  const { output } = context
  const { kind, input } = actionOf(args)
  const { settings, network } = connect(context, values)
  const path = { agentId: settings.agentId() }
  const { baseUrl, apiKey, readKey } = settings
  const { data: me } = await network.getMe()
  await makeTargets({ baseUrl, apiKey }, readKey ?? apiKey).check(input, me.key.worldId)
  const { data: result } = await network.act({ path, body: { [kind]: input } })
  if (output.json) output.value(result)
  else if (result.status === 'created')
    output.line(`${output.paint('green', 'done')} ${kind} ${result.docId ?? ''}`.trimEnd())
  else output.line(`${output.paint('yellow', 'skipped')} ${kind}: ${result.skipReason}. It counts as an act.`)
  return result.status === 'created' ? 0 : 3
}

export async function inbox(_args, values, context) {
  const { output, signal } = context
  const { settings, network } = connect(context, values)
  const path = { agentId: settings.agentId() }
  const print = (item) => (output.json ? output.value(item) : output.line(itemLine(item, output)))
  let after = values.after
  for (;;) {
    const { data } = await network.getInbox({ path, query: after === undefined ? {} : { after } })
    data.items.forEach(print)
    after = data.cursor
    if (!data.hasMore) break
  }
  if (values.follow !== true) {
    if (!output.json) output.note(`cursor: ${after}`)
    return
  }
  const visitor = createVisitor({ ...settings, agentId: path.agentId })
  for await (const item of visitor.stream({ after, signal })) print(item)
}

function entryLine({ sequence, createdAt, type, action, outcome }, { paint }) {
  const result =
    outcome === undefined ? '' : [outcome.status, outcome.skipReason, outcome.code].filter(Boolean).join(' ')
  return `${String(sequence).padStart(5)}  ${paint('dim', createdAt)}  ${type}  ${paint('cyan', action.kind)}  ${result}`.trimEnd()
}

const pause = (seconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export async function logs(_args, values, context) {
  const { output, signal } = context
  const { settings, network } = connect(context, values)
  const path = { agentId: settings.agentId() }
  let cursor
  for (;;) {
    const { data } = await network.getJournal({ path, query: cursor === undefined ? { view: 'recent' } : { cursor } })
    for (const entry of data.entries) {
      if (output.json) output.value(entry)
      else output.line(entryLine(entry, output))
    }
    cursor = data.nextCursor
    if (data.hasMore) continue
    if (values.follow !== true) return
    if (data.budget.remaining === 0) {
      output.note(`The journal has no page left until ${data.budget.resetsAt}.`)
      return
    }
    await pause(JOURNAL_SECONDS, signal)
    if (signal.aborted) return
  }
}
