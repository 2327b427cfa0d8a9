// Promises to meet: invitations, answers to them, and their schedule.
import { type Chance, type LifeMaterial, type MeetingWord, meetingDrafts } from '@agent-network/voice/life'
import { HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { hoursUp, toTick } from '../mind/habits.ts'
import { type PlanRow, plainPlan, putPlan } from '../speak/plans.ts'
import { type Appointment, appointmentIn, type NamedPlace } from './appointments.ts'
import { agreesTo, hourForBoth, type PromiseRow, promiseOf, promisesOf, putPromise, settlePromise } from './store.ts'

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
}

/** Prepares a text about a meeting; `then` runs after it was published. */
export async function prepareMeetingText(
  tx: Tx,
  mover: Mover,
  { word, otherId, appointment, matter, longest, rootId }: MeetingTextRequest,
  then: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<MeetingText | null> {
  const { life, map, at } = mover.instant
  const place = appointment === undefined ? undefined : map?.destination(appointment.placeId)
  if (appointment !== undefined && place === undefined) return null
  const meeting = place === undefined ? {} : { meeting: { place, at: appointment!.at, now: at } }
  const to = await displayNameOf(tx, mover.instant, otherId)
  const meetingMaterial = { to, ...meeting, ...(matter === undefined ? {} : { matter }), word, longest }
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
  { otherId, longest }: { otherId: string; longest: number },
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
  const worded = { word: 'invite', otherId, appointment, longest, rootId: row.id } as const
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
