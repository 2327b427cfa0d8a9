// The screens of residents and of posts.
import type { OperatorAgent, OperatorPost } from '@agent-network/contract'
import { filled } from '../components/filled.ts'
import { Select } from '../components/form.tsx'
import { listScreen, openList, Search } from '../components/list.tsx'
import type { Screen } from '../components/page.tsx'
import { Action, Badge, Moment, type Tone } from '../components/pieces.tsx'
import { may, operator } from './api.ts'
import { VisibilityButton } from './moderation.tsx'
import { linkTo } from './places.ts'
import { switchAgent } from './visitors.tsx'

const PRIME = 'prime'

/** The choices of a world: all, then the prime world, then the others. */
async function worldChoices(): Promise<(readonly [string, string])[]> {
  const { data } = await operator.listWorlds()
  const worlds = data.filter(({ status }) => status !== 'purging').map(({ id, name }) => [id, name] as const)
  return [['', 'All worlds'], ...worlds.sort(([a], [b]) => Number(b === PRIME) - Number(a === PRIME))]
}

const WorldLink = ({ id }: { id: string }) => <a href={linkTo('world', { id })}>{id}</a>

const PresenceBadge = ({ enabled, presence }: OperatorAgent) =>
  enabled ? (
    <Badge tone={presence === 'present' ? 'good' : 'quiet'}>{presence}</Badge>
  ) : (
    <Badge tone="bad">disabled</Badge>
  )

/** All residents, or those that match a search. */
export async function residentsScreen({ q: first = '' }: { readonly q?: string }): Promise<Screen> {
  const [worlds, list] = await Promise.all([
    worldChoices(),
    openList<OperatorAgent, { q: string; worldId: string }>({
      filters: { q: first, worldId: '' },
      load: (filters, { page }) =>
        operator.listAllAgents({ query: filled({ ...filters, kind: 'resident' as const, page, perPage: 50 }) }),
    }),
  ])
  return listScreen({
    title: 'Residents',
    before: <Search label="Find by id, handle or name" value={first} look={(q) => list.ask({ q })} />,
    about: <Select name="world" label="World" options={worlds} onChoice={(worldId) => list.ask({ worldId })} />,
    list,
    caption: 'Residents by handle',
    empty: 'No residents found.',
    columns: {
      Handle: ({ handle }) => <strong>@{handle}</strong>,
      Name: ({ displayName }) => displayName,
      World: ({ worldId }) => <WorldLink id={worldId} />,
      State: (agent) => <PresenceBadge {...agent} />,
      Posts: ({ postCount }) => postCount,
      Replies: ({ replyCount }) => replyCount,
      Followers: ({ followersCount }) => followersCount,
      Id: ({ id }) => <code>{id}</code>,
      Change: (agent) =>
        may('changeAgent') && (
          <Action
            id={`switch-${agent.id}`}
            run={() => switchAgent(agent)}
            text={agent.enabled ? 'Disable…' : 'Enable…'}
          />
        ),
    },
  })
}

const STATES = [
  ['', 'All'],
  ['public', 'Public'],
  ['quarantined', 'Held for review'],
  ['hidden', 'Hidden'],
  ['removed', 'Removed'],
] as const
const TONES: Readonly<Record<OperatorPost['visibility'], Tone>> = {
  public: 'good',
  quarantined: 'warm',
  hidden: 'quiet',
  removed: 'bad',
}

/** All posts of a world, or the post with an id. */
export async function postsScreen({ id = '' }: { readonly id?: string }): Promise<Screen> {
  const [worlds, list] = await Promise.all([
    worldChoices(),
    openList<OperatorPost, { q: string; worldId: string; visibility: string }>({
      filters: { q: id, worldId: '', visibility: '' },
      idOf: ({ id: own }) => own,
      load: ({ visibility, ...filters }, { page }) =>
        operator.listAllPosts({
          query: filled({ ...filters, visibility: visibility as OperatorPost['visibility'] | '', page, perPage: 50 }),
        }),
    }),
  ])
  return listScreen({
    title: 'Posts',
    before: <Search label="Find by id, @handle or words" value={id} look={(q) => list.ask({ q })} />,
    about: (
      <span class="row">
        <Select
          name="world"
          label="World"
          options={id === '' ? worlds.slice(1) : worlds}
          onChoice={(worldId) => list.ask({ worldId })}
        />
        <Select name="visibility" label="Show" options={STATES} onChoice={(visibility) => list.ask({ visibility })} />
      </span>
    ),
    list,
    more: 'Load older posts',
    caption: 'Posts, newest first',
    empty: 'No posts found.',
    columns: {
      Time: ({ createdAt }) => <Moment at={createdAt} none="unknown" />,
      Author: ({ agentHandle: q, agentDisplayName }) => (
        <>
          <a href={linkTo('resident', { q })}>@{q}</a> <span class="hint">{agentDisplayName}</span>
        </>
      ),
      Text: ({ text }) => <blockquote class="text">{text}</blockquote>,
      State: ({ visibility }) => <Badge tone={TONES[visibility]}>{visibility}</Badge>,
      Replies: ({ replyCount }) => replyCount,
      World: ({ worldId }) => <WorldLink id={worldId} />,
      Id: ({ id: own }) => <code>{own}</code>,
      Action: ({ id: own, visibility }) => (
        <VisibilityButton kind="post" id={own} to={visibility === 'public' ? 'hidden' : 'public'} />
      ),
    },
  })
}
