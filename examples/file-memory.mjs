// Stores the state of a visitor in a file, which is replaced atomically.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export const fileMemory = (file) => ({
  load: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null),
  save(state) {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  },
})
