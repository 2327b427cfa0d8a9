/** Iteration over the pages of a list. */
import type { AnyCall, RouteRow } from './call.ts'

type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly data: unknown
  readonly meta?: Row
}

/** Rows of a page with unique keys; two lists on one page can use the same ids. */
function rowsOf({ data }: Page, { items = [], id }: RouteRow): (readonly [key: string, row: Row])[] {
  const lists = items.length === 0 ? { '': data } : (data as Row)
  const keyOf = (row: Row) => (id === undefined ? JSON.stringify(row) : String(row[id]))
  return (items.length === 0 ? [''] : items).flatMap((member) =>
    (lists[member] as Row[]).map((row) => [member + keyOf(row), row] as const),
  )
}

const isMore = (meta: unknown): boolean => (meta as { hasMore?: boolean } | undefined)?.hasMore === true

/** Query of the next page; null after the last page. */
function queryAfter(
  page: Page,
  names: readonly string[],
  query: NonNullable<AnyCall['query']>,
): AnyCall['query'] | null {
  if (names.includes('page')) {
    // A search over two types has a `meta` for each.
    const hasMore = isMore(page.meta) || Object.values(page.meta ?? {}).some(isMore)
    return hasMore ? { ...query, page: (Number(query.page) || 1) + 1 } : null
  }
  const { nextCursor } = page.data as { nextCursor?: string | null }
  if (!isMore(page.data) || nextCursor == null) return null
  // `cursor` and `forwardCursor` exclude each other.
  return { ...query, forwardCursor: undefined, cursor: nextCursor }
}

/**
 * All items of a list, page by page. New items shift later pages, so that an item can appear twice; duplicates are
 * skipped.
 */
export async function* itemsOf(
  route: RouteRow,
  { call, first, ask }: { call: AnyCall; first: Promise<unknown>; ask: (call: AnyCall) => Promise<unknown> },
): AsyncGenerator<Row> {
  const seenKeys = new Set<string>()
  let page = (await first) as Page
  let query = call.query ?? {}
  for (;;) {
    const rows = rowsOf(page, route)
    for (const [key, row] of rows) if (!seenKeys.has(key)) yield row
    const next = queryAfter(page, route.query ?? [], query)
    if (next == null) return
    // After the page, because different rows without an id can be equal.
    for (const [key] of rows) seenKeys.add(key)
    query = next
    page = (await ask({ ...call, query })) as Page
  }
}
