// Converts a route of the contract to a table row and to a method signature.
import { braces, commented } from './print.mjs'

/** Paged lists of results with several lists. */
const PAGED = { getGraph: ['edges'], search: ['agents', 'posts'] }
/** Identifying members of items, first match. Without one the whole item is compared. */
const ITEM_IDS = ['id', 'eventId', 'conversationId', 'messageId', 'sequence', 'uid', 'agentId']

const membersOf = (schema) => schema.properties ?? schema.anyOf?.[0].properties ?? {}
const isListOfObjects = ({ type, items }) => type === 'array' && Object.keys(membersOf(items)).length > 0
const isPaged = ({ query }) => 'page' in query || 'cursor' in query

/** Item schemas by member of `data` (`''` for `data` itself); empty if the route is not a list. */
function itemsOf(route) {
  const { name, result } = route
  const { data } = membersOf(result)
  if (data?.type === 'array') return { '': data.items }
  if (data === undefined || !(isPaged(route) || name.startsWith('list'))) return {}
  const lists = Object.entries(membersOf(data)).filter(([, schema]) => isListOfObjects(schema))
  const wanted = PAGED[name] ?? lists.map(([member]) => member)
  if (lists.length > 1 && PAGED[name] === undefined) throw new Error(`${name}: which of its lists is paged?`)
  return Object.fromEntries(lists.filter(([member]) => wanted.includes(member)).map(([m, { items }]) => [m, items]))
}

export function rowOf(route) {
  const items = itemsOf(route)
  const schemas = Object.values(items)
  const id = isPaged(route)
    ? ITEM_IDS.find((member) => schemas.every((schema) => membersOf(schema)[member] !== undefined))
    : undefined
  const query = Object.keys(route.query)
  return {
    ...(route.method !== 'GET' && { method: route.method }),
    path: route.path,
    ...(query.length > 0 && { query }),
    ...(route.body !== null && { body: route.body.contentMediaType ?? 'application/json' }),
    ...('contentMediaType' in route.result && { bytes: route.result.contentMediaType }),
    ...(route.idempotency !== 'none' && { keyed: true }),
    ...(schemas.length > 0 && { items: Object.keys(items).filter((member) => member !== '') }),
    ...(schemas.length > 0 && id !== undefined && { id }),
  }
}

const PAGING = ['page', 'perPage']

function queryPart(query, print) {
  const params = Object.entries(query)
  if (params.length === 0) return []
  const members = params.map(([name, { description, required, schema }]) =>
    commented(
      required ? `${name}: ${print(schema)}` : `${name}?: ${print(schema)} | undefined`,
      PAGING.includes(name) ? undefined : description,
    ),
  )
  return [`query${params.some(([, { required }]) => required) ? '' : '?'}: ${braces(members)}`]
}

export function signatureOf(route, print) {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
  const parts = [
    ...(path.length > 0 ? [`path: ${braces(path)}`] : []),
    ...queryPart(route.query, print),
    ...(route.body === null ? [] : [`body: ${print(route.body)}`]),
  ]
  const options = route.idempotency === 'none' ? 'CallOptions' : 'KeyedCallOptions'
  const call = parts.length === 0 ? options : `${braces(parts)} & ${options}`
  const isOptional = parts.every((part) => part.startsWith('query?'))
  const result = print(route.result)
  const items = Object.values(itemsOf(route)).map(print)
  const answer = items.length === 0 ? `Promise<${result}>` : `List<${result}, ${items.join(' | ')}>`
  return commented(`${route.name}(call${isOptional ? '?' : ''}: ${call}): ${answer}`, route.purpose)
}
