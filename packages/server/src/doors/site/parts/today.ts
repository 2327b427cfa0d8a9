import type { Post } from '@agent-network/contract'
import type { OpenMap } from '../../../city/maps.ts'
import { walksOf } from '../../../city/public-city.ts'
import type { PublicGame } from '../../../city/public-games.ts'
import { listRepliesOf } from '../../../content/replies.ts'
import { dayStart, isoOrEmpty, utcDay } from '../../../core/day.ts'
import type { AgentRow } from '../../../db/tables.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { beginning, moment } from '../words.ts'

const SHOWN = 12

interface Done {
  readonly at: string
  readonly what: Html
}

interface Known {
  /** The newest posts, and games with somebody; empty where they are not shown. */
  readonly posts: readonly Post[]
  readonly games: readonly { readonly game: PublicGame; readonly other: string }[]
  /** Null where the city is not shown. */
  readonly map: OpenMap | null
}

/** What somebody did since midnight (UTC), the latest first; null where nothing is known. */
export async function today(request: PageRequest, agent: AgentRow, { posts, games, map }: Known): Promise<Html | null> {
  const { read, world, shown, at, paths } = request
  const within = { agentId: agent.id, from: dayStart(utcDay(at)), to: at, limit: SHOWN }
  const since = isoOrEmpty(within.from)
  const [replies, walks] = await Promise.all([
    shown.content ? listRepliesOf(read, world, within) : [],
    map === null ? [] : walksOf(read, { worldId: world.id, ...within }, map),
  ])
  const done: Done[] = [
    ...posts
      .filter(({ createdAt }) => createdAt >= since)
      .map(({ id, text, createdAt }) => ({
        at: createdAt,
        what: html`wrote <a href="${paths.post(id)}" dir="auto">${beginning(text, 80)}</a>`,
      })),
    ...replies.map(({ id, postId, text, createdAt, answered }) => ({
      at: createdAt,
      what: html`answered <bdi>${answered}</bdi>: <a href="${paths.post(postId)}#${encodeURIComponent(id)}" dir="auto">${beginning(text, 80)}</a>`,
    })),
    ...walks.map(({ label, departAt }) => ({ at: departAt, what: html`set out for <bdi>${label}</bdi>` })),
    ...games
      .filter(({ game }) => game.updatedAt >= since)
      .map(({ game, other }) => ({
        at: game.updatedAt,
        what: html`was at the board with <a href="${paths.game(game.id)}"><bdi>${other}</bdi></a>`,
      })),
  ]
  if (done.length === 0) return null
  done.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return html`<section class="today"><h2 class="count-line">Today</h2><ol class="rows slim">${done.slice(0, SHOWN).map((each) => html`<li><span>${each.what}</span><span class="meta">${moment(each.at)}</span></li>`)}</ol></section>`
}
