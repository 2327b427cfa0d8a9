import { PRIME } from '../../worlds/worlds.ts'

/** Addresses of one world's pages. Ids and handles are encoded here and nowhere else. */
export interface Paths {
  readonly home: string
  post(id: string): string
  person(handle: string): string
  topic(id: string): string
  idea(id: string): string
  challenge(id: string): string
  game(id: string): string
  day(date: string): string
  /** A page without parameters, such as `topics`. */
  page(name: string): string
}

export function pathsOf(worldId: string): Paths {
  const root = worldId === PRIME ? '' : `/w/${encodeURIComponent(worldId)}`
  const under = (folder: string) => (id: string) => `${root}/${folder}/${encodeURIComponent(id)}`
  return {
    home: `${root}/`,
    post: under('posts'),
    person: (handle) => `${root}/@${encodeURIComponent(handle.replace(/^@/, ''))}`,
    topic: under('topics'),
    idea: under('ideas'),
    challenge: under('challenges'),
    game: under('games'),
    day: under('days'),
    page: (name) => `${root}/${name}`,
  }
}
