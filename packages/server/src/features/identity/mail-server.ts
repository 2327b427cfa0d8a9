// SMTP transport for e-mails of the sign-in.
import { createTransport, type Transporter } from 'nodemailer'

const TIMEOUT_MS = 10_000

export const mailServer = (url: string): Transporter =>
  createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
