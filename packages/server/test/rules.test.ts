import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SWITCHES } from '../src/platform/control/switches.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'program', '.git'].includes(entry.name) ? [] : filesUnder(path)
    return entry.isFile() ? [path] : []
  })

/** The number of sections below each chapter of the specification that has numbered ones. */
const SECTIONS = { 2: 16, 3: 6, 4: 16, 5: 11 }
const CHAPTERS = ['1', '6', '7', '8', '9']

interface Rule {
  readonly section: string
  /** Paths from the root, without the test. */
  readonly files: readonly string[]
  readonly test: string
  /** The start of the test's title. */
  readonly title: string
}

const LINK = /\]\(([^)\s]+)\)/g

const sourcePath = (name: string): string => (name.startsWith('packages/') ? name : join('packages/server/src', name))

/** Tests without a folder are in `test/`, chaos tests in `e2e/` of the server. */
function testPath(name: string): string {
  if (name.startsWith('e2e/')) return join('packages/server', name)
  return name.includes('/') ? sourcePath(name) : join('packages/server/test', name)
}

const rules = [...read('packages/server/test/rules.md').matchAll(/^\| (\d\S*) \| .* \| (.*) \| (.*) \|$/gm)].map(
  ([, section, files, tests]): Rule => ({
    section: section!,
    files: files!
      .split(' ')
      .filter((file) => file !== '')
      .map(sourcePath),
    test: testPath(/^[^:]+/.exec(tests!)?.[0] ?? ''),
    title: /“(.*)”/.exec(tests!)?.[1] ?? '',
  }),
)

const firstCells = (text: string): string[] => [...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell!)
const knownRules = new Set([
  ...Object.keys(SECTIONS),
  ...rules.map(({ section }) => section),
  ...firstCells(read('packages/server/test/readings.md')),
])

/** Comments, and the titles of tests: where sources cite. */
function prose(file: string): string[] {
  const text = read(file)
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g)].map(([comment]) => comment)
  const titles = [...text.matchAll(/\b(?:describe|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.*?)\1/g)].map(
    ([, , t]) => t!,
  )
  return [...comments, ...titles]
}

/** Numbers that are no sections: in code, of other documents, of versions, and amounts that say so. */
const OTHER_NUMBERS =
  /`[^`]*`|(?:RFC \d+,|version|JSON-RPC|OpenAPI|A2A|Node|below|above|under|over|about|than) \d+(?:\.\d+)*|\d+(?:\.\d+){2,}|\d+\.\d+(?= ?(?:%|×|(?:ms|s|m|MB|GB|times|seconds|minutes|hours|characters)\b))/gi

function citationsIn(text: string): string[] {
  const plain = text.replace(OTHER_NUMBERS, '')
  return [
    ...[...plain.matchAll(/AMB-\d+/g)].map(([reading]) => reading),
    ...[...plain.matchAll(/(?<![\d.,-])[1-9]\.\d{1,2}(?![\d.]*\d)/g)].map(([section]) => section),
    ...[...plain.matchAll(/\bsection ([1-9])(?!\.?\d)/gi)].map(([, chapter]) => chapter!),
  ]
}

/** How many quoted texts in a test file start with the given words. */
const titlesStarting = (file: string, words: string): number =>
  read(file)
    .split(/['"`]/)
    .filter((text) => text.startsWith(words)).length

describe('the index of the rules', () => {
  it('has every section of the specification', () => {
    const sections = Object.entries(SECTIONS).flatMap(([chapter, count]) =>
      Array.from({ length: count }, (_, i) => `${chapter}.${i + 1}`),
    )
    expect([...sections, ...CHAPTERS].filter((section) => !rules.some((rule) => rule.section === section))).toEqual([])
  })

  it('names the source file and the test of every rule', () => {
    expect(rules.length).toBeGreaterThan(100)
    const faults = rules.flatMap(({ section, files, test, title }) => [
      ...(files.length === 0 ? [`${section} lives nowhere`] : []),
      ...[...files, test].filter((file) => !existsSync(join(ROOT, file))).map((file) => `${section}: no file ${file}`),
      ...(existsSync(join(ROOT, test)) && !(title !== '' && titlesStarting(test, title) === 1)
        ? [`${section}: no single test "${title}" in ${test}`]
        : []),
    ])
    expect(faults).toEqual([])
  })

  it('or the readings resolve every citation in the sources', () => {
    const sources = ['packages', 'bench', 'tools', 'scripts']
      .flatMap(filesUnder)
      .filter((file) => /\.(ts|mjs|js)$/.test(file))
    const cited = sources.flatMap((file) =>
      prose(file)
        .flatMap(citationsIn)
        .map((citation) => ({ file, citation })),
    )
    expect(cited.length).toBeGreaterThan(300)
    expect(cited.filter(({ citation }) => !knownRules.has(citation))).toEqual([])
  })

  it('would miss a citation of something that is not there', () => {
    const text =
      '4.99 and section 0 are nothing, section 8 and AMB-999 (5.7): RFC 6749, 5.2; version 1.77; 3.44 ms; `2.91`'
    expect(citationsIn(text)).toEqual(['AMB-999', '4.99', '5.7', '8'])
    expect(['AMB-999', '4.99'].some((citation) => knownRules.has(citation))).toBe(false)
  })
})

describe('pages of the repository', () => {
  it('link only to files that exist', () => {
    const pages = filesUnder('.').filter((file) => file.endsWith('.md') && !file.startsWith('artifacts'))
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(LINK)]
        .map(([, target]) => target!.split('#')[0]!)
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .map((target) => ({ page, target })),
    )
    expect(links.length).toBeGreaterThan(200)
    expect(links.filter(({ page, target }) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([])
  })
})

describe('the operator reference', () => {
  it('lists every runtime switch', () => {
    const page = read('docs/reference/operator.md')
    expect(Object.keys(SWITCHES).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the table of log events', () => {
  it('is the list of those in the sources', () => {
    const sources = filesUnder('packages/server/src').filter((file) => !file.endsWith('.test.ts'))
    const logged = sources.flatMap((file) =>
      [...read(file).matchAll(/\bevent: '([a-z]+\.[a-z_]+)'/g)].map(([, event]) => event!),
    )
    const page = read('docs/reference/operator.md').split('## Log events')[1]!
    const listed = [...page.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, event]) => event!)
    expect(listed.length).toBeGreaterThan(15)
    expect([...new Set(listed)].sort()).toEqual([...new Set(logged)].sort())
  })
})
