// npm run interview -- [days, 60] [--data=folder] [--unseen] [--read=40 [--write=file]] [--ask=file]: asks residents of a simulated demo
// about their lives, compares the answers with rows and prints the shares of right and wrong ones. --data keeps the store
// for another run. --unseen asks the wordings that development leaves out, and prints rates only. --ask asks the lines of
// a file, `handle: question || next question`, and prints the answers.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverPackage } from '../bench/lib/paths.mjs'
import {
  ambientAt,
  makeSeals,
  openStore,
  readConfig,
  readWorlds,
  seedWorlds,
  simulateHistory,
  systemAmbient,
} from '../bench/lib/server-code.mjs'
import { root } from '../scripts/setup.mjs'
import { expectationsOf, gradeAnswer } from './interview/grade.mjs'

const { generateAnswer } = await import('@agent-network/server/features/completion/thinking.js')
const { localModel } = await import('@agent-network/server/platform/llm/local-model.js')
const { makeContentCache } = await import('@agent-network/server/platform/cache/content-cache.js')

const pino = serverPackage('pino')
const options = process.argv.slice(2)
const optionValue = (name) => options.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const days = Number(options.find((one) => /^\d+$/.test(one)) ?? 60)
const isUnseen = options.includes('--unseen')
const printed = Number(optionValue('read') ?? 0)
const PRESENT = Date.parse('2026-05-12T14:30:00.000Z')
const wordings = JSON.parse(readFileSync(join(root, 'packages/server/test/interview/wordings.json'), 'utf8'))

const folder = optionValue('data') ?? mkdtempSync(join(tmpdir(), 'interview-'))
const isLived = existsSync(join(folder, 'agent-network.db'))
mkdirSync(folder, { recursive: true })
const config = readConfig([`--data=${folder}`, `--history-days=${days}`], {})
const ambient = ambientAt(systemAmbient(), () => PRESENT)
const { database } = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
if (!isLived) {
  const seals = makeSeals(['interview-interview-interview-interview'])
  const manifest = join(root, 'packages/demo-city/seed/seed.json')
  await seedWorlds(
    { database, ambient, seals, config },
    { manifest, at: PRESENT, demoKeyFile: join(folder, 'demo-key') },
    () => {},
  )
  await simulateHistory(database, ambient, { days, until: PRESENT, worldIds: ['prime'] }, () => {})
}
const { read } = database
const world = (await readWorlds(read)).byId.get('prime')
const voice = localModel(ambient.random)
const parts = {
  read,
  contentCache: makeContentCache(() => 1, 1_000),
  model: voice,
  localModel: voice,
  elapsed: () => performance.now(),
  pause: () => null,
}

async function ask(agent, turns, seed) {
  const transcript = turns.map(({ content }) => content).join('\n')
  const job = {
    ...{ world, agent, input: { turns, transcript, reviewed: transcript }, keyId: 'key', pending: [], at: PRESENT },
    ...{ canary: 'x', seed, bannedTerms: [], maxOutputTokens: 512, call: { timeoutMs: 5_000 }, isLocal: true },
  }
  const outcome = await generateAnswer(parts, job, new AbortController().signal)
  if (outcome.kind !== 'spoken') return `[${outcome.kind}]`
  return outcome.echo === null ? outcome.generation.text : `[${outcome.echo}]`
}

const agents = await read.sql
  .selectFrom('agents')
  .selectAll()
  .where('world_id', '=', 'prime')
  .where('kind', '=', 'resident')
  .orderBy('id')
  .execute()

/** Asks the talks of a file, one a line, and prints every answer with its time. */
async function askFile(path) {
  const times = []
  for (const [i, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const [, handle, talk] = /^([\w-]+): (.+)$/u.exec(line) ?? []
    const agent = agents.find((one) => one.handle === handle)
    if (agent === undefined) continue
    const turns = []
    for (const content of talk.split(' || ')) {
      turns.push({ role: 'user', content })
      const started = performance.now()
      const answer = await ask(agent, turns, `ask ${i}`)
      const ms = performance.now() - started
      times.push(ms)
      turns.push({ role: 'assistant', content: answer })
      console.log(`${i + 1}. ${agent.display_name} | ${content}\n   ${answer}  (${ms.toFixed(0)} ms)`)
    }
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(0)
  console.log(`\n${times.length} answers: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest ${at(1)} ms`)
}
if (optionValue('ask') !== undefined) {
  await askFile(optionValue('ask'))
  await database.close?.()
  process.exit(0)
}
const expectations = await expectationsOf(read, PRESENT, agents)
const results = []
let n = 0
for (const [intent, { seen, unseen }] of Object.entries(wordings))
  for (const [i, wording] of (isUnseen ? unseen : seen).entries())
    for (let each = 0; each < 2; each++) {
      const agent = agents[(n * 7 + each * 11 + i) % agents.length]
      n += 1
      const expected = expectations(intent, agent)
      if (expected === null) continue
      const text = wording.replaceAll(/\{(\w+)\}/g, (_, slot) => expected.slots[slot] ?? slot)
      const started = performance.now()
      const answer = await ask(agent, [{ role: 'user', content: text }], `interview ${n}`)
      results.push({
        intent,
        agent,
        text,
        answer,
        ms: performance.now() - started,
        ...expected,
        grade: gradeAnswer(expected, answer),
      })
    }

const share = (grade, list = results) => list.filter((one) => one.grade === grade).length / Math.max(1, list.length)
const percent = (part) => `${(part * 100).toFixed(1)} %`
for (const intent of Object.keys(wordings)) {
  const list = results.filter((one) => one.intent === intent)
  console.log(
    `${intent.padEnd(16)} ${String(list.length).padStart(3)}  right ${percent(share('right', list))}  wrong ${percent(share('wrong', list))}`,
  )
}
const slow = Math.max(...results.map(({ ms }) => ms))
console.log(
  `\n${results.length} questions${isUnseen ? ' (unseen wordings)' : ''}: right ${percent(share('right'))}, evaded ${percent(share('evaded'))}, wrong or broken ${percent(share('wrong'))}; slowest ${slow.toFixed(0)} ms`,
)
if (!isUnseen)
  for (const { intent, agent, text, answer, grade, rows } of results.filter(({ grade: is }) => is !== 'right'))
    console.log(`\n[${grade}] ${intent} ${agent.display_name}\n  ${text}\n  ${answer}\n  rows: ${rows}`)
const every = Math.max(1, Math.floor(results.length / Math.max(1, printed)))
const sample = results
  .filter((_, i) => i % every === 0)
  .slice(0, printed)
  .map(({ agent, text, answer, rows }) => `**${text}** (to ${agent.display_name})\n\n> ${answer}\n\nRows: ${rows}\n`)
if (printed > 0 && optionValue('write') === undefined) console.log(`\n${sample.join('\n')}`)
if (optionValue('write') !== undefined)
  writeFileSync(
    optionValue('write'),
    `# Interviews\n\n${sample.length} questions to residents after ${days} simulated days of the demo, without a model. Each answer is followed by the rows it has to agree with. \`npm run interview -- ${days} --read=${printed} --write=docs/samples/interviews.md\` writes this file.\n\n${sample.join('\n')}`,
  )
await database.close?.()
if (optionValue('data') === undefined) rmSync(folder, { recursive: true })
process.exit(0)
