// List of the discovery files that are served without a key.

/** Text files that agents find without a key. */
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
