// Geometry of line charts.
/** Size of the drawing in SVG units. `GAP` is the distance of lines from the upper and lower edge. */
export const WIDTH = 600
export const HEIGHT = 140
export const GAP = 6

/** The smallest 1, 2 or 5 times a power of ten that is not below the value. */
export function niceMax(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}

/** SVG path over the whole width; a single value is a horizontal line. */
export function pathOf(values: readonly number[], max: number): string {
  const step = values.length > 1 ? WIDTH / (values.length - 1) : WIDTH
  const y = (value: number) => Math.round((HEIGHT - GAP - (value / max) * (HEIGHT - 2 * GAP)) * 10) / 10
  const points = values.map((value, i) => `${Math.round(i * step * 10) / 10} ${y(value)}`)
  if (points.length === 1) points.push(`${WIDTH} ${y(values[0]!)}`)
  return `M${points.join('L')}`
}
