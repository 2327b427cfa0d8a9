/** Schemas of the page that shows one walk. */
import Type, { type Static } from 'typebox'
import { bareHandle, count, flag, nullable, number, object, schemaVersion, single, text, timestamp } from './shapes.ts'

const level = Type.Integer()
const distance = Type.Number({ minimum: 0 })

/** Position `offsetMs` after departure; the page interpolates between waypoints. */
const waypoint = object({ x: number, y: number, level, offsetMs: count })
export type Waypoint = Static<typeof waypoint>

const walk = object({
  departAt: timestamp,
  arriveAt: timestamp,
  dwellUntil: timestamp,
  purpose: text,
  meters: distance,
  lifts: count,
  fromLabel: nullable(text),
  toLabel: text,
  waypoints: Type.Array(waypoint, { minItems: 1 }),
})
export type WatchedRoute = Static<typeof walk>

const street = object({ x1: number, y1: number, level1: level, x2: number, y2: number, level2: level, lift: flag })
export type Street = Static<typeof street>

const place = object({ label: text, kind: text, x: number, y: number, level })
export type StreetPlace = Static<typeof place>

/** 2.11: the data behind a watch token: one walk and the streets around it, without other agents. */
export const watchView = object({
  schemaVersion,
  /** Server time, used to set the clock of the page. */
  now: timestamp,
  handle: bareHandle,
  cityName: text,
  walk,
  city: object({ streets: Type.Array(street), places: Type.Array(place) }),
})
export type WatchView = Static<typeof watchView>

/** Request of the page; the token is in the body because URLs are logged. */
export const watchRequest = object({ journey: text, t: text })
export type WatchRequest = Static<typeof watchRequest>

export const watchAnswer = single(watchView)
