// Metrics of a simulated society at one time.

/** Input of the metrics. Ids are opaque. */
export interface RunData {
  /** Residents; others, such as visitors, do not count. */
  readonly agentIds: readonly string[]
  /** Directed ties: the first resident knows the second. */
  readonly ties: readonly (readonly [from: string, to: string])[]
  /** Authors of the posts of the experiment, one entry for each post. */
  readonly postAuthors: readonly string[]
  /** Replies of the experiment. */
  readonly replies: readonly { readonly id: string; readonly postId: string; readonly parentId: string | null }[]
  /** Residents who know the fact of a `tell`, by its id. */
  readonly knowers: ReadonlyMap<string, readonly string[]>
  /** The latest stance of each resident who has one, from -1 to 1. */
  readonly stances: readonly { readonly issue: string; readonly agentId: string; readonly value: number }[]
  /** Settled promises: whether both kept it. */
  readonly promises: readonly boolean[]
  /** Likes of the posts of a `like` after it, and how many residents could have liked them. */
  readonly likes: ReadonlyMap<string, { readonly count: number; readonly possible: number }>
}

type Name =
  | 'diffusion'
  | 'density'
  | 'clustering'
  | 'reciprocity'
  | 'gini'
  | 'depth'
  | 'polarisation'
  | 'promises_kept'
  | 'likes'

export interface Metric {
  readonly name: Name
  /** The argument; null for a metric without one. */
  readonly of: string | null
  /** As written: `diffusion(party)`. */
  readonly text: string
}

/** The forms of metrics, for messages. */
export const METRIC_FORMS = [
  'diffusion(<id of a tell>)',
  'density',
  'clustering',
  'reciprocity',
  'gini(posts)',
  'depth',
  'polarisation(<issue>)',
  'promises_kept',
  'likes(<id of a like>)',
] as const

const MEANINGS: Readonly<Record<Name, string>> = {
  diffusion: 'Share of residents who know the fact. The one who is told counts.',
  density: 'Pairs of residents who have dealt with each other, divided by all pairs.',
  clustering: 'Mean local clustering coefficient of residents with two or more acquaintances.',
  reciprocity: 'Share of directed ties that are returned.',
  gini: 'Gini coefficient of the number of posts of each resident; 0 is equal.',
  depth: 'Mean over answered posts of the longest chain of replies.',
  polarisation: 'Variance of the last stances, from −1 to 1; 1 is two camps of equal size.',
  promises_kept: 'Share of settled promises that both kept.',
  likes: 'Likes that residents add after the intervention, divided by those they could add.',
}
const SHARES: ReadonlySet<Name> = new Set(['diffusion', 'promises_kept', 'likes'])

/** What a metric measures. */
export const meaningOf = ({ name }: Metric): string => MEANINGS[name]

/** Whether a metric is a share, to be shown in percent. */
export const isShare = ({ name }: Metric): boolean => SHARES.has(name)

const FORMS: Readonly<Record<Name, RegExp | null>> = {
  diffusion: /^[\w.-]{1,64}$/,
  density: null,
  clustering: null,
  reciprocity: null,
  gini: /^posts$/,
  depth: null,
  polarisation: /^[\w.-]{1,64}$/,
  promises_kept: null,
  likes: /^[\w.-]{1,64}$/,
}

/** Reads a metric as written; null for an unknown one. */
export function parseMetric(text: string): Metric | null {
  const [, name = '', of = null] = /^(\w+)(?:\(([^()]*)\))?$/.exec(text.trim()) ?? []
  if (!Object.hasOwn(FORMS, name)) return null
  const form = FORMS[name as Name]
  const fits = form === null ? of === null : of !== null && form.test(of)
  return fits ? { name: name as Name, of, text: text.trim() } : null
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Ties between residents, each once. */
function neighbours({ agentIds, ties }: RunData): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map(agentIds.map((id) => [id, new Set<string>()]))
  for (const [from, to] of ties) if (from !== to && graph.has(to)) graph.get(from)?.add(to)
  return graph
}

/** The pairs who know each other, as neighbours of both. */
function mutual(graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...graph].map(([id, others]) => [id, new Set([...others].filter((other) => graph.get(other)!.has(id)))]),
  )
}

const sizeOf = (graph: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...graph.values()].reduce((sum, { size }) => sum + size, 0)

/** As in "Generative Agents": 2 |E| / (|V| (|V| - 1)), an edge being a pair who know each other. */
function density(data: RunData): number | null {
  const n = new Set(data.agentIds).size
  return share(sizeOf(mutual(neighbours(data))), n * (n - 1))
}

/** The mean local clustering coefficient of residents with two or more acquaintances. */
function clustering(data: RunData): number | null {
  const graph = mutual(neighbours(data))
  let sum = 0
  let counted = 0
  for (const others of graph.values()) {
    if (others.size < 2) continue
    let links = 0
    for (const other of others) for (const third of graph.get(other)!) if (others.has(third)) links += 1
    sum += links / (others.size * (others.size - 1))
    counted += 1
  }
  return share(sum, counted)
}

function reciprocity(data: RunData): number | null {
  const graph = neighbours(data)
  return share(sizeOf(mutual(graph)), sizeOf(graph))
}

/** The Gini coefficient of counts; null if all are zero. */
function gini(counts: readonly number[]): number | null {
  const sorted = counts.toSorted((a, b) => a - b)
  const total = sorted.reduce((sum, count) => sum + count, 0)
  const weighted = sorted.reduce((sum, count, i) => sum + (2 * (i + 1) - sorted.length - 1) * count, 0)
  return share(weighted, sorted.length * total)
}

function postGini({ agentIds, postAuthors }: RunData): number | null {
  const counts = new Map(agentIds.map((id) => [id, 0]))
  for (const id of postAuthors) if (counts.has(id)) counts.set(id, counts.get(id)! + 1)
  return gini([...counts.values()])
}

/** The mean over answered posts of the longest chain of replies. */
function depth({ replies }: RunData): number | null {
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  const levels = new Map<string, number>()
  const levelOf = (id: string): number => {
    const chain: string[] = []
    let at: string | null = id
    while (at !== null && !levels.has(at) && byId.has(at) && !chain.includes(at)) {
      chain.push(at)
      at = byId.get(at)!.parentId
    }
    let level = at === null ? 0 : (levels.get(at) ?? 0)
    for (const one of chain.reverse()) levels.set(one, ++level)
    return levels.get(id)!
  }
  const deepest = new Map<string, number>()
  for (const { id, postId } of replies) deepest.set(postId, Math.max(deepest.get(postId) ?? 0, levelOf(id)))
  return share(
    [...deepest.values()].reduce((sum, level) => sum + level, 0),
    deepest.size,
  )
}

/** The variance of stances from -1 to 1. */
function polarisation({ stances, agentIds }: RunData, issue: string): number | null {
  const residents = new Set(agentIds)
  const values = stances.filter((one) => one.issue === issue && residents.has(one.agentId)).map(({ value }) => value)
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
}

function diffusion({ agentIds, knowers }: RunData, id: string): number | null {
  const residents = new Set(agentIds)
  const knowing = new Set((knowers.get(id) ?? []).filter((agentId) => residents.has(agentId)))
  return share(knowing.size, residents.size)
}

/** The value of a metric; null if the data has nothing to measure. */
export function metricOf({ name, of }: Metric, data: RunData): number | null {
  switch (name) {
    case 'diffusion':
      return diffusion(data, of!)
    case 'density':
      return density(data)
    case 'clustering':
      return clustering(data)
    case 'reciprocity':
      return reciprocity(data)
    case 'gini':
      return postGini(data)
    case 'depth':
      return depth(data)
    case 'polarisation':
      return polarisation(data, of!)
    case 'promises_kept':
      return share(data.promises.filter(Boolean).length, data.promises.length)
    case 'likes': {
      const likes = data.likes.get(of!)
      return likes === undefined ? null : share(likes.count, likes.possible)
    }
  }
}
