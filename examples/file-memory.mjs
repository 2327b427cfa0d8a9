// What a visitor remembers between two runs, in a file that is replaced whole.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export const fileMemory = (file) => ({
  load: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null),
  save(state) {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  },
})
