// Encounter deadlines, tested on any site.
import { gather, join, reply } from './city-gatherings.ts'
import { type CityPlan, clock, enter, look, MINUTE, openCity, pass, setTime, settle, tryTo } from './city-site.ts'
import type { Site } from './visitor-site.ts'

export async function begin(site: Site, plan: CityPlan = { residents: 8 }) {
  const city = await openCity(site, plan)
  const guest = await enter(site, city)
  return { city, guest, at: await clock(site) }
}

/** Outcomes of an invitation and a conversation around their deadlines, on any site. */
export async function deadlines(site: Site): Promise<string[]> {
  const { city, guest } = await begin(site)
  await settle(site, city, guest, 'cafe')
  const outcomes: string[] = []
  const at30 = async (offset: number, deadline: number, answer: string) => {
    const start = await clock(site)
    const id = await gather(site, city, guest, {
      talking: [0, 1],
      status: 'talking',
      createdAt: start,
      deadline: start + deadline,
    })
    await setTime(site, start + Math.min(30 * MINUTE, deadline) + offset)
    outcomes.push(
      `${deadline / MINUTE}${offset < 0 ? '' : '+'}${offset} ${answer} ${await tryTo(site, guest, reply(id, answer))}`,
    )
    await look(site, guest)
  }
  for (const deadline of [40 * MINUTE, 20 * MINUTE])
    for (const offset of [-1, 0, 1]) for (const answer of ['decline', 'engage']) await at30(offset, deadline, answer)
  const start = await clock(site)
  const [a, b] = [
    await gather(site, city, guest, { talking: [4, 5], status: 'talking', guest: '', deadline: start + 50 * MINUTE }),
    await gather(site, city, guest, { talking: [6, 7], status: 'talking', guest: '', deadline: start + 50 * MINUTE }),
  ]
  await setTime(site, start + 50 * MINUTE)
  outcomes.push(`join in time ${await tryTo(site, guest, join(a))}`)
  await pass(site, 1)
  outcomes.push(`join late ${await tryTo(site, guest, join(b))}`)
  return outcomes
}

export const ANSWERS = [
  '40-1 decline created',
  '40-1 engage created',
  '40+0 decline created',
  '40+0 engage created',
  '40+1 decline response_window_closed',
  '40+1 engage response_window_closed',
  '20-1 decline created',
  '20-1 engage created',
  '20+0 decline created',
  '20+0 engage created',
  '20+1 decline encounter_closed',
  '20+1 engage encounter_closed',
  'join in time created',
  'join late conversation_not_talking',
]
