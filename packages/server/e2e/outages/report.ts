// Driver and report of the outage tests.

import { waitUntil } from '../../test/wait-until.ts'
import type { Fault } from './faults.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { type Load, startLoad } from './load.ts'

export interface Counts {
  readonly fault: string
  readonly requests: number
  readonly slow: number
  readonly falseAnswers: number
  readonly deaths: number
  /** From the end of the fault to the first act that is done and both nodes being ready. */
  readonly recoverySeconds: number
  /** While a Redis of somebody else stood in the place of ours. */
  readonly servedOnForeign: number
}

export interface Report {
  readonly faults: readonly Counts[]
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly overruns: readonly string[]
  readonly slow: readonly number[]
  readonly falseAnswers: readonly string[]
  readonly deaths: number
}

/** Both nodes serve again within this. */
export const RECOVERED_WITHIN_S = 2
const RECOVERY_LIMIT_S = 60
const ENOUGH_ACTS_PER_KEY = 5
const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

const isReady = async (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function recover(fixture: Fixture, load: Load): Promise<number> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  while (seconds() < RECOVERY_LIMIT_S) {
    const ready = await Promise.all([0, 1].map((n) => isReady(fixture.node(n).baseUrl)))
    if (ready.every(Boolean) && (await load.probe())) return seconds()
    await pause(25)
  }
  return seconds()
}

/** Keyed requests that were served while nobody may serve; the first second is for noticing. */
async function countServed(fixture: Fixture, until: Promise<void>): Promise<number> {
  let over = false
  let served = 0
  void until.finally(() => {
    over = true
  })
  await pause(500)
  let wasAway = false
  while (!over) {
    for (const n of [0, 1]) {
      const base = fixture.node(n).baseUrl
      if (!(await isReady(base))) wasAway = true
      const answer = await fetch(`${base}/v1`, { headers: { 'x-api-key': fixture.crew[0]!.keys[0]!.key } }).catch(
        () => null,
      )
      // Once ours is back it may well be served again.
      if (answer?.status === 200 && !over && !(await isReady(base))) served += 1
    }
    await pause(50)
  }
  return wasAway ? served : served + 1
}

async function suffer(fixture: Fixture, load: Load, fault: Fault): Promise<Counts> {
  const before = { requests: load.requests(), slow: load.slow().length, wrong: load.falseAnswers().length }
  const deaths = fixture.deaths()
  const struck = fault.strike(fixture)
  const servedOnForeign = fault.mustNotServe === true ? await countServed(fixture, struck) : 0
  await struck
  const recoverySeconds = await recover(fixture, load)
  // Ordinary work before the next one.
  await pause(500)
  return {
    fault: fault.name,
    requests: load.requests() - before.requests,
    slow: load.slow().length - before.slow,
    falseAnswers: load.falseAnswers().length - before.wrong,
    deaths: fixture.deaths() - deaths,
    recoverySeconds: Math.round(recoverySeconds * 100) / 100,
    servedOnForeign,
  }
}

/** Both reports: what must never happen adds up, and of each fault's recoveries the quickest counts. */
export const combineReports = (one: Report, again: Report): Report => ({
  faults: one.faults.map((counts) => {
    const other = again.faults.find(({ fault }) => fault === counts.fault)
    return other === undefined ? counts : together(counts, other)
  }),
  acknowledged: one.acknowledged + again.acknowledged,
  lost: [...one.lost, ...again.lost],
  doubled: [...one.doubled, ...again.doubled],
  overruns: [...one.overruns, ...again.overruns],
  slow: [...one.slow, ...again.slow],
  falseAnswers: [...one.falseAnswers, ...again.falseAnswers],
  deaths: one.deaths + again.deaths,
})

/** The same fault again: what must never happen adds up, and of the recoveries the quickest counts. */
const together = (one: Counts, other: Counts): Counts => ({
  fault: one.fault,
  requests: one.requests + other.requests,
  slow: one.slow + other.slow,
  falseAnswers: one.falseAnswers + other.falseAnswers,
  deaths: one.deaths + other.deaths,
  recoverySeconds: Math.min(one.recoverySeconds, other.recoverySeconds),
  servedOnForeign: one.servedOnForeign + other.servedOnForeign,
})

/** Final state of the store, read past all caches. */
async function settle(fixture: Fixture, load: Load) {
  const posts = await fixture.rows(`select id, text from posts where world_id = '${fixture.town.worldId}'`)
  const ids = new Set(posts.map(({ id }) => id))
  const times = new Map<string, number>()
  for (const { text } of posts) times.set(text, (times.get(text) ?? 0) + 1)
  const created = load.ops.filter(({ answer }) => answer?.data?.status === 'created')
  const refused = load.ops.filter(({ answer }) => answer !== null && answer.status !== 200)
  const capped = fixture.crew.flatMap(({ keys }) => keys)
  const done = (keyId: string) => load.ops.filter((op) => op.keyId === keyId && times.has(op.text)).length
  return {
    acknowledged: created.length,
    lost: created.filter(({ answer }) => !ids.has(answer!.data.docId)).map(({ value }) => value),
    doubled: [
      ...load.ops.filter(({ text }) => (times.get(text) ?? 0) > 1).map(({ value }) => `${value}: done twice`),
      ...refused.filter(({ text }) => times.has(text)).map(({ value }) => `${value}: refused and done`),
    ],
    overruns: capped.filter(({ id, cap }) => done(id) > cap).map(({ id, cap }) => `${id}: ${done(id)} of ${cap}`),
  }
}

export async function outageCampaign(
  faults: readonly Fault[],
  {
    main,
    say,
    // Other tests may occupy the cores and delay the start of a node: a slow recovery is tried again.
    strikes = 1,
  }: { main?: string; say: (line: string) => void; strikes?: number },
): Promise<Report> {
  const fixture = await openFixture(main)
  try {
    const load = startLoad(fixture)
    // Every key is in use, and those with a tight cap have met it: what is planted slows a network down a lot.
    const enough = ENOUGH_ACTS_PER_KEY * fixture.crew.flatMap(({ keys }) => keys).length
    await waitUntil(`${enough} acts of the load`, () => load.ops.length >= enough, { everyMs: 50, withinMs: 600_000 })
    const counts: Counts[] = []
    for (const fault of faults) {
      let counted = await suffer(fixture, load, fault)
      const most = fault.isFinal === true ? 1 : strikes
      for (let strike = 1; strike < most && counted.recoverySeconds > RECOVERED_WITHIN_S; strike += 1)
        counted = together(counted, await suffer(fixture, load, fault))
      say(JSON.stringify(counted))
      counts.push(counted)
    }
    await load.stop()
    const { slow, falseAnswers } = load
    const settled = await settle(fixture, load)
    return { faults: counts, ...settled, slow: slow(), falseAnswers: falseAnswers(), deaths: fixture.deaths() }
  } finally {
    await fixture.close()
  }
}

/** The faults as a Markdown table, which docs/reliability.md summarises. */
export function tableOf({ faults, ...all }: Report): string {
  const rows = faults.map(
    ({ fault, requests, slow, falseAnswers, deaths, recoverySeconds, servedOnForeign }) =>
      `| ${fault} | ${requests} | ${recoverySeconds.toFixed(2)} | ${slow} | ${falseAnswers + servedOnForeign} | ${deaths} |`,
  )
  return [
    '| fault | requests | seconds to recover | over 5 s | false answers | deaths |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    `Over all of it: ${all.acknowledged} acts acknowledged, ${all.lost.length} of them lost, ${all.doubled.length} done twice or after a refusal, ${all.overruns.length} caps overrun, ${all.falseAnswers.length} false answers, ${all.slow.length} requests over 5 s, ${all.deaths} processes died.`,
  ].join('\n')
}
