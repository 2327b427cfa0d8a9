// npm run digest [-- --out FILE] [-- --days N]: lives the demo world for a while in a store of its own and writes its last
// week as a page to read: what went on among them, what was promised and wanted, arguments, a game, a talk, moods.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install, root } from '../scripts/setup.mjs'

const { values } = parseArgs({
  options: { out: { type: 'string' }, days: { type: 'string', default: '8' }, until: { type: 'string' } },
})
install()
build()

const { serverPackage } = await import('./server-code.mjs')
const { ambientAt, liveHistory, makeSeals, openStore, progressBar, readConfig, replay, seedWorlds, systemAmbient } =
  await import('./server-parts.mjs')
const pino = serverPackage('pino')

const DAY_MS = 86_400_000
const present = Math.floor(Date.parse(values.until ?? '2026-05-12T00:00:00Z') / DAY_MS) * DAY_MS
const data = mkdtempSync(join(tmpdir(), 'digest-'))

/** The demo's prime world after so many days. */
async function liveDemo() {
  const days = Number(values.days)
  const config = readConfig([`--data=${data}`, `--history-days=${days}`], {})
  const system = systemAmbient()
  const store = await openStore(config, system, pino({ level: 'warn' }, pino.destination(2)), { migrate: true })
  const job = { manifest: join(root, 'seeds/demo/seed.json'), at: present, demoKeyFile: join(data, 'demo-key') }
  const ambient = ambientAt(system, () => present)
  const seeding = { database: store.database, ambient, seals: makeSeals(['a secret for one page']), config }
  await seedWorlds(seeding, job, () => {})
  const bar = progressBar('living')
  for (let day = 1; day <= days; day++) {
    const until = present - (days - day) * DAY_MS
    await liveHistory(store.database, system, { days: 1, until, worldIds: ['prime'] }, () => {})
    bar.update(day, days, new Date(until).toISOString().slice(0, 10))
  }
  bar.stop()
  return store
}

const store = await liveDemo()
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
const said = (rootId) => plans.filter((plan) => plan.root_id === rootId).flatMap(({ id }) => texts.get(id) ?? [])

/** Affairs of the week, the longest first, each as it was told. */
async function affairs() {
  const rows = await all(`select * from affairs where world_id = 'prime' order by created_at, id`)
  const told = rows
    .map((row) => ({ row, told: said(row.id) }))
    .filter(({ told }) => told.length > 1)
    .sort((a, b) => b.told.length - a.told.length)
  return told.flatMap(({ row, told }) => {
    const { owner, other } = JSON.parse(row.parties)
    const ended = row.status === 'running' ? 'still going on' : `ended: ${row.stage.replaceAll('_', ' ')}`
    return [
      `### ${row.kind[0].toUpperCase()}${row.kind.slice(1)}: ${row.thing} (${names.get(owner)} and ${names.get(other)}; ${ended})`,
      '',
      ...told.map(line),
      '',
    ]
  })
}

/** Posts on one happening that are shown. */
const TOLD_BY = 7

/** What befell the whole city, in order, each as people told it. */
async function happenings() {
  const rows = await all(
    `select * from happenings where world_id = 'prime' and starts_at < ${until} and ends_at >= ${from}
     and stage <> 'planned' and kind <> 'forecast' order by starts_at, id`,
  )
  return rows.flatMap(({ id, name, kind, place_id, starts_at, ends_at }) => {
    const told = plans
      .filter(({ issue, id: textId, root_id }) => issue === `city:${id}` && textId === root_id)
      .flatMap((plan) => texts.get(plan.id) ?? [])
    const where = place_id === '' ? '' : `, ${places.get(place_id)}`
    const when = `${clock(starts_at)} to ${clock(ends_at)}`
    if (told.length === 0) return [`**${name}** (${when}${where})`, '']
    return [
      `**${name}** (${kind === 'lift' ? 'out of order ' : ''}${when}${where})`,
      '',
      ...told.slice(0, TOLD_BY).map(line),
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
  const kept = plans.filter(({ move }) => move === 'kept').flatMap(({ id }) => texts.get(id) ?? [])
  return [counts, '', ...broken, ...kept.map(line), '']
}

async function wants() {
  const rows = await all(`select * from wants where world_id = 'prime' order by created_at, id`)
  return rows
    .filter(({ id }) => said(id).length > 0)
    .flatMap(({ id, agent_id, goal, progress, status }) => [
      `- ${names.get(agent_id)} wants to ${goal} (${status === 'open' ? `${Math.round(progress * 100)} %` : status.replace('_', ' ')}).`,
      ...said(id).map((text) => `  ${line(text)}`),
    ])
}

const ARGUMENTS = 6

/** The longest arguments, with every word of them. */
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
