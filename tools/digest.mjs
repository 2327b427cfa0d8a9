// npm run digest [-- --out FILE] [-- --days N]: simulates the demo world in a temporary store and writes its last week as a Markdown
// page: affairs, promises, wants, arguments, a conversation, a game, ideas and moods.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serverPackage } from '../bench/lib/paths.mjs'
import {
  ambientAt,
  makeSeals,
  openStore,
  progressBar,
  readConfig,
  replay,
  seedWorlds,
  simulateHistory,
  systemAmbient,
} from '../bench/lib/server-code.mjs'
import { root } from '../scripts/setup.mjs'

const { values } = parseArgs({
  options: { out: { type: 'string' }, days: { type: 'string', default: '8' }, until: { type: 'string' } },
})
const pino = serverPackage('pino')

const DAY_MS = 86_400_000
const present = Math.floor(Date.parse(values.until ?? '2026-05-12T00:00:00Z') / DAY_MS) * DAY_MS
const data = mkdtempSync(join(tmpdir(), 'digest-'))

/** Simulates the demo's prime world for some days. */
async function simulateDemo() {
  const days = Number(values.days)
  const config = readConfig([`--data=${data}`, `--history-days=${days}`], {})
  const system = systemAmbient()
  const store = await openStore(config, system, pino({ level: 'warn' }, pino.destination(2)), { migrate: true })
  const job = {
    manifest: join(root, 'packages/demo-city/seed/seed.json'),
    at: present,
    demoKeyFile: join(data, 'demo-key'),
  }
  const ambient = ambientAt(system, () => present)
  const seeding = { database: store.database, ambient, seals: makeSeals(['a secret for one page']), config }
  await seedWorlds(seeding, job, () => {})
  const bar = progressBar('living')
  for (let day = 1; day <= days; day++) {
    const until = present - (days - day) * DAY_MS
    await simulateHistory(store.database, system, { days: 1, until, worldIds: ['prime'] }, () => {})
    bar.update(day, days, new Date(until).toISOString().slice(0, 10))
  }
  bar.stop()
  return store
}

const store = await simulateDemo()
const until = present
const from = until - 7 * DAY_MS
const all = (text) => store.database.read.raw(text, [])
const names = new Map(
  (await all(`select id, display_name from agents where world_id = 'prime'`)).map((a) => [a.id, a.display_name]),
)
const places = new Map(
  (await all(`select id, label from destinations where world_id = 'prime'`)).map((d) => [d.id, d.label]),
)

const within = (column = 'created_at') => `world_id = 'prime' and ${column} >= ${from} and ${column} < ${until}`
const clock = (at) => `${WEEKDAYS[Math.floor(at / DAY_MS) % 7]} ${new Date(at).toISOString().slice(11, 16)}`
const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed']
const quote = (text) => text.replaceAll('\n', ' ')
const line = ({ agent_id, created_at, text }) => `- **${names.get(agent_id)}**, ${clock(created_at)}: ${quote(text)}`

const posts = await all(`select * from posts where ${within()} and visibility = 'public' order by created_at, id`)
const replies = await all(`select * from replies where ${within()} and visibility = 'public' order by created_at, id`)
const texts = new Map([...posts, ...replies].map((text) => [text.id, text]))
const plans = await all(`select * from plans where ${within()} order by created_at, id`)
const textsOf = (rootId) => plans.filter((plan) => plan.root_id === rootId).flatMap(({ id }) => texts.get(id) ?? [])

/** Affairs of the week with their texts, the longest first. */
async function affairs() {
  const rows = await all(`select * from affairs where world_id = 'prime' order by created_at, id`)
  const withTexts = rows
    .map((row) => ({ row, lines: textsOf(row.id) }))
    .filter(({ lines }) => lines.length > 1)
    .sort((a, b) => b.lines.length - a.lines.length)
  return withTexts.flatMap(({ row, lines }) => {
    const { owner, other } = JSON.parse(row.parties)
    const ended = row.status === 'running' ? 'still going on' : `ended: ${row.stage.replaceAll('_', ' ')}`
    return [
      `### ${row.kind[0].toUpperCase()}${row.kind.slice(1)}: ${row.thing} (${names.get(owner)} and ${names.get(other)}; ${ended})`,
      '',
      ...lines.map(line),
      '',
    ]
  })
}

/** The most posts shown per happening. */
const POSTS_PER_HAPPENING = 7

/** Happenings of the city in order of time, with posts about them. */
async function happenings() {
  const rows = await all(
    `select * from happenings where world_id = 'prime' and starts_at < ${until} and ends_at >= ${from}
     and stage <> 'planned' and kind <> 'forecast' order by starts_at, id`,
  )
  return rows.flatMap(({ id, name, kind, place_id, starts_at, ends_at }) => {
    const lines = plans
      .filter(({ issue, id: textId, root_id }) => issue === `city:${id}` && textId === root_id)
      .flatMap((plan) => texts.get(plan.id) ?? [])
    const where = place_id === '' ? '' : `, ${places.get(place_id)}`
    const when = `${clock(starts_at)} to ${clock(ends_at)}`
    if (lines.length === 0) return [`**${name}** (${when}${where})`, '']
    return [
      `**${name}** (${kind === 'lift' ? 'out of order ' : ''}${when}${where})`,
      '',
      ...lines.slice(0, POSTS_PER_HAPPENING).map(line),
      '',
    ]
  })
}

async function promises() {
  const rows = await all(`select * from promises where ${within('at')} order by at, id`)
  const count = (status) => rows.filter((row) => row.status.startsWith(status)).length
  const counts = `${count('kept')} kept, ${count('broken')} broken, ${count('declined')} declined.`
  const broken = rows
    .filter(({ status }) => status.startsWith('broken'))
    .map((row) => {
      const absent = names.get(row.status === 'broken_by_maker' ? row.maker_id : row.other_id)
      const waited = names.get(row.status === 'broken_by_maker' ? row.other_id : row.maker_id)
      return `- ${clock(row.at)}, ${places.get(row.place_id)}: ${waited} waited for ${absent}.`
    })
  const reports = plans.filter(({ move }) => move === 'kept').flatMap(({ id }) => texts.get(id) ?? [])
  return [counts, '', ...broken, ...reports.map(line), '']
}

async function wants() {
  const rows = await all(`select * from wants where world_id = 'prime' order by created_at, id`)
  return rows
    .filter(({ id }) => textsOf(id).length > 0)
    .flatMap(({ id, agent_id, goal, progress, status }) => [
      `- ${names.get(agent_id)} wants to ${goal} (${status === 'open' ? `${Math.round(progress * 100)} %` : status.replace('_', ' ')}).`,
      ...textsOf(id).map((text) => `  ${line(text)}`),
    ])
}

const ARGUMENTS = 6

/** The longest arguments with all replies. */
function longestTalks() {
  const roots = new Map()
  for (const { root_id, issue } of plans) if (issue !== '') roots.set(root_id, (roots.get(root_id) ?? 0) + 1)
  return [...roots]
    .filter(([id]) => texts.has(id))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, ARGUMENTS)
    .flatMap(([id]) => {
      const post = texts.get(id)
      return [
        `**${names.get(post.agent_id)}**, ${clock(post.created_at)}`,
        '',
        `> ${quote(post.text)}`,
        '',
        ...replies.filter((reply) => reply.post_id === id).map(line),
        '',
      ]
    })
}

async function talk() {
  const turns = await all(`select * from encounter_turns where ${within()} order by created_at, id`)
  const talks = new Map()
  for (const turn of turns) talks.set(turn.encounter_id, [...(talks.get(turn.encounter_id) ?? []), turn])
  const longest = [...talks.values()].sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return []
  const [encounter] = await all(
    `select * from encounters where world_id = 'prime' and id = '${longest[0].encounter_id}'`,
  )
  return [`## Overheard at ${places.get(encounter.destination_id)}`, '', ...longest.map(line), '']
}

async function game() {
  const games = await all(`select * from games where ${within('updated_at')} and status = 'finished' order by ply desc`)
  const best = games.find(({ result }) => result !== 'draw') ?? games[0]
  if (best === undefined) return []
  const moves = JSON.parse(best.moves)
  const sans = moves.map((_, i) => replay(null, moves.slice(0, i + 1)).lastSan)
  const lines = []
  for (let i = 0; i < sans.length; i += 2) lines.push(`${i / 2 + 1}. ${sans[i]} ${sans[i + 1] ?? ''}`.trim())
  const ends = { white_won: '1–0', black_won: '0–1', draw: '½–½' }
  const at = best.destination_id === null ? '' : `, at ${places.get(best.destination_id)}`
  return [
    `## A game: ${names.get(best.white_agent_id)} and ${names.get(best.black_agent_id)}${at}`,
    '',
    `${lines.join(' ')} ${ends[best.result]}`,
    '',
  ]
}

const VERBS = {
  introduced: 'had it',
  adopted: 'took it up',
  mutated: 'made something else of it',
  questioned: 'spoke against it',
  dropped: 'let it go',
}

async function ideas() {
  const steps = await all(
    `select e.type, e.agent_id, i.label, i.summary, i.status from idea_events e
     join ideas i on i.world_id = e.world_id and i.id = e.idea_id
     where e.world_id = 'prime' and e.created_at >= ${from} and e.created_at < ${until} order by e.created_at, e.id`,
  )
  const labels = [...new Set(steps.map(({ label }) => label))]
  return labels.map((label) => {
    const own = steps.filter((step) => step.label === label)
    return `- “${label}” (${own[0].status}): ${own.map(({ agent_id, type }) => `${names.get(agent_id)} ${VERBS[type] ?? type}`).join('; ')}.`
  })
}

async function page() {
  const walks = await all(`select count(*) as n from journeys where ${within('depart_at')}`)
  const moods = await all(`select * from moods where world_id = 'prime' order by intensity desc, agent_id`)
  const entries = await all(
    `select c.agent_id, c.text, c.score, h.title from contributions c
     join challenges h on h.world_id = c.world_id and h.id = c.challenge_id
     where c.world_id = 'prime' and c.created_at >= ${from} and c.created_at < ${until} order by h.title, c.score desc, c.id`,
  )
  const day = (at) => new Date(at).toISOString().slice(0, 10)
  return [
    `# A week in Ondry: ${day(from)} to ${day(until - DAY_MS)}`,
    '',
    `Lived by ${names.size} residents with the local voice; nothing here was written by hand but the stories that the seed begins with. ${posts.length} posts, ${replies.length} replies, ${walks[0].n} walks. Made with \`npm run digest\`.`,
    '',
    '## What went on',
    '',
    ...(await affairs()),
    '## What happened to the city',
    '',
    ...(await happenings()),
    '## What was promised',
    '',
    ...(await promises()),
    '## What they are after',
    '',
    ...(await wants()),
    '',
    '## What they argued about',
    '',
    ...longestTalks(),
    ...(await talk()),
    ...(await game()),
    '## Ideas',
    '',
    ...(await ideas()),
    '',
    '## Entries',
    '',
    ...entries.map(
      ({ agent_id, title, text, score }) =>
        `- ${names.get(agent_id)}, for “${title}”${score === null ? '' : ` (${score} points)`}: ${quote(text)}`,
    ),
    '',
    '## How the week left them',
    '',
    ...moods.map((mood) => `- ${names.get(mood.agent_id)}: ${mood.emoji} ${mood.mood}. ${quote(mood.reason)}`),
    '',
  ].join('\n')
}

const text = await page()
if (values.out === undefined) process.stdout.write(text)
else {
  writeFileSync(values.out, text)
  process.stderr.write(`  wrote ${values.out}\n`)
}
await store.close()
rmSync(data, { recursive: true, force: true })
