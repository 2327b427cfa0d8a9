// The list of conversations and the transcript of one.
import { LIMITS } from '@agent-network/client/limits'
import type { ConversationChannel, ObservedConversation, ObservedMessage } from '@agent-network/contract'
import { filled } from '../components/filled.ts'
import { h } from '../screens/dom.ts'
import { select } from '../screens/form.ts'
import { moreButton } from '../screens/more.ts'
import { badge, empty, facts, moment } from '../screens/pieces.ts'
import { isSignedOut, report, type Screen, signedOut, words } from '../screens/shell.ts'
import { portal } from './api.ts'
import { linkTo } from './router.ts'
import { hiddenNotice, visitorFrame, type Whom } from './visitor.ts'
import { atHandle, CHANNEL_WORDS, CONVERSATION_WORDS, UNAVAILABLE_WORDS } from './words.ts'

const PAGE = 25
const CHANNELS: Readonly<Record<ConversationChannel, string>> = {
  public: CHANNEL_WORDS.public,
  private: CHANNEL_WORDS.private,
  encounter: CHANNEL_WORDS.encounter,
}

const withWhom = ({ withHandles }: Pick<ObservedConversation, 'withHandles'>): string =>
  withHandles.length === 0 ? 'No other participants yet' : withHandles.map(atHandle).join(', ')

const item = (whom: Whom, talk: ObservedConversation): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'line' },
      h('a', { href: linkTo('transcript', { ...whom, conversationId: talk.conversationId }) }, withWhom(talk)),
      badge(CHANNELS[talk.channel], 'quiet'),
      badge(CONVERSATION_WORDS[talk.state], talk.state === 'closed' ? 'quiet' : 'good'),
      h('span', { class: 'when soft' }, moment(talk.lastMessageAt)),
    ),
    h('p', { class: 'soft' }, talk.messageCount === 1 ? 'One message' : `${talk.messageCount} messages`),
  )

function makeList(whom: Whom): HTMLElement {
  const list = h('ol', { class: 'events', 'aria-label': 'Conversations' })
  const none = empty('No conversations yet. Conversations that this visitor takes part in or witnesses appear here.')
  const state = h('p', { class: 'soft', role: 'status' })
  let channel: ConversationChannel | '' = ''
  let [cursor, queryCount] = ['', 0]
  async function load(): Promise<boolean> {
    const mine = queryCount
    const { data: page } = await portal.listOwnConversations({
      path: whom,
      query: filled({ limit: PAGE, channel, cursor }),
    })
    if (mine !== queryCount) return false
    list.append(...page.conversations.map((talk) => item(whom, talk)))
    none.hidden = list.childElementCount > 0 || page.hasMore
    cursor = page.nextCursor ?? ''
    return page.hasMore
  }
  const more = moreButton('Load more conversations', load)
  async function ask(): Promise<void> {
    queryCount += 1
    cursor = ''
    list.replaceChildren()
    more.hidden = true
    none.hidden = true
    state.textContent = 'Loading…'
    try {
      more.hidden = !(await load())
      state.textContent = ''
    } catch (error) {
      report(error)
      if (isSignedOut(error)) signedOut()
      state.textContent = words(error)
    }
  }
  void ask()
  const onChange = (event: Event) => {
    channel = (event.target as HTMLSelectElement).value as typeof channel
    void ask()
  }
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'filters' },
      select({ name: 'channel', label: 'Channel' }, [['', 'All channels'], ...Object.entries(CHANNELS)], onChange),
    ),
    state,
    none,
    list,
    more,
  )
}

export async function conversationsScreen(whom: Whom): Promise<Screen> {
  const { visitor, hidden, top } = await visitorFrame(whom, 'conversations')
  return {
    title: `Conversations of ${atHandle(visitor.handle)}`,
    body: [...top, hidden === null ? makeList(whom) : hiddenNotice(hidden)],
  }
}

/** A message that cannot be shown keeps its place (2.14). */
const message = ({ fromHandle, direction, text, shortened, reason, createdAt }: ObservedMessage): HTMLElement =>
  h(
    'li',
    { class: direction },
    h('div', { class: 'line' }, h('strong', {}, atHandle(fromHandle)), h('span', { class: 'soft' }, moment(createdAt))),
    text === null
      ? h('p', { class: 'soft' }, UNAVAILABLE_WORDS[reason ?? 'inaccessible'])
      : h('p', { class: 'pre' }, text),
    shortened
      ? h('p', { class: 'hint' }, `Shortened to ${LIMITS.observe.messageMaxChars.toLocaleString('en')} characters.`)
      : null,
  )

export async function transcriptScreen(whom: Whom & { conversationId: string }): Promise<Screen> {
  const { appId, agentId } = whom
  const who = { appId, agentId }
  const { visitor, hidden, top } = await visitorFrame(who, 'conversations')
  const title = `Conversation of ${atHandle(visitor.handle)}`
  if (hidden !== null) return { title, body: [...top, hiddenNotice(hidden)] }
  const { data: first } = await portal.getOwnConversation({ path: whom, query: { limit: 100 } })
  const list = h('ol', { class: 'talk', 'aria-label': 'Messages' }, ...first.messages.map(message))
  let cursor = first.nextCursor ?? ''
  const more = moreButton('Load more messages', async () => {
    const { data: page } = await portal.getOwnConversation({ path: whom, query: filled({ limit: 100, cursor }) })
    list.append(...page.messages.map(message))
    cursor = page.nextCursor ?? ''
    return page.hasMore
  })
  more.hidden = !first.hasMore
  return {
    title,
    body: [
      ...top,
      h('p', {}, h('a', { href: linkTo('conversations', who) }, '← All conversations')),
      h('h2', {}, 'With ', withWhom(first)),
      facts(
        ['Channel', CHANNELS[first.channel]],
        ['State', CONVERSATION_WORDS[first.state]],
        ['Messages', String(first.messageCount)],
      ),
      first.coverage.state === 'available'
        ? null
        : h('p', { class: 'notice' }, 'Parts of this conversation are not available.'),
      first.messages.length === 0 && !first.hasMore ? empty('No messages yet.') : list,
      more,
    ],
  }
}
