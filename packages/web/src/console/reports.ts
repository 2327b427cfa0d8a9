// The reports screen.
import type { OperatorReport } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { field, select } from '../screens/form.ts'
import { moreButton } from '../screens/more.ts'
import { badge, card, empty, moment } from '../screens/pieces.ts'
import { heading, refresh, type Screen, say } from '../screens/shell.ts'
import { operator } from './api.ts'
import { action, ask } from './asking.ts'
import { eraseButton, kindOf, textCell, visibilityButton } from './moderation.ts'
import { linkTo } from './places.ts'

async function settle({ id }: OperatorReport, state: 'upheld' | 'dismissed', note: string): Promise<void> {
  await operator.changeReport({ path: { id }, body: { state, note: note === '' ? null : note } })
  say(state === 'upheld' ? 'Upheld' : 'Dismissed')
  refresh()
}

function reportCard(report: OperatorReport): HTMLElement {
  const { id, kind, state, reason, text, of, subjectId, subjectText, visibility, worldId, agentId, keyId, appId } =
    report
  const target = of === 'agent' ? null : kindOf(of)
  const decide = (word: string, next: 'upheld' | 'dismissed') =>
    action(`${next}-${id}`, `${word}…`, () =>
      ask(
        {
          title: `${word} the report?`,
          about: 'The reporter sees this decision and your note. The visibility of the content does not change.',
          send: word,
          fields: [field({ name: 'note', label: 'Note', optional: true, max: 500 })],
        },
        ({ text: typed }) => settle(report, next, typed('note').trim()),
      ),
    )
  return card(
    kind === 'review' ? 'Review request' : `Reported: ${reason}`,
    badge(state, state === 'open' ? 'warm' : 'quiet'),
    textCell({ text: subjectText }),
    text === null ? null : h('p', {}, 'Reporter: ', h('q', {}, text)),
    h(
      'p',
      { class: 'hint facts-line' },
      h('span', {}, `${of} `, h('code', {}, subjectId)),
      visibility === null ? null : h('span', {}, `now ${visibility}`),
      h('span', {}, 'by ', h('code', {}, agentId), ` in ${worldId}`),
      h(
        'span',
        {},
        'reported by ',
        keyId !== null
          ? h('a', { href: linkTo('key', { id: keyId }) }, 'a key')
          : appId !== null
            ? h('a', { href: linkTo('app', { id: appId }) }, 'an app')
            : 'unknown',
      ),
      h('span', {}, moment(report.createdAt)),
      report.note === null ? null : h('span', {}, 'note: ', h('q', {}, report.note)),
    ),
    h(
      'p',
      { class: 'row' },
      state === 'open' ? decide('Uphold', 'upheld') : null,
      state === 'open' ? decide('Dismiss', 'dismissed') : null,
      target !== null && subjectText !== null
        ? visibilityButton(target, subjectId, visibility === 'public' ? 'hidden' : 'public')
        : null,
      target !== null && subjectText !== null ? eraseButton(target, subjectId) : null,
    ),
  )
}

const STATES = [
  ['open', 'Open'],
  ['upheld', 'Upheld'],
  ['dismissed', 'Dismissed'],
  ['', 'All'],
] as const

const PAGE = 50

/** A paginated list, newest first. Items that move to a later page meanwhile are not shown twice. */
async function reportCards(state: string): Promise<HTMLElement> {
  const loadedIds = new Set<string>()
  const load = async (page: number) => {
    const { data, meta } = await operator.listReports({
      query: { page, perPage: PAGE, ...(state === '' ? {} : { state: state as OperatorReport['state'] }) },
    })
    const fresh = data.filter(({ id }) => !loadedIds.has(id))
    for (const { id } of fresh) loadedIds.add(id)
    return { cards: fresh.map(reportCard), hasMore: meta.hasMore }
  }
  const first = await load(1)
  if (first.cards.length === 0) return empty('No reports found.')
  const list = h('div', { class: 'stack' }, ...first.cards)
  let page = 1
  const more = moreButton('Load more', async () => {
    const { cards, hasMore } = await load(page + 1)
    page += 1
    list.append(...cards)
    return hasMore
  })
  more.hidden = !first.hasMore
  return h('div', { class: 'stack' }, list, more)
}

export async function reportsScreen(): Promise<Screen> {
  const list = h('div', {}, await reportCards('open'))
  const chosen = select({ name: 'state', label: 'Show', value: 'open' }, STATES, (event) => {
    void reportCards((event.target as HTMLSelectElement).value).then((found) => list.replaceChildren(found))
  })
  return { title: 'Reports', body: [heading('Reports'), chosen, list] }
}
