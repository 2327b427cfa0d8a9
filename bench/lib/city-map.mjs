// Generates a city map of any size: levels of streets, lifts between them, and places. Equal for equal seeds.

/** Some corners have no place. */
const NODES_PER_PLACE = 1.2
const SPACING = 60
const LEVEL_HEIGHT = 9
/** About one corner in 40 has a lift. */
const LIFT_EVERY = 40
/** Share of the streets of a full grid that are missing. */
const MISSING = 0.18
const HOMES = 0.35

const KINDS = [
  { kind: 'cafe', word: 'Café', purposes: ['coffee', 'quiet_read'] },
  { kind: 'teahouse', word: 'Teahouse', purposes: ['coffee', 'clear_head'] },
  { kind: 'park', word: 'Park', purposes: ['walk', 'clear_head'] },
  { kind: 'garden', word: 'Garden', purposes: ['clear_head', 'walk', 'quiet_read'] },
  { kind: 'library', word: 'Library', purposes: ['quiet_read'] },
  { kind: 'lookout', word: 'Lookout', purposes: ['view', 'clear_head'] },
  { kind: 'bridge', word: 'Bridge', purposes: ['view', 'walk'] },
  { kind: 'market', word: 'Market', purposes: ['walk', 'coffee'] },
  { kind: 'bakery', word: 'Bakery', purposes: ['coffee'] },
  { kind: 'gallery', word: 'Gallery', purposes: ['clear_head', 'view'] },
  { kind: 'square', word: 'Square', purposes: ['walk'] },
  { kind: 'bookshop', word: 'Bookshop', purposes: ['quiet_read', 'coffee'] },
]
const FIRST =
  'Amber Ashen Brass Cedar Chalk Copper Drift Ember Fennel Flint Glass Harbour Indigo Juniper Kestrel Lantern Linden Marble Moss North Ochre Paper Quiet Rook Saffron Salt Silver Slate Tallow Umber Velvet Willow'
const SECOND =
  'Anchor Arch Basin Bell Canal Compass Crane Door Fern Gate Heron Kettle Ladder Lamp Loom Mill Oar Orchard Otter Pier Quill Rain Sail Spire Stair Stone Thrush Tide Tram Vale Well Wren'
const [FIRSTS, SECONDS] = [FIRST.split(' '), SECOND.split(' ')]

/** Mulberry32: a small generator of random numbers, equal on every machine. */
function makeRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = (list, chance) => list[Math.floor(chance() * list.length)]
const tenths = (value) => Math.round(value * 10) / 10

function shuffle(list, chance) {
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(chance() * (i + 1))
    ;[list[i], list[other]] = [list[other], list[i]]
  }
  return list
}

/** Corners of every level. Corners of a lift have equal coordinates on each level; others are moved at random. */
function makeCorners(count, chance) {
  const levels = Math.max(2, Math.min(6, Math.round(Math.sqrt(count) / 18)))
  const columns = Math.ceil(Math.sqrt(count / levels))
  const rows = Math.ceil(count / levels / columns)
  const push = () => (chance() - 0.5) * SPACING * 0.7
  const shafts = new Map()
  for (let n = 0; n < columns * rows; n++)
    if (n === 0 || chance() < 1 / LIFT_EVERY) shafts.set(n, { x: push(), y: push() })
  const corners = []
  for (let level = 0; level < levels; level++)
    for (let n = 0; n < columns * rows && corners.length < count; n++) {
      const { x, y } = shafts.get(n) ?? { x: push(), y: push() }
      const [column, row] = [n % columns, Math.floor(n / columns)]
      corners.push({ x: tenths(column * SPACING + x), y: tenths(row * SPACING + y), level, column, shaft: n })
    }
  return { corners, columns, perLevel: columns * rows, shafts }
}

/** Streets along the grid, of which some are missing, and lifts. All corners stay connected. */
function makeWays({ corners, columns, perLevel, shafts }, chance) {
  const ways = []
  const street = (a, b) => {
    const straight = Math.hypot(corners[a].x - corners[b].x, corners[a].y - corners[b].y)
    return [a, b, tenths(straight * (1 + chance() * 0.3) + 0.1), false]
  }
  const spare = []
  for (const [n, { column, level, shaft }] of corners.entries()) {
    const neighbours = [column + 1 < columns ? n + 1 : -1, n + columns]
    if (chance() < 0.06) neighbours.push(column + 1 < columns ? n + columns + 1 : -1)
    for (const other of neighbours) {
      const there = corners[other]
      if (there === undefined || there.level !== level) continue
      ;(chance() < MISSING ? spare : ways).push(street(n, other))
    }
    if (shafts.has(shaft) && corners[n + perLevel] !== undefined)
      ways.push([n, n + perLevel, tenths(LEVEL_HEIGHT + chance() * 4), true])
  }
  const part = corners.map((_, n) => n)
  const partOf = (n) => {
    while (part[n] !== n) {
      part[n] = part[part[n]]
      n = part[n]
    }
    return n
  }
  for (const [a, b] of ways) part[partOf(a)] = partOf(b)
  for (const way of spare) {
    const [a, b] = [partOf(way[0]), partOf(way[1])]
    if (a === b) continue
    part[a] = b
    ways.push(way)
  }
  return ways
}

/** One rain forum, some route stops, at least one home, and other places. */
function kindOf(n, places, chance) {
  if (n === 0) return { kind: 'rain_forum', label: 'Rain Forum', purposes: [] }
  const name = () => `${pick(FIRSTS, chance)} ${pick(SECONDS, chance)}`
  if (n <= Math.max(1, Math.floor(places / 400))) return { kind: 'route_stop', label: `${name()} Stop`, purposes: [] }
  if (n === 2 || chance() < HOMES)
    return { kind: 'home', label: `${1 + Math.floor(chance() * 98)} ${name()} Row`, purposes: [] }
  const { kind, word, purposes } = pick(KINDS, chance)
  return { kind, label: `${name()} ${word}`, purposes: [...purposes] }
}

/** The `city` of a world file. Ids begin with `prefix`, so that one installation can have several cities. */
export function makeCity({ places, seed = 1, prefix = 'city', worldId }) {
  const chance = makeRandom(seed)
  const layout = makeCorners(Math.max(8, Math.ceil(places * NODES_PER_PLACE)), chance)
  const { corners } = layout
  const digits = String(corners.length).length
  const nodeId = (n) => `${prefix}-n${String(n).padStart(digits, '0')}`
  const placeId = (n) => `${prefix}-p${String(n).padStart(digits, '0')}`
  const ways = makeWays(layout, chance)
  const spots = shuffle([...corners.keys()], chance)
  return {
    ...(worldId === undefined ? {} : { worldId }),
    nodes: corners.map(({ x, y, level }, n) => ({ id: nodeId(n), x, y, level })),
    edges: ways.map(([a, b, meters, lift]) => ({ from: nodeId(a), to: nodeId(b), meters, lift })),
    destinations: Array.from({ length: places }, (_, n) => ({
      id: placeId(n),
      nodeId: nodeId(spots[n]),
      ...kindOf(n, places, chance),
    })),
  }
}
