// The list of recent walks of a visitor.
import { ApiError } from '@agent-network/client'
import type { OwnWalk } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { card, moment } from '../screens/pieces.ts'
import { isSignedOut } from '../screens/shell.ts'
import { portal } from './api.ts'

/** Opens the viewer in a new tab, without opener and referrer. */
export const watchLink = (url: string): HTMLElement =>
  h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Watch the walk')

const item = ({ destinationLabel, departAt, arriveAt, watchUrl }: OwnWalk): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'line' },
      h('strong', {}, destinationLabel === '' ? 'Unknown place' : destinationLabel),
      watchLink(watchUrl),
    ),
    h('p', { class: 'soft' }, 'Departure ', moment(departAt), ', arrival ', moment(arriveAt)),
  )

/** Walks that can still be watched; null if there are none or the visitor cannot be observed. */
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
