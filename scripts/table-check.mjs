// A table is written by one module only: its owner. Found from the source text, so that a new writer fails at once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const TABLES_OF = {
  'platform/db': 'schema_version epochs leases nodes meta told post_search agent_search search_words',
  'platform/worlds': 'worlds directory visitors',
  'platform/jobs': 'due life_worlds',
  'platform/control': 'settings clock',
  'platform/access':
    'audit keys key_digests claims budgets request_log console_sign_outs operators look_positions oauth_codes oauth_grants oauth_tokens',
  'platform/telemetry': 'activity error_counts',
  'stores/event-log': 'inbox world_log world_log_heads journal events encounter_witnesses webhooks webhook_deliveries',
  'stores/posts':
    'topics agents posts replies erased_replies likes follows reposts threads messages tallies topic_voices verdicts blocks',
  'stores/minds':
    'memories moods mood_days tie_days reputations topic_profiles episodes episode_cues echoes relationships signals thoughts facts knowledge',
  'stores/network': 'ideas idea_events challenges contributions',
  'stores/city':
    'city_nodes city_edges city_maps destinations bodies stays journeys encounters encounter_participants encounter_turns games',
  'stores/town': 'things thing_changes happenings',
  'features/stories': 'stories story_cast story_episodes story_marks',
  'features/tokens': 'signing_keys card_keys card_signatures',
  'features/reports': 'reports',
  'features/visitors': 'standings',
  'features/life': 'acts affairs grudges life_notes lives plans promises said_marks wants',
  'features/identity': 'identity_accounts identity_links identity_factors identity_keys sessions',
  'features/accounts': 'developers apps acceptances join_links join_requests erasures invites sign_ups oauth_clients',
}

/** Only a restore and a purge write whole tables. */
const BULK = ['app/cli/backup/backup.ts', 'platform/worlds/worlds.ts']

const OWNER = Object.fromEntries(
  Object.entries(TABLES_OF).flatMap(([module, tables]) => tables.split(' ').map((table) => [table, module])),
)
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom|insertOf|upsertOf|(?:upsertRows|deleteRows|insertAll|insertUnmet|addToColumns)\(\s*[\w.]+,(?:\s*\{ table:)?)[(\s]*(?:'(\w+)'|(\w+))?/g
const RAW = /\b(?:insert into|delete from|update) (?:(\w+)(?= set| where| \(|`|')|(\$\{))/g
const BULK_CALL = /\b(?:insertRows|deleteAll|deleteBatch)\(/

/** The tables that a file writes; where a variable names the table, every table that the file names in quotes. */
function writtenIn(text) {
  const named = new Set()
  for (const [, literal, variable] of [...text.matchAll(WRITE), ...text.matchAll(RAW)]) {
    if (literal !== undefined) named.add(literal)
    else if (variable !== undefined)
      for (const [, word] of text.matchAll(/'(\w+)'/g)) if (word in OWNER) named.add(word)
  }
  return [...named]
}

const folder = join(root, 'packages/server/src')
const read = (file) => readFileSync(join(folder, file), 'utf8')
const files = readdirSync(folder, { recursive: true }).filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts'))
const moduleOf = (file) => file.split('/').slice(0, 2).join('/')
const faults = []
for (const file of files.filter((f) => !f.startsWith('platform/db/'))) {
  const module = moduleOf(file)
  if (BULK_CALL.test(read(file)) && !BULK.includes(file)) faults.push(`${file}: writes whole tables`)
  for (const table of writtenIn(read(file))) {
    if (OWNER[table] === module) continue
    faults.push(`${file}: table ${table} is written in module ${OWNER[table]} only`)
  }
}
for (const file of files.filter((f) => f.startsWith('platform/db/mig')))
  for (const [, table] of read(file).matchAll(/create table (?:if not exists )?(\w+)/g))
    if (!(table in OWNER)) faults.push(`${file}: table ${table} has no owner`)
// The rules must be able to fail: every way of writing is found in a text that has it.
const sample =
  "insertInto('a') upsertOf('b', upsertRows(tx, 'c', deleteRows(writer.tx, 'e', raw(`delete from d where`) insertAll(tx, 'f', insertUnmet(tx, 'g', addToColumns(tx, { table: 'h', deleteFrom(t) 'moods'"
if (writtenIn(sample).join() !== 'a,b,c,e,f,g,h,moods,d')
  faults.push(`the search for writes is broken: ${writtenIn(sample)}`)
for (const fault of faults) console.log(fault)
process.exit(faults.length === 0 && files.length > 0 ? 0 : 1)
