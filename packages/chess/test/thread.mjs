// The chess thread of the tests: the compiled worker with the seeded generator.
import { runChessWorker } from '@agent-network/chess/worker'
import { seeded } from './seeded.mjs'

runChessWorker(seeded)
