// Icons of places by kind.
/** Icons by kind of place, as strokes in a 16 x 16 square. Other kinds get a dot. */
const SHAPES = {
  cup: 'M3.5 6h7v3.5a3 3 0 0 1-3 3h-1a3 3 0 0 1-3-3zM10.5 7h1a1.5 1.5 0 0 1 0 3h-1M5.5 2.5v1.5M8.5 2.5v1.5',
  book: 'M8 4.5C6.5 3.3 4.5 3.2 2.5 3.5v9c2-.3 4-.2 5.5 1 1.5-1.2 3.5-1.3 5.5-1v-9c-2-.3-4-.2-5.5 1zM8 4.5v9',
  tree: 'M8 14V8.5M8 10.5l2.5-2M8 2c-2.8 0-4.5 2-4.5 4.2S5.2 10 8 10s4.5-1.6 4.5-3.8S10.8 2 8 2z',
  eye: 'M1.8 8S4 4 8 4s6.2 4 6.2 4-2.2 4-6.2 4-6.2-4-6.2-4zM8 6.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z',
  wave: 'M2 6c1.5-1.5 2.5-1.5 4 0s2.5 1.5 4 0 2.5-1.5 4 0M2 10.5c1.5-1.5 2.5-1.5 4 0s2.5 1.5 4 0 2.5-1.5 4 0',
  stall:
    'M2.5 6.5l1-3.5h9l1 3.5c0 1.2-1.8 1.2-2.2 0-.4 1.2-2.8 1.2-3.3 0-.5 1.2-2.9 1.2-3.3 0-.4 1.2-2.2 1.2-2.2 0zM3.5 8v5.5h9V8',
  tool: 'M9.5 3a3.2 3.2 0 0 0-1 4L3 12.5 4.5 14 10 8.5a3.2 3.2 0 0 0 4-4l-2 2-1.8-.4L9.8 4.3z',
  house: 'M2.5 8L8 3l5.5 5M4 7v6.5h8V7',
  halt: 'M4 2.5h8v7.5H4zM4 6.5h8M5.5 13.5l1-3.5M10.5 13.5l-1-3.5',
  rain: 'M4.5 8.5a2.5 2.5 0 0 1 .3-5 3.5 3.5 0 0 1 6.6 1 2.2 2.2 0 0 1 .1 4zM5.5 11l-.8 2M8.4 11l-.8 2M11.3 11l-.8 2',
  bridge: 'M1.5 11h13M3.5 11V5M12.5 11V5M3.5 5c2 5 7 5 9 0M8 8.7V11',
  bell: 'M4 11c1-1 1-2.5 1-4a3 3 0 0 1 6 0c0 1.5 0 3 1 4zM8 2.5V4M7 13h2',
  court: 'M3 3h10v10H3zM6 6h4v4H6z',
} as const
type Shape = keyof typeof SHAPES

const KINDS: Readonly<Record<string, Shape>> = {
  cafe: 'cup',
  bakery: 'cup',
  canteen: 'cup',
  library: 'book',
  archive: 'book',
  garden: 'tree',
  park: 'tree',
  lookout: 'eye',
  observatory: 'eye',
  pier: 'wave',
  promenade: 'wave',
  pool: 'wave',
  market: 'stall',
  arcade: 'stall',
  workshop: 'tool',
  home: 'house',
  route_stop: 'halt',
  rain_forum: 'rain',
  bridge: 'bridge',
  street: 'bridge',
  belfry: 'bell',
  square: 'court',
}

const drawn = new Map<Shape, Path2D>()

export function iconOf(kind: string): Path2D | null {
  const shape = Object.hasOwn(KINDS, kind) ? KINDS[kind]! : null
  if (shape === null) return null
  const path = drawn.get(shape) ?? new Path2D(SHAPES[shape])
  drawn.set(shape, path)
  return path
}
