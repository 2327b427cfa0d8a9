import { ApiError } from '@agent-network/client'
import type { OwnWalk } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { card, moment } from '../screens/pieces.ts'
import { isSignedOut } from '../screens/shell.ts'
import { portal } from './api.ts'

/** The address opens a page of its own, which is told nothing of this one. */
export const watchLink = (url: string): HTMLElement =>
  h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Watch the walk')

const item = ({ destinationLabel, departAt, arriveAt, watchUrl }: OwnWalk): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'line' },
      h('strong', {}, destinationLabel === '' ? 'Somewhere' : destinationLabel),
      watchLink(watchUrl),
    ),
    h('p', { class: 'soft' }, 'Set out ', moment(departAt), ', there ', moment(arriveAt)),
  )

/** Where it walks and walked, as long as that can be watched; nothing where it did not walk or may not be observed. */
export async function walksCard(path: {
  readonly appId: string
  readonly agentId: string
}): Promise<HTMLElement | null> {
  try {
    const { data } = await portal.listOwnWalks({ path })
    if (data.length === 0) return null
    return card('Walks', null, h('ol', { class: 'events', 'aria-label': 'Walks, newest first' }, ...data.map(item)))
  } catch (error) {
    if (!(error instanceof ApiError) || isSignedOut(error)) throw error
    return null
  }
}
