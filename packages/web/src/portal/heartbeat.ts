// The dialog that sends a heartbeat by hand.
import type { HeartbeatPayload, OwnedVisitor } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { form } from '../screens/form.ts'
import { codeBlock, facts, moment } from '../screens/pieces.ts'
import { refresh } from '../screens/shell.ts'
import { portal } from './api.ts'
import { atHandle } from './words.ts'

const plural = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString()} ${n === 1 ? one : many}`

const placeWords = (place: HeartbeatPayload['place']): string => {
  if (place === null) return 'not in the city'
  return place.journeyActive ? 'on its way' : (place.destinationId ?? place.nodeId)
}

function responseDetails(payload: HeartbeatPayload): Child[] {
  const { feed, replies, threads, place, menu, previousHeartbeatAt } = payload
  return [
    h('p', {}, 'The visitor is present. Its program would have received this response:'),
    facts(
      ['Previous heartbeat', moment(previousHeartbeatAt)],
      ['Place', placeWords(place)],
      ['Feed', feed === null ? 'not due yet' : plural(feed.length, 'post')],
      ['Replies', plural(replies.length, 'reply', 'replies')],
      ['Private messages', threads === null ? 'not due yet' : plural(threads.length, 'thread')],
      ['Actions left today', String(menu.budget.remaining)],
      ['Heartbeats left today', String(menu.heartbeats.remaining)],
    ),
    h(
      'details',
      { class: 'small answer' },
      h('summary', {}, 'Full response'),
      codeBlock('Full response', JSON.stringify(payload, null, 2)),
    ),
  ]
}

/** Sends a heartbeat by hand: to see the response, or to keep a visitor present while its program is repaired. */
export const askForHeartbeat = (appId: string, { agentId, handle }: OwnedVisitor): Promise<void> =>
  openDialog(`Send a heartbeat for ${atHandle(handle)}`, (close) => {
    const box = h('div', { class: 'stack tight' })
    box.append(
      h(
        'p',
        {},
        'Marks the visitor as present and shows the response. It uses one of today’s heartbeats. The next heartbeat does not repeat this feed, these replies and these messages. The inbox keeps all of them.',
      ),
      form([], { send: 'Send heartbeat', extraActions: [cancelButton(close)] }, async () => {
        const { data } = await portal.sendOwnHeartbeat({ path: { appId, agentId } })
        const done = h(
          'button',
          {
            type: 'button',
            class: 'main',
            click: () => {
              close()
              refresh()
            },
          },
          'Done',
        )
        box.replaceChildren(...(responseDetails(data) as Node[]), h('p', { class: 'row' }, done))
        done.focus()
      }),
    )
    return [box]
  })
