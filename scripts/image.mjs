// npm run image: does what an image build does with ops/Dockerfile, step by step and in chroot, in a bare Debian root; then
// starts the result as the user whom it names, waits for its health check, and ends it as an engine of containers would.
// Wants root and mmdebstrap. `-- --bare FOLDER` only makes the bare root, which takes a while on the network; the next run
// with the same folder finds it there.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { freePort } from './services.mjs'
import { root as checkout } from './setup.mjs'

const DOCKERFILE = join(checkout, 'ops/Dockerfile')
/** What a health check has before it counts as failed, in tries of a quarter of a second. */
const TRIES = 240

function run(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`)
  return stdout
}

/** The machine's own sources of packages, whatever mirror they name. */
function sources() {
  const folder = '/etc/apt/sources.list.d'
  const files = readdirSync(folder)
    .filter((name) => /^debian\.(sources|list)$/.test(name))
    .map((name) => join(folder, name))
  return files.length > 0 ? files : ['/etc/apt/sources.list']
}

/** Debian's essential packages and nothing else, but for the library of C++ that any node needs. */
function makeBare(folder) {
  if (existsSync(join(folder, 'etc/debian_version'))) return
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))
  const options = ['--variant=essential', '--include=libstdc++6', '--quiet', '--dpkgopt=path-exclude=/usr/share/doc/*']
  run('mmdebstrap', [...options, release, folder, ...sources()])
}

/** The image that the file is made from brings node and npm; here it is those of the machine. */
function bringNode(bare) {
  const place = (file) => {
    const to = join(bare, file)
    if (existsSync(to)) return
    mkdirSync(dirname(to), { recursive: true })
    cpSync(file, to, { dereference: true, recursive: true })
  }
  const libraries = run('ldd', [process.execPath]).matchAll(/ => (\/\S+)/g)
  for (const [, library] of libraries) place(library)
  const bin = join(bare, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  cpSync(process.execPath, join(bin, 'node'))
  const npm = dirname(dirname(realpathSync(run('which', ['npm']).trim())))
  cpSync(npm, join(bare, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm')])
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, join(bare, file), { dereference: true })
}

/** Every line that is no comment; one that cannot be read is an error, so that none is left out. */
const instructionsOf = (text) =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word, rest] = /^([A-Z]+) +(\S.*)$/.exec(line) ?? []
      if (word === undefined) throw new Error(`${DOCKERFILE}: this is no instruction: ${line}`)
      return [word, rest.trim()]
    })

/**
 * The names that the context of a build has, all others being left out, and what is left out within them: of the language
 * of that file the three forms that ours is written in.
 */
function contextOf(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const patterns = []
  const names = new Set()
  if (lines.shift() !== '*') throw new Error(`${file} does not begin with *`)
  for (const line of lines) {
    if (line.startsWith('!')) names.add(line.slice(1))
    else if (line.startsWith('**/')) patterns.push(line.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
    else throw new Error(`${file}: ${line} is not known here`)
  }
  return { names, skip: new RegExp(`/(${patterns.join('|')})(/|$)`) }
}

/** With a /proc of its own and what was downloaded before, both gone with the process. */
const IN_ROOT = `mount -t proc proc "$0/proc"
[ -z "$CACHE" ] || { mkdir -p "$0/var/cache/npm"; mount --bind "$CACHE" "$0/var/cache/npm"; }
user=$1; folder=$2; shift 2
exec chroot --userspec="$user" "$0" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`
const inRoot = ({ root, workdir, user }, command) => [
  ['--mount', '--propagation', 'private', 'sh', '-ec', IN_ROOT, root, user, workdir, ...command],
]
const npmCache = run('npm', ['config', 'get', 'cache']).trim()
const BUILD_ENV = {
  PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  CACHE: existsSync(npmCache) ? npmCache : '',
  npm_config_cache: '/var/cache/npm',
  npm_config_prefer_offline: 'true',
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))),
}

/** Enough of the language for our own file, and an error for anything that it does not know. */
function replay(bare, folder) {
  const { names, skip } = contextOf(`${DOCKERFILE}.dockerignore`)
  const stages = new Map()
  let stage
  const inside = (path) => join(stage.root, resolve(stage.workdir, path))

  const copy = (given) => {
    const words = given.split(/\s+/)
    const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice('--from='.length)) : null
    const to = words.pop()
    for (const word of words) {
      if (from === null && !names.has(word))
        throw new Error(`${DOCKERFILE}: ${word} is not in the context of the build`)
      const source = from === null ? join(checkout, word) : join(from.root, word)
      const target = to.endsWith('/') ? join(inside(to), basename(word)) : inside(to)
      mkdirSync(dirname(target), { recursive: true })
      // Another stage holds what was built; the context holds sources alone.
      if (from !== null) run('cp', ['-a', source, target])
      else cpSync(source, target, { recursive: true, filter: (file) => !skip.test(file.slice(checkout.length)) })
    }
  }

  const DOES = {
    FROM: (rest) => {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      stage = { root: join(folder, name), env: {}, workdir: '/', user: '0:0' }
      run('cp', ['-a', bare, stage.root])
      stages.set(name, stage)
    },
    WORKDIR: (rest) => {
      stage.workdir = rest
      mkdirSync(inside('.'), { recursive: true })
    },
    ENV: (rest) => {
      const [name, value] = rest.split('=')
      stage.env[name] = value
    },
    USER: (rest) => {
      stage.user = rest
    },
    ENTRYPOINT: (rest) => {
      stage.entrypoint = JSON.parse(rest)
    },
    CMD: (rest) => {
      stage.command = JSON.parse(rest)
    },
    HEALTHCHECK: (rest) => {
      stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
    },
    STOPSIGNAL: (rest) => {
      stage.stopSignal = rest
    },
    COPY: copy,
    RUN: (rest) => {
      run('unshare', ...inRoot(stage, ['sh', '-ec', rest]), { env: { ...BUILD_ENV, ...stage.env } })
    },
    // What these two say is tried when it runs.
    VOLUME: (rest) => {
      stage.volume = rest
    },
    EXPOSE: (rest) => {
      stage.port = rest
    },
  }
  const instructions = instructionsOf(readFileSync(DOCKERFILE, 'utf8'))
  for (const [word, rest] of instructions) {
    if (DOES[word] === undefined) throw new Error(`${DOCKERFILE}: ${word} is not known here`)
    const started = performance.now()
    DOES[word](rest)
    const seconds = (performance.now() - started) / 1_000
    if (seconds >= 1) console.log(`${seconds.toFixed(1)} s  ${word} ${rest}`)
  }
  return { ...stage, steps: instructions.length }
}

function expect(holds, what) {
  if (!holds) throw new Error(`ops/Dockerfile: ${what}`)
}

/** Starts what was built, with nothing in its environment but what an engine of containers would give it. */
async function tryOut(image) {
  const [uid] = image.user.split(':').map(Number)
  expect(uid > 0, 'it names no user without rights')
  expect(!existsSync(join(image.root, image.workdir, 'node_modules/vitest')), 'it holds packages of development')
  expect(!existsSync(join(image.root, image.workdir, 'packages/server/test')), 'it holds tests')
  expect(image.volume === image.env.AGENT_NETWORK_DATA, 'its volume is not where its data is')
  expect(statSync(join(image.root, image.volume)).uid === uid, 'its volume belongs to another user')
  expect(image.env.AGENT_NETWORK_SEED === 'none', 'it seeds the demo')
  expect(image.port === '8080' && image.env.AGENT_NETWORK_PORT === undefined, 'it exposes another port than it serves')
  // It shares the network of the machine, so its ports must be free ones.
  const ports = { AGENT_NETWORK_PORT: String(await freePort()), AGENT_NETWORK_OPERATOR_PORT: String(await freePort()) }
  const env = { PATH: BUILD_ENV.PATH, CACHE: '', ...image.env, ...ports }
  const isHealthy = () => spawnSync('unshare', ...inRoot(image, image.healthcheck), { env }).status === 0
  expect(!isHealthy(), 'its health check finds something before it runs')
  const command = [...image.entrypoint, ...image.command]
  const server = spawn('unshare', ...inRoot(image, command), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise((settle) => server.once('exit', (code, signal) => settle(code ?? signal)))
  try {
    let tries = 0
    while (!isHealthy()) {
      expect(server.exitCode === null && tries < TRIES, `it does not become healthy:\n${said}`)
      tries += 1
      await new Promise((resume) => setTimeout(resume, 250))
    }
    // unshare, sh and chroot have each become the next program: the process is the server itself.
    expect(
      readFileSync(`/proc/${server.pid}/status`, 'utf8').includes(`\nUid:\t${uid}\t${uid}`),
      'it runs as another user',
    )
    const page = await fetch(`http://127.0.0.1:${ports.AGENT_NETWORK_PORT}/docs/`)
    expect(page.status === 200, `/docs/ answers ${page.status}`)
    server.kill(image.stopSignal)
    const code = await ended
    expect(code === 0, `it ends with ${code} after ${image.stopSignal}:\n${said}`)
  } finally {
    server.kill('SIGKILL')
  }
}

const flag = process.argv.indexOf('--bare')
const given = flag === -1 ? null : resolve(process.argv[flag + 1])
const folder = mkdtempSync(join(tmpdir(), 'agent-network-image-'))
try {
  const bare = given ?? join(folder, 'bare')
  makeBare(bare)
  if (!process.argv.includes('--only-bare')) {
    bringNode(bare)
    const image = replay(bare, folder)
    await tryOut(image)
    console.log(`ops/Dockerfile: built in all its ${image.steps} steps, healthy, stopped`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
