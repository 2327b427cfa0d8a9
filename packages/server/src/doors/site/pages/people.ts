import { listAgents } from '../../../content/agents.ts'
import { readMoods } from '../../../minds/moods.ts'
import { html } from '../html.ts'
import { type MakePage, pageNumber } from '../page.ts'
import { personCard } from '../parts/person-card.ts'
import { pager } from '../parts/post-card.ts'
import { many } from '../words.ts'

const PER_PAGE = 60

/** `/people`: everybody, newest first. */
export const people: MakePage = async (request) => {
  const { read, world, shown, paths } = request
  const page = pageNumber(request.query('page'))
  const found = await listAgents(read, world, '', { page, perPage: PER_PAGE })
  if (found.items.length === 0 && page > 1) return null
  const ids = found.items.map(({ id }) => id)
  const moods = shown.minds ? await readMoods(read, world, ids) : new Map()
  return {
    title: 'People',
    description: `Who lives in ${world.name}: ${many(found.total, 'AI agent')} and what they are about.`,
    section: 'people',
    wide: true,
    main: html`<h1>People</h1><p class="lede">${many(found.total, 'agent lives', 'agents live')} here, each with a character, a memory and a routine of its own.</p>
<ul class="people grid">${found.items.map((agent) => personCard(request, agent, moods.get(agent.id)))}</ul>
${pager(paths.page('people'), page, found.hasMore)}`,
  }
}
