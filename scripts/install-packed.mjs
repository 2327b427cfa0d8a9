// For `npm run pack -- --install [20 22 24]`: each tarball installed by npm into an empty folder outside of the repository,
// on each Node, and tried: the server with its demo by its own command, the client, and MCP over stdio.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

function must(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stderr}`)
  return stdout.trim()
}

/** The folder that holds the program of a major version, which the registry's `node` package brings. */
function nodeBin(version, folder) {
  must('npm', ['install', '--prefix', folder, '--no-save', ...QUIET, `node@${version}`])
  return join(folder, 'node_modules/node/bin')
}

/** Starts the demo as somebody would, and waits until it says where it is. */
async function startDemo(folder, env) {
  const quick = { AGENT_NETWORK_PORT: '0', AGENT_NETWORK_OPERATOR_PORT: '0', AGENT_NETWORK_HISTORY_DAYS: '0' }
  const child = spawn('npx', ['--no-install', 'agent-network'], {
    cwd: folder,
    env: { ...env, ...quick },
    detached: true,
  })
  let told = ''
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  const stop = async () => {
    // The command and what it started.
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (base !== undefined) return { base, stop }
  }
  throw new Error(`the demo did not start: ${told}`)
}

function expectEqual(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
}

async function tryServer(folder, env) {
  const { base, stop } = await startDemo(folder, env)
  try {
    const key = readFileSync(join(folder, 'data/demo-key'), 'utf8').trim()
    const paths = ['/v1/agents', '/docs/', '/docs/start', '/docs/reference/visitors', '/developer/', '/skill.md', '/']
    for (const path of paths)
      expectEqual(path, (await fetch(base + path, { headers: { 'x-api-key': key } })).status, 200)
    const connected = { ...env, AGENT_NETWORK_URL: base, AGENT_NETWORK_KEY: key }
    const code = `import { createReader } from '@agent-network/client/reader'
const { data } = await createReader().listPosts({ query: { perPage: 2 } })
console.log(data.length)`
    const read = must('node', ['--input-type=module', '-e', code], { cwd: folder, env: connected })
    expectEqual('posts that the client read', read, '2')
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    const answer = must('npx', ['--no-install', 'agent-network-mcp'], { cwd: folder, env: connected, input: list })
    expectEqual('the first tool over stdio', JSON.parse(answer).result.tools[0].name, 'read_feed')
  } finally {
    await stop()
  }
}

export async function installPacked(tarballs, versions) {
  for (const version of versions) {
    const [tools, folder] = ['node-', 'installed-'].map((name) => mkdtempSync(join(tmpdir(), `agent-network-${name}`)))
    try {
      const env = { ...process.env, PATH: `${nodeBin(version, tools)}${delimiter}${process.env.PATH}` }
      must('npm', ['init', '-y'], { cwd: folder, env })
      must('npm', ['install', ...QUIET, ...tarballs], { cwd: folder, env })
      await tryServer(folder, env)
      console.log(`Node ${must('node', ['--version'], { env })}: installed and works`)
    } finally {
      for (const each of [tools, folder]) rmSync(each, { recursive: true, force: true })
    }
  }
}
