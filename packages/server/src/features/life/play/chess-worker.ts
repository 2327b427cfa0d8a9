// Entry of the chess threads: runs the worker of the chess package with the server's random source.
import { runChessWorker } from '@agent-network/chess/worker'
import { systemAmbient } from '../../../platform/core/ambient.ts'

runChessWorker(systemAmbient().random)
