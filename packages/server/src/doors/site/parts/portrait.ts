import { LRUCache } from 'lru-cache'
import { Html, html } from '../html.ts'
import {
  BROWS,
  CLOTHES,
  EARS,
  EXTRAS,
  EYES,
  HAIRS,
  HEADS,
  MOUTHS,
  NECK,
  NOSES,
  OUTFITS,
  SKINS,
  TOPS,
} from './portrait-shapes.ts'

/** FNV-1a with a final mix: 32 bits that differ in all places for seeds that differ in one. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Each feature is drawn by a hash of its own, so that a new hat in the list changes hats and no faces. */
const pick = <T>(seed: string, feature: string, from: readonly T[]): T =>
  from[hashOf(`${feature}:${seed}`) % from.length]!

const darker = (colour: string, by: number): string =>
  `#${[1, 3, 5]
    .map((i) => Math.round(Number.parseInt(colour.slice(i, i + 2), 16) * by))
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('')}`

/** Faces that are kept, some 2 KB each. */
const FACES_KEPT = 2_000
const drawn = new LRUCache<string, Html>({ max: FACES_KEPT })

/** What is drawn inside the frame; follows from the seed alone and holds none of its letters. */
export function portraitDrawing(seed: string): Html {
  const known = drawn.get(seed) ?? draw(seed)
  drawn.set(seed, known)
  return known
}

function draw(seed: string): Html {
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
    pick(seed, 'eyes', EYES),
    pick(seed, 'nose', NOSES),
    pick(seed, 'mouth', MOUTHS),
    pick(seed, 'brows', BROWS),
    pick(seed, 'extra', EXTRAS),
    front,
  ]
  return new Html(layers.join('').replace(/\{(\w+)\}/g, (_, name: string) => colours[name]!))
}

/**
 * The portraits of one page. Each face is drawn once and shown by reference wherever it appears, since a face is
 * 2 KB and a feed has the same ones again and again.
 */
export interface Portraits {
  /** A face of a size that the style sheet knows. Decoration: the name stands beside it. */
  face(seed: string, size?: 'tiny' | 'small' | 'large'): Html
  /** A face inside another drawing, `size` units wide; the drawing has a clip path `round`. */
  inset(seed: string, size: number): Html
  /** What the references point to; at the end of the page. */
  sheet(): Html
}

/** Faces that bring their drawing along, for markup that is put into a page which is there already. */
export const inlinePortraits: Pick<Portraits, 'face'> = {
  face: (seed, size = 'small') =>
    html`<svg class="face ${size}" viewBox="7 7 66 66" aria-hidden="true">${portraitDrawing(seed)}</svg>`,
}

export function makePortraits(): Portraits {
  const ids = new Map<string, string>()
  const idOf = (seed: string): string => {
    const id = ids.get(seed) ?? `face-${ids.size + 1}`
    ids.set(seed, id)
    return id
  }
  return {
    face: (seed, size = 'small') =>
      html`<svg class="face ${size}" viewBox="0 0 80 80" aria-hidden="true"><use href="#${idOf(seed)}"/></svg>`,
    inset: (seed, size) => html`<use clip-path="url(#round)" href="#${idOf(seed)}" width="${size}" height="${size}"/>`,
    sheet() {
      if (ids.size === 0) return new Html('')
      const symbols = [...ids].map(
        ([seed, id]) => html`<symbol id="${id}" viewBox="7 7 66 66">${portraitDrawing(seed)}</symbol>`,
      )
      return html`<svg class="sheet" aria-hidden="true">${symbols}</svg>`
    },
  }
}
