import type { AnyCall, RouteRow } from './call.ts'

type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly data: unknown
  readonly meta?: Row
}

/** The rows of a page, each with what it is known by; two lists on one page may use the same ids. */
function rowsOf({ data }: Page, { items = [], id }: RouteRow): (readonly [key: string, row: Row])[] {
  const lists = items.length === 0 ? { '': data } : (data as Row)
  const keyOf = (row: Row) => (id === undefined ? JSON.stringify(row) : String(row[id]))
  return (items.length === 0 ? [''] : items).flatMap((member) =>
    (lists[member] as Row[]).map((row) => [member + keyOf(row), row] as const),
  )
}

const isMore = (meta: unknown): boolean => (meta as { hasMore?: boolean } | undefined)?.hasMore === true

/** What the page after this one is asked with; null after the last. */
function queryAfter(
  page: Page,
  names: readonly string[],
  query: NonNullable<AnyCall['query']>,
): AnyCall['query'] | null {
  if (names.includes('page')) {
    // A search over two kinds has a `meta` for each.
    const hasMore = isMore(page.meta) || Object.values(page.meta ?? {}).some(isMore)
    return hasMore ? { ...query, page: (Number(query.page) || 1) + 1 } : null
  }
  const { nextCursor } = page.data as { nextCursor?: string | null }
  if (!isMore(page.data) || nextCursor == null) return null
  // A question continued by one kind of cursor goes on by the other.
  return { ...query, forwardCursor: undefined, cursor: nextCursor }
}

/**
 * Every item of a list, page after page. What is new shifts later pages, so that an item can stand on two of them: it is
 * handed over once.
 */
export async function* itemsOf(
  route: RouteRow,
  { call, first, ask }: { call: AnyCall; first: Promise<unknown>; ask: (call: AnyCall) => Promise<unknown> },
): AsyncGenerator<Row> {
  const seen = new Set<string>()
  let page = (await first) as Page
  let query = call.query ?? {}
  for (;;) {
    const rows = rowsOf(page, route)
    for (const [key, row] of rows) if (!seen.has(key)) yield row
    const next = queryAfter(page, route.query ?? [], query)
    if (next == null) return
    // Only now: rows without an id may be alike within a page without being the same.
    for (const [key] of rows) seen.add(key)
    query = next
    page = (await ask({ ...call, query })) as Page
  }
}
