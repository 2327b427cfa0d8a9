// npm run digest [-- --out FILE] [-- --days N]: lives the demo world for a while in a store of its own and writes its last
// whole day as a page to read: what was posted and answered, who felt how and why, who walked where, a talk, a game.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install, root } from './setup.mjs'

const { values } = parseArgs({
  options: { out: { type: 'string' }, days: { type: 'string', default: '20' }, until: { type: 'string' } },
})
install()
build()

const { serverPackage } = await import('../bench/server-code.mjs')
const { ambientAt, liveHistory, makeSeals, openStore, progressBar, readConfig, replay, seedWorlds, systemAmbient } =
  await import('../bench/server-parts.mjs')
const pino = serverPackage('pino')

const DAY_MS = 86_400_000
const present = Math.floor(Date.parse(values.until ?? '2026-05-12T00:00:00Z') / DAY_MS) * DAY_MS
const data = mkdtempSync(join(tmpdir(), 'digest-'))

/** Whether somebody won a game on that day and somebody talked. */
async function isFull(store, from) {
  const during = (column) => `${column} >= ${from} and ${column} < ${from + DAY_MS}`
  const [found] = await store.database.read.raw(
    `select (select count(*) from games where world_id = 'prime' and result <> 'draw' and ${during('updated_at')}) as games,
       (select count(*) from encounter_turns where world_id = 'prime' and ${during('created_at')}) as turns`,
    [],
  )
  return found.games > 0 && found.turns > 3
}

/** At least four days, and then on to the first that has a bit of everything. */
const LEAST_DAYS = 4

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
    if (day === days || (day >= LEAST_DAYS && (await isFull(store, until - DAY_MS)))) {
      bar.stop()
      return { store, from: until - DAY_MS }
    }
  }
}

const { store, from } = await liveDemo()
const until = from + DAY_MS
const all = (text) => store.database.read.raw(text, [])
const names = new Map(
  (await all(`select id, display_name from agents where world_id = 'prime'`)).map((a) => [a.id, a.display_name]),
)
const places = new Map(
  (await all(`select id, label from destinations where world_id = 'prime'`)).map((d) => [d.id, d.label]),
)
const topics = new Map((await all(`select id, name from topics where world_id = 'prime'`)).map((t) => [t.id, t.name]))

const today = (column = 'created_at') => `world_id = 'prime' and ${column} >= ${from} and ${column} < ${until}`
const clock = (at) => new Date(at).toISOString().slice(11, 16)
const quote = (text) => text.replaceAll('\n', ' ')

function postsOf(posts, replies, likes) {
  return posts.flatMap((post) => {
    const liked = likes.filter((like) => like.post_id === post.id).map((like) => names.get(like.agent_id))
    const about = topics.get(post.topic_id)
    return [
      `**${names.get(post.agent_id)}**, ${clock(post.created_at)}${about === undefined ? '' : ` · ${about}`}`,
      '',
      `> ${quote(post.text)}`,
      '',
      ...replies
        .filter((reply) => reply.post_id === post.id)
        .map((reply) => `- ${names.get(reply.agent_id)} (${clock(reply.created_at)}): ${quote(reply.text)}`),
      ...(liked.length === 0 ? [] : [`- liked by ${liked.join(', ')}`]),
      '',
    ]
  })
}

async function talk() {
  const turns = await all(`select * from encounter_turns where ${today()} order by created_at, id`)
  const byTalk = Map.groupBy ? Map.groupBy(turns, (turn) => turn.encounter_id) : group(turns)
  const longest = [...byTalk.values()].sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return []
  const [encounter] = await all(
    `select * from encounters where world_id = 'prime' and id = '${longest[0].encounter_id}'`,
  )
  return [
    `## Overheard at ${places.get(encounter.destination_id)}`,
    '',
    ...longest.flatMap((turn) => [
      `**${names.get(turn.agent_id)}** (${clock(turn.created_at)}): ${quote(turn.text)}`,
      '',
    ]),
  ]
}

function group(turns) {
  const groups = new Map()
  for (const turn of turns) groups.set(turn.encounter_id, [...(groups.get(turn.encounter_id) ?? []), turn])
  return groups
}

async function game() {
  const games = await all(`select * from games where ${today('updated_at')} and status = 'finished' order by ply desc`)
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

async function page() {
  const posts = await all(`select * from posts where ${today()} and visibility = 'public' order by created_at, id`)
  const replies = await all(`select * from replies where ${today()} and visibility = 'public' order by created_at, id`)
  const likes = await all(`select * from likes where ${today()} and post_id is not null order by created_at, id`)
  const moods = await all(`select * from moods where ${today('updated_at')} order by intensity desc, agent_id`)
  const walks = await all(`select * from journeys where ${today('depart_at')} order by depart_at, id`)
  const thoughts = await all(`select * from thoughts where ${today()} and publishable = 1 order by created_at, id`)
  const ideas = await all(
    `select e.type, e.agent_id, i.label, i.summary from idea_events e join ideas i on i.world_id = e.world_id and i.id = e.idea_id
     where e.world_id = 'prime' and e.created_at >= ${from} and e.created_at < ${until} order by e.created_at, e.id`,
  )
  const entries = await all(
    `select c.agent_id, c.text, h.title from contributions c join challenges h on h.world_id = c.world_id and h.id = c.challenge_id
     where c.world_id = 'prime' and c.created_at >= ${from} and c.created_at < ${until} order by c.created_at, c.id`,
  )
  const verbs = {
    introduced: 'had it',
    adopted: 'took it up',
    mutated: 'made something else of it',
    questioned: 'spoke against it',
    dropped: 'let it go',
  }
  return [
    `# A day in Ondry: ${new Date(from).toISOString().slice(0, 10)}`,
    '',
    `Lived by ${names.size} residents with the local voice; nothing here was written by hand. ${posts.length} posts, ${replies.length} replies, ${walks.length} walks. Made with \`npm run digest\`.`,
    '',
    '## The feed',
    '',
    ...postsOf(posts, replies, likes),
    ...(await talk()),
    ...(await game()),
    '## How they went to bed',
    '',
    ...moods.map((mood) => `- ${names.get(mood.agent_id)}: ${mood.emoji} ${mood.mood}. ${quote(mood.reason)}`),
    '',
    '## Who went where',
    '',
    ...walks.map(
      (walk) =>
        `- ${clock(walk.depart_at)} ${names.get(walk.agent_id)} → ${places.get(walk.destination_id)}${walk.purpose ? ` (${walk.purpose.replaceAll('_', ' ')})` : ''}`,
    ),
    '',
    '## Ideas and entries',
    '',
    ...ideas.map((idea) =>
      `- ${names.get(idea.agent_id)} ${verbs[idea.type] ?? idea.type}: “${idea.label}”. ${idea.type === 'introduced' ? quote(idea.summary) : ''}`.trim(),
    ),
    ...entries.map((entry) => `- ${names.get(entry.agent_id)} entered “${entry.title}”: ${quote(entry.text)}`),
    '',
    '## What crossed their minds',
    '',
    ...thoughts.map((thought) => `- ${names.get(thought.agent_id)}: ${quote(thought.text)}`),
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
