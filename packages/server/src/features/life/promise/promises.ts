// Promises to meet: invitations, answers to them, and their schedule.
import { type Chance, type LifeMaterial, type MeetingWord, meetingDrafts } from '@agent-network/voice/life'
import { fold } from '../../../platform/core/text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { hoursUp, toTick } from '../mind/habits.ts'
import { type PlanRow, plainPlan, putPlan } from '../speak/plans.ts'
import { agreesTo, hourForBoth, type PromiseRow, promiseOf, promisesOf, putPromise, settlePromise } from './store.ts'

/** A place that a text may name. */
export interface NamedPlace {
  readonly id: string
  readonly label: string
}

export interface Appointment {
  readonly placeId: string
  readonly at: number
}

const HOURS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const HOUR = `\\d{1,2}|${Object.keys(HOURS).join('|')}`
/** In the order of UTC days since 1970, which began with a Thursday. */
const DAYS = ['thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday', 'wednesday']

const PROPOSES =
  /\b(?:meet|see (?:you|each other|me)|come|join|be (?:at|in|on) |let us|let's|lets|shall we|how about|what about|wait for|find me|i(?:'ll| will| shall) be|visit|drop by|stop by|at your|have (?:tea|coffee|a word))\b/u
const NO_PROPOSAL =
  /\b(?:can't|cannot|can not|won't|will not|not (?:come|be there|meet)|couldn't|didn't|did not|yesterday|last (?:night|week)|was (?:at|in|on)|were (?:at|in|on)|ago|we met|i met|i saw|weeks?|months?)\b/u

const CLOCK = new RegExp(
  `\\b(?:(?:at|around|about|by|from|towards|say)\\s+)?(half past|(?:a )?quarter past|(?:a )?quarter to)\\s+(${HOUR})\\b|\\b(?:at|around|about|by|say)\\s+(${HOUR})(?::(\\d\\d))?\\s*(?:o'?clock)?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?(?!\\s*(?:of|minutes|hours|days|people|metres))\\b|\\b(\\d{1,2}):(\\d\\d)\\b|\\b(\\d{1,2})\\s*(am|pm)\\b|\\b(noon|midday|midnight)\\b|\\b(${HOUR}) o'?clock\\b`,
  'u',
)
const SPAN = /\bin (half an|an|a|\d{1,2}|one|two|three|four|five|six) (hour|hours|minutes)\b/u

const numberOf = (word: string): number => HOURS[word] ?? Number(word)

/** Minutes since midnight. An hour without a part of the day means the waking hours. */
function minutesIn(text: string): number | null {
  const found = CLOCK.exec(text)
  if (found === null) return null
  const [, past, pastHour, hour, minutes, half, wholeHour, wholeMinutes, bareHour, bareHalf, named, oClock] = found
  if (named !== undefined) return named === 'midnight' ? 24 * 60 : 12 * 60
  const hourNumber = numberOf((pastHour ?? hour ?? wholeHour ?? bareHour ?? oClock)!)
  if (!(hourNumber >= 0 && hourNumber < 24)) return null
  const part = (half ?? bareHalf)?.replaceAll('.', '')
  const late = /\b(?:evening|tonight|night|afternoon)\b/u.test(text)
  const early = /\bmorning\b/u.test(text)
  const isBare = hourNumber >= 1 && hourNumber <= 12 && minutes === undefined && wholeMinutes === undefined
  const afternoon = part === 'pm' || (part === undefined && isBare && !early && (late || hourNumber <= 7))
  const turned = hourNumber === 12 ? (part === 'am' ? 0 : 12) : afternoon ? hourNumber + 12 : hourNumber
  const whole = (turned > 23 ? hourNumber : turned) * 60 + Number(minutes ?? wholeMinutes ?? 0)
  if (past === undefined) return whole
  return whole + (past === 'half past' ? 30 : past.endsWith('to') ? -15 : 15)
}

function dayIn(text: string, today: number): number | null {
  if (/\b(?:the day after tomorrow)\b/u.test(text)) return today + 2
  if (/\btomorrow\b/u.test(text)) return today + 1
  if (/\b(?:today|tonight|this (?:evening|afternoon|morning))\b/u.test(text)) return today
  const named = DAYS.findIndex((day) => new RegExp(`\\b${day}\\b`, 'u').test(text))
  if (named < 0) return null
  return today + ((named - (today % 7) + 7) % 7 || 7)
}

function timeIn(text: string, now: number): number | null {
  const [, much, unit] = SPAN.exec(text) ?? []
  if (much !== undefined) {
    if (unit === 'minutes') return Number.isNaN(numberOf(much)) ? null : now + numberOf(much) * MINUTE_MS
    const hours = much === 'half an' ? 0.5 : much === 'a' || much === 'an' ? 1 : numberOf(much)
    return now + hours * HOUR_MS
  }
  const minutes = minutesIn(text)
  if (minutes === null) return null
  const today = Math.floor(now / DAY_MS)
  const day = dayIn(text, today)
  const at = (day ?? today) * DAY_MS + minutes * MINUTE_MS
  return day === null && at < now + SOONEST_MS ? at + DAY_MS : at
}

/** Bounds of an appointment: at least ten minutes ahead, at most eight days. */
const SOONEST_MS = 10 * MINUTE_MS
const LATEST_MS = 8 * DAY_MS

const normalize = (text: string): string => fold(text).replaceAll(/[’‘]/gu, "'").replaceAll(/\s+/gu, ' ')

/** The longest place name in the text, with or without its article. */
function placeIn(text: string, places: readonly NamedPlace[]): string | null {
  let found: { id: string; length: number } | null = null
  for (const { id, label } of places) {
    const name = normalize(label).replace(/^the /u, '').replace(/,.*$/u, '')
    if (name.length < 4 || name.length <= (found?.length ?? 0)) continue
    const at = text.indexOf(name)
    const isWhole = at >= 0 && !/\p{L}/u.test(text[at - 1] ?? ' ') && !/\p{L}/u.test(text[at + name.length] ?? ' ')
    if (isWhole) found = { id, length: name.length }
  }
  return found?.id ?? null
}

/**
 * The appointment that a text proposes: a time, a place of this city and words of invitation. Null if one of them is
 * missing.
 */
export function appointmentIn(text: string, now: number, places: readonly NamedPlace[]): Appointment | null {
  const normalizedText = normalize(text.slice(0, 1_000))
  if (!PROPOSES.test(normalizedText) || NO_PROPOSAL.test(normalizedText)) return null
  const placeId = placeIn(normalizedText, places)
  const at = placeId === null ? null : timeIn(normalizedText, now)
  if (placeId === null || at === null || at < now + SOONEST_MS || at > now + LATEST_MS) return null
  return { placeId, at: Math.round(at / MINUTE_MS) * MINUTE_MS }
}

/** Kinds of due rows: the departure for a promise, and the check of who came. */
export const SETTING_OUT = 'setting-out'
export const MEETING = 'meeting'

/** Departure before the agreed time. */
const DEPARTURE_LEAD_MS = 25 * MINUTE_MS
/** Check after the agreed time, so that a few minutes do not count as late. */
const ATTENDANCE_DELAY_MS = 6 * MINUTE_MS
/** Minimum time between two promises of one agent. */
const PROMISE_DISTANCE_MS = 1.5 * HOUR_MS

const PLACES = new WeakMap<OpenMap, readonly NamedPlace[]>()

/** Places that an appointment can name; homes are excluded. */
function placesOf(map: OpenMap): readonly NamedPlace[] {
  let places = PLACES.get(map)
  if (places === undefined) {
    places = map.destinations.filter(({ kind }) => kind !== 'home')
    PLACES.set(map, places)
  }
  return places
}

/** A meeting place near the resident; null in a world without a city. */
export function placeToMeet({ instant: { map }, body, chance }: Mover): Destination | null {
  if (map === null) return null
  const node = (body === undefined ? undefined : map.destination(body.destination_id))?.node ?? 0
  const near = map
    .near(node)
    .map(({ destination }) => destination)
    .filter(({ kind }) => kind !== 'home')
    .slice(0, 8)
  return near[Math.floor(chance('where to meet')() * near.length)] ?? null
}

interface AgreedPromise extends Appointment {
  readonly makerId: string
  readonly otherId: string
  readonly kind: 'meeting' | 'trial' | 'game'
  readonly rootId?: string
}

const rowOf = ({ instant, ambient }: Mover, agreed: AgreedPromise, status: string): PromiseRow => ({
  world_id: instant.life.world.id,
  id: ambient.id('promise', instant.life.world.tag),
  maker_id: agreed.makerId,
  other_id: agreed.otherId,
  place_id: agreed.placeId,
  at: agreed.at,
  kind: agreed.kind,
  root_id: agreed.rootId ?? '',
  status,
  created_at: instant.at,
})

/** Schedules the departure and the check of a promise. */
async function schedule(tx: Tx, { life, at }: Instant, row: PromiseRow): Promise<void> {
  const due = (kind: string) => ({ worldId: life.world.id, kind, subjectId: row.id })
  await putDue(tx, due(SETTING_OUT), toTick(Math.max(at + MINUTE_MS, row.at - DEPARTURE_LEAD_MS)))
  await putDue(tx, due(MEETING), toTick(row.at + ATTENDANCE_DELAY_MS))
}

/** Stores an agreed promise and schedules it. */
export async function makePromise(tx: Tx, mover: Mover, agreed: AgreedPromise): Promise<PromiseRow> {
  const row = rowOf(mover, agreed, 'open')
  await putPromise(tx, row)
  await schedule(tx, mover.instant, row)
  return row
}

/** Whether a resident agrees to an appointment. */
async function agrees(tx: Tx, mover: Mover, otherId: string, { at }: Appointment): Promise<boolean> {
  const { person, feelings, chance, instant } = mover
  const one = { worldId: instant.life.world.id, agentId: person.agent.id }
  const promised = await promisesOf(tx, one, at - PROMISE_DISTANCE_MS, at + PROMISE_DISTANCE_MS)
  const edge = person.edges.get(otherId)
  return agreesTo(
    {
      affinity: edge?.affinity ?? 0,
      trust: edge?.trust ?? 0.3,
      fatigue: feelings.fatigue,
      bearsGrudge: person.grudges.has(otherId),
      isPromised: promised.some(({ status }) => status === 'open'),
      isUp: hoursUp(person.habits, at) !== null,
    },
    chance('agrees')(),
  )
}

/** Intent and drafts of a text about a meeting, and the step after it was published. */
export interface MeetingText {
  readonly intent: string
  drafts(life: LifeMaterial, chance: Chance): Iterable<string>
  onPublished(tx: Tx, textId: string): Promise<void>
}

interface MeetingTextRequest {
  readonly word: MeetingWord
  readonly otherId: string
  /** Place and time; absent if the text names neither. */
  readonly appointment?: Appointment
  /** The offence, for apologies. */
  readonly matter?: string
  readonly longest: number
  /** Id of the promise. */
  readonly rootId: string
  readonly isAtTable?: boolean
}

/** Prepares a text about a meeting; `then` runs after it was published. */
export async function prepareMeetingText(
  tx: Tx,
  mover: Mover,
  { word, otherId, appointment, matter, longest, rootId, isAtTable = false }: MeetingTextRequest,
  then: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<MeetingText | null> {
  const { life, map, at } = mover.instant
  const place = appointment === undefined ? undefined : map?.destination(appointment.placeId)
  if (appointment !== undefined && place === undefined) return null
  const meeting = place === undefined ? {} : { meeting: { place, at: appointment!.at, now: at } }
  const to = await displayNameOf(tx, mover.instant, otherId)
  const meetingMaterial = { to, ...meeting, ...(matter === undefined ? {} : { matter }), isAtTable, word, longest }
  const about = place === undefined ? (matter ?? 'what happened') : `a meeting at ${place.label}`
  return {
    intent: `${word}, to ${to}, about ${about}`,
    drafts: (material, chance) => meetingDrafts(material, meetingMaterial, chance),
    async onPublished(writer, textId) {
      const by = { worldId: life.world.id, agentId: mover.person.agent.id, at }
      await putPlan(writer, plainPlan(by, { id: textId, rootId, move: word, to: otherId }))
      await then(writer)
    },
  }
}

/** Invites a resident to a nearby place at an hour at which both are awake; null if there is none. */
export async function invitation(
  tx: Tx,
  mover: Mover,
  { otherId, longest, isAtTable }: { otherId: string; longest: number; isAtTable: boolean },
): Promise<MeetingText | null> {
  const { instant, person, chance } = mover
  const other = await instant.life.people.of(tx, otherId, instant.at)
  const place = placeToMeet(mover)
  if (other === null || other.agent.kind !== 'resident' || place === null) return null
  const at = hourForBoth(person.habits, other.habits, instant.at, chance('hour to meet')())
  if (at === null) return null
  const appointment = { placeId: place.id, at }
  const agreed = { ...appointment, makerId: person.agent.id, otherId, kind: 'meeting' } as const
  const row = rowOf(mover, agreed, 'asked')
  const worded = { word: 'invite', otherId, appointment, longest, rootId: row.id, isAtTable } as const
  return prepareMeetingText(tx, mover, worded, (writer) => putPromise(writer, row))
}

interface ReceivedText {
  readonly otherId: string
  readonly text: string
  /** Plan of the text; undefined for a visitor's text. */
  readonly plan: PlanRow | undefined
  readonly longest: number
}

/** Answers an invitation: a resident's is known by its plan, a visitor's is recognised in the text. */
export async function answerToInvitation(
  tx: Tx,
  mover: Mover,
  { otherId, text, plan, longest }: ReceivedText,
): Promise<MeetingText | null> {
  const { instant, person } = mover
  const { map, at, life } = instant
  if (map === null) return null
  if (plan !== undefined) {
    const pendingPromise = plan.move === 'invite' ? await promiseOf(tx, life.world.id, plan.root_id) : undefined
    if (pendingPromise?.status !== 'asked' || pendingPromise.at <= at) return null
    const appointment = { placeId: pendingPromise.place_id, at: pendingPromise.at }
    const yes = await agrees(tx, mover, otherId, appointment)
    const worded = {
      word: yes ? 'accept' : 'decline',
      otherId,
      appointment,
      longest,
      rootId: pendingPromise.id,
    } as const
    return prepareMeetingText(tx, mover, worded, async (writer) => {
      await settlePromise(writer, { ...pendingPromise, status: yes ? 'open' : 'declined' })
      if (yes) await schedule(writer, instant, pendingPromise)
    })
  }
  const appointment = appointmentIn(text, at, placesOf(map))
  if (appointment === null) return null
  const yes = await agrees(tx, mover, otherId, appointment)
  const agreed = { ...appointment, makerId: otherId, otherId: person.agent.id, kind: 'meeting' } as const
  const worded = { word: yes ? 'accept' : 'decline', otherId, appointment, longest, rootId: '' } as const
  return prepareMeetingText(tx, mover, worded, async (writer) => {
    if (yes) await makePromise(writer, mover, agreed)
  })
}
