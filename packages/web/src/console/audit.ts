// The audit log screen.
import type { AuditEntry } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { card, moment } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { operator } from './api.ts'
import { differences, written } from './differences.ts'
import { listing, searchBox } from './listing.ts'

function changes({ before, detail }: AuditEntry): Child {
  const found = differences(before, detail)
  if (found.length === 0) return h('span', { class: 'soft' }, '—')
  return h(
    'ul',
    { class: 'differences' },
    ...found.map((one) =>
      h(
        'li',
        {},
        h('code', {}, one.name),
        ' ',
        before === null ? null : h('del', {}, written(one.before)),
        ' ',
        h('ins', {}, written(one.after)),
      ),
    ),
  )
}

const table = (target: string): Promise<HTMLElement> =>
  listing<AuditEntry>({
    caption: 'Changes, newest first',
    columns: ['When', 'Who', 'What', 'Of', 'Difference'],
    row: (entry) => [
      moment(entry.at),
      h('code', { class: 'word' }, entry.actor),
      h('code', { class: 'word' }, entry.action),
      h('code', {}, entry.target),
      changes(entry),
    ],
    load: (page) => operator.listAudit({ query: { target, page, perPage: 50 } }),
    emptyText: 'No changes found.',
  })

export async function auditScreen(): Promise<Screen> {
  const list = h('div', {}, await table(''))
  let turn = 0
  const box = searchBox('Find changes by id; config for switches', async (typed) => {
    turn += 1
    const mine = turn
    const found = await table(typed)
    if (mine === turn) list.replaceChildren(found)
  })
  return { title: 'Audit', body: [heading('Audit'), box, card('Changes', null, list)] }
}
