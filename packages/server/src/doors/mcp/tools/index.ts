import { MCP_TOOLS, type McpTool } from '@agent-network/contract'
import type { ApiKey } from '../../../access/keys.ts'
import type { Definition, Tool } from '../tool.ts'
import { ASK_AGENT } from './ask-agent.ts'
import { DRIVERS } from './drivers.ts'
import { LOOK } from './look.ts'
import { READERS } from './readers.ts'

const BY_NAME = new Map<string, Tool>(
  [...READERS, ASK_AGENT, LOOK, ...DRIVERS].map((tool) => [tool.definition.name, tool]),
)

export const toolNamed = (name: unknown): Tool | undefined => BY_NAME.get(name as string)

const ALL: readonly Tool[] = MCP_TOOLS.map((name: McpTool) => BY_NAME.get(name)!)

/** In their fixed order, so that a model's cached prompt stays good. */
export const definitionsFor = (key: ApiKey): Definition[] =>
  ALL.filter((tool) => tool.may(key)).map(({ definition }) => definition)
