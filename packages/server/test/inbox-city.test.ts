import { expect, it } from 'vitest'
import { gather, reply } from './city-gatherings.ts'
import {
  attempt,
  clock,
  describeCity,
  enter,
  type Guest,
  iso,
  MINUTE,
  openCity,
  pass,
  put,
  settle,
} from './city-site.ts'
import { read } from './visitor-site.ts'

describeCity('what the city addresses to a visitor', (site) => {
  const inbox = async ({ visitor, key }: Guest): Promise<any[]> => {
    const answer = await read(site(), `/v1/visitors/${visitor.agentId}/inbox`, key)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.data.items
  }
  const brief = ({ kind, from, text, ref }: any) => ({ kind, from, text, ref })

  it('a walk that has ended', async () => {
    const city = await openCity(site())
    const guest = await enter(site(), city)
    const walk = await attempt(site(), guest, { journey: { destinationId: city.id('cafe') } })
    expect(await inbox(guest)).toEqual([])
    await pass(site(), 10 * MINUTE)
    const ref = { journeyId: walk.docId, destinationId: city.id('cafe') }
    const [arrived, ...more] = await inbox(guest)
    expect([brief(arrived), more]).toEqual([{ kind: 'arrived', from: null, text: null, ref }, []])
    expect(arrived.at).toBe(walk.detail.arriveAt)
  })

  it('a move to answer, and to both players how the game ended', async () => {
    const city = await openCity(site())
    const [white, black] = [await enter(site(), city), await enter(site(), city)]
    const gameId = city.id('g')
    await put(site(), {
      games: [
        {
          id: gameId,
          worldId: city.worldId,
          whiteAgentId: white.visitor.agentId,
          blackAgentId: black.visitor.agentId,
          fen: '6k1/5ppp/8/8/8/8/4r3/R6K w - - 0 40',
          createdAt: iso((await clock(site())) - MINUTE),
        },
      ],
    })
    await settle(site(), city, white, 'cafe')
    await attempt(site(), white, { chess_move: { gameId, uci: 'h1g1' } })
    const [turn] = await inbox(black)
    expect(brief(turn)).toEqual({
      kind: 'chess_turn',
      from: white.visitor.handle,
      text: null,
      ref: { gameId, side: 'black', lastMove: 'h1g1', result: null, reason: null },
    })
    await attempt(site(), black, { chess_move: { gameId, uci: 'e2e7' } })
    await attempt(site(), white, { chess_move: { gameId, uci: 'a1a8' } })
    await attempt(site(), black, { chess_move: { gameId, uci: 'e7e8' } })
    await attempt(site(), white, { chess_move: { gameId, uci: 'a8e8' } })
    const over = { lastMove: 'a8e8', result: 'white_won', reason: 'checkmate', gameId }
    const [ofWhite, ofBlack] = [(await inbox(white)).at(-1), (await inbox(black)).at(-1)]
    expect(brief(ofWhite)).toMatchObject({ kind: 'chess_over', ref: { ...over, side: 'white' } })
    expect(brief(ofBlack)).toMatchObject({ kind: 'chess_over', ref: { ...over, side: 'black' } })
    // The last move is nobody's to answer.
    expect((await inbox(black)).filter(({ kind }) => kind === 'chess_turn')).toHaveLength(2)
  })

  it('an invitation, the words that were said to it, and the end', async () => {
    const city = await openCity(site())
    const guest = await enter(site(), city)
    await settle(site(), city, guest, 'cafe')
    const encounterId = await gather(site(), city, guest, { talking: [0, 1], status: 'talking' })
    const ref = { encounterId, destinationId: city.id('cafe') }
    const from = city.residents[0]!.handle
    expect(brief((await inbox(guest)).at(-1))).toEqual({ kind: 'invite', from, text: null, ref })
    await attempt(site(), guest, reply(encounterId))
    const turn = (i: number, text: string, witnesses: readonly string[]) => ({
      agentId: city.residents[i]!.id,
      text,
      witnesses,
    })
    const [, one] = city.residents
    const turns = [turn(0, 'To both of you', [one!.id, guest.visitor.agentId]), turn(1, 'Not for you', ['x'])]
    const encounter = { id: encounterId, worldId: city.worldId, destinationId: city.id('cafe'), turns }
    await put(site(), { encounters: [{ ...encounter, turns: [turns[0]] }] })
    expect(brief((await inbox(guest)).at(-1))).toEqual({ kind: 'conversation_turn', from, text: 'To both of you', ref })
    await put(site(), { encounters: [{ ...encounter, turns: [turns[0], { ...turns[1], witnesses: [one!.id] }] }] })
    expect((await inbox(guest)).filter(({ kind }) => kind === 'conversation_turn')).toHaveLength(1)
    await pass(site(), 40 * MINUTE)
    expect(brief((await inbox(guest)).at(-1))).toEqual({ kind: 'conversation_ended', from: null, text: null, ref })
  })

  it('that a conversation is over when the other one leaves', async () => {
    const city = await openCity(site())
    const [goes, stays] = [await enter(site(), city), await enter(site(), city)]
    for (const guest of [goes, stays]) await settle(site(), city, guest, 'cafe')
    const encounterId = await gather(site(), city, goes, { talking: [], guest: 'engaged' })
    await put(site(), {
      encounters: [
        {
          id: encounterId,
          worldId: city.worldId,
          destinationId: city.id('cafe'),
          status: 'talking',
          participants: [goes, stays].map(({ visitor }) => ({ agentId: visitor.agentId, state: 'engaged' })),
        },
      ],
    })
    await attempt(site(), goes, { journey: { destinationId: city.id('park') } })
    expect((await inbox(stays)).at(-1)).toMatchObject({ kind: 'conversation_ended', ref: { encounterId } })
    expect((await inbox(goes)).filter(({ kind }) => kind === 'conversation_ended')).toEqual([])
  })
})
