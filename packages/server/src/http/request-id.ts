import { ID_PARTS, ID_START } from '../access/request-lines.ts'
import { type Ambient, encode32 } from '../core/ambient.ts'

/** Two characters of the count, looked up; the others change once in as many requests. */
const LAST = Array.from({ length: 1_024 }, (_, n) => encode32(n, 2))

/**
 * Ids of requests: when (10 characters), which process (9, by chance), which request of it (7). Every answer carries one,
 * so a request pays for three joined texts and no draw of chance. Never the caller's own, which could be anybody's.
 */
export function makeRequestIds({ now, secret }: Pick<Ambient, 'now' | 'secret'>): () => string {
  const bytes = secret(8)
  const owner = encode32(bytes.readUIntBE(0, 6), ID_PARTS.process)
  let count = bytes.readUInt16BE(6)
  let lastAt = -1
  let time = ''
  let high = ''
  return () => {
    const at = now()
    if (at !== lastAt) {
      lastAt = at
      time = `${ID_START}${encode32(at, ID_PARTS.time)}${owner}`
    }
    const low = count % LAST.length
    if (low === 0 || high === '') high = encode32(Math.floor(count / LAST.length), ID_PARTS.count - 2)
    count += 1
    return time + high + LAST[low]
  }
}
