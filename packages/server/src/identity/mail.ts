import type { Deps } from '../deps.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Whether whoever signs up sits at the machine itself: the demo, on loopback, with no mail server and no address of its
 * own by which others could reach it. Only then a page may show what a letter says.
 */
export const isTriedOut = ({ host, seed, smtp, urls }: Deps['config']): boolean =>
  LOOPBACK.has(host) && seed === 'demo' && smtp === null && Object.values(urls).every((url) => url === null)

/** One message to one person. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * Sends without making anybody wait, so that how long an answer takes does not tell whether there was something to
 * send. Where no mail server is configured the letter goes to the log, which on such a machine its owner reads.
 */
export function makeMail({ config, log }: Pick<Deps, 'config' | 'log'>): (letter: Letter) => void {
  const { smtp } = config
  if (smtp === null)
    return ({ to, subject, text }) =>
      log.warn({ event: 'identity.mail_logged' }, `No mail server is set, so this is for ${to}: ${subject}. ${text}`)
  const opening = import('./mail-server.ts').then(({ mailServer }) => mailServer(smtp.url))
  return (letter) => {
    const sending = opening.then((server) => server.sendMail({ from: smtp.from, ...letter }))
    sending.catch((error: unknown) => {
      // Not the letter itself: its link opens an account.
      log.error({ event: 'identity.mail_failed', err: error }, 'a mail of the sign-in could not be sent')
    })
  }
}
