// Generated data sets in the temporary folder. A change of the generator or of the schema makes a new one.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  constants as fs,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AHEAD_MS, generate, openStoreAt } from './history.mjs'
import { benchFolder } from './paths.mjs'

const SOURCES = ['history.mjs', 'keys.mjs', 'vocabulary.mjs'].map((name) => join(benchFolder, 'lib', name))
const cacheFolder = join(tmpdir(), 'agent-network-bench')

/** A new folder; the caller removes it. */
export function scratchFolder() {
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 })
  return mkdtempSync(join(cacheFolder, 'run-'))
}

/** A hash of the generator and the schema. */
async function fingerprint() {
  const hash = createHash('sha256')
  for (const file of SOURCES) hash.update(readFileSync(file))
  const data = scratchFolder()
  const { database, close, world } = await openStoreAt(data)
  const tables = await database.read.raw(
    `select sql from sqlite_master where sql is not null and name not like '%search%' order by name`,
    [],
  )
  const search = await database.read.raw(`select sql from sqlite_master where name = 'post_search_' || ?`, [world.tag])
  for (const { sql } of [...tables, ...search]) hash.update(sql.replaceAll(`_${world.tag}`, ''))
  await close()
  rmSync(data, { recursive: true, force: true })
  return hash.digest('hex').slice(0, 12)
}

const listOf = (file) => readFileSync(file, 'utf8').trim().split('\n')

/** The folder of a data set and its keys and ids. */
function describe(data, posts) {
  const file = (name) => join(data, name)
  return {
    data,
    posts,
    keysFile: file('keys.txt'),
    keys: listOf(file('keys.txt')),
    postIds: listOf(file('posts.txt')),
    agentIds: listOf(file('agents.txt')),
    topicIds: listOf(file('topics.txt')),
  }
}

/** A data set of this many posts, from the cache or generated. Callers only read it. */
export async function dataset(posts) {
  const data = join(cacheFolder, `${await fingerprint()}-${posts}`)
  const mark = join(data, 'generated-at')
  const age = existsSync(mark) ? Date.now() - Number(readFileSync(mark, 'utf8')) : Infinity
  if (age > AHEAD_MS) {
    const partial = `${data}.partial`
    for (const folder of [data, partial]) rmSync(folder, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    const started = Date.now()
    await generate(partial, posts)
    writeFileSync(join(partial, 'generated-at'), String(started))
    renameSync(partial, data)
  }
  return describe(data, posts)
}

/** A copy for a run that writes; `remove` deletes it. */
export function scratchCopy(set) {
  const data = scratchFolder()
  cpSync(set.data, data, { recursive: true, mode: fs.COPYFILE_FICLONE })
  return { ...describe(data, set.posts), remove: () => rmSync(data, { recursive: true, force: true }) }
}
