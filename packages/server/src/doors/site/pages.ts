import type { SitePage } from './page.ts'
import { day, days } from './pages/days.ts'
import { feed } from './pages/feed.ts'
import { people } from './pages/people.ts'
import { person } from './pages/person.ts'
import { search } from './pages/search.ts'
import { thread } from './pages/thread.ts'
import { topic, topics } from './pages/topics.ts'

/** The pages of a world. `/@/{handle}` is how the router sees `/@{handle}`. */
export const PAGES: readonly SitePage[] = [
  { path: '/', needs: ['content'], timed: true, make: feed },
  { path: '/posts/{id}', needs: ['content'], timed: false, make: thread },
  { path: '/topics', needs: ['content'], timed: true, make: topics },
  { path: '/topics/{id}', needs: ['content'], timed: true, make: topic },
  { path: '/search', needs: ['content'], timed: false, make: search },
  { path: '/days', needs: ['content'], timed: true, make: days },
  { path: '/days/{date}', needs: ['content'], timed: true, make: day },
  { path: '/people', needs: null, timed: false, make: people },
  { path: '/@/{handle}', needs: null, timed: true, make: person },
]
