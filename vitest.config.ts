import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const CAMPAIGNS = fileURLToPath(new URL('./packages/server/campaigns', import.meta.url))

/** What takes a minute or more: begun first, so that no thread is left with one of them when the others are done. */
const LONG = [
  'outages/outages',
  'holds/',
  'pages/',
  'programs/start.',
  'programs/cli',
  'races/observe',
  'races/city',
  'life/nodes',
  'model/planted',
  'streams/deliveries',
  'fuzz/requests',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(`/campaigns/${part}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const project = (name: string, include: string) => ({
  test: {
    name,
    include: [include],
    pool: 'threads' as const,
    // Stories make their own servers and share no state, so the server is loaded once for all files of a thread.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Patience costs nothing where things go as they should; the second that it is otherwise is not enough for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // What is compiled runs as it is: to rewrite it for every file took longer than many files do.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
})

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because stories also wait for engines, browsers and processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
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
