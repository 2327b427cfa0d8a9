// Colours of the map by day and by night.
/** Colours of the drawing by day and by night. Panel colours are in frame.css. */
export interface Palette {
  readonly night: boolean
  /** Background colour for fading. */
  readonly ground: string
  readonly levels: readonly string[]
  readonly route: string
  readonly routeAhead: string
  readonly routeGlow: string
  readonly goal: string
  readonly lamp: string
  readonly windows: readonly string[]
  readonly ink: string
  readonly halo: string
  readonly rain: string
}

export const NIGHT: Palette = {
  night: true,
  ground: '#0b1222',
  levels: ['#3fb0c4', '#5f93f5', '#9a86f2', '#cf7fe0', '#f285ad', '#8fd0a8', '#b9c4d8'],
  route: '#ffe3a3',
  routeAhead: '#ffe9bd',
  routeGlow: '#ffb13d',
  goal: '#ffc75a',
  lamp: '#ffcf87',
  windows: ['#ffd591', '#ffc067', '#9fd4ff'],
  ink: '#eef2fb',
  halo: '#0a1120',
  rain: '#b5d4ff',
}

export const DAY: Palette = {
  night: false,
  ground: '#e6ebf2',
  levels: ['#17788c', '#2f62c9', '#6650c4', '#9a45ad', '#bd3f72', '#3d7f57', '#5b677d'],
  route: '#c65a00',
  routeAhead: '#9a4a08',
  routeGlow: '#ffb45c',
  goal: '#d06a00',
  lamp: '#fff6dd',
  windows: ['#7d8ba3', '#8f9cb2', '#6f7d96'],
  ink: '#1a2436',
  halo: '#f6f8fb',
  rain: '#5d7597',
}

const parts = (hex: string): readonly [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

/** `share` of `b` in `a`, as a colour without transparency. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parts(a), parts(b)]
  const channel = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share)
  return `rgb(${channel(0)} ${channel(1)} ${channel(2)})`
}

export function fade(hex: string, alpha: number): string {
  const [red, green, blue] = parts(hex)
  return `rgb(${red} ${green} ${blue} / ${alpha})`
}

/** The colour of a level, counted from the lowest one; colours repeat. */
export const tintOf = ({ levels }: Palette, level: number, lowest: number): string =>
  levels[Math.max(0, Math.round(level) - lowest) % levels.length]!
