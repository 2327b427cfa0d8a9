// Requests that are expensive to parse or to serve, as raw bytes.
import { connect } from 'node:net'

/** A request line and who sends it; the rest is what makes it expensive. */
export interface Target {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

/** The bytes that are sent on a connection of its own. */
export type Expensive = (target: Target) => Buffer

const MEGABYTE = 1_024 * 1_024 - 64

const head = ({ method, path, headers }: Target, own: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: holds.test', ...headers, ...own, '', ''].join('\r\n')

const jsonOf =
  (text: string): Expensive =>
  (target) =>
    Buffer.from(
      head(target, [
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
      ]) + text,
    )

const withQuery = (target: Target, query: string): Buffer =>
  Buffer.from(head({ ...target, path: `${target.path}?${query}` }, ['Connection: close']))

const ONE_BYTE = '1\r\n[\r\n'
const members = (value: string): string => `{"input":${value},"message":${value}}`

export const CATALOGUE: Readonly<Record<string, Expensive>> = {
  'chunks of one byte': (target) =>
    Buffer.from(
      `${head(target, ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close'])}${ONE_BYTE.repeat(100_000)}0\r\n\r\n`,
    ),
  'a form in chunks of one byte': (target) =>
    Buffer.from(
      `${head(target, ['Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked', 'Connection: close'])}${ONE_BYTE.repeat(100_000)}0\r\n\r\n`,
    ),
  'a mebibyte of brackets': jsonOf('['.repeat(MEGABYTE)),
  'a mebibyte of values': jsonOf(members(`[${'1,'.repeat(MEGABYTE / 4 - 40)}1]`)),
  'a mebibyte of text': jsonOf(`{"input":"${'a '.repeat(MEGABYTE / 2 - 20)}"}`),
  'a mebibyte of escapes': jsonOf(`{"input":"${'\\u00e9'.repeat(MEGABYTE / 6 - 20)}"}`),
  'a mebibyte of emoji': jsonOf(`{"input":"${'😀'.repeat(MEGABYTE / 4 - 20)}"}`),
  'a mebibyte of escaped quotes': jsonOf(`{"input":"${'\\"'.repeat(MEGABYTE / 2 - 20)}"}`),
  'a mebibyte of quotes': jsonOf(`{"input":${'"'.repeat(MEGABYTE - 20)}`),
  'a mebibyte of spaces': jsonOf(`{"input":${' '.repeat(MEGABYTE - 20)}1}`),
  '15 KiB that are no more than fit': jsonOf(`{"email":"${'a'.repeat(7_000)}","password":"${'\\"'.repeat(4_000)}"}`),
  'fifteen hundred headers': (target) =>
    Buffer.from(head(target, [...Array.from({ length: 1_500 }, (_, n) => `a${n}: b`), 'Connection: close'])),
  'a long query': (target) => withQuery(target, 'q=a&'.repeat(3_700)),
  'a long query that is encoded': (target) => withQuery(target, `q=${'%C3%A9+'.repeat(2_100)}`),
  'requests in one packet': (target) => Buffer.from(head(target, []).repeat(2_000)),
}

const CHARACTERS_MAX = 16_000
const filledWith = (text: string): string =>
  text.repeat(Math.ceil(CHARACTERS_MAX / text.length)).slice(0, CHARACTERS_MAX)

/** Questions to a resident that are expensive to read. */
export const HOSTILE_QUESTIONS: Readonly<Record<string, string>> = {
  'one question over and over': filledWith('Who was the last to defeat you, and when? '),
  'many clauses': filledWith('and who, and when, and where, and why, and with whom, and what about '),
  'many names': filledWith('Did Odile Barm or Nan Toliver meet Hanes Rusk and Teo Lasco at the Old Mill on Friday? '),
  'words that are nearly names': filledWith('Odole Barn Nam Tolliber Hannas Rusc '),
  capitals: filledWith('Qxzvbn Wrtplk '),
  'one word': filledWith('a'),
  commas: filledWith(','),
  'question marks': filledWith('?'),
  'full stops': filledWith('.'),
  'spaces before a question mark': `${filledWith(' ').slice(1)}?`,
  'open quotation marks': filledWith('“'),
  'quoted words': filledWith('“a” '),
  hyphens: filledWith('you-'),
  apostrophes: filledWith("you're "),
  'adverbs before a verb': `did you ${filledWith('ever ').slice(0, CHARACTERS_MAX - 30)}break it?`,
  'adjectives before a thing': `is your ${filledWith('very ').slice(0, CHARACTERS_MAX - 30)}oven hot?`,
  'requests to pass on': filledWith('Please tell everybody: '),
  'ways without an end': filledWith('how far is it from the mill to '),
  dates: filledWith('12 May 2026, '),
  'combining marks': filledWith(`a${'\u0300'.repeat(40)}`),
  emoji: filledWith('😀'),
  'another script': filledWith('من أنت؟ '),
  'writing from right to left and back': filledWith('\u202e who are you \u202c'),
  lines: filledWith('who\n'),
}

/** Many small pieces in one packet: node's own parser goes through all of them at once, before anybody is asked. */
export const PARSED: readonly string[] = [
  'chunks of one byte',
  'a form in chunks of one byte',
  'requests in one packet',
]

/** Bodies that differ in what is in them. Of a route that reads none, the brackets stand for all. */
export const READ_AS_JSON: readonly string[] = Object.keys(CATALOGUE).filter((name) =>
  /^a mebibyte of (?!brackets)|^15 KiB/.test(name),
)

const PATIENCE_MS = 10_000

/** Sends it and waits until the server has closed the connection, whether or not it has answered. */
export function sendTo(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const quit = setTimeout(() => socket.destroy(), PATIENCE_MS)
    let quiet: NodeJS.Timeout | undefined
    // On a connection that stays open, an answer is over when nothing more comes.
    socket.on('data', () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.destroy(), 40)
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(quit)
      clearTimeout(quiet)
      resolve()
    })
    socket.write(bytes)
  })
}
