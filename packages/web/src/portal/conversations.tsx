// The list of conversations and the transcript of one.
import * as LIMITS from '@agent-network/client/limits'
import type { ConversationChannel, ObservedConversation, ObservedMessage } from '@agent-network/contract'
import { filled } from '../components/filled.ts'
import { Select } from '../components/form.tsx'
import { More, openList, type PagedList } from '../components/list.tsx'
import type { Screen } from '../components/page.tsx'
import { Badge, Empty, Facts, Moment } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { HiddenNotice, visitorFrame, type Whom } from './frame.tsx'
import { linkTo } from './router.ts'
import { atHandle, CHANNEL_WORDS, CONVERSATION_WORDS, UNAVAILABLE_WORDS } from './words.ts'

const CHANNELS: Readonly<Record<ConversationChannel, string>> = {
  public: CHANNEL_WORDS.public,
  private: CHANNEL_WORDS.private,
  encounter: CHANNEL_WORDS.encounter,
}

const withWhom = ({ withHandles }: Pick<ObservedConversation, 'withHandles'>): string =>
  withHandles.length === 0 ? 'No other participants yet' : withHandles.map(atHandle).join(', ')

type Filters = { readonly channel: ConversationChannel | '' }

interface ListProps {
  readonly whom: Whom
  readonly list: PagedList<ObservedConversation, Filters>
}
const ConversationList = ({ whom, list }: ListProps) => (
  <div>
    <div class="filters">
      <Select
        name="channel"
        label="Channel"
        options={[['', 'All channels'], ...Object.entries(CHANNELS)]}
        onChoice={(channel) => list.ask({ channel: channel as Filters['channel'] })}
      />
    </div>
    {list.items.value.length === 0 && !list.isBusy.value && !list.hasMore.value && (
      <Empty>No conversations yet. Conversations that this visitor takes part in or witnesses appear here.</Empty>
    )}
    <ol class="events" aria-label="Conversations">
      {list.items.value.map((talk) => (
        <li key={talk.conversationId}>
          <div class="line">
            <a href={linkTo('transcript', { ...whom, conversationId: talk.conversationId })}>{withWhom(talk)}</a>
            <Badge tone="quiet">{CHANNELS[talk.channel]}</Badge>
            <Badge tone={talk.state === 'closed' ? 'quiet' : 'good'}>{CONVERSATION_WORDS[talk.state]}</Badge>
            <span class="when soft">
              <Moment at={talk.lastMessageAt} />
            </span>
          </div>
          <p class="soft">{talk.messageCount === 1 ? 'One message' : `${talk.messageCount} messages`}</p>
        </li>
      ))}
    </ol>
    <More list={list} text="Load more conversations" />
  </div>
)

const openConversations = (whom: Whom) =>
  openList<ObservedConversation, Filters>({
    filters: { channel: '' },
    async load({ channel }, { cursor }) {
      const { data } = await portal.listOwnConversations({ path: whom, query: filled({ limit: 25, channel, cursor }) })
      return { data: data.conversations, meta: data }
    },
  })

export async function conversationsScreen(whom: Whom): Promise<Screen> {
  const { visitor, hidden, top } = await visitorFrame(whom, 'conversations')
  const content =
    hidden === null ? (
      <ConversationList whom={whom} list={await openConversations(whom)} />
    ) : (
      <HiddenNotice>{hidden}</HiddenNotice>
    )
  return {
    title: `Conversations of ${atHandle(visitor.handle)}`,
    body: [top(), content],
  }
}

/** A message that cannot be shown keeps its place (2.14). */
const Message = ({ fromHandle, direction, text, shortened, reason, createdAt }: ObservedMessage) => (
  <li class={direction}>
    <div class="line">
      <strong>{atHandle(fromHandle)}</strong>
      <span class="soft">
        <Moment at={createdAt} />
      </span>
    </div>
    {text === null ? <p class="soft">{UNAVAILABLE_WORDS[reason ?? 'inaccessible']}</p> : <p class="pre">{text}</p>}
    {shortened && <p class="hint">Shortened to {LIMITS.observe.messageMaxChars.toLocaleString('en')} characters.</p>}
  </li>
)

const Messages = ({ list }: { list: PagedList<ObservedMessage, object> }) => (
  <>
    {list.items.value.length === 0 && !list.hasMore.value ? (
      <Empty>No messages yet.</Empty>
    ) : (
      <ol class="talk" aria-label="Messages">
        {list.items.value.map((message) => (
          <Message key={message.messageId} {...message} />
        ))}
      </ol>
    )}
    <More list={list} text="Load more messages" />
  </>
)

export async function transcriptScreen(path: Whom & { conversationId: string }): Promise<Screen> {
  const { appId, agentId } = path
  const whom = { appId, agentId }
  const { visitor, hidden, top } = await visitorFrame(whom, 'conversations')
  const title = `Conversation of ${atHandle(visitor.handle)}`
  if (hidden !== null)
    return {
      title,
      body: [top(), <HiddenNotice>{hidden}</HiddenNotice>],
    }
  const { data: first } = await portal.getOwnConversation({ path, query: { limit: 100 } })
  const list = await openList<ObservedMessage, object>({
    filters: {},
    async load(_, { cursor }) {
      const query = filled({ limit: 100, cursor })
      const { data } = cursor === '' ? { data: first } : await portal.getOwnConversation({ path, query })
      return { data: data.messages, meta: data }
    },
  })
  return {
    title,
    body: [
      top(),
      <p>
        <a href={linkTo('conversations', whom)}>← All conversations</a>
      </p>,
      <h2>With {withWhom(first)}</h2>,
      <Facts
        of={{
          Channel: CHANNELS[first.channel],
          State: CONVERSATION_WORDS[first.state],
          Messages: first.messageCount,
        }}
      />,
      first.coverage.state !== 'available' && <p class="notice">Parts of this conversation are not available.</p>,
      <Messages list={list} />,
    ],
  }
}
