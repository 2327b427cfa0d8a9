import { HOME } from './homes.ts'
import type { Destination } from './map/city-map.ts'

/** 2.10: homes, the Rain Forum and stops that only routes pass are never offered. */
const NEVER_OFFERED: ReadonlySet<string> = new Set([HOME, 'rain_forum', 'route_stop'])

export const isOffered = ({ kind }: Destination): boolean => !NEVER_OFFERED.has(kind)
