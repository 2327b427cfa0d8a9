import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Minutes each: begun last, one of them would keep a single thread busy when all others are done. */
const LONG = ['visitors-model', 'visitors-planted', 'start', 'visitors-crash', 'import', 'city-faults', 'observe-crash']
const LONG_NAME = new RegExp(`/(${LONG.join('|')})(-postgres)?\\.test\\.ts$`)

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG_NAME.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    pool: 'threads',
    // One more than the cores of a small machine, because stories also wait for engines, browsers and processes.
    maxWorkers: 3,
    // Stories make their own servers and share no state, so the server is loaded once for all files of a thread.
    isolate: false,
    sequence: { sequencer: LongFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is compiled runs as it is: to rewrite it for every file took longer than many files do.
    server: { deps: { external: [/\/packages\/(contract|server|web)\/dist\//] } },
  },
})
