// The audit log screen.
import type { AuditEntry } from '@agent-network/contract'
import { listScreen, openList, Search } from '../components/list.tsx'
import type { Screen } from '../components/page.tsx'
import { Moment } from '../components/pieces.tsx'
import { operator } from './api.ts'
import { differences, written } from './differences.ts'

function Changes({ before, detail }: AuditEntry) {
  const found = differences(before, detail)
  if (found.length === 0) return <span class="soft">—</span>
  return (
    <ul class="differences">
      {found.map((one) => (
        <li key={one.name}>
          <code>{one.name}</code> {before !== null && <del>{written(one.before)}</del>} <ins>{written(one.after)}</ins>
        </li>
      ))}
    </ul>
  )
}

export async function auditScreen(): Promise<Screen> {
  const list = await openList<AuditEntry, { target: string }>({
    filters: { target: '' },
    load: ({ target }, { page }) => operator.listAudit({ query: { target, page, perPage: 50 } }),
  })
  return listScreen({
    title: 'Audit',
    before: <Search label="Find changes by id; config for switches" look={(target) => list.ask({ target })} />,
    card: 'Changes',
    list,
    caption: 'Changes, newest first',
    empty: 'No changes found.',
    columns: {
      When: ({ at }) => <Moment at={at} />,
      Who: ({ actor }) => <code class="word">{actor}</code>,
      What: ({ action }) => <code class="word">{action}</code>,
      Of: ({ target }) => <code>{target}</code>,
      Difference: (entry) => <Changes {...entry} />,
    },
  })
}
