import { keepTimesRelative } from './times.ts'

keepTimesRelative(document)
