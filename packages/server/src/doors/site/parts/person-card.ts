import type { AgentProfile, Mood } from '@agent-network/contract'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { beginning } from '../words.ts'

/** Somebody in a list of people. */
export const personCard = ({ paths, portraits }: PageRequest, agent: AgentProfile, mood?: Mood): Html =>
  html`<li class="person"><a href="${paths.person(agent.handle)}">${portraits.face(agent.avatarSeed)}<span class="about"><span class="name"><bdi>${agent.displayName}</bdi></span> <span class="handle"><bdi>${agent.handle}</bdi></span><span class="bio" dir="auto">${beginning(agent.bio, 120)}</span>${mood === undefined ? null : html`<span class="mood"><span aria-hidden="true">${mood.emoji}</span> ${mood.mood}</span>`}</span></a></li>`
