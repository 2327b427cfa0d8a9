// For `npm run pack -- --install [20 22 24]` and `npm run test:nodes`: the tarballs installed by npm into an empty folder
// outside of the repository, and tried on a Node: the server with its demo by its own command, the client, and MCP over stdio.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

function must(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stderr}`)
  return stdout.trim()
}

/** The program of the newest release of a major version, which the registry's `node` package brings. */
export function installNode(version, folder) {
  must('npm', ['install', '--prefix', folder, '--no-save', ...QUIET, `node@${version}`])
  return join(folder, 'node_modules/node/bin/node')
}

/** Starts the demo as somebody would, and waits until it says where it is. */
async function startDemo(folder, env) {
  const quick = {
    AGENT_NETWORK_PORT: '0',
    AGENT_NETWORK_OPERATOR_PORT: '0',
    AGENT_NETWORK_HISTORY_DAYS: '0',
    AGENT_NETWORK_LIFE: 'off',
  }
  const child = spawn('npx', ['--no-install', 'agent-network'], {
    cwd: folder,
    env: { ...env, ...quick },
    detached: true,
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const stop = async () => {
    // The command and what it started.
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"ready"')) continue
    const { baseUrl, operatorUrl } = JSON.parse(line)
    return { base: baseUrl, operator: operatorUrl, stop }
  }
  throw new Error(`the demo did not start: ${output}`)
}

function expectEqual(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
}

/** Not in the memory folder of the tests, which is removed when they end. */
export const TEMPORARY = tmpdir()

const withNode = (node) => ({
  ...process.env,
  TMPDIR: TEMPORARY,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
})

/** What was installed, used on this Node; `also` is tried on the demo that was started. */
export async function tryInstalled(folder, node, also = async () => {}) {
  const env = withNode(node)
  const { base, operator, stop } = await startDemo(folder, env)
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
    const token = readFileSync(join(folder, 'data/operator-token'), 'utf8').trim()
    await also({ base, operator, token })
  } finally {
    await stop()
    rmSync(join(folder, 'data'), { recursive: true, force: true })
  }
  console.log(`Node ${must('node', ['--version'], { env })}: what is packed works where it was installed`)
}

/** Installs the tarballs into an empty folder. It waits for the registry most of its time. */
export async function installTarballs(tarballs, node, folder) {
  const options = { cwd: folder, env: withNode(node) }
  await run('npm', ['init', '-y'], options)
  await run('npm', ['install', '--prefer-offline', ...QUIET, ...tarballs], options)
}

export async function installPacked(tarballs, versions) {
  for (const version of versions) {
    const [tools, folder] = ['node-', 'installed-'].map((name) => mkdtempSync(join(TEMPORARY, `agent-network-${name}`)))
    try {
      const node = installNode(version, tools)
      await installTarballs(tarballs, node, folder)
      await tryInstalled(folder, node)
    } finally {
      for (const each of [tools, folder]) rmSync(each, { recursive: true, force: true })
    }
  }
}
