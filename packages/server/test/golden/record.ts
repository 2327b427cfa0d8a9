// Comparison of HTTP exchanges with the stored golden files.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { EngineName } from '../harness.ts'
import { exchange, linesOf, type Request } from './exchange.ts'

/** One exchange, and why it is asked. */
export interface Case extends Request {
  readonly title: string
  /** A file of the pages: its bytes, length and tag belong to whoever writes the page. */
  readonly file?: boolean
  /** Done before it is asked, such as moving the clock into the next window. */
  readonly before?: () => Promise<unknown>
}

/** Values that differ from run to run, and their placeholders. */
const PLACEHOLDERS: readonly [RegExp, string][] = [
  [/agent-network-sign-up=[\w-]{20,}/g, 'agent-network-sign-up=<secret>'],
  [/^< Date: .*$/gm, '< Date: <date>'],
  [/^< ETag: "[\w-]+?(-br|-gzip)?"$/gm, '< ETag: "<tag>$1"'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>'],
  [/\banet_\w+/g, '<key>'],
  [/\b([a-z]{3,4})_(?:[0-9a-z]{1,6}_)?[0-9a-z]{20,}/g, '$1_<id>'],
  [/(agent-network=)[\w-]{43}/g, '$1<session>'],
  [/("csrfToken":\s*|x-csrf-token: )"?[\w-]{43}"?/g, '$1<csrf>'],
  [/("(?:kid|x|y|n)":\s*)"[\w-]+"/g, '$1"<key part>"'],
  [/("(?:protected|signature)":\s*)"[\w-]+"/g, '$1"<jws>"'],
  [/([?&]t=|"t":\s*")[\w-]{43}/g, '$1<token>'],
  [/(\/(?:city|developer)\/\w+)\.[A-Za-z0-9]{10}\.(js|css)\b/g, '$1.<hash>.$2'],
  [/("version":\s*)"0\.\d[^"]*"/g, '$1"<version>"'],
  [/^(> authorization: Basic ).*$/gm, '$1<app>'],
]

const withPlaceholders = (text: string): string =>
  PLACEHOLDERS.reduce((replaced, [pattern, standIn]) => replaced.replace(pattern, standIn), text)

const SHOWN_MAX = 600

/** Long bodies that are not worth a line each are shown by their length. */
const shortened = (text: string): string =>
  text.length <= SHOWN_MAX ? text : `${text.slice(0, 60)} … (${text.length} characters)`

/** JSON is laid out to be compared by eye, if nothing of its bytes is lost by that. */
function laidOut(body: string): string {
  try {
    const value = JSON.parse(body)
    if (JSON.stringify(value) === body) return JSON.stringify(value, null, 2)
  } catch {
    // Shown as it came.
  }
  return body
}

const indented = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => `${mark} ${line}`.trimEnd())
    .join('\n')

async function transcript(url: string, { title, file = false, before, ...request }: Case): Promise<string> {
  await before?.()
  const sent = request.bytes ?? [...linesOf(request), ...bodyLines(request)].join('\n')
  const { head, body } = await exchange(url, request)
  const answer = file ? head.map(withoutFile) : head
  const bodyText = file ? (body.length === 0 ? '' : '<file>') : laidOut(body.toString('utf8'))
  const length = head.find((line) => /^content-length: /i.test(line))?.split(' ')[1]
  if (length !== undefined && body.length > 0) expect(Number(length), `the length of ${title}`).toBe(body.length)
  const parts = [indented(shortened(sent), '>'), indented(answer.join('\n'), '<')]
  if (bodyText !== '') parts.push(indented(bodyText, ' '))
  return withPlaceholders(`## ${title}\n${parts.join('\n')}\n`)
}

const bodyLines = ({ body, chunks }: Request): string[] => {
  const sent = chunks?.join('') ?? body
  return sent === undefined ? [] : ['', shortened(sent)]
}

const withoutFile = (line: string): string => line.replace(/^(Content-Length|ETag): .*$/, '$1: <of the file>')

/** Compares with the stored text, or stores it where GOLDEN=write asks for that. */
export function expectGolden(name: string, text: string): void {
  const file = new URL(name, import.meta.url)
  if (process.env.GOLDEN === 'write') writeFileSync(file, text)
  expect(text, `${name} (GOLDEN=write stores what is answered now)`).toBe(readFileSync(file, 'utf8'))
}

/**
 * A refusal that leaves a body unread closes the connection. Whether the body has come in by then depends on whether
 * the refusal waited for a network, as it does in the cluster: there these lines are not compared.
 */
const withoutConnection = (text: string): string => text.replace(/^< (Connection|Keep-Alive|Date): .*\n/gm, '')

/** Asks one after the other and holds all answers against one file, which is stored by the embedded engine. */
export async function expectExchanges(site: GoldenTarget, name: string, cases: readonly Case[]): Promise<void> {
  const parts: string[] = []
  for (const one of cases) parts.push(await transcript(site.url, one))
  const text = parts.join('\n')
  if (site.engine === 'sqlite') expectGolden(name, text)
  else expect(withoutConnection(text)).toBe(withoutConnection(readFileSync(new URL(name, import.meta.url), 'utf8')))
}

export interface GoldenTarget {
  readonly engine: EngineName
  readonly url: string
}
