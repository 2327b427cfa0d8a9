import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const E2E = fileURLToPath(new URL('./packages/server/e2e', import.meta.url))

const MINUTE = 60_000
/** Tests start programs, simulate days and wait for recovery; a busy machine takes five times as long. */
const TEST_LIMIT = 10 * MINUTE

/** Tests of a minute or more start first, so that no thread runs one of them alone at the end. */
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
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(`/e2e/${part}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const project = (name: string, include: string) => ({
  test: {
    name,
    include: [include],
    pool: 'threads' as const,
    // Tests start their own servers and share no state, so a thread loads the server once for all of its files.
    isolate: false,
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: MINUTE } },
    // Compiled code is not transformed again: that took longer than many test files.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
})

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because tests also wait for databases, browsers and processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      project('unit', 'packages/*/src/**/*.test.ts'),
      project('integration', 'packages/*/test/**/*.test.ts'),
      project('e2e', 'packages/server/e2e/**/*.e2e.ts'),
      // One project per folder: `npm run campaign -- crashes`.
      ...readdirSync(E2E).map((name) => project(name, `packages/server/e2e/${name}/**/*.e2e.ts`)),
    ],
  },
})
