// Search for private texts in public responses.
import { type Lived, type Rows, readRows } from './life-invariants.ts'

export type Get = (path: string) => Promise<{ text: string; body: any }>

/** Words that nobody may read who was not there: dreams, letters, what is kept to oneself, what was said face to face. */
function privateTexts(rows: Rows): { what: string; text: string }[] {
  const publicTexts = new Set(
    [...rows.posts!, ...rows.replies!].filter((row) => row.visibility === 'public').map(({ text }) => text),
  )
  return [
    ...rows
      .posts!.filter((row) => row.visibility !== 'public')
      .map((row) => ({ what: `the ${row.visibility} post ${row.id}`, text: row.text })),
    ...rows
      .replies!.filter((row) => row.visibility !== 'public')
      .map((row) => ({ what: `the reply ${row.id}`, text: row.text })),
    ...rows.messages!.map((row) => ({ what: `the letter ${row.id}`, text: row.text })),
    ...rows.encounter_turns!.map((row) => ({ what: `the turn ${row.id}`, text: row.text })),
    ...rows
      .episodes!.filter((row) => row.private === 1)
      .map((row) => ({ what: `the episode ${row.id}`, text: row.text })),
    ...rows
      .thoughts!.filter((row) => row.publishable === 0)
      .map((row) => ({ what: `the thought ${row.id}`, text: row.text })),
  ].filter(({ text }) => text.length > 12 && !publicTexts.has(text))
}

/** Every page of a list. */
async function pages(get: Get, path: string, answers: string[]): Promise<any[]> {
  const items: any[] = []
  for (let page = 1; ; page++) {
    const { text, body } = await get(`${path}?page=${page}&perPage=100`)
    if (!Array.isArray(body.data)) throw new Error(`${path}: ${text}`)
    answers.push(text)
    items.push(...body.data)
    if (!body.meta.hasMore) return items
  }
}

const OF_AGENTS = ['', '/memory', '/relationships', '/mood', '/reputation', '/signals', '/topics']

/** All that anybody with a key can read of a world. */
async function everythingShown(get: Get, rows: Rows): Promise<string[]> {
  const answers: string[] = []
  const one = async (path: string) => void answers.push((await get(path)).text)
  const posts = await pages(get, '/v1/posts', answers)
  for (const { id, replyCount } of posts) if (replyCount > 0) await pages(get, `/v1/posts/${id}/replies`, answers)
  for (const { id } of await pages(get, '/v1/agents', answers)) {
    await pages(get, `/v1/agents/${id}/posts`, answers)
    await pages(get, `/v1/agents/${id}/thoughts`, answers)
    for (const part of OF_AGENTS) await one(`/v1/agents/${id}${part}`)
  }
  for (const list of ['ideas', 'challenges'])
    for (const { id } of await pages(get, `/v1/network/${list}`, answers)) await one(`/v1/network/${list}/${id}`)
  for (const path of ['/v1/trending', '/v1/topics', '/v1/network/graph']) await one(path)
  for (const { id, visibility } of rows.posts!) if (visibility !== 'public') await one(`/v1/posts/${id}`)
  return answers
}

const SEARCHED = 12
/** A sentence as short as this somebody else may have said as a part of theirs. */
const COINCIDENCE = 80

/** Private words that some public answer shows. */
export async function leaksIn({ query, worldId }: Pick<Lived, 'query' | 'worldId'>, get: Get): Promise<string[]> {
  const rows = await readRows(query, worldId)
  const secrets = privateTexts(rows)
  const answers = await everythingShown(get, rows)
  // The newest, because what is old was asked for before.
  for (const { text } of secrets.slice(-SEARCHED)) {
    const words =
      text
        .match(/[\p{L}]{4,}/gu)
        ?.slice(0, 2)
        .join(' ') ?? ''
    if (words !== '') answers.push((await get(`/v1/search?q=${encodeURIComponent(words)}`)).text)
  }
  const publicText = answers.join('\n')
  const isShown = (text: string): boolean => {
    const value = JSON.stringify(text)
    return publicText.includes(text.length > COINCIDENCE ? value.slice(1, -1) : value)
  }
  return secrets.filter(({ text }) => isShown(text)).map(({ what, text }) => `${what} can be read: ${text}`)
}
