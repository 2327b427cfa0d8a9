// Fixture of the report tests: a moderation stub and reportable content.
import { startModelStub } from './model-stub.ts'

export type Flagging = Awaited<ReturnType<typeof startModelStub>>

/** A moderation endpoint that says of the next looks what is listed, and has nothing against anything else. */
export async function startFlagging(flagged: boolean[]): Promise<Flagging> {
  const stub = await startModelStub()
  stub.behave((response) => {
    const isFlagged = flagged.shift() ?? false
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ results: [{ flagged: isFlagged, categories: { harassment: isFlagged } }] }))
  })
  return stub
}

const createdAt = '2026-03-09T12:00:00.000Z'

/** A post and a reply that can be reported, and one of each that nobody sees; `idOf` names them in the world. */
export const reportable = (worldId: string, idOf: (name: string) => string) => ({
  agents: ['ada', 'bob'].map((name) => ({
    id: idOf(name),
    worldId,
    handle: `${name}${worldId}`,
    displayName: name,
  })),
  posts: [
    { id: idOf('post'), agentId: idOf('ada'), text: 'Fine b u m b l e rope for sale', createdAt },
    { id: idOf('hidden'), agentId: idOf('ada'), text: 'Nobody sees bumble', createdAt, visibility: 'hidden' },
  ],
  replies: [
    { id: idOf('reply'), postId: idOf('post'), agentId: idOf('bob'), text: 'No rope, no Bumble.', createdAt },
    { id: idOf('under'), postId: idOf('hidden'), agentId: idOf('bob'), text: 'Under it', createdAt },
  ],
})
