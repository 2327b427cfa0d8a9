import { expect, it } from 'vitest'
import { ANSWERS, begin, deadlines } from './city-deadlines.ts'
import { gather, join, reply } from './city-gatherings.ts'
import {
  attempt,
  type City,
  clock,
  describeCity,
  enter,
  HOUR,
  iso,
  linger,
  look,
  MINUTE,
  pass,
  setTime,
  settle,
  tryTo,
} from './city-site.ts'
import { everyRow } from './city-store.ts'
import { followJournal, type Site } from './visitor-site.ts'

/** One encounter as the store has it, with who is what in it. */
async function stored(site: Site, city: City, id: string) {
  const [row] = (await everyRow(site, 'encounters', city.worldId)).filter((one) => one.id === id)
  const people = (await everyRow(site, 'encounter_participants', city.worldId)).filter((one) => one.encounter_id === id)
  return {
    status: row.status,
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    of: (agentId: string) => people.find((one) => one.agent_id === agentId),
  }
}

describeCity('invitations', (site) => {
  it('are shown one at a time, the one that runs out first, with who is there and until when', async () => {
    const { city, guest, at } = await begin(site())
    const late = await gather(site(), city, guest, { invitees: [1], deadline: at + HOUR })
    const soon = await gather(site(), city, guest, { place: 'park', talking: [2, 3], deadline: at + 10 * MINUTE })
    const { encounters } = (await look(site(), guest)).body
    const handles = city.residents.map(({ handle }) => handle)
    expect(encounters).toEqual([
      {
        encounterId: soon,
        placeLabel: 'The park',
        withHandles: [handles[2], handles[3]],
        invitedAt: iso(at),
        // Half an hour, but never past the deadline.
        respondBy: iso(at + 10 * MINUTE),
      },
    ])
    await pass(site(), 10 * MINUTE + 1)
    const [next] = (await look(site(), guest)).body.encounters
    expect(next).toMatchObject({ encounterId: late, placeLabel: 'The cafe', respondBy: iso(at + 30 * MINUTE) })
    expect(next.withHandles).toEqual([handles[0], handles[1]])
    await pass(site(), 20 * MINUTE)
    expect((await look(site(), guest)).body.encounters).toEqual([])
  })

  it('engage: forming turns to talking, with its detail and its journal; a second answer finds the state changed', async () => {
    const { city, guest } = await begin(site())
    const id = await gather(site(), city, guest)
    const done = await attempt(site(), guest, reply(id))
    expect(done).toMatchObject({ status: 'created', docId: id, detail: { reply: 'engage' }, budget: { used: 1 } })
    const { status, of } = await stored(site(), city, id)
    expect([status, of(guest.visitor.agentId).state]).toEqual(['talking', 'engaged'])
    const { body, menu } = await look(site(), guest)
    expect([body.encounters, menu.closed.encounter_reply]).toEqual([[], 'no_pending_invite'])
    for (const answer of ['engage', 'decline'])
      expect(await tryTo(site(), guest, reply(id, answer))).toBe('state_changed')
    const { entries } = await followJournal(site(), guest.visitor, guest.key, null)
    expect(entries[0].action).toEqual({ kind: 'encounter_reply', encounterId: id, reply: 'engage' })
    expect(entries[1].outcome).toEqual({ status: 'created', docId: id })
    expect(entries[3].outcome).toEqual({ status: 'skipped', skipReason: 'state_changed' })
  })

  it('stays forming while only one talks, up to its deadline', async () => {
    const { city, guest, at } = await begin(site())
    const open = await gather(site(), city, guest, { talking: [], invitees: [0, 1] })
    expect(await tryTo(site(), guest, reply(open))).toBe('created')
    expect((await stored(site(), city, open)).status).toBe('forming')
    await pass(site(), 30 * MINUTE)
    expect((await stored(site(), city, open)).status).toBe('forming')
    await pass(site(), 1)
    expect(await stored(site(), city, open)).toMatchObject({ status: 'closed', endedAt: at + 30 * MINUTE })
  })

  it('decline: the claim is released at once, and a conversation of one is over', async () => {
    const { city, guest, at } = await begin(site())
    const other = await enter(site(), city)
    const full = await gather(site(), city, guest, { status: 'talking', talking: [0, 1, 2, 3, 4] })
    await settle(site(), city, other, 'cafe')
    expect(await tryTo(site(), other, join(full))).toBe('conversation_full')
    const done = await attempt(site(), guest, reply(full, 'decline'))
    expect(done).toMatchObject({ status: 'created', docId: full, detail: { reply: 'decline' } })
    expect((await stored(site(), city, full)).of(guest.visitor.agentId)).toMatchObject({
      state: 'declined',
      seat: null,
    })
    expect(await tryTo(site(), guest, reply(full))).toBe('state_changed')
    expect(await tryTo(site(), other, join(full))).toBe('created')
    const alone = await gather(site(), city, guest, { createdAt: at })
    await attempt(site(), guest, reply(alone, 'decline'))
    expect(await stored(site(), city, alone)).toMatchObject({ status: 'closed', endedAt: await clock(site()) })
    // Its own doing: to the visitor that is a state that changed, up to the deadline.
    expect(await tryTo(site(), guest, reply(alone))).toBe('state_changed')
    await pass(site(), 30 * MINUTE + 1)
    expect(await tryTo(site(), guest, reply(alone))).toBe('encounter_closed')
  })

  it('are declined for reasons in the order of 1.21: not found, closed, window over, state changed', async () => {
    const { city, guest, at } = await begin(site())
    const none: [string, string][] = [
      [city.id('none'), 'invite_not_found'],
      [await gather(site(), city, guest, { guest: '' }), 'invite_not_found'],
      [await gather(site(), city, guest, { guest: '', status: 'closed' }), 'invite_not_found'],
      [
        await gather(site(), city, guest, { guest: 'listener', status: 'talking', talking: [0, 1] }),
        'invite_not_found',
      ],
      [await gather(site(), city, guest, { status: 'closed' }), 'encounter_closed'],
      [await gather(site(), city, guest, { status: 'closed', guest: 'engaged' }), 'encounter_closed'],
      [await gather(site(), city, guest, { status: 'closed', invitedAt: at - HOUR }), 'encounter_closed'],
      [await gather(site(), city, guest, { invitedAt: at - HOUR, deadline: at + HOUR }), 'response_window_closed'],
      [
        await gather(site(), city, guest, { guest: 'declined', invitedAt: at - HOUR, deadline: at + HOUR }),
        'response_window_closed',
      ],
      [await gather(site(), city, guest, { guest: 'declined', talking: [0, 1] }), 'state_changed'],
      [await gather(site(), city, guest, { guest: 'engaged' }), 'state_changed'],
    ]
    for (const [i, [id, reason]] of none.entries())
      expect([i, await tryTo(site(), guest, reply(id))]).toEqual([i, reason])
    await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: { forkDailyActionBudget: 0 } })
    const open = await gather(site(), city, guest)
    expect(await tryTo(site(), guest, reply(open))).toBe('world_budget_exhausted')
    expect((await look(site(), guest)).body.encounters).toHaveLength(1)
  })

  it('are declined as of the moment the visitor went missing (3.1, AMB-55)', async () => {
    const { city, guest, at } = await begin(site())
    await pass(site(), 45 * MINUTE)
    const id = await gather(site(), city, guest, { deadline: at + 3 * HOUR })
    await pass(site(), 15 * MINUTE - 1)
    expect((await stored(site(), city, id)).of(guest.visitor.agentId).state).toBe('invited')
    await pass(site(), 1)
    const { of, status, endedAt } = await stored(site(), city, id)
    expect(of(guest.visitor.agentId)).toMatchObject({ state: 'declined', seat: null })
    expect([Number(of(guest.visitor.agentId).left_at), status, endedAt]).toEqual([at + HOUR, 'closed', at + HOUR])
    expect(await tryTo(site(), guest, reply(id))).toBe('visitor_away')
    await look(site(), guest)
    expect(await tryTo(site(), guest, reply(id))).toBe('state_changed')
  })
})

describeCity('joining a conversation', (site) => {
  const talking = { status: 'talking', talking: [0, 1], guest: '' }

  it('makes a listener who holds a seat, for as long as it stays; the detail names the place', async () => {
    const { city, guest, at } = await begin(site())
    await settle(site(), city, guest, 'cafe')
    const id = await gather(site(), city, guest, { ...talking, deadline: at + 5 * HOUR })
    const done = await attempt(site(), guest, join(id))
    expect(done).toMatchObject({ status: 'created', docId: id, detail: { placeLabel: 'The cafe' } })
    expect((await stored(site(), city, id)).of(guest.visitor.agentId)).toMatchObject({ state: 'listener', seat: 2 })
    const { entries } = await followJournal(site(), guest.visitor, guest.key, null)
    expect(entries.at(-1)).toMatchObject({
      action: { kind: 'encounter_join', encounterId: id },
      outcome: { status: 'created', docId: id },
    })
    // Walking away leaves the conversation to those who talk.
    await settle(site(), city, guest, 'park')
    const { of, status } = await stored(site(), city, id)
    expect([of(guest.visitor.agentId).seat, status]).toEqual([null, 'talking'])
  })

  it('ends with the conversation: the last participant but one walks off', async () => {
    const { city, guest, at } = await begin(site())
    const id = await gather(site(), city, guest, { deadline: at + HOUR })
    await tryTo(site(), guest, reply(id))
    await pass(site(), MINUTE)
    await attempt(site(), guest, { journey: { destinationId: city.id('park') } })
    expect(await stored(site(), city, id)).toMatchObject({ status: 'closed', endedAt: at + MINUTE })
  })

  it('is declined for reasons in the order of 4.10, also when several hold', async () => {
    const { city, guest, at } = await begin(site())
    const lasting = { deadline: at + 5 * HOUR }
    const six = [0, 1, 2, 3, 4, 5]
    const fullElsewhere = await gather(site(), city, guest, { ...talking, talking: six, place: 'park', ...lasting })
    const elsewhere = await gather(site(), city, guest, { ...talking, place: 'park', ...lasting })
    const forming = await gather(site(), city, guest, { ...talking, talking: six, status: 'forming', ...lasting })
    const closed = await gather(site(), city, guest, {
      ...talking,
      talking: six,
      status: 'closed',
      place: 'park',
      ...lasting,
    })
    const fine = await gather(site(), city, guest, { ...talking, talking: [6, 7], ...lasting })
    const reasons = async (...ids: string[]) => {
      const outcomes: string[] = []
      for (const id of ids) outcomes.push(await tryTo(site(), guest, join(id)))
      return outcomes
    }
    const all = [city.id('none'), forming, closed, fullElsewhere, elsewhere]
    // Before its first walk a visitor stands at no place.
    expect(await reasons(...all, fine)).toEqual([
      'conversation_not_found',
      'conversation_not_talking',
      'conversation_not_talking',
      'conversation_full',
      'not_at_place',
      'not_at_place',
    ])
    await attempt(site(), guest, { journey: { destinationId: city.id('cafe') } })
    expect(await reasons(fine)).toEqual(['not_at_place'])
    await pass(site(), 100_000)
    await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: { forkDailyActionBudget: 0 } })
    expect(await reasons(fine)).toEqual(['world_budget_exhausted'])
    await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: {} })
    expect(await reasons(fine)).toEqual(['created'])
    expect(await reasons(...all, fine)).toEqual([
      'conversation_not_found',
      ...Array.from({ length: 5 }, () => 'already_in_conversation'),
    ])
    await settle(site(), city, guest, 'park')
    // It has just left one, so it is cooling down; everything else is said first.
    expect(await reasons(...all, fine)).toEqual([
      'conversation_not_found',
      'conversation_not_talking',
      'conversation_not_talking',
      'conversation_full',
      'not_admitted',
      'not_at_place',
    ])
  })

  it('an open invitation does not stop it, and is still to be answered', async () => {
    const { city, guest } = await begin(site())
    await settle(site(), city, guest, 'cafe')
    const parkEncounter = await gather(site(), city, guest, { place: 'park', talking: [2] })
    const open = await gather(site(), city, guest, talking)
    expect(await tryTo(site(), guest, join(open))).toBe('created')
    expect((await look(site(), guest)).body.encounters.map((one: any) => one.encounterId)).toEqual([parkEncounter])
    expect(await tryTo(site(), guest, reply(parkEncounter))).toBe('created')
  })

  it('takes the place that an invitation to it holds already, also when it is the last', async () => {
    const { city, guest } = await begin(site())
    await settle(site(), city, guest, 'cafe')
    const full = await gather(site(), city, guest, { status: 'talking', talking: [0, 1, 2, 3, 4] })
    const { conversations } = (await look(site(), guest)).body.here
    expect(conversations).toMatchObject([{ encounterId: full, joinable: true }])
    expect(await tryTo(site(), guest, join(full))).toBe('created')
  })

  it('is not admitted while cooling down, past the day’s limit, or with a recent partner: to the millisecond', async () => {
    const fence = { conversationCooldownMinutes: 7, maxConversationsPerVisitorPerDay: 3, recentPartnerHours: 2 }
    const { city, guest, at } = await begin(site(), { residents: 8, overlay: { visitorFence: fence } })
    await settle(site(), city, guest, 'cafe')
    const lasting = { deadline: at + 20 * HOUR }
    const first = await gather(site(), city, guest, { ...talking, deadline: at + 4 * MINUTE })
    const strangers = await gather(site(), city, guest, { ...talking, talking: [2, 3], ...lasting })
    const partners = await gather(site(), city, guest, { ...talking, talking: [4, 1], ...lasting })
    const third = await gather(site(), city, guest, { ...talking, talking: [5, 6], ...lasting })
    expect(await tryTo(site(), guest, join(first))).toBe('created')
    const over = at + 4 * MINUTE
    // In it to the end, and cooling down from then on, not from when somebody noticed.
    await setTime(site(), over)
    expect(await tryTo(site(), guest, join(strangers))).toBe('already_in_conversation')
    await pass(site(), 1)
    expect(await tryTo(site(), guest, join(strangers))).toBe('not_admitted')
    await setTime(site(), over + 7 * MINUTE - 1)
    expect(await tryTo(site(), guest, join(strangers))).toBe('not_admitted')
    await pass(site(), 1)
    expect(await tryTo(site(), guest, join(partners))).toBe('not_admitted')
    await linger(site(), [guest], over + 2 * HOUR - 1 - (await clock(site())))
    expect(await tryTo(site(), guest, join(partners))).toBe('not_admitted')
    await pass(site(), 1)
    expect(await tryTo(site(), guest, join(partners))).toBe('created')
    const again = async (id: string) => {
      await settle(site(), city, guest, 'park')
      await settle(site(), city, guest, 'cafe')
      return tryTo(site(), guest, join(id))
    }
    expect(await again(strangers)).toBe('created')
    expect(await again(third)).toBe('not_admitted')
    const midnight = Math.floor(at / (24 * HOUR)) * 24 * HOUR + 24 * HOUR
    await linger(site(), [guest], midnight - 1 - (await clock(site())))
    expect(await tryTo(site(), guest, join(third))).toBe('not_admitted')
    await pass(site(), 1)
    expect(await tryTo(site(), guest, join(third))).toBe('created')
  })
})

describeCity('deadlines of encounters', (site) => {
  it('hold to the millisecond, with everything swept in time', async () => {
    expect(await deadlines(site())).toEqual(ANSWERS)
  })
})
