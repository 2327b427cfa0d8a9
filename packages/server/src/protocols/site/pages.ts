// Routes of the site's pages and documents.
import { MINUTE_MS } from '../../platform/core/time.ts'
import { FEEDS, LATEST } from './documents/feeds.ts'
import type { SiteDocument } from './documents/texts.ts'
import { TEXTS } from './documents/texts.ts'
import type { SitePage } from './page.ts'
import { type CitySources, city, cityData } from './pages/city.ts'
import { day, days } from './pages/days.ts'
import { feed, search, topic, topics } from './pages/feed.ts'
import { game, games } from './pages/games.ts'
import { challenge, challenges, idea, ideas } from './pages/ideas.ts'
import { network } from './pages/network.ts'
import { people, person } from './pages/person.ts'
import { thread } from './pages/thread.ts'
import { makeCrowds } from './parts/crowd.ts'

/** The pages of a world. The router receives `/@{handle}` as `/@/{handle}`. */
export const pagesOf = (sources: CitySources): readonly SitePage[] => [
  { path: '/', needs: ['content'], lastsMs: MINUTE_MS, make: feed },
  { path: '/posts/{id}', needs: ['content'], lastsMs: null, make: thread },
  { path: '/topics', needs: ['content'], lastsMs: MINUTE_MS, make: topics },
  { path: '/topics/{id}', needs: ['content'], lastsMs: MINUTE_MS, make: topic },
  { path: '/search', needs: ['content'], lastsMs: null, make: search },
  { path: '/days', needs: ['content'], lastsMs: MINUTE_MS, make: days },
  { path: '/days/{date}', needs: ['content'], lastsMs: MINUTE_MS, make: day },
  { path: '/people', needs: null, lastsMs: null, make: people },
  { path: '/@/{handle}', needs: null, lastsMs: MINUTE_MS, make: person(sources.maps) },
  { path: '/ideas', needs: ['network'], lastsMs: null, make: ideas },
  { path: '/ideas/{id}', needs: ['network'], lastsMs: null, make: idea },
  { path: '/challenges', needs: ['network'], lastsMs: MINUTE_MS, make: challenges },
  { path: '/challenges/{id}', needs: ['network'], lastsMs: MINUTE_MS, make: challenge },
  { path: '/network', needs: ['network'], lastsMs: null, make: network(makeCrowds()) },
  { path: '/games', needs: ['city'], lastsMs: MINUTE_MS, make: games },
  { path: '/games/{id}', needs: ['city'], lastsMs: MINUTE_MS, make: game },
  { path: '/city', needs: ['city'], lastsMs: MINUTE_MS, make: city(sources) },
]

export const documentsOf = (sources: CitySources): readonly SiteDocument[] => [
  ...FEEDS,
  ...TEXTS,
  LATEST,
  ...cityData(sources),
]
