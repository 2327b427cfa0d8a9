// Lists that are loaded page by page, and tables with sort, filter and paging.
import { type Signal, signal, useSignal } from '@preact/signals'
import { isValidElement } from 'preact'
import { useRef } from 'preact/hooks'
import { type Child, failureOf, Heading, type Screen } from './page.tsx'
import { Card, Empty } from './pieces.tsx'

interface Page<T> {
  readonly data: readonly T[]
  readonly meta: { readonly hasMore?: boolean; readonly nextCursor?: string | null }
}
/** Where a page of a list begins: its number, or a cursor. */
interface Place {
  readonly page: number
  readonly cursor: string
}

/** A list that is loaded page by page. Only the result of the last question is shown. */
export interface PagedList<T, Q> {
  readonly items: Signal<readonly T[]>
  readonly hasMore: Signal<boolean>
  readonly isBusy: Signal<boolean>
  readonly failure: Signal<string>
  /** Loads the next page. */
  more(): Promise<void>
  /** Changes the filters and loads the list again. */
  ask(change: Partial<Q>): Promise<void>
}

interface ListOptions<T, Q> {
  readonly filters: Q
  /** Items that move to a later page meanwhile are not shown twice. */
  readonly idOf?: (item: T) => string
  load(filters: Q, place: Place): Promise<Page<T>>
}

function makeList<T, Q>({ filters, idOf, load }: ListOptions<T, Q>): PagedList<T, Q> & { first(): Promise<void> } {
  let [question, page, cursor, turn] = [filters, 0, '', 0]
  const items = signal<readonly T[]>([])
  const [hasMore, isBusy, failure] = [signal(false), signal(false), signal('')]
  async function next(): Promise<void> {
    const mine = turn
    const { data, meta } = await load(question, { page: page + 1, cursor })
    if (mine !== turn) return
    const loaded = page === 0 ? [] : items.value
    const ids = new Set(idOf === undefined ? [] : loaded.map(idOf))
    items.value = [...loaded, ...data.filter((item) => idOf === undefined || !ids.has(idOf(item)))]
    page += 1
    cursor = meta.nextCursor ?? ''
    hasMore.value = meta.hasMore ?? cursor !== ''
  }
  async function guarded(): Promise<void> {
    const mine = turn
    isBusy.value = true
    failure.value = ''
    try {
      await next()
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    }
    if (mine === turn) isBusy.value = false
  }
  const ask = (change: Partial<Q>): Promise<void> => {
    turn += 1
    question = { ...question, ...change }
    page = 0
    cursor = ''
    return guarded()
  }
  const more = async (): Promise<void> => (isBusy.value ? undefined : guarded())
  return { items, hasMore, isBusy, failure, more, ask, first: next }
}

/** A list whose first page is loaded. */
export async function openList<T, Q>(options: ListOptions<T, Q>): Promise<PagedList<T, Q>> {
  const list = makeList(options)
  await list.first()
  return list
}

interface MoreProps {
  readonly list: Pick<PagedList<unknown, unknown>, 'hasMore' | 'isBusy' | 'failure' | 'more'>
  readonly text?: string
}
/** The button that loads the next page, and the error of the last try. */
export const More = ({ list: { hasMore, isBusy, failure, more }, text = 'Load more' }: MoreProps) =>
  hasMore.value || failure.value !== '' ? (
    <div class="more">
      {failure.value !== '' && (
        <p class="failure" role="alert">
          {failure.value}
        </p>
      )}
      {hasMore.value && (
        <button type="button" class="button" data-busy={isBusy.value || undefined} onClick={() => void more()}>
          {text}
        </button>
      )}
    </div>
  ) : null

const SEARCH_MS = 250

/** A search field that searches shortly after the last keystroke. */
export function Search({
  label,
  look,
  id = 'search',
  value,
}: {
  label: string
  look: (typed: string) => unknown
  id?: string
  value?: string
}) {
  const timer = useRef(0)
  return (
    <search class="search">
      <input
        type="search"
        id={id}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => look(currentTarget.value.trim()), SEARCH_MS)
        }}
      />
    </search>
  )
}

/** The text of a cell, to sort and filter by; a time counts with its exact value. */
function textOf(child: Child): string {
  if (Array.isArray(child)) return child.map(textOf).join(' ')
  if (typeof child === 'string' || typeof child === 'number') return String(child)
  if (!isValidElement(child)) return ''
  const { at, children } = child.props as { at?: string | null; children?: Child }
  return at === undefined ? textOf(children) : (at ?? '')
}

type Columns<T> = Readonly<Record<string, (item: T) => Child>>

interface TableProps<T> {
  readonly caption: string
  /** The cell of each column. Columns without a name, and those of actions, have no order. */
  readonly columns: Columns<T>
  readonly rows: readonly T[]
  /** Shown instead of a table without rows. */
  readonly empty?: Child
  /** Stays a table on narrow screens. Other tables become lists of cards whose cells show their column names. */
  readonly isNarrow?: boolean
}

const UNORDERED: readonly string[] = ['', 'Action', 'Change']
/** Tables with more rows get a filter. */
const FILTER_FROM = 12
const compare = new Intl.Collator('en', { numeric: true }).compare

/** A table. A click on the name of a column sorts it; long tables have a filter. */
export function Table<T>({ caption, columns, rows, empty, isNarrow }: TableProps<T>) {
  const order = useSignal<readonly [name: string, isDown: boolean] | null>(null)
  const filter = useSignal('')
  if (rows.length === 0 && empty !== undefined) return <Empty>{empty}</Empty>
  const names = Object.keys(columns)
  const lines = rows
    .map((row) => names.map((name) => columns[name]!(row)))
    .filter((cells) => textOf(cells).toLowerCase().includes(filter.value))
  const [sorted, isDown] = order.value ?? []
  const at = names.indexOf(sorted ?? '')
  if (at >= 0) lines.sort((a, b) => (isDown ? -1 : 1) * compare(textOf(a[at]), textOf(b[at])))
  const sortBy = (name: string): void => {
    order.value = sorted !== name ? [name, false] : isDown ? null : [name, true]
  }
  const head = (name: string) => (
    <th key={name} scope="col" aria-sort={name !== sorted ? undefined : isDown ? 'descending' : 'ascending'}>
      {UNORDERED.includes(name) || rows.length < 2 || isNarrow ? (
        name
      ) : (
        <button type="button" class="sort" onClick={() => sortBy(name)}>
          {name}
        </button>
      )}
    </th>
  )
  return (
    <>
      {rows.length > FILTER_FROM && (
        <Search
          id={`filter-${caption}`}
          label="Filter these rows"
          look={(typed) => {
            filter.value = typed.toLowerCase()
          }}
        />
      )}
      <table class={isNarrow ? '' : 'wide'}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>{names.map(head)}</tr>
        </thead>
        <tbody>
          {lines.map((cells, n) => (
            <tr key={n}>
              {cells.map((cell, i) => (
                <td key={names[i]} data-name={names[i]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type ListTableProps<T> = Omit<TableProps<T>, 'rows'> & { list: PagedList<T, never>; more?: string }
/** The table of a list that is loaded page by page. */
export const ListTable = <T,>({ list, more, ...table }: ListTableProps<T>) => (
  <div class="stack tight">
    <Table rows={list.items.value} {...table} />
    <More list={list} {...(more !== undefined && { text: more })} />
  </div>
)

interface ListScreenProps<T> extends ListTableProps<T> {
  readonly title: string
  /** Actions beside the title. */
  readonly head?: Child
  /** Search or explanation above the table. */
  readonly before?: Child
  /** The title of the card, if it is another one. */
  readonly card?: string
  /** Filters beside the title of the card. */
  readonly about?: Child
}
/** A screen with one list. */
export const listScreen = <T,>({ title, head, before, card = title, about, ...table }: ListScreenProps<T>): Screen => ({
  title,
  body: [
    <Heading title={title}>{head}</Heading>,
    before,
    <Card title={card} about={about}>
      <ListTable {...table} />
    </Card>,
  ],
})
