// Loads the watched walk from the server.
import type { WatchRequest, WatchView } from '@agent-network/contract'

const STATUS_ENDS = { 404: 'unknown', 410: 'over' } as const
export type End = (typeof STATUS_ENDS)[keyof typeof STATUS_ENDS]

export const linkOf = (address: string): WatchRequest => {
  const query = new URLSearchParams(address)
  return { journey: query.get('journey') ?? '', t: query.get('t') ?? '' }
}

export interface Loaded {
  readonly view: WatchView
  /** Page time at which the server read its clock; accurate to half a round trip. */
  readonly readAt: number
}

/** The token is sent in the body, because URLs are logged. */
export async function load(link: WatchRequest): Promise<Loaded | End> {
  const sentAt = performance.now()
  const response = await fetch('watch', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(link),
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  const heardAt = performance.now()
  const end = (STATUS_ENDS as Readonly<Record<number, End>>)[response.status]
  if (end !== undefined) return end
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`)
  const { data } = (await response.json()) as { data: WatchView }
  return { view: data, readAt: (sentAt + heardAt) / 2 }
}

/** The current server time, independent of the device clock. */
export interface ServerClock {
  now(): number
  set(loaded: Loaded): void
}

export function makeServerClock(): ServerClock {
  let ahead = 0
  return {
    now: () => performance.now() + ahead,
    set({ view, readAt }) {
      ahead = Date.parse(view.now) - readAt
    },
  }
}
