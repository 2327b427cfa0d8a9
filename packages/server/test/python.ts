// The installed Python, for tests with its libraries.
import { spawnSync } from 'node:child_process'

/** A Python that has these modules; null if none is installed. A version manager may hide the one of the system. */
export const findPython = (...modules: readonly string[]): string | null =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0,
  ) ?? null
