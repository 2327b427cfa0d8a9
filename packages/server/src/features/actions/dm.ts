// The action `dm`: a private message.
import type { ActionInput } from '@agent-network/contract'
import { isGateOpen } from '../../platform/control/switches.ts'
import type { Read } from '../../platform/db/database.ts'
import { isCaptured, publishFact } from '../../stores/event-log/events.ts'
import { messageReceived } from '../../stores/event-log/facts.ts'
import { addressees } from '../../stores/event-log/inbox.ts'
import { readAgent } from '../../stores/posts/agents.ts'
import {
  addMessage,
  openThread,
  otherSide,
  readOwnThread,
  type ThreadRow,
  threadOfPair,
} from '../../stores/posts/threads.ts'
import { type ActContext, type Action, type Actor, skip } from './action.ts'
import { LETTER, scheduleAnswer } from './attention.ts'
import { capReached, takeActionUnit } from './caps.ts'
import { findPeer, isSelf } from './targets.ts'
import { readSpeech } from './texts.ts'

/** The recipient of a message: an existing thread, or an agent without one. */
interface Recipient {
  readonly thread: ThreadRow | null
  readonly otherId: string
  /** Set if the lookup has already read it. */
  readonly handle: string | null
}

async function recipientOf(read: Read, { world, agent }: Actor, input: ActionInput<'dm'>): Promise<Recipient | null> {
  if ('threadId' in input) {
    const thread = await readOwnThread(read, world, agent.id, input.threadId)
    return thread === null ? null : { thread, otherId: otherSide(thread, agent.id), handle: null }
  }
  const peer = await findPeer(read, world, input)
  if (peer === null) return null
  const thread = (await threadOfPair(read, world, agent.id, peer.id)) ?? null
  return { thread, otherId: peer.id, handle: peer.handle }
}

/** Reads the handle only if an event subscriber needs it. */
async function handleFor({ city }: ActContext, read: Read, { world }: Actor, { handle, otherId }: Recipient) {
  if (handle !== null || !isCaptured(city, world)) return handle
  return (await readAgent(read, world, otherId))?.handle ?? null
}

/** Private messages are moderated once (4.10, step 6). */
export const dm: Action<'dm'> = {
  kind: 'dm',
  read(input: ActionInput<'dm'>, self) {
    const text = readSpeech(input.text)
    if (text === null || (!('threadId' in input) && isSelf(input, self))) return null
    return { ...input, text }
  },
  textToModerate: ({ text }) => ({ text, policy: 'speech', again: false }),
  async trace(_read, _actor, input) {
    if ('threadId' in input) return { kind: 'dm', threadId: input.threadId }
    return { kind: 'dm', handle: 'handle' in input ? input.handle : input.agentId }
  },
  async addressees(read, actor, input) {
    const recipient = await recipientOf(read, actor, input)
    return recipient === null ? [] : [recipient.otherId]
  },
  closed: ({ city }) => (isGateOpen(city, 'privateMessagingEnabled') ? null : 'private_messaging_disabled'),
  async perform(tx, actor, input, turn) {
    const { world, agent } = actor
    if (!isGateOpen(turn.city, 'privateMessagingEnabled')) return skip('private_messaging_disabled')
    const recipient = await recipientOf(tx, actor, input)
    if (recipient === null) return skip('cross_world_target')
    if (recipient.thread?.status === 'closed') return skip('thread_closed')
    const declined = (await capReached(tx, actor, 'dm', turn)) ?? (await takeActionUnit(tx, actor, 'dm', turn))
    if (declined !== null) return skip(declined)
    const between = [agent.id, recipient.otherId] as const
    const thread = recipient.thread ?? (await openThread(tx, { ambient: turn.ambient, world, between }, turn.at))
    const id = turn.ambient.id('message', world.tag)
    const fact = messageReceived({ threadId: thread.id, withHandle: agent.handle, occurredAt: turn.at })
    const item = { kind: 'dm', fromId: agent.id, ref: { threadId: thread.id, messageId: id } } as const
    let inbox: number | null = null
    for (const agentId of addressees({ kind: 'deed', byId: agent.id, toId: recipient.otherId }))
      inbox = await publishFact(tx, { world, agentId, switches: turn.city, at: turn.at }, [{ item, fact }])
    await addMessage(tx, world, {
      world_id: world.id,
      id,
      thread_id: thread.id,
      agent_id: agent.id,
      text: input.text,
      visibility: 'public',
      inbox,
      created_at: turn.at,
    })
    await scheduleAnswer(tx, actor, { kind: LETTER, addresseeId: recipient.otherId, subjectId: thread.id }, turn)
    const whom = await handleFor(turn, tx, actor, recipient)
    return { status: 'created', docId: id, detail: { threadId: thread.id }, ...(whom === null ? {} : { whom }) }
  },
}
