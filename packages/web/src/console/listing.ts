// Paginated tables with a search box.
import type { PageMeta } from '@agent-network/client'
import { type Child, h } from '../screens/dom.ts'
import { moreButton } from '../screens/more.ts'
import { empty, wideTable } from '../screens/pieces.ts'

export interface Listing<T> {
  readonly caption: string
  readonly columns: readonly string[]
  row(item: T): readonly Child[]
  load(page: number): Promise<{ data: readonly T[]; meta: PageMeta }>
  /** Text for an empty list. */
  readonly emptyText: string
}

/** A paginated table. */
export async function listing<T>({
  caption,
  columns,
  row,
  load,
  emptyText: nothing,
}: Listing<T>): Promise<HTMLElement> {
  const first = await load(1)
  if (first.data.length === 0) return empty(nothing)
  const listTable = wideTable(caption, columns, first.data.map(row))
  const rows = listTable.querySelector('tbody')!
  let page = 1
  const more = moreButton('Load more', async () => {
    page += 1
    const { data, meta } = await load(page)
    rows.append(...wideTable('', columns, data.map(row)).querySelectorAll('tbody tr'))
    return meta.hasMore
  })
  more.hidden = !first.meta.hasMore
  return h('div', { class: 'stack tight' }, listTable, more)
}

/** A search field that searches shortly after the last keystroke. */
export function searchBox(label: string, look: (typed: string) => Promise<void>, value = ''): HTMLElement {
  let timer = 0
  const input = h('input', {
    type: 'search',
    id: 'search',
    value,
    placeholder: label,
    'aria-label': label,
    autocomplete: 'off',
    spellcheck: 'false',
    input: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(input.value.trim()), 250) as unknown as number
    },
  })
  return h('div', { class: 'search', role: 'search' }, input)
}

/** A list with a search field; only the result of the last input is shown. */
export async function searchable<T>(
  label: string,
  of: (q: string) => Listing<T>,
): Promise<{ box: HTMLElement; list: HTMLElement }> {
  const list = h('div', {}, await listing(of('')))
  let turn = 0
  const box = searchBox(label, async (typed) => {
    turn += 1
    const mine = turn
    const found = await listing(of(typed))
    if (mine === turn) list.replaceChildren(found)
  })
  return { box, list }
}
