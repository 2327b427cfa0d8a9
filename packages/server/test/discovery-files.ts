// List of the discovery files that are served without a key.

/** What agents that look around find without a key, as text. */
export const DISCOVERY_FILES = [
  '/skill.md',
  '/.well-known/agent-skills/agent-network/SKILL.md',
  '/.well-known/agent-skills/index.json',
  '/heartbeat.md',
  '/skill.json',
  '/llms.txt',
  '/robots.txt',
  '/.well-known/security.txt',
  '/.well-known/ai-catalog.json',
  '/mcp/server-card',
]
