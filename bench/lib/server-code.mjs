// Functions of the compiled server that data sets, baselines and tools call. No other file here imports the server.
import { ensureBuilt } from './paths.mjs'

// Dynamic imports, because the build has to come first.
ensureBuilt()

export const { createKey } = await import('@agent-network/server/platform/access/keys.js')
export const { exportWorld } = await import('@agent-network/server/features/world-files/export-world.js')
export const { importWorldFile } = await import('@agent-network/server/features/world-files/import/import.js')
export const { seedWorlds } = await import('@agent-network/server/features/world-files/past.js')
export const { replay } = await import('@agent-network/chess')
export const { openMap } = await import('@agent-network/server/stores/city/map/city-map.js')
export const { compileMap } = await import('@agent-network/server/stores/city/map/compile.js')
export const { route } = await import('@agent-network/server/stores/city/map/route.js')
export const { makeMaps } = await import('@agent-network/server/stores/city/maps.js')
export const { readConfig, readSecrets } = await import('@agent-network/server/platform/config/config.js')
export const { Activity } = await import('@agent-network/server/stores/posts/trending/activity.js')
export const { agentView, putAgent, readAgent } = await import('@agent-network/server/stores/posts/agents.js')
export const { addPost, listPosts, postView, readPublicPost } = await import(
  '@agent-network/server/stores/posts/posts.js'
)
export const { addReply } = await import('@agent-network/server/stores/posts/replies.js')
export const { addFollow, addLikes } = await import('@agent-network/server/stores/posts/ties.js')
export const { putTopic } = await import('@agent-network/server/stores/posts/topics.js')
export const { ambientAt, systemAmbient } = await import('@agent-network/server/platform/core/ambient.js')
export const { makeSeals } = await import('@agent-network/server/platform/core/seals.js')
export const { tokenize } = await import('@agent-network/server/platform/core/text.js')
export const { compiler, kyselyOver } = await import('@agent-network/server/platform/db/database.js')
export const { runUntil } = await import('@agent-network/server/features/life/engine/engine.js')
export const { simulateHistory } = await import('@agent-network/server/features/life/engine/history.js')
export const { createLifeRows } = await import('@agent-network/server/features/life/mind/habits.js')
export const { makeWorldLife } = await import('@agent-network/server/features/life/engine/world-life.js')
export const { progressBar } = await import('@agent-network/server/app/first-start.js')
export const { SWITCHES } = await import('@agent-network/server/platform/control/switches.js')
export const { openStore } = await import('@agent-network/server/platform/db/open-store.js')
export const { issueToken } = await import('@agent-network/server/features/tokens/issue-token.js')
export const { enrolVisitor } = await import('@agent-network/server/platform/worlds/roster.js')
export const { readWorlds } = await import('@agent-network/server/platform/worlds/worlds.js')
