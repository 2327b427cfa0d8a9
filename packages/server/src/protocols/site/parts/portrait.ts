// Portraits: faces composed from an avatar seed.
import { LRUCache } from 'lru-cache'
import { Html, html } from '../html.ts'

/** The parts of a portrait, on a field of 80 by 80. Letters in braces are colours. */
type Shape = string

const path = (d: string, colour: string, more = ''): Shape => `<path d="${d}" fill="{${colour}}"${more}/>`
const disc = (x: number, y: number, r: number, colour: string): Shape =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="{${colour}}"/>`
const line = (d: string, colour: string, width = 1.6): Shape =>
  `<path d="${d}" fill="none" stroke="{${colour}}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
/** Mirrored on both sides of the face. */
const pair = (draw: (x: number) => Shape): Shape => draw(32.5) + draw(47.5)

export const SKINS = ['#f6d3b8', '#eebd96', '#dfa277', '#c58556', '#a3683f', '#7f4d2e', '#70452a', '#f2c9a4'] as const
export const HAIRS = [
  '#22201f',
  '#3b2a20',
  '#5a3a22',
  '#8a5a2b',
  '#b9823f',
  '#d8b16a',
  '#a4462a',
  '#8d8a86',
  '#d9d4cb',
  '#35505a',
] as const
/** Matching colours: background, clothes, accent. */
export const OUTFITS = [
  ['#f2d6a2', '#2f5d62', '#e2725b'],
  ['#cfe3dc', '#9b3d2e', '#f0b75f'],
  ['#f3c6b2', '#33415c', '#f4e3c1'],
  ['#d5dcef', '#a8662f', '#2d4a53'],
  ['#e4e0b8', '#5b3f6b', '#d98e4a'],
  ['#bfdbe3', '#c4553c', '#f5e6c8'],
  ['#f0dfd0', '#3f6b4a', '#c9962f'],
  ['#d9cfe6', '#27505c', '#e39a7b'],
  ['#f5e2b0', '#7a3b45', '#4c7d84'],
  ['#c8ddc2', '#44516e', '#e9a35f'],
  ['#efc9c0', '#566b34', '#fbeccb'],
  ['#cbd8d9', '#b5793a', '#6d3440'],
] as const

export const HEADS: readonly Shape[] = [
  path('M27 34a13 14 0 0 1 26 0v4c0 9-6 15-13 15s-13-6-13-15z', 'skin'),
  path('M28 32a12 13 0 0 1 24 0v8c0 9-5 15-12 15s-12-6-12-15z', 'skin'),
  path('M27 32a13 13 0 0 1 26 0v9c0 8-5 12.5-13 12.500s-13-4.5-13-12.500z', 'skin'),
  path('M27 33a13 13 0 0 1 26 0c0 9-5 15-9 19q-4 3-8 0c-4-4-9-10-9-19z', 'skin'),
  path('M25.5 36a14.5 15 0 0 1 29 0v3c0 8-6.5 14-14.5 14s-14.5-6-14.5-14z', 'skin'),
]
export const EARS: Shape = disc(26.5, 38, 3, 'skin') + disc(53.5, 38, 3, 'skin')
export const NECK: Shape = path('M34 48h12v10q-6 5-12 0z', 'shade')

export const CLOTHES: readonly Shape[] = [
  // A round collar, a buttoned coat, a jersey with stripes, a shawl, a high collar, braces.
  path('M8 82c1-16 13-24 32-24s31 8 32 24z', 'cloth') + line('M31 59q9 8 18 0', 'third', 2.4),
  path('M8 82c1-16 13-24 32-24s31 8 32 24z', 'cloth') +
    line('M40 64v16', 'third', 1.4) +
    disc(44, 69, 1.3, 'third') +
    disc(44, 76, 1.3, 'third') +
    path('M32 58l8 9 8-9 3 2-11 12-11-12z', 'third'),
  path('M8 82c1-16 13-24 32-24s31 8 32 24z', 'cloth') + line('M14 69q26 8 52 0M10 76q30 8 60 0', 'third', 2.6),
  path('M8 82c1-16 13-24 32-24s31 8 32 24z', 'cloth') +
    path('M18 64c8 8 14 12 22 18 8-6 14-10 22-18-6-4-14-6-22-6s-16 2-22 6z', 'third'),
  path('M8 82c1-16 13-24 32-24s31 8 32 24z', 'cloth') + path('M32 53h16l2 9q-10 5-20 0z', 'third'),
  path('M8 82c1-16 13-24 32-24s31 8 32 24z', 'third') + path('M24 61l5-2 2 23h-6zM56 61l-5-2-2 23h6z', 'cloth'),
]

/** Parts behind and in front of the head. */
export const TOPS: readonly (readonly [back: Shape, front: Shape])[] = [
  ['', path('M26 34c-1-12 6-18 14-18s15 6 14 18c-2-5-4-8-6-9-6 2-12 2-17-1-2 2-4 5-5 10z', 'hair')],
  ['', path('M26 35c-2-13 6-20 15-20 9 0 14 7 13 19-2-6-5-9-9-10-4 3-10 4-14 3-3 2-4 5-5 8z', 'hair')],
  [
    path('M24 34c0-12 7-19 16-19s16 7 16 19v16c0 3-2 4-5 4H29c-3 0-5-1-5-4z', 'hair'),
    path('M27 33c0-9 5-15 13-15s13 6 13 15c-4-3-8-4-13-4s-9 1-13 4z', 'hair'),
  ],
  [
    path('M23 36c0-14 7-21 17-21s17 7 17 21v22c0 4-3 6-6 6H29c-3 0-6-2-6-6z', 'hair'),
    path('M26.5 37c0-11 4-17 13.5-19 9.5 2 13.5 8 13.5 19-2-6-5-10-9-12-3 3-8 5-13 5-2 2-4 4-5 7z', 'hair'),
  ],
  [disc(40, 12.5, 6.5, 'hair'), path('M26 35c-1-12 6-19 14-19s15 7 14 19c-2-7-6-11-14-11s-12 4-14 11z', 'hair')],
  [
    '',
    [
      [27, 30, 5],
      [29, 23, 6],
      [36, 18, 6.5],
      [44, 18, 6.5],
      [51, 23, 6],
      [53, 30, 5],
      [40, 21, 6],
    ]
      .map(([x, y, r]) => disc(x!, y!, r!, 'hair'))
      .join(''),
  ],
  ['', path('M26 37c-1-5-1-9 1.5-12 .5 4 1 8 .5 12zM54 37c1-5 1-9-1.5-12-.5 4-1 8-.5 12z', 'hair')],
  [
    '',
    path('M35 21c-3-6 1-11 7-12-2 3-1 5 2 6 0-2 1-4 4-4-2 3 0 7-3 10-3 1-7 1-10 0z', 'hair') +
      path('M27 31c1-8 6-12 13-12s12 4 13 12c-4-5-8-7-13-7s-9 2-13 7z', 'hair'),
  ],
  [
    '',
    path('M26 31c0-11 6-17 14-17s14 6 14 17z', 'cloth') +
      path('M25 28.500h30a2.5 2.5 0 0 1 0 5.500H25a2.5 2.5 0 0 1 0-5.500z', 'third') +
      disc(40, 13, 3, 'third'),
  ],
  [
    path('M25 34c0-4 1-8 3-10h24c2 2 3 6 3 10v10h-4V34H29v10h-4z', 'hair'),
    '<ellipse cx="40" cy="26" rx="23" ry="4.2" fill="{cloth}"/>' +
      path('M29 26c0-9 4-14 11-14s11 5 11 14z', 'cloth') +
      path('M29 22.500h22v3.500H29z', 'third'),
  ],
  [
    '',
    path(
      'M24 38c-1-15 6-23 16-23s17 8 16 23c0 10-3 16-6 19l-4-5c4-4 5-8 5-14 0-8-4-12-11-12s-11 4-11 12c0 6 1 10 5 14l-4 5c-3-3-6-9-6-19z',
      'third',
    ),
  ],
  ['', path('M27 30c0-9 5-14 13-14s13 5 13 14z', 'cloth') + path('M38 27h20c3 0 3 4.5 0 4.500H38z', 'third')],
  [
    path('M25 36c-3 8-4 16-1 22 2 3 5 2 5-1V34zM55 36c3 8 4 16 1 22-2 3-5 2-5-1V34z', 'hair') +
      line('M24 50h5M51 50h5', 'third', 2.4),
    path('M26 36c-1-13 5-20 14-20s15 7 14 20c-1-7-6-12-14-16-8 4-13 9-14 16z', 'hair'),
  ],
]

export const EYES: readonly Shape[] = [
  pair((x) => disc(x + (x < 40 ? 1.5 : -1.5), 38, 1.7, 'ink')),
  pair(
    (x) =>
      `<ellipse cx="${x + (x < 40 ? 1.5 : -1.5)}" cy="38" rx="3" ry="2.5" fill="#fff"/>` +
      disc(x + (x < 40 ? 1.9 : -1.1), 38.2, 1.5, 'ink'),
  ),
  pair((x) => line(`M${x - 1} 38.500q2.3-3 4.6 0`.replace('M46.5', 'M43.5'), 'ink')),
  pair((x) => disc(x + (x < 40 ? 1.5 : -1.5), 38, 2.8, 'white') + disc(x + (x < 40 ? 1.5 : -1.5), 37.6, 1.7, 'ink')),
  pair(
    (x) =>
      disc(x + (x < 40 ? 1.5 : -1.5), 38.6, 1.6, 'ink') + line(`M${x + (x < 40 ? -1.2 : -4.2)} 37h5.4`, 'ink', 1.2),
  ),
]
export const BROWS: readonly Shape[] = [
  line('M31 33.500q3-2 5.5-.5M43.5 33q2.5-1.5 5.5.5', 'hair', 1.5),
  line('M31 34l5.5-1.500M43.5 32.500l5.5 1.5', 'hair', 1.8),
  line('M31 32.500l5 1.500M44 34l5-1.5', 'hair', 1.5),
  '',
]
export const NOSES: readonly Shape[] = [
  line('M40 38.500q2 3.5-.5 4.5', 'shade'),
  line('M39.5 37.500l-1.5 5h3', 'shade'),
  disc(40, 42.3, 1.9, 'shade'),
  line('M38 42.500q2 1.8 4 0', 'shade'),
]
export const MOUTHS: readonly Shape[] = [
  line('M36 47q4 3 8 0', 'lip'),
  line('M37 47.500h6', 'lip'),
  path('M35.5 46q4.5 6 9 0z', 'lip'),
  line('M36.5 48q3-.5 6.5-2', 'lip'),
  line('M37 48.300q3-1.8 6 0', 'lip'),
  '<ellipse cx="40" cy="47.5" rx="1.8" ry="1.5" fill="{lip}"/>',
]
export const EXTRAS: readonly Shape[] = [
  '',
  '',
  '',
  // Round glasses, square glasses, a moustache, a beard, freckles, blush, earrings, a monocle, a pencil behind the ear.
  '<g fill="none" stroke="{ink}" stroke-width="1.3"><circle cx="34" cy="38" r="4.2"/><circle cx="46" cy="38" r="4.2"/><path d="M38.2 38h3.6"/></g>',
  '<g fill="none" stroke="{ink}" stroke-width="1.3"><rect x="29.5" y="35" width="8.5" height="6.5" rx="1.5"/><rect x="42" y="35" width="8.5" height="6.5" rx="1.5"/><path d="M38 37.500h4"/></g>',
  path('M40 44.300c-3-1-7 0-8 2 3 .5 6 .5 8-.8 2 1.3 5 1.3 8 .8-1-2-5-3-8-2z', 'hair'),
  path('M27 40c0 11 5 16 13 16s13-5 13-16c-2 5-4 6-6 6-2-2-12-2-14 0-2 0-4-1-6-6z', 'hair') +
    line('M37 49q3 1.5 6 0', 'lip'),
  disc(31.5, 42.5, 0.7, 'shade') +
    disc(33.8, 43.6, 0.7, 'shade') +
    disc(46.2, 43.6, 0.7, 'shade') +
    disc(48.5, 42.5, 0.7, 'shade'),
  '<g opacity=".4">' + disc(31.5, 43.5, 2.6, 'third') + disc(48.5, 43.5, 2.6, 'third') + '</g>',
  disc(26, 43, 1.5, 'third') + disc(54, 43, 1.5, 'third'),
  '<g fill="none" stroke="{third}" stroke-width="1.3"><circle cx="46" cy="38" r="4.6"/><path d="M49 41.500l2 12"/></g>',
  line('M50 30l10-7', 'third', 2.6),
]

/** Faces that moods change; `own` is the face without a mood. */
export type Expression = 'own' | 'glad' | 'low' | 'cross' | 'uneasy' | 'tired'

interface Features {
  readonly eyes?: Shape
  readonly mouth?: Shape
  readonly brows?: Shape
}

const RAISED_BROWS = line('M31 34.200l5.500-2.200M43.500 32l5.500 2.2', 'hair', 1.7)
const EXPRESSIONS: Readonly<Record<Expression, Features>> = {
  own: {},
  glad: {
    mouth: path('M34.5 45.500q5.5 7.500 11 0z', 'lip'),
    brows: line('M31 32.500q3-2.500 5.5-1M43.5 31.500q2.500-1.500 5.5 1', 'hair', 1.6),
  },
  low: { mouth: line('M36 49.500q4-4 8 0', 'lip', 1.9), brows: RAISED_BROWS },
  cross: {
    mouth: line('M36.500 48.800q3.500-1.800 7 0', 'lip', 2),
    brows: line('M31 31.800l5.800 2.600M43.2 34.400l5.8-2.6', 'hair', 2),
  },
  uneasy: { mouth: line('M35.500 48q1.500-1.800 3 0t3 0 3 0', 'lip'), brows: RAISED_BROWS },
  tired: {
    eyes: line('M31.300 38q2.600 1.800 5.200 0M43.500 38q2.600 1.800 5.200 0', 'ink'),
    mouth: line('M37.500 48h5', 'lip'),
  },
}

/** FNV-1a with a final mix: 32 bits, all of which change if the seed changes in one place. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Each feature has its own hash, so that a new hat in the list changes only hats. */
const pick = <T>(seed: string, feature: string, from: readonly T[]): T =>
  from[hashOf(`${feature}:${seed}`) % from.length]!

const darker = (colour: string, by: number): string =>
  `#${[1, 3, 5]
    .map((i) => Math.round(Number.parseInt(colour.slice(i, i + 2), 16) * by))
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('')}`

/** Cached faces, about 2 KB each. */
const CACHED_FACES_MAX = 2_000
const drawnPortraits = new LRUCache<string, Html>({ max: CACHED_FACES_MAX })

/** The drawing inside the frame; it depends on seed and expression only and contains no letters of the seed. */
export function portraitDrawing(seed: string, expression: Expression = 'own'): Html {
  const key = `${expression}:${seed}`
  const portrait = drawnPortraits.get(key) ?? draw(seed, expression)
  drawnPortraits.set(key, portrait)
  return portrait
}

function draw(seed: string, expression: Expression): Html {
  const skin = pick(seed, 'skin', SKINS)
  const [ground, cloth, third] = pick(seed, 'outfit', OUTFITS)
  const colours: Record<string, string> = {
    skin,
    shade: darker(skin, 0.82),
    lip: darker(skin, 0.55),
    hair: pick(seed, 'hair', HAIRS),
    cloth,
    third,
    ink: '#231f1c',
    white: '#fffdf8',
  }
  const [back, front] = pick(seed, 'top', TOPS)
  const layers = [
    `<path d="M0 0h80v80H0z" fill="${ground}"/>`,
    back,
    pick(seed, 'clothes', CLOTHES),
    NECK,
    EARS,
    pick(seed, 'head', HEADS),
    EXPRESSIONS[expression].eyes ?? pick(seed, 'eyes', EYES),
    pick(seed, 'nose', NOSES),
    EXPRESSIONS[expression].mouth ?? pick(seed, 'mouth', MOUTHS),
    EXPRESSIONS[expression].brows ?? pick(seed, 'brows', BROWS),
    pick(seed, 'extra', EXTRAS),
    front,
  ]
  return new Html(layers.join('').replace(/\{(\w+)\}/g, (_, name: string) => colours[name]!))
}

/**
 * The portraits of one page. Each face is drawn once and shown by reference, because a face has 2 KB and a feed repeats
 * the same ones.
 */
type FaceSize = 'tiny' | 'small' | 'large'
export interface Portraits {
  /** A face in a size of the style sheet. It is decorative: the name is next to it. */
  face(seed: string, size?: FaceSize, expression?: Expression): Html
  /** A face inside another drawing, `size` units wide; the drawing needs a clip path `round`. */
  inset(seed: string, size: number): Html
  /** The referenced drawings, for the end of the page. */
  sheet(): Html
}

/** Faces that include their drawing, for markup that is inserted into an open page. */
export const inlinePortraits: Pick<Portraits, 'face'> = {
  face: (seed, size = 'small', expression = 'own') =>
    html`<svg class="face ${size}" viewBox="7 7 66 66" aria-hidden="true">${portraitDrawing(seed, expression)}</svg>`,
}

export function makePortraits(): Portraits {
  const drawings = new Map<string, { id: string; seed: string; expression: Expression }>()
  const idOf = (seed: string, expression: Expression = 'own'): string => {
    const key = `${expression}:${seed}`
    const drawing = drawings.get(key) ?? { id: `face-${drawings.size + 1}`, seed, expression }
    drawings.set(key, drawing)
    return drawing.id
  }
  return {
    face: (seed, size = 'small', expression = 'own') =>
      html`<svg class="face ${size}" viewBox="0 0 80 80" aria-hidden="true"><use href="#${idOf(seed, expression)}"/></svg>`,
    inset: (seed, size) => html`<use clip-path="url(#round)" href="#${idOf(seed)}" width="${size}" height="${size}"/>`,
    sheet() {
      if (drawings.size === 0) return new Html('')
      const symbols = [...drawings.values()].map(
        ({ id, seed, expression }) =>
          html`<symbol id="${id}" viewBox="7 7 66 66">${portraitDrawing(seed, expression)}</symbol>`,
      )
      return html`<svg class="sheet" aria-hidden="true">${symbols}</svg>`
    },
  }
}
