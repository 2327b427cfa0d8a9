// Harness of the identity tests: a mailbox, people and sign-in sessions.
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect } from 'vitest'
import { type EngineName, fresh, type Reply, startTestServer } from './harness.ts'
import { send } from './send.ts'

/** A letter as its receiver reads it. */
export interface Received {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const unquoted = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function letterOf(raw: string, to: string): Received {
  const split = raw.indexOf('\r\n\r\n')
  const [head, body] = [raw.slice(0, split), raw.slice(split + 4)]
  const subject = /^Subject: (.*)$/im.exec(head)![1]!
  // A dot at the start of a line was doubled on the way.
  const sent = body.replace(/^\.\./gm, '.')
  return { to, subject, text: /quoted-printable/i.test(head) ? unquoted(sent) : sent }
}

export interface Mailbox {
  readonly url: string
  readonly letters: readonly Received[]
  /** The newest letter to somebody, once there are `count` to them. */
  last(to: string, count?: number): Promise<Received>
  /** Throws everything away that came so far. */
  empty(): void
  close(): Promise<void>
}

/** As much of a mail server as it takes to receive. */
export async function startMailbox(): Promise<Mailbox> {
  const letters: Received[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => {})
    let buffer = ''
    let to = ''
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)![1]!
      inData = verb === 'DATA'
      say(inData ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 fine')
    }
    say('220 mailbox')
    socket.on('data', (chunk) => {
      buffer += String(chunk)
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n'
        const end = buffer.indexOf(mark)
        if (end < 0) return
        const part = buffer.slice(0, end)
        buffer = buffer.slice(end + mark.length)
        if (inData) {
          letters.push(letterOf(part, to))
          inData = false
          say('250 kept')
        } else command(part)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    async last(to, count = 1) {
      for (let n = 0; n < 1_200; n++) {
        const found = letters.filter((letter) => letter.to === to)
        if (found.length >= count) return found.at(-1)!
        await new Promise((resume) => setTimeout(resume, 25))
      }
      throw new Error(`no letter number ${count} to ${to}`)
    },
    empty() {
      letters.length = 0
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The token of the link in a text. */
export const tokenIn = (text: string): string => /#token=([\w-]{43})/.exec(text)![1]!

export const PASSWORD = 'correct horse battery'

/** Somebody with a browser or a script. */
export interface Person {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

export const personAt = (baseUrl: string): Person => ({
  async send(method, path, body, headers = {}) {
    const {
      status,
      headers: sent,
      text,
    } = await send(baseUrl + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status, headers: sent, body: text === '' ? null : JSON.parse(text) }
  },
})

export const identity = (person: Person, name: string, body: unknown): Promise<Reply> =>
  person.send('POST', `/_developer/identity/${name}`, body)

export interface Page {
  readonly cookie: string
  readonly csrf: string
}

const pageOf = (reply: Reply): Page => ({
  cookie: reply.headers.get('set-cookie')!.split(';')[0]!,
  csrf: reply.body.data.csrfToken,
})

/** Opens a session, which must work. */
export async function openPage(person: Person, body: Record<string, string>): Promise<Page> {
  const reply = await person.send('POST', '/_developer/session', body)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return pageOf(reply)
}

export const onPage = (person: Person, page: Page, method: string, headers: Record<string, string> = {}) =>
  person.send(method, '/_developer/session', undefined, { cookie: page.cookie, ...headers })

export const DEVELOPER_URL = 'https://portal.example'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A server that signs people in itself, with a mailbox for its letters and a clock that stands still. */
export async function startSignIn(engine: EngineName) {
  const mailbox = await startMailbox()
  const server = await startTestServer(engine, {
    env: {
      AGENT_NETWORK_SMTP_URL: mailbox.url,
      AGENT_NETWORK_SMTP_FROM: 'Portal <portal@portal.example>',
      AGENT_NETWORK_DEVELOPER_URL: DEVELOPER_URL,
    },
  })
  await server.setClock('2031-05-06T07:08:09.000Z')
  const person = personAt(server.baseUrl)

  const newEmail = () => `${fresh('person')}@example.org`
  /** Everybody comes from one address here, and a minute holds only so many attempts of one. */
  const nextMinute = () => server.advance(MINUTE)
  const signUp = async (email: string, password = PASSWORD, count = 1): Promise<string> => {
    expect((await identity(person, 'sign-up', { email, password })).status).toBe(202)
    return tokenIn((await mailbox.last(email, count)).text)
  }
  return {
    server,
    mailbox,
    person,
    newEmail,
    nextMinute,
    signUp,
    async newAccount(email = newEmail()): Promise<string> {
      await nextMinute()
      const token = await signUp(email)
      expect((await identity(person, 'verify', { token, password: PASSWORD })).status).toBe(200)
      return email
    },
    signIn: (email: string, password = PASSWORD) => identity(person, 'sign-in', { email, password }),
    async resetToken(email: string, count: number): Promise<string> {
      expect((await identity(person, 'forgot', { email })).status).toBe(202)
      return tokenIn((await mailbox.last(email, count)).text)
    },
    now: async () => Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now),
    async close() {
      expect(server.errors()).toEqual([])
      await server.close()
      await mailbox.close()
    },
  }
}

export type SignIn = Awaited<ReturnType<typeof startSignIn>>
