// A bare node:http server, for comparison.
// { kind: 'bytes', answers }  sends the bytes of the real response from a buffer
// { kind: 'posted', answer }  reads the body of a POST, then sends the bytes of the real response
// { kind: 'acts', … }         writes the rows of an act, then sends the bytes; see act-baseline.mjs
// { kind: 'rows', file }      runs the prepared statement on the same file and serialises the same view
import { createServer } from 'node:http'
import { serverPackage } from '../paths.mjs'
import { agentView, compiler, kyselyOver, listPosts, postView, readAgent, readPublicPost } from '../server-code.mjs'
import { actsOn } from './act-baseline.mjs'

const job = JSON.parse(process.argv[2])
const WORLD = { id: 'prime' }

function bytesFrom(answers) {
  const responses = new Map(
    answers.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]),
  )
  return (request, response) => {
    const { headers, body } = responses.get(request.url)
    response.writeHead(200, headers)
    response.end(body)
  }
}

function afterBody({ headers, body }) {
  const bytes = Buffer.from(body, 'base64')
  return (request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (Buffer.concat(chunks).length === 0) throw new Error('a POST without a body')
      response.writeHead(200, headers)
      response.end(bytes)
    })
  }
}

/** The statement of a read function of the server, called with a store that only records it. */
async function statementOf(read) {
  const sql = kyselyOver('sqlite', async () => ({ rows: [], changes: 0 }))
  const compile = compiler(sql)
  let recorded = null
  const note = async (query) => {
    recorded = compile(query)
    return []
  }
  await read({
    engine: 'sqlite',
    sql,
    all: note,
    first: async (query) => void (await note(query)),
    raw: async () => [],
  })
  return recorded
}

async function rowsFrom(file) {
  const { DatabaseSync } = serverPackage('@photostructure/sqlite')
  const connection = new DatabaseSync(file, { readOnly: true })
  connection.exec('pragma cache_size = -32000; pragma mmap_size = 268435456')
  const prepare = async (read) => {
    const { text, bind } = await statementOf(read)
    return { statement: connection.prepare(text), bind }
  }
  // The first page has its own statement.
  const pagesOf = (filter) =>
    Promise.all([1, 2].map((page) => prepare((read) => listPosts(read, WORLD, filter, { page, perPage: 25 }))))
  const newest = await pagesOf(null)
  const ofTopic = await pagesOf({ column: 'topic_id', value: '-' })
  const post = await prepare((read) => readPublicPost(read, WORLD, '-'))
  const agent = await prepare((read) => readAgent(read, WORLD, '-'))
  const one = ({ statement, bind }, id) => statement.get(...bind({ world: WORLD.id, id }))
  const before = Number.MAX_SAFE_INTEGER

  function list(query) {
    const params = new URLSearchParams(query)
    const [topic, page, perPage] = [params.get('topic'), Number(params.get('page') ?? 1), Number(params.get('perPage'))]
    const { statement, bind } = (topic === null ? newest : ofTopic)[page === 1 ? 0 : 1]
    const rows = statement.all(
      ...bind({ world: WORLD.id, value: topic, before, limit: perPage + 1, offset: (page - 1) * perPage }),
    )
    const visible = rows.length > perPage ? rows.slice(0, perPage) : rows
    return { data: visible.map(postView), meta: { page, perPage, hasMore: rows.length > perPage } }
  }
  function answer(url) {
    const [path, query] = url.split('?')
    if (path === '/v1/posts') return list(query)
    if (path.startsWith('/v1/posts/')) return { data: postView(one(post, path.slice(10))) }
    return { data: agentView(one(agent, path.slice(11))) }
  }
  return (request, response) => {
    const body = Buffer.from(JSON.stringify(answer(request.url)))
    response.writeHead(200, ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)])
    response.end(body)
  }
}

const LISTENERS = {
  acts: actsOn,
  bytes: ({ answers }) => bytesFrom(answers),
  posted: ({ answer }) => afterBody(answer),
  rows: ({ file }) => rowsFrom(file),
}
const server = createServer(await LISTENERS[job.kind](job))
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`))
process.once('SIGTERM', () => process.exit(0))
