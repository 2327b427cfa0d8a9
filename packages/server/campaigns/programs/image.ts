import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** What a Dockerfile leaves behind: a folder for its root, and how to start what is in it. */
export interface Image {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly workdir: string
  readonly user: string
  readonly start: readonly string[]
  readonly healthcheck: readonly string[]
}

interface Stage {
  readonly root: string
  readonly env: Record<string, string>
  workdir: string
  user: string
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
}

const instructionsOf = (text: string): [string, string][] =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()])

/** As the file of ignored names has it: patterns that begin with two stars, of folders and of endings. */
function ignored(file: string): RegExp {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('**/'))
    .map((line) => line.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
  return new RegExp(`/(${patterns.join('|')})(/|$)`)
}

/** Those packages of the lock file that are none of development alone, as `npm prune --omit=dev` leaves them. */
function copyProduction(checkout: string, target: string): void {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }>
  }
  for (const [place, { dev, link, resolved }] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || dev) continue
    const to = join(target, place)
    if (existsSync(to)) continue
    mkdirSync(dirname(to), { recursive: true })
    if (link) symlinkSync(relative(dirname(to), join(target, resolved!)), to)
    else if (existsSync(join(checkout, place))) execFileSync('cp', ['-a', realpathSync(join(checkout, place)), to])
  }
}

/** What takes minutes and is done in the checkout already; everything else is run. */
const SHORTCUTS: readonly [RegExp, (checkout: string, stage: Stage) => void][] = [
  [/^npm ci\b/, () => {}],
  [
    /^npm run build$/,
    (checkout, { root, workdir }) => {
      for (const folder of ['client', 'contract', 'mcp', 'server', 'voice', 'web'])
        for (const part of ['dist', 'program']) {
          const from = join(checkout, 'packages', folder, part)
          if (existsSync(from))
            cpSync(from, join(root, workdir, 'packages', folder, part), {
              recursive: true,
              filter: (file) => !file.endsWith('.tsbuildinfo'),
            })
        }
    },
  ],
  [/^npm prune --omit=dev\b/, (checkout, { root, workdir }) => copyProduction(checkout, join(root, workdir))],
]

/**
 * Does in a folder what an image build does in a container: enough of the language for our own file, and an error for
 * anything that it does not know.
 */
export function replay(checkout: string, dockerfile: string): Image {
  const base = mkdtempSync('/tmp/agent-network-image-')
  chmodSync(base, 0o755)
  const skip = ignored(`${dockerfile}.dockerignore`)
  const stages = new Map<string, Stage>()
  let stage!: Stage
  const inside = (path: string): string => join(stage.root, resolve(stage.workdir, path))

  const copy = (given: string): void => {
    const words = given.split(/\s+/)
    const from = words[0]!.startsWith('--from=') ? stages.get(words.shift()!.slice('--from='.length))! : null
    const to = words.pop()!
    for (const word of words) {
      const source = from === null ? join(checkout, word) : join(from.root, word)
      const target = to.endsWith('/') ? join(inside(to), basename(word)) : inside(to)
      mkdirSync(dirname(target), { recursive: true })
      // Another stage holds what was built; the context holds sources alone.
      if (from !== null) execFileSync('cp', ['-al', source, target])
      else cpSync(source, target, { recursive: true, filter: (file) => !skip.test(file.slice(checkout.length)) })
    }
  }

  const run = (command: string): void => {
    const shortcut = SHORTCUTS.find(([pattern]) => pattern.test(command))
    if (shortcut !== undefined) {
      shortcut[1](checkout, stage)
      return
    }
    const here = command.replaceAll(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)
    // Who is not root cannot give files away; the folder is then its own.
    const allowed = process.getuid?.() === 0 ? here : here.replaceAll(/ -[og] \d+/g, '')
    execFileSync('sh', ['-ec', allowed], { cwd: inside('.') })
  }

  const DOES: Record<string, (rest: string) => void> = {
    FROM: (rest) => {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      const root = join(base, name)
      mkdirSync(root, { mode: 0o755 })
      stage = { root, env: {}, workdir: '/', user: '', entrypoint: [], command: [], healthcheck: [] }
      stages.set(name, stage)
    },
    WORKDIR: (rest) => {
      stage.workdir = rest
      mkdirSync(inside('.'), { recursive: true })
    },
    ENV: (rest) => {
      const [name, value] = rest.split('=')
      stage.env[name!] = value!
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
    COPY: copy,
    RUN: run,
    VOLUME: () => {},
    EXPOSE: () => {},
    STOPSIGNAL: () => {},
  }
  for (const [word, rest] of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    if (DOES[word] === undefined) throw new Error(`${dockerfile}: ${word} is not known here`)
    DOES[word](rest)
  }
  return {
    root: base,
    env: Object.fromEntries(
      Object.entries(stage.env).map(([name, value]) => [name, value.startsWith('/') ? join(stage.root, value) : value]),
    ),
    workdir: inside('.'),
    user: stage.user,
    start: [...stage.entrypoint, ...stage.command].map((word) =>
      word.startsWith('/') ? join(stage.root, word) : word,
    ),
    healthcheck: stage.healthcheck,
  }
}
