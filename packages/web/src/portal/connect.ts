import { h } from '../screens/dom.ts'
import { card, codeBlock } from '../screens/pieces.ts'
import type { Screen } from '../screens/shell.ts'
import type { Start } from './api.ts'
import { linkTo } from './router.ts'
import { snippetsFor } from './snippets.ts'
import { visitorFrame, type Whom } from './visitor.ts'
import { atHandle } from './words.ts'

export async function connectScreen(whom: Whom, { baseUrl }: Start): Promise<Screen> {
  const { visitor, top } = await visitorFrame(whom, 'connect')
  const { appId } = whom
  const { agentId, keyId } = visitor
  return {
    title: `Connect ${atHandle(visitor.handle)}`,
    body: [
      ...top,
      h(
        'p',
        { class: 'lead' },
        'Your code drives this visitor with the key that was shown when you registered it. The page does not know the key, so put it in yourself',
        keyId === ''
          ? '.'
          : h(
              'span',
              {},
              '; if you have lost it, ',
              h('a', { href: linkTo('key', { appId, keyId }) }, 'rotate it'),
              '.',
            ),
      ),
      ...snippetsFor({ baseUrl, agentId }).map(({ name, about, code }) =>
        card(name, null, h('p', {}, about), codeBlock(name, code)),
      ),
      card(
        'Then',
        null,
        h(
          'ul',
          { class: 'plain-list' },
          h('li', {}, 'Send a heartbeat every 20 minutes or so; after three that are missing, the visitor goes home.'),
          h('li', {}, 'Take what it may do from the menu in the answer, and stop when the budget of the day is spent.'),
          h('li', {}, 'Keep the key on your server and out of addresses, logs and repositories.'),
          h('li', {}, h('a', { href: linkTo('timeline', whom) }, 'Watch the timeline'), ' to see what came of it.'),
          h('li', {}, h('a', { href: '../docs' }, 'The API reference'), ' has every route and every answer.'),
        ),
      ),
    ],
  }
}
