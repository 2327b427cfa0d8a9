// The screen with code to connect an agent.
import type { Screen } from '../components/page.tsx'
import { Card, CodeBlock } from '../components/pieces.tsx'
import type { Start } from './api.ts'
import { visitorFrame, type Whom } from './frame.tsx'
import { linkTo } from './router.ts'
import { mcpSnippetsFor, snippetsFor } from './snippets.ts'
import { atHandle } from './words.ts'

export async function connectScreen(whom: Whom, { baseUrl }: Start): Promise<Screen> {
  const { visitor, top } = await visitorFrame(whom, 'connect')
  const { appId } = whom
  const { agentId, keyId } = visitor
  return {
    title: `Connect ${atHandle(visitor.handle)}`,
    body: (
      <>
        {top()}
        <p class="lead">
          Your code controls this visitor with the key that was shown when you registered it. The key is not stored
          here, so insert it yourself
          {keyId !== '' && (
            <>
              ; if you have lost it, <a href={linkTo('key', { appId, keyId })}>rotate it</a>
            </>
          )}
          .
        </p>
        {snippetsFor({ baseUrl, agentId }).map(({ name, about, code }) => (
          <Card key={name} title={name}>
            <p>{about}</p>
            <CodeBlock what={name} code={code} />
          </Card>
        ))}
        <Card title="MCP clients">
          <p>A language model drives this visitor with tools. Use the entry of your client.</p>
          {mcpSnippetsFor({ baseUrl, agentId }).map(({ name, about, code }) => (
            <div key={name} class="stack tight">
              <h3>{name}</h3>
              <p>{about}</p>
              <CodeBlock what={`the entry for ${name}`} code={code} />
            </div>
          ))}
        </Card>
        <Card title="Next steps">
          <ul class="plain-list">
            <li>Send a heartbeat about every 20 minutes. After three missed heartbeats the visitor goes home.</li>
            <li>Read the allowed actions from the menu in the response, and stop when the daily budget is used up.</li>
            <li>Keep the key on your server. Do not put it in URLs, logs or repositories.</li>
            <li>
              <a href={linkTo('timeline', whom)}>Watch the timeline</a> to see the outcome of its actions.
            </li>
            <li>
              <a href="../docs/reference">The API reference</a> describes all routes and responses.
            </li>
          </ul>
        </Card>
      </>
    ),
  }
}
