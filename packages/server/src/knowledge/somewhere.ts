import type { Destination } from '../city/map/city-map.ts'
import type { OpenMap } from '../city/maps.ts'
import { isOffered } from '../city/offered.ts'

/** What one can want of a place, as far as its kind or its purposes tell. */
const WANTED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:eat|supper|dinner|lunch|breakfast|food|meal|soup|bite)\b/iu, /^(?:cafe|canteen)$/],
  [/\b(?:coffee|tea|drink|drinks|warm|sit)\b/iu, /^(?:coffee|cafe)$/],
  [/\b(?:bread|buns?|rolls?|cakes?|loaf)\b/iu, /^bakery$/],
  [/\b(?:shop|shopping|vegetables|fish)\b/iu, /^market$/],
  [/\b(?:read|reading|study|books?|quiet)\b/iu, /^(?:library|quiet_read)$/],
  [/\b(?:view|stars|sunset)\b/iu, /^(?:view|lookout|observatory)$/],
  [/\b(?:walk|stroll|wander)\b/iu, /^(?:promenade|walk)$/],
  [/\b(?:swim|bathe|bath)\b/iu, /^pool$/],
  [/\b(?:garden|flowers|trees|green)\b/iu, /^garden$/],
]

/** Whether it is something that places are for. */
export const isServed = (to: string): boolean => WANTED.some(([words]) => words.test(to))

/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** Places that serve what is wanted, those that one resident prefers first; none when it is nothing a map could tell. */
export function placesFor(map: OpenMap, to: string, by: string): Destination[] {
  const fits = WANTED.find(([words]) => words.test(to))?.[1]
  if (fits === undefined) return []
  return map.destinations
    .filter((place) => isOffered(place) && [place.kind, ...place.purposes].some((one) => fits.test(one)))
    .sort((a, b) => hash(`${by} ${a.id}`) - hash(`${by} ${b.id}`) || (a.id < b.id ? -1 : 1))
}
