// Routes a second in a city of ten thousand places: plain A* against what was prepared when the map was imported.
import { makeCity } from './city-map.mjs'
import { compileMap, openMap, plainRoute, route, systemAmbient } from './server-parts.mjs'

const PLACES = 10_000
/** A* takes ten times as long as the other, and both are to run for about as long. */
const PLAIN_SHARE = 1 / 5
const OPENINGS = 5
/** Until the engine has seen enough of the code to compile it well. */
const WARM_UP = 1_000

/** Wall time tells what a reader waits, core time what it costs: on a busy machine only the second keeps still. */
function timed(work) {
  const [at, before] = [performance.now(), process.cpuUsage()]
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - at, cpuMs: (user + system) / 1_000, result }
}

/** No pair comes twice, and so no answer can be remembered from before. */
function distinctPairs(count, nodeCount, chance) {
  const pairs = new Map()
  while (pairs.size < count) {
    const [from, to] = [Math.floor(chance() * nodeCount), Math.floor(chance() * nodeCount)]
    if (from !== to) pairs.set(from * nodeCount + to, [from, to])
  }
  return [...pairs.values()]
}

function rate(find, map, pairs) {
  const { ms, cpuMs, result } = timed(() => pairs.map(([from, to]) => find(map, from, to)))
  const perSecond = (spent) => (pairs.length / spent) * 1_000
  return { routes: pairs.length, perSecond: perSecond(ms), perCoreSecond: perSecond(cpuMs), found: result }
}

function checkSame(plain, prepared) {
  for (const [n, { meters, lifts }] of plain.entries())
    if (meters !== prepared[n].meters || lifts !== prepared[n].lifts)
      throw new Error(`route ${n} is not the same twice`)
}

export async function routes({ pairs }) {
  const { worldId: _, ...draft } = makeCity({ places: PLACES, seed: 1 })
  const compiled = timed(() => compileMap(draft))
  const openings = Array.from({ length: OPENINGS }, () => timed(() => openMap(compiled.result)))
  const map = openings[0].result
  const all = distinctPairs(WARM_UP + pairs, map.nodeCount, systemAmbient().random('agent-network bench routes'))
  const measured = all.slice(WARM_UP)
  rate(plainRoute, map, all.slice(0, WARM_UP * PLAIN_SHARE))
  rate(route, map, all.slice(0, WARM_UP))
  const { found: plainly, ...plain } = rate(plainRoute, map, measured.slice(0, Math.ceil(pairs * PLAIN_SHARE)))
  const { found, ...prepared } = rate(route, map, measured)
  checkSame(plainly, found)
  const best = (list) => list.reduce((a, b) => (b.ms < a.ms ? b : a))
  const spent = ({ ms, cpuMs }) => ({ ms, cpuMs })
  return {
    places: PLACES,
    nodes: map.nodeCount,
    streets: draft.edges.length,
    characters: compiled.result.length,
    compile: spent(compiled),
    firstOpen: spent(openings[0]),
    open: spent(best(openings)),
    plain,
    prepared,
    ratio: prepared.perSecond / plain.perSecond,
    cpuRatio: prepared.perCoreSecond / plain.perCoreSecond,
  }
}
