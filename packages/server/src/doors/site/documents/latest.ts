import { listPosts } from '../../../content/posts.ts'
import type { SiteDocument } from '../document.ts'

const NEWEST = 25

/** The ids of the newest posts, by which an open feed notices that there are more. Small, and kept like any page. */
export const LATEST: SiteDocument = {
  path: '/latest.json',
  needs: ['content'],
  lastsMs: null,
  type: 'application/json; charset=utf-8',
  make: async ({ read, world }) => {
    const { items } = await listPosts(read, world, null, { page: 1, perPage: NEWEST })
    return JSON.stringify({ ids: items.map(({ id }) => id) })
  },
}
