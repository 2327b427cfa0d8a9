import { keepTimesRelative } from './times.js'

keepTimesRelative(document)
