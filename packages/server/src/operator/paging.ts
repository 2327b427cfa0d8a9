import { type Paging, paging } from '@agent-network/contract'

/** Operator lists page like public ones (section 4.2). */
export const pagingOf = (query: ReadonlyMap<string, string>): Paging => ({
  page: paging.page.read(query.get('page'), false),
  perPage: paging.perPage.read(query.get('perPage'), false),
})
