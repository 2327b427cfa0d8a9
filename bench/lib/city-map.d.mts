export function makeCity(options: { places: number; seed?: number; prefix?: string; worldId?: string }): {
  worldId?: string
  nodes: { id: string; x: number; y: number; level: number }[]
  edges: { from: string; to: string; meters: number; lift: boolean }[]
  destinations: { id: string; nodeId: string; label: string; kind: string; purposes: string[] }[]
}
