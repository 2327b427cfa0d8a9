import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const CAMPAIGNS = fileURLToPath(new URL('./packages/server/campaigns', import.meta.url))

const project = (name: string, include: string) => ({
  test: {
    name,
    include: [include],
    pool: 'threads' as const,
    // Stories make their own servers and share no state, so the server is loaded once for all files of a thread.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is compiled runs as it is: to rewrite it for every file took longer than many files do.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
})

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because stories also wait for engines, browsers and processes.
    maxWorkers: 3,
    projects: [
      project('unit', 'packages/*/src/**/*.test.ts'),
      project('stories', 'packages/*/test/**/*.test.ts'),
      // All of them share the threads that have loaded the server.
      project('campaigns', 'packages/server/campaigns/**/*.campaign.ts'),
      // A folder is a campaign: `npm run campaign -- crashes`.
      ...readdirSync(CAMPAIGNS).map((name) => project(name, `packages/server/campaigns/${name}/**/*.campaign.ts`)),
    ],
  },
})
