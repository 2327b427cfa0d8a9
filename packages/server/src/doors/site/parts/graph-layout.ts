export interface Point {
  readonly x: number
  readonly y: number
}

export interface Link {
  readonly source: string
  readonly target: string
  readonly weight: number
}

const ROUNDS = 140

/**
 * Springs between those who are tied, distance between all (Fruchterman and Reingold), from a circle in the order
 * given: the same people stand in the same places every time. At most some sixty of them, or it takes too long.
 */
export function layOut(
  ids: readonly string[],
  links: readonly Link[],
  { width, height }: { width: number; height: number },
): Map<string, Point> {
  const n = ids.length
  const place = new Map(ids.map((id, i) => [id, i]))
  const x = ids.map((_, i) => Math.cos((2 * Math.PI * i) / n))
  const y = ids.map((_, i) => Math.sin((2 * Math.PI * i) / n))
  const near = 1.6 / Math.sqrt(Math.max(1, n))
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 0.12 * (1 - round / ROUNDS)
    const dx = new Float64Array(n)
    const dy = new Float64Array(n)
    const pull = (a: number, b: number, force: number, away: number) => {
      const [ux, uy] = [(x[a]! - x[b]!) / away, (y[a]! - y[b]!) / away]
      dx[a]! += ux * force
      dy[a]! += uy * force
      dx[b]! -= ux * force
      dy[b]! -= uy * force
    }
    for (let a = 0; a < n; a++)
      for (let b = a + 1; b < n; b++) {
        const away = Math.max(0.01, Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!))
        pull(a, b, (near * near) / away, away)
      }
    for (const { source, target, weight } of links) {
      const [a, b] = [place.get(source)!, place.get(target)!]
      const away = Math.max(0.01, Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!))
      // Who dislikes each other is drawn together too, only less.
      pull(a, b, (-(away * away) / near) * (weight > 0 ? weight : -weight * 0.3) * 0.6, away)
    }
    for (let a = 0; a < n; a++) {
      // Towards the middle, so that nobody drifts off alone.
      dx[a]! -= x[a]! * 0.35
      dy[a]! -= y[a]! * 0.35
      const far = Math.max(1e-9, Math.hypot(dx[a]!, dy[a]!))
      x[a]! += (dx[a]! / far) * Math.min(far, heat)
      y[a]! += (dy[a]! / far) * Math.min(far, heat)
    }
  }
  const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)]
  const fit = (value: number, low: number, high: number, size: number) =>
    Math.round(high - low < 1e-6 ? size / 2 : ((value - low) / (high - low)) * size)
  return new Map(ids.map((id, i) => [id, { x: fit(x[i]!, left, right, width), y: fit(y[i]!, top, bottom, height) }]))
}
