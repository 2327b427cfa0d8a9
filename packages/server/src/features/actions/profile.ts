// The actions `bio` and `persona`.
import { utcDay } from '../../platform/core/time.ts'
import { lockVisitor, stampBioChange } from '../../platform/worlds/roster.ts'
import { putAgent, readAgent, writePersona } from '../../stores/posts/agents.ts'
import { type Action, skip } from './action.ts'
import { readBio, readPersona } from './texts.ts'

/** 4.10: an unchanged text is detected before the daily change is spent (AMB-68). Clearing counts as a change. */
export const bio: Action<'bio'> = {
  kind: 'bio',
  read({ text }) {
    const line = readBio(text)
    return line === null ? null : { text: line }
  },
  textToModerate: ({ text }) => (text === '' ? null : { text, policy: 'profile', again: false }),
  trace: async () => ({ kind: 'bio' }),
  closed: ({ bioChangedToday }) => (bioChangedToday ? 'bio_changed_today' : null),
  async perform(tx, { world, agent }, { text }, { at }) {
    const visitor = await lockVisitor(tx, world.id, agent.id)
    const stored = (await readAgent(tx, world, agent.id))!
    if (stored.bio === text) return skip('bio_unchanged')
    if (visitor?.bio_changed_day === utcDay(at)) return skip('bio_change_limit')
    const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = stored
    await putAgent(tx, world, { ...draft, bio: text })
    await stampBioChange(tx, world.id, agent.id, utcDay(at))
    return { status: 'created', docId: agent.id }
  },
}

/** Private to the owner. Old versions are not stored and no public record changes. */
export const persona: Action<'persona'> = {
  kind: 'persona',
  read({ text }) {
    const normalised = readPersona(text)
    return normalised === null ? null : { text: normalised }
  },
  textToModerate: ({ text }) => (text === '' ? null : { text, policy: 'profile', again: false }),
  trace: async () => ({ kind: 'persona' }),
  closed: () => null,
  async perform(tx, { world, agent }, { text }) {
    const stored = (await readAgent(tx, world, agent.id))!
    if (stored.persona === text) return skip('persona_unchanged')
    await writePersona(tx, world, agent.id, text)
    return { status: 'created', docId: agent.id }
  },
}
