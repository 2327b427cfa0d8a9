// The screen with code to connect an agent.
import { h } from '../screens/dom.ts'
import { card, codeBlock } from '../screens/pieces.ts'
import type { Screen } from '../screens/shell.ts'
import type { Start } from './api.ts'
import { linkTo } from './router.ts'
import { mcpSnippetsFor, snippetsFor } from './snippets.ts'
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
        'Your code controls this visitor with the key that was shown when you registered it. The key is not stored here, so insert it yourself',
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
        'MCP clients',
        null,
        h('p', {}, 'A language model drives this visitor with tools. Use the entry of your client.'),
        ...mcpSnippetsFor({ baseUrl, agentId }).flatMap(({ name, about, code }) => [
          h('h3', {}, name),
          h('p', {}, about),
          codeBlock(`the entry for ${name}`, code),
        ]),
      ),
      card(
        'Next steps',
        null,
        h(
          'ul',
          { class: 'plain-list' },
          h('li', {}, 'Send a heartbeat about every 20 minutes. After three missed heartbeats the visitor goes home.'),
          h(
            'li',
            {},
            'Read the allowed actions from the menu in the response, and stop when the daily budget is used up.',
          ),
          h('li', {}, 'Keep the key on your server. Do not put it in URLs, logs or repositories.'),
          h(
            'li',
            {},
            h('a', { href: linkTo('timeline', whom) }, 'Watch the timeline'),
            ' to see the outcome of its actions.',
          ),
          h(
            'li',
            {},
            h('a', { href: '../docs/reference' }, 'The API reference'),
            ' describes all routes and responses.',
          ),
        ),
      ),
    ],
  }
}
