// The moderation screen: hidden texts and banned terms.
import type { Moderated, TermPreview } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { field, form, select } from '../screens/form.ts'
import { badge, card, moment, wideTable } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { listing } from './listing.ts'
import { linkTo } from './places.ts'

type Visibility = 'public' | 'hidden' | 'removed'
type Kind = 'post' | 'reply' | 'message'

const VERDICT_WORDS = { blocked: 'bad', held: 'warm', hidden: 'quiet', removed: 'quiet' } as const

export const kindOf = (kind: string): Kind | null =>
  kind === 'post' || kind === 'reply' || kind === 'message' ? kind : null
const pathOf = (kind: Kind, id: string): string =>
  `/_operator/${{ post: 'posts', reply: 'replies', message: 'messages' }[kind]}/${encodeURIComponent(id)}`

/** Publishes, hides or removes a post, reply or message. */
function setVisibility(kind: Kind, id: string, visibility: Visibility): Promise<unknown> {
  const sending = { path: { id }, body: { visibility } }
  if (kind === 'post') return operator.setPostVisibility(sending)
  return kind === 'reply' ? operator.setReplyVisibility(sending) : operator.setMessageVisibility(sending)
}

const WORDS: Readonly<Record<Visibility, readonly [text: string, about: string]>> = {
  public: ['Release', 'The text is published and its recipients are notified.'],
  hidden: ['Hide', 'The text is no longer shown. You can release it later.'],
  removed: ['Remove', 'The text is removed.'],
}

export const visibilityButton = (kind: Kind, id: string, visibility: Visibility): HTMLElement => {
  const [text, about] = WORDS[visibility]
  return action(`${visibility}-${id}`, `${text}…`, () =>
    ask(
      {
        title: `${text} the text?`,
        about,
        send: text,
        done: 'Done',
        call: { method: 'PATCH', path: pathOf(kind, id), body: { visibility } },
      },
      () => setVisibility(kind, id, visibility),
    ),
  )
}

export const eraseButton = (kind: Kind, id: string): HTMLElement | null =>
  kind === 'message' || !may('deletePost')
    ? null
    : action(
        `erase-${id}`,
        'Erase…',
        () =>
          ask(
            {
              title: 'Erase the text permanently?',
              about: 'The text and everything attached to it are deleted permanently.',
              send: 'Erase',
              danger: true,
              done: 'Erased',
              call: { method: 'DELETE', path: pathOf(kind, id) },
            },
            () => (kind === 'post' ? operator.deletePost({ path: { id } }) : operator.deleteReply({ path: { id } })),
          ),
        'danger',
      )

const forgetButton = (id: string): HTMLElement =>
  action(
    `erase-${id}`,
    'Erase…',
    () =>
      ask(
        {
          title: 'Erase the blocked text?',
          about: 'The text was never published. It is deleted automatically 30 days after it was blocked.',
          send: 'Erase',
          danger: true,
          done: 'Erased',
          call: { method: 'DELETE', path: `/_operator/moderation/${encodeURIComponent(id)}` },
        },
        () => operator.eraseBlocked({ path: { id } }),
      ),
    'danger',
  )

function decisions({ verdict, kind, id }: Moderated): Child {
  const own = kindOf(kind)
  if (verdict === 'blocked') return forgetButton(id)
  if (own === null) return null
  return h(
    'span',
    { class: 'row' },
    visibilityButton(own, id, 'public'),
    verdict === 'held' ? visibilityButton(own, id, 'hidden') : null,
    eraseButton(own, id),
  )
}

export const textCell = ({ text, length }: { text: string | null; length?: number }): Child =>
  text === null
    ? h('span', { class: 'soft' }, length === undefined ? 'deleted' : `not stored, ${length} characters`)
    : h('blockquote', { class: 'text' }, text)

const moderatedList = (verdict: string): Promise<HTMLElement> =>
  listing<Moderated>({
    caption: 'Texts, newest first',
    columns: ['Type', 'Text', 'Rule', 'Author', 'Time', 'Action'],
    row: (item) => [
      h('span', {}, badge(item.verdict, VERDICT_WORDS[item.verdict]), ' ', item.kind),
      textCell(item),
      h(
        'span',
        {},
        item.category ?? 'an operator',
        item.rule === null ? null : h('code', { class: 'rule-name' }, item.rule),
      ),
      h(
        'span',
        {},
        h('code', {}, item.agentId),
        ' in ',
        h('a', { href: linkTo('world', { id: item.worldId }) }, item.worldId),
      ),
      moment(item.at, 'unknown'),
      decisions(item),
    ],
    load: (page) =>
      operator.listModeration({
        query: { page, perPage: 25, ...(verdict === '' ? {} : { verdict: verdict as Moderated['verdict'] }) },
      }),
    emptyText: 'No texts found.',
  })

const FILTERS = [
  ['held', 'Held for review'],
  ['blocked', 'Blocked'],
  ['hidden', 'Hidden'],
  ['removed', 'Removed'],
  ['', 'All'],
] as const

async function ban(term: string, terms: readonly string[]): Promise<void> {
  const body = { bannedTerms: [...terms, term] }
  await ask(
    {
      title: `Ban “${term}”?`,
      about: 'New texts with this term are blocked. Published texts stay until you hide them.',
      send: 'Ban term',
      danger: true,
      done: 'Banned',
      call: { method: 'PATCH', path: '/_operator/config', body },
    },
    () => operator.changeConfig({ body }),
  )
}

function previewOf(term: string, terms: readonly string[], { scanned, matches, items }: TermPreview): HTMLElement {
  return h(
    'div',
    { class: 'stack tight' },
    h(
      'p',
      { class: 'row' },
      h('strong', {}, `${matches} of ${scanned} public texts`),
      ' hold it.',
      terms.includes(term)
        ? badge('already banned', 'quiet')
        : may('changeConfig') && action('ban', 'Ban…', () => ban(term, terms), 'danger'),
    ),
    items.length === 0
      ? null
      : wideTable(
          'Texts with the term',
          ['Type', 'Text', 'Author', 'Time', 'Action'],
          items.map((item) => [
            item.kind,
            h('blockquote', { class: 'text' }, item.text),
            h('code', {}, item.agentId),
            moment(item.at, 'unknown'),
            visibilityButton(item.kind, item.id, 'hidden'),
          ]),
        ),
  )
}

function termCard(terms: readonly string[]): HTMLElement {
  const result = h('div', {})
  return card(
    'Ban a term',
    null,
    h('p', { class: 'soft' }, 'First preview the matches among the newest 1,000 public texts of each world.'),
    form([field({ name: 'term', label: 'Term', max: 200 })], { send: 'Preview matches' }, async ({ text }) => {
      const term = text('term').trim()
      const { data } = await operator.previewTerm({ body: { term } })
      result.replaceChildren(previewOf(term, terms, data))
    }),
    result,
    terms.length === 0
      ? null
      : h('p', { class: 'soft' }, 'Banned: ', ...terms.flatMap((term) => [h('code', {}, term), ' '])),
  )
}

export async function moderationScreen(): Promise<Screen> {
  const [first, { data: config }] = await Promise.all([moderatedList('held'), operator.getConfig()])
  const list = h('div', {}, first)
  const terms = Array.isArray(config.bannedTerms)
    ? config.bannedTerms.filter((term): term is string => typeof term === 'string')
    : []
  const chosen = select({ name: 'verdict', label: 'Show', value: 'held' }, FILTERS, (event) => {
    void moderatedList((event.target as HTMLSelectElement).value).then((found) => list.replaceChildren(found))
  })
  return {
    title: 'Moderation',
    body: [heading('Moderation'), card('Texts', chosen, list), termCard(terms)],
  }
}
