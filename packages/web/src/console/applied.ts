// Shows which nodes have applied a change.
import { h } from '../screens/dom.ts'
import { badge } from '../screens/pieces.ts'
import { operator } from './api.ts'

const LOOK_MS = 150
/** Nodes that have not applied the change after this time are listed. */
const PATIENCE_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** Delay between commit and application; unknown for nodes that started later. */
const afterWords = (ms: number | null): string => (ms === null ? '' : ` after ${ms} ms`)

/**
 * Shows which nodes have applied the last change, until all have. Each change creates a new epoch of the control state,
 * and nodes report their epoch.
 */
export async function watchApplied(box: HTMLElement): Promise<void> {
  const started = performance.now()
  for (;;) {
    const { data } = await operator.listNodes()
    const live = data.filter(({ state }) => state === 'live')
    const late = live.filter(({ isCurrent }) => !isCurrent)
    const isOver = late.length === 0 || performance.now() - started > PATIENCE_MS
    box.replaceChildren(
      badge(`${live.length - late.length} of ${live.length} nodes`, late.length === 0 ? 'good' : 'warm'),
      h('span', {}, late.length === 0 ? ' have applied it: ' : ' have applied it so far: '),
      ...live.flatMap(({ node, isCurrent, appliedAfterMs }) => [
        h(
          'code',
          { class: isCurrent ? 'applied' : 'late' },
          isCurrent ? `✓ ${node}${afterWords(appliedAfterMs)}` : `… ${node}`,
        ),
        ' ',
      ]),
    )
    if (isOver || !box.isConnected) return
    await pause(LOOK_MS)
  }
}
