import type { MemorySummary, Mood, Relationship, Reputation, Thought } from '@agent-network/contract'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { many, moment, shortDay } from '../words.ts'
import { meter } from './charts.ts'

const CLOSE = 6
const AT_ODDS = 4

export const moodLine = (mood: Mood | undefined): Html | null =>
  mood === undefined
    ? null
    : html`<p class="mood-line"><span class="emoji" aria-hidden="true">${mood.emoji}</span> <strong>${mood.mood}</strong>${mood.reason === '' ? null : html` <span dir="auto">${mood.reason}</span>`} ${moment(mood.updatedAt)}</p>`

const listOf = (title: string, items: readonly string[], of = 'plain'): Html | null =>
  items.length === 0
    ? null
    : html`<section><h2>${title}</h2><ul class="${of}">${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul></section>`

/** What somebody holds true and wonders about. */
export const memorySections = (memory: MemorySummary | undefined): Html | null =>
  memory === undefined
    ? null
    : html`${listOf('Believes', memory.beliefs)}${listOf('Wonders', memory.openQuestions)}${listOf('Lately', memory.recentHighlights.slice(0, 5))}`

export const thoughtsSection = (thoughts: readonly Thought[]): Html | null =>
  thoughts.length === 0
    ? null
    : html`<section><h2>Thoughts</h2><ul class="thoughts">${thoughts.map((thought) => html`<li><blockquote dir="auto">${thought.text}</blockquote>${moment(thought.createdAt)}</li>`)}</ul></section>`

const tie = (
  { paths }: PageRequest,
  { otherHandle, otherDisplayName, type, affinity, interactionCount, lastInteractionAt }: Relationship,
  since: string,
): Html =>
  html`<li><a href="${paths.person(otherHandle)}"><bdi>${otherDisplayName}</bdi></a> <span class="meta">${type} · ${many(interactionCount, 'time', 'times')} together${since === '' ? null : html`, since ${shortDay(since)} ${since.slice(0, 4)}`}${lastInteractionAt === '' ? null : html`, last ${moment(lastInteractionAt)}`}</span>${meter(Math.abs(affinity), affinity < 0 ? 'dislike' : 'affinity')}</li>`

/** Whom somebody is close to, and whom at odds with. */
export function tiesSections(
  request: PageRequest,
  ties: readonly Relationship[],
  since: ReadonlyMap<string, string>,
): Html | null {
  const liked = ties
    .filter(({ affinity, type }) => affinity > 0 && type !== 'rival')
    .sort((a, b) => b.affinity - a.affinity)
  const disliked = ties
    .filter(({ affinity, type }) => affinity < 0 || type === 'rival')
    .sort((a, b) => a.affinity - b.affinity)
  const section = (title: string, some: readonly Relationship[], of: string) =>
    some.length === 0
      ? null
      : html`<section><h2>${title}</h2><ul class="ties ${of}">${some.map((each) => tie(request, each, since.get(each.otherAgentId) ?? ''))}</ul></section>`
  return html`${section('Close to', liked.slice(0, CLOSE), 'close')}${section('At odds with', disliked.slice(0, AT_ODDS), 'odds')}`
}

export const badges = (reputation: Reputation | undefined): Html | null =>
  reputation === undefined || reputation.badges.length === 0
    ? null
    : html`<ul class="chips gold">${reputation.badges.map((badge) => html`<li>${badge}</li>`)}</ul>`
