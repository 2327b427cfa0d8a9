import type { Paging } from '@agent-network/contract'

/** Section 4.2; a page number too large to multiply lies past every end. */
export const offsetOf = ({ page, perPage }: Paging): number => Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)

export interface Page<T> {
  readonly items: T[]
  readonly hasMore: boolean
}

/** Readers ask for one row more than a page holds; that row says whether there is another page. */
export const pageOf = <T>(rows: T[], { perPage }: Paging): Page<T> => ({
  items: rows.length > perPage ? rows.slice(0, perPage) : rows,
  hasMore: rows.length > perPage,
})

export const pageMeta = (paging: Paging, page: Page<unknown>) => ({
  page: paging.page,
  perPage: paging.perPage,
  hasMore: page.hasMore,
})
