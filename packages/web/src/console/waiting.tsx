// What waits for the operator: open reports, sign-ups and texts held for review.
import { computed, signal } from '@preact/signals'
import { report } from '../components/page.tsx'
import { Badge } from '../components/pieces.tsx'
import { may, operator } from './api.ts'
import { linkTo } from './places.ts'

interface Waiting {
  readonly screen: 'reports' | 'signUps' | 'moderation'
  readonly one: string
  readonly many: string
  /** The number as text, `100+` if there are more; empty if nothing waits. */
  readonly count: string
}

const PAGE = 100
const waiting = signal<readonly Waiting[]>([])

type Page = Promise<{ readonly data: readonly unknown[]; readonly meta: { readonly hasMore: boolean } }>

async function countOf(page: Page): Promise<string> {
  const { data, meta } = await page
  return data.length === 0 ? '' : `${data.length}${meta.hasMore ? '+' : ''}`
}

/** Counts what waits, as far as the role permits. */
export async function countWaiting(): Promise<void> {
  const query = { perPage: PAGE }
  const lists = [
    may('listReports') && {
      ...{ screen: 'reports', one: 'open report', many: 'open reports' },
      count: countOf(operator.listReports({ query: { ...query, state: 'open' } })),
    },
    may('listModeration') && {
      ...{ screen: 'moderation', one: 'text held for review', many: 'texts held for review' },
      count: countOf(operator.listModeration({ query: { ...query, verdict: 'held' } })),
    },
    may('listSignUps') && {
      ...{ screen: 'signUps', one: 'sign-up to approve', many: 'sign-ups to approve' },
      count: countOf(operator.listSignUps({ query })),
    },
  ].filter((list) => list !== false)
  try {
    const entries = lists.map(async (list) => ({ ...list, count: await list.count }) as Waiting)
    waiting.value = await Promise.all(entries)
  } catch (error) {
    report(error)
  }
}

/** The number behind a menu entry. */
export const WaitingCount = ({ href }: { href: string }) => {
  const found = waiting.value.find(({ screen, count }) => count !== '' && linkTo(screen, {}) === href)
  return found === undefined ? null : (
    <>
      {' '}
      <span class="count" title={found.many}>
        {found.count}
      </span>
    </>
  )
}

const open = computed(() => waiting.value.filter(({ count }) => count !== ''))

/** The links to all that waits. */
export const WaitingList = () =>
  open.value.length === 0 ? (
    <p class="soft">No report, sign-up or text waits for you.</p>
  ) : (
    <ul class="waiting">
      {open.value.map(({ screen, one, many, count }) => (
        <li key={screen}>
          <a href={linkTo(screen, {})}>
            <Badge tone="warm">{count}</Badge> {count === '1' ? one : many}
          </a>
        </li>
      ))}
    </ul>
  )
