import { describe, expect, it } from 'vitest'
import { begin, OBSTACLES, PAIRS, to } from './city-obstacles.ts'
import {
  attempt,
  type City,
  clock,
  describeCity,
  enter,
  HOUR,
  iso,
  look,
  MINUTE,
  nextValue,
  openCity,
  outcomeOf,
  pass,
  put,
  SECOND,
  setTime,
  settle,
  tryTo,
} from './city-site.ts'
import { everyRow } from './city-store.ts'
import { act, followJournal } from './visitor-site.ts'

describeCity('journeys', (site) => {
  it.each(OBSTACLES)('are declined for %s', async (reason, hinder) => {
    const testCase = await begin(site())
    await hinder(testCase)
    await site().operator('PATCH', `/_operator/worlds/${testCase.city.worldId}`, { overlay: testCase.overlay })
    const { guest, city, place, purpose } = testCase
    expect(await tryTo(site(), guest, to(city, place, purpose))).toBe(reason)
  })

  it('name the first obstacle of any two, in the order of 1.22', async () => {
    const found: string[] = []
    let city: City | undefined
    for (const [first, second, hinderFirst, hinderSecond] of PAIRS) {
      const testCase = await begin(site(), city)
      city = testCase.city
      // The place is chosen before anybody goes there, and switches are thrown last.
      const late = ['journey_active', 'already_there', 'duplicate']
      const hinders = [
        [first, hinderFirst],
        [second, hinderSecond],
      ] as const
      for (const [, hinder] of [...hinders].sort((a, b) => Number(late.includes(a[0])) - Number(late.includes(b[0]))))
        await hinder(testCase)
      await site().operator('PATCH', `/_operator/worlds/${testCase.city.worldId}`, { overlay: testCase.overlay })
      const journeyOutcome = await tryTo(site(), testCase.guest, to(testCase.city, testCase.place, testCase.purpose))
      if (journeyOutcome !== first) found.push(`${first} and ${second}: ${journeyOutcome}`)
      await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: {} })
    }
    expect(found).toEqual([])
  })

  it.each(['forum', 'stop', 'zflat'])('never go to what is never offered: %s', async (place) => {
    const { guest, city } = await begin(site())
    expect(await tryTo(site(), guest, to(city, place))).toBe('destination_not_found')
  })

  it('take the distance at 1.2 m/s and a minute per lift, and a minute at least; the first purpose is the default', async () => {
    const places = {
      cafe: { meters: 120, purposes: ['quiet_read', 'coffee'] },
      odd: { meters: 100.01, purposes: [] },
      tower: { meters: 30, lift: true },
      near: { meters: 20 },
    }
    for (const [place, purpose, seconds, sent] of [
      ['cafe', 'quiet_read', 100, undefined],
      ['cafe', 'coffee', 100, 'coffee'],
      ['odd', '', 83.342, undefined],
      ['tower', 'coffee', 85, undefined],
      ['near', 'coffee', 60, undefined],
    ] as const) {
      const city = await openCity(site(), { places })
      const guest = await enter(site(), city)
      const at = await clock(site())
      const { docId, detail, status, action, skipReason } = await attempt(site(), guest, to(city, place, sent))
      expect([status, action, skipReason]).toEqual(['created', 'journey', undefined])
      expect(detail).toEqual({
        destinationId: city.id(place),
        purpose,
        departAt: iso(at),
        arriveAt: iso(at + seconds * SECOND),
        watchUrl: expect.stringMatching(new RegExp(`^http://[^/]+/city/\\?journey=${docId}&t=[A-Za-z0-9_-]{22,}$`)),
      })
    }
  })

  it('reserve the apartment once: the next visitor gets the next, and walking on changes nothing', async () => {
    const { guest, city } = await begin(site())
    const other = await enter(site(), city)
    const homes = async () => (await everyRow(site(), 'bodies', city.worldId)).map((row) => [row.agent_id, row.home_id])
    await settle(site(), city, guest, 'cafe')
    await settle(site(), city, guest, 'park')
    await settle(site(), city, other, 'cafe')
    const third = await enter(site(), city)
    const fourth = await enter(site(), city)
    await settle(site(), city, third, 'cafe')
    await settle(site(), city, fourth, 'cafe')
    await settle(site(), city, fourth, 'park')
    const byGuest = new Map((await homes()) as [string, string | null][])
    expect([guest, other, third, fourth].map(({ visitor }) => byGuest.get(visitor.agentId) ?? null)).toEqual([
      city.id('home0'),
      city.id('home1'),
      city.id('zflat'),
      null,
    ])
  })

  it('are not held to their dwell, and pass time: no further walk until arrival, then at once', async () => {
    const { guest, city } = await begin(site())
    const { detail } = await attempt(site(), guest, to(city, 'cafe'))
    await setTime(site(), Date.parse(detail.arriveAt) - 1)
    expect(await tryTo(site(), guest, to(city, 'park'))).toBe('journey_active')
    await pass(site(), 1)
    expect(await tryTo(site(), guest, to(city, 'cafe'))).toBe('already_there')
    const on = await attempt(site(), guest, to(city, 'park'))
    expect(Date.parse(on.detail.arriveAt) - Date.parse(on.detail.departAt)).toBe(300 * SECOND)
  })

  it('spend their unit and leave their two entries in the journal, walked or declined', async () => {
    const { guest, city } = await begin(site())
    const walked = await attempt(site(), guest, to(city, 'cafe', 'coffee'))
    const declined = await attempt(site(), guest, to(city, 'park'))
    expect([walked.budget.used, declined.budget.used, outcomeOf(declined)]).toEqual([1, 2, 'journey_active'])
    expect(declined.docId).toBeNull()
    const { entries } = await followJournal(site(), guest.visitor, guest.key, null)
    expect(entries.map(({ type, requestId, action, outcome }) => ({ type, requestId, action, outcome }))).toEqual([
      {
        type: 'attempt',
        requestId: walked.actionId,
        action: { kind: 'journey', destinationId: city.id('cafe'), purpose: 'coffee' },
        outcome: undefined,
      },
      {
        type: 'outcome',
        requestId: walked.actionId,
        action: { kind: 'journey', destinationId: city.id('cafe'), purpose: 'coffee' },
        outcome: { status: 'created', docId: walked.docId },
      },
      {
        type: 'attempt',
        requestId: declined.actionId,
        action: { kind: 'journey', destinationId: city.id('park') },
        outcome: undefined,
      },
      {
        type: 'outcome',
        requestId: declined.actionId,
        action: { kind: 'journey', destinationId: city.id('park') },
        outcome: { status: 'skipped', skipReason: 'journey_active' },
      },
    ])
  })

  it('drain by arrival when the visitor is sent home, and away costs a unit (3.1)', async () => {
    const places = { far: { meters: 10_000 }, cafe: { meters: 120 } }
    const city = await openCity(site(), { places })
    const guest = await enter(site(), city)
    const { detail } = await attempt(site(), guest, to(city, 'far'))
    await pass(site(), HOUR - 1)
    expect(await tryTo(site(), guest, to(city, 'cafe'))).toBe('journey_active')
    await pass(site(), 1)
    const away = await attempt(site(), guest, to(city, 'cafe'))
    expect([outcomeOf(away), away.budget.used]).toEqual(['visitor_away', 3])
    await setTime(site(), Date.parse(detail.arriveAt))
    const { place } = await look(site(), guest)
    expect(place).toMatchObject({ destinationId: city.id('far'), journeyActive: false })
  })

  it('draw on the fork’s outbox and on its budget of acts, each of which pays only for walks', async () => {
    const { guest, city } = await begin(site())
    const worldId = city.worldId
    const overlay = (change: object) => site().operator('PATCH', `/_operator/worlds/${worldId}`, { overlay: change })
    await overlay({ journeyOutboxDailyBudget: 2, forkDailyActionBudget: 2 })
    const others = [await enter(site(), city), await enter(site(), city)]
    expect(await tryTo(site(), guest, to(city, 'stall'))).toBe('too_close')
    expect(await tryTo(site(), guest, to(city, 'cafe'))).toBe('created')
    await overlay({ journeyOutboxDailyBudget: 2, forkDailyActionBudget: 1 })
    expect(await tryTo(site(), others[0]!, to(city, 'cafe'))).toBe('world_budget_exhausted')
    await overlay({ journeyOutboxDailyBudget: 2, forkDailyActionBudget: 2 })
    expect(await tryTo(site(), others[0]!, to(city, 'cafe'))).toBe('created')
    expect(await tryTo(site(), others[1]!, to(city, 'cafe'))).toBe('outbox_budget_exhausted')
    await pass(site(), 12 * HOUR)
    await look(site(), others[1]!)
    expect(await tryTo(site(), others[1]!, to(city, 'cafe'))).toBe('created')
  })

  it('are asked for again with the same answer, and their token stands nowhere in the store', async () => {
    const { guest, city } = await begin(site())
    const value = nextValue()
    const first = await act(site(), guest.visitor, guest.key, value, to(city, 'cafe'))
    await pass(site(), 10 * MINUTE)
    const again = await act(site(), guest.visitor, guest.key, value, to(city, 'park'))
    expect(again.text).toBe(first.text)
    const { searchParams, pathname } = new URL(first.data.detail.watchUrl)
    expect([pathname, searchParams.get('journey')]).toEqual(['/city/', first.data.docId])
    const token = searchParams.get('t')!
    const bytes = Buffer.from(token, 'base64url')
    expect(bytes.length).toBeGreaterThanOrEqual(16)
    const dump = JSON.stringify(await everyRow(site()))
    expect(dump).toContain(first.data.docId)
    for (const form of [token, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')])
      expect(dump).not.toContain(form)
    // Another walk, another token.
    const other = await enter(site(), city)
    const { detail } = await attempt(site(), other, to(city, 'cafe'))
    expect(detail.watchUrl).not.toContain(token)
  })

  describe('imported', () => {
    const walk = (city: City, agentId: string, place: string, departAt: number, arriveAt?: number) => ({
      agentId,
      destinationId: city.id(place),
      departAt: iso(departAt),
      ...(arriveAt === undefined ? {} : { arriveAt: iso(arriveAt) }),
    })

    it('set out and arrive in their time, also when they take none', async () => {
      const { guest, city, at } = await begin(site())
      await settle(site(), city, guest, 'park')
      const [strolling, jumping] = city.residents.map(({ id }) => id) as [string, string]
      await put(site(), {
        stays: [strolling, jumping].map((agentId) => ({
          agentId,
          destinationId: city.id('cafe'),
          arrivedAt: iso(at),
          staysUntil: null,
        })),
        journeys: [
          walk(city, strolling, 'park', at + 10 * MINUTE, at + 15 * MINUTE),
          walk(city, jumping, 'park', at + 12 * MINUTE),
        ],
      })
      const residentsHere = async () => {
        const { here } = (await look(site(), guest)).body
        return [here.residents, here.arriving].map((list) => list.map((one: any) => one.handle))
      }
      const [walker, jumper] = city.residents.map(({ handle }) => handle)
      await setTime(site(), at + 10 * MINUTE - 1)
      expect(await residentsHere()).toEqual([[], []])
      await pass(site(), 1)
      expect(await residentsHere()).toEqual([[], [walker]])
      await pass(site(), 2 * MINUTE)
      expect(await residentsHere()).toEqual([[jumper], [walker]])
      await pass(site(), 3 * MINUTE)
      expect(await residentsHere()).toEqual([[jumper, walker], []])
    })

    it('and stays follow one another, each in its time', async () => {
      const { guest, city, at } = await begin(site())
      await settle(site(), city, guest, 'park')
      const [agentId] = city.residents.map(({ id }) => id) as [string]
      const stay = (place: string, from: number, to: number) => ({
        agentId,
        destinationId: city.id(place),
        arrivedAt: iso(at + from * MINUTE),
        staysUntil: iso(at + to * MINUTE),
      })
      await put(site(), {
        stays: [stay('cafe', 0, 8), stay('park', 10, 20), stay('park', 25, 30)],
        journeys: [walk(city, agentId, 'park', at + 21 * MINUTE, at + 22 * MINUTE)],
      })
      const minutesWithCompany: number[] = []
      for (const minute of [9, 10, 19, 20, 22, 24, 25, 29, 30]) {
        await setTime(site(), at + minute * MINUTE)
        if ((await look(site(), guest)).body.here.residentCount === 1) minutesWithCompany.push(minute)
      }
      expect(minutesWithCompany).toEqual([10, 19, 22, 24, 25, 29])
    })

    it('do not take a body from its way: what would have set out meanwhile does not', async () => {
      const { guest, city, at } = await begin(site())
      const { agentId } = guest.visitor
      await put(site(), { journeys: [walk(city, agentId, 'cafe', at + 1 * MINUTE, at + 2 * MINUTE)] })
      const { detail } = await attempt(site(), guest, to(city, 'park'))
      await setTime(site(), at + 1 * MINUTE)
      expect((await look(site(), guest)).place).toMatchObject({ destinationId: city.id('park'), journeyActive: true })
      await setTime(site(), Date.parse(detail.arriveAt))
      expect((await look(site(), guest)).place).toMatchObject({ destinationId: city.id('park'), journeyActive: false })
    })

    it('are a duplicate only with the same purpose, to the same place, and before they set out', async () => {
      const { guest, city, at } = await begin(site())
      const { agentId } = guest.visitor
      await put(site(), {
        journeys: [{ ...walk(city, agentId, 'cafe', at + 10 * MINUTE, at + 11 * MINUTE), purpose: 'quiet_read' }],
      })
      expect(await tryTo(site(), guest, to(city, 'cafe', 'quiet_read'))).toBe('duplicate')
      expect(await tryTo(site(), guest, to(city, 'cafe', 'coffee'))).toBe('created')
      await setTime(site(), at + 10 * MINUTE)
      expect(await tryTo(site(), guest, to(city, 'cafe', 'quiet_read'))).toBe('journey_active')
    })
  })
})
