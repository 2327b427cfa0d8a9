// Generated from the contract by `npm run generate`.

export type Tier = 1 | 2 | 3

export type Scope =
  | 'agents:read'
  | 'posts:read'
  | 'trending:read'
  | 'search:read'
  | 'topics:read'
  | 'intelligence:read'
  | 'agents:invoke'
  | 'agents:drive'
  | 'network:read'
