import { bodiesAt, type PublicBody, talksIn } from '../../city/public-city.ts'
import { readPublicGame } from '../../city/public-games.ts'
import { iso } from '../../core/day.ts'
import { isPossibleId } from '../../core/text.ts'
import type { MapDeps } from '../../map-deps.ts'
import type { StreamEvent } from '../../streams/outlet.ts'
import type { Scenery } from '../../streams/scene-feed.ts'
import type { World } from '../../worlds/worlds.ts'
import type { CitySources } from './pages/city.ts'

const eventOf = (kind: string, data: object): StreamEvent => ({ cursor: '', kind, json: JSON.stringify(data) })

/** Everybody who can be seen in the city, and of every further look only who has moved, come or gone. */
export function cityScene({ database }: MapDeps, { maps, weather }: CitySources, world: World): Scenery {
  let known = new Map<string, string>()
  let sky = ''
  return {
    name: 'city',
    async look(at) {
      const { read } = database
      const map = await maps.of(read, world)
      const [bodies, talks]: [PublicBody[], unknown[]] =
        map === null ? [[], []] : await Promise.all([bodiesAt(read, world.id, map, at), talksIn(read, world.id, at)])
      const seen = new Map(bodies.map((body) => [body.handle, JSON.stringify(body)]))
      const rest = { weather: weather(world.id, at), talks }
      const changed = bodies.filter(({ handle }) => known.get(handle) !== seen.get(handle))
      const gone = [...known.keys()].filter((handle) => !seen.has(handle))
      const isNew = changed.length > 0 || gone.length > 0 || JSON.stringify(rest) !== sky
      known = seen
      sky = JSON.stringify(rest)
      const now = iso(at)
      return {
        whole: [eventOf('city', { now, whole: true, bodies, gone: [], ...rest })],
        changes: isNew ? [eventOf('city', { now, whole: false, bodies: changed, gone, ...rest })] : [],
      }
    },
  }
}

/** How far a game is: a page that shows less of it asks for the rest. */
export function gameScene({ database }: MapDeps, world: World, id: string): Scenery {
  let known: string | null = null
  return {
    name: `game ${id}`,
    async look(at) {
      const game = isPossibleId(id) ? await readPublicGame(database.read, world.id, id, at) : null
      const told = [eventOf('game', { ply: game?.ply ?? 0, status: game?.status ?? null })]
      const isNew = known !== told[0]!.json
      known = told[0]!.json
      return { whole: told, changes: isNew ? told : [] }
    },
  }
}
