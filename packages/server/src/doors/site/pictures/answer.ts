import { Refusal } from '../../../core/refusal.ts'
import { type Answer, bytesBody, textBody } from '../../../http/answer.ts'
import { etagOf, isKnown, unchanged } from '../../../http/conditional.ts'
import { CACHING } from '../../../http/static.ts'
import type { Visit } from '../../../http/visit.ts'
import type { PageRequest } from '../page.ts'
import type { SitePicture } from './card.ts'
import type { Painter } from './painter.ts'

const RETRY_SECONDS = 5

const BUSY: Answer = {
  status: 503,
  body: textBody('Too many pictures are being drawn\n'),
  type: 'text/plain; charset=utf-8',
  headers: ['Retry-After', String(RETRY_SECONDS), ...CACHING.never],
}

/** Asked about each time, so that a switch binds; whoever has the picture is told so without drawing it. */
export async function pictureAnswer(
  painter: Painter,
  of: SitePicture,
  request: PageRequest,
  visit: Visit,
): Promise<Answer> {
  const card = await of.card(request)
  if (card === null) throw new Refusal('NOT_FOUND')
  const tag = painter.tagOf(card)
  const answer = { status: 200, type: 'image/png', tag, headers: CACHING.revalidate }
  if (isKnown(visit.header('if-none-match'), etagOf(tag, null))) return unchanged({ ...answer, body: textBody('') })
  const png = await painter.paint(card)
  return png === null ? BUSY : { ...answer, body: bytesBody(png) }
}
