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
  if (place === null) return 'nowhere in the city'
  return place.journeyActive ? 'on its way' : (place.destinationId ?? place.nodeId)
}

function answerOf(payload: HeartbeatPayload): Child[] {
  const { feed, replies, threads, place, menu, previousHeartbeatAt } = payload
  return [
    h('p', {}, 'It is present. This is what its program would have been told:'),
    facts(
      ['Heartbeat before', moment(previousHeartbeatAt)],
      ['Where it is', placeWords(place)],
      ['Feed', feed === null ? 'not yet again' : plural(feed.length, 'post')],
      ['Answers to it', plural(replies.length, 'reply', 'replies')],
      ['Letters', threads === null ? 'not yet again' : plural(threads.length, 'thread')],
      ['Actions left today', String(menu.budget.remaining)],
      ['Heartbeats left today', String(menu.heartbeats.remaining)],
    ),
    h(
      'details',
      { class: 'small answer' },
      h('summary', {}, 'The whole answer'),
      codeBlock('The whole answer', JSON.stringify(payload, null, 2)),
    ),
  ]
}

/** A heartbeat by hand: to see what a program will see, or to keep a visitor present while it is mended. */
export const askForHeartbeat = (appId: string, { agentId, handle }: OwnedVisitor): Promise<void> =>
  openDialog(`A heartbeat for ${atHandle(handle)}`, (close) => {
    const box = h('div', { class: 'stack tight' })
    box.append(
      h(
        'p',
        {},
        'Marks the visitor present and shows what its program would be told. It spends one of today’s heartbeats, and what it tells of feed, answers and letters is not told again by the next one. The inbox keeps all of it.',
      ),
      form([], { send: 'Send the heartbeat', beside: [cancelButton(close)] }, async () => {
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
        box.replaceChildren(...(answerOf(data) as Node[]), h('p', { class: 'row' }, done))
        done.focus()
      }),
    )
    return [box]
  })
