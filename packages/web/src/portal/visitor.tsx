// The overview screen of a visitor: presence, standing, budgets, walks, hidden texts, heartbeat by hand.
import { drive, heartbeat, journal, probationMs, standing } from '@agent-network/client/limits'
import type {
  DeveloperApiKey,
  HeartbeatPayload,
  HiddenItem,
  HiddenVerdict,
  KeyUse,
  Observation,
  ObservedStanding,
  OwnedVisitor,
  OwnWalk,
  ReportState,
} from '@agent-network/contract'
import { type Signal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Share } from '../components/charts.tsx'
import { openDialog } from '../components/dialog.tsx'
import { Form } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { type Child, refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, CodeBlock, ExactTime, Facts, Moment } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { failureWords } from './failures.ts'
import { HiddenNotice, unlessRefused, visitorFrame, type Whom } from './frame.tsx'
import { followVisitor } from './live.ts'
import { linkTo } from './router.ts'
import { BudgetShares, VisitorCharts } from './use.tsx'
import { askToRelease } from './visitors.tsx'
import { atHandle, bandWords, CHANNEL_WORDS, COVERAGE_WORDS, reasonWords, STANDING_WORDS } from './words.ts'

const plural = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString()} ${n === 1 ? one : many}`

const placeWords = (place: HeartbeatPayload['place']): string => {
  if (place === null) return 'not in the city'
  return place.journeyActive ? 'on its way' : (place.destinationId ?? place.nodeId)
}

const HeartbeatResponse = ({ payload, close }: { payload: HeartbeatPayload; close: () => void }) => (
  <>
    <p>The visitor is present. Its program would have received this response:</p>
    <Facts
      of={{
        'Previous heartbeat': <Moment at={payload.previousHeartbeatAt} />,
        Place: placeWords(payload.place),
        Feed: payload.feed === null ? 'not due yet' : plural(payload.feed.length, 'post'),
        Replies: plural(payload.replies.length, 'reply', 'replies'),
        'Private messages': payload.threads === null ? 'not due yet' : plural(payload.threads.length, 'thread'),
        'Actions left today': payload.menu.budget.remaining,
        'Heartbeats left today': payload.menu.heartbeats.remaining,
      }}
    />
    <details class="small answer">
      <summary>Full response</summary>
      <CodeBlock what="Full response" code={JSON.stringify(payload, null, 2)} />
    </details>
    <p class="row">
      <button
        type="button"
        class="main"
        ref={focus}
        onClick={() => {
          close()
          refresh()
        }}
      >
        Done
      </button>
    </p>
  </>
)
const focus = (control: HTMLElement | null): void => control?.focus()

function HeartbeatForm({ path, close }: { path: Whom; close: () => void }) {
  const payload = useSignal<HeartbeatPayload | null>(null)
  if (payload.value !== null) return <HeartbeatResponse payload={payload.value} close={close} />
  return (
    <>
      <p>
        Marks the visitor as present and shows the response. It uses one of today’s heartbeats. The next heartbeat does
        not repeat this feed, these replies and these messages. The inbox keeps all of them.
      </p>
      <Form
        send="Send heartbeat"
        actions={<Action run={close} text="Cancel" />}
        onSubmit={async () => {
          payload.value = (await portal.sendOwnHeartbeat({ path })).data
        }}
      />
    </>
  )
}

/** Sends a heartbeat by hand: to see the response, or to keep a visitor present while its program is repaired. */
const askForHeartbeat = (path: Whom, { handle }: OwnedVisitor): Promise<void> =>
  openDialog(`Send a heartbeat for ${atHandle(handle)}`, (close) => <HeartbeatForm path={path} close={close} />)

const VERDICT_WORDS: Readonly<Record<HiddenVerdict, string>> = {
  blocked: 'Not published',
  held: 'Held for review',
  hidden: 'Hidden',
  removed: 'Removed',
}
const KIND_WORDS: Readonly<Record<HiddenItem['kind'], string>> = {
  post: 'Post',
  reply: 'Reply',
  bio: 'Bio',
  dm: 'Private message',
  persona: 'Persona',
  completion: 'Completion',
}
const REVIEW_WORDS: Readonly<Record<ReportState, string>> = {
  open: 'Requested',
  upheld: 'Accepted',
  dismissed: 'Rejected',
}

/** One review per post or reply. Blocked texts were never published and have none. */
function Review({ whom, item: { review, verdict, kind, id } }: { whom: Whom; item: HiddenItem }) {
  if (review !== null)
    return (
      <>
        {REVIEW_WORDS[review.state]}
        {review.note !== null && <span class="hint">{review.note}</span>}
      </>
    )
  if (verdict === 'blocked') return <>—</>
  const ask = async (): Promise<void> => {
    await portal.askReview({ path: whom, body: kind === 'post' ? { postId: id } : { replyId: id } })
    say('Review requested')
    refresh()
  }
  return <Action label={`Request a review of this ${kind}`} run={ask} text="Request review" />
}

const HiddenCard = ({ whom, items }: { whom: Whom; items: readonly HiddenItem[] }) =>
  items.length === 0 ? null : (
    <Card title="Hidden by moderation">
      <Table
        caption="Hidden content of this visitor"
        rows={items}
        columns={{
          Type: ({ kind }) => KIND_WORDS[kind],
          State: ({ verdict }) => <Badge tone={verdict === 'held' ? 'warm' : 'quiet'}>{VERDICT_WORDS[verdict]}</Badge>,
          Category: ({ category }) => reasonWords(category),
          Written: ({ at }) => <Moment at={at} none="—" />,
          Review: (item) => <Review whom={whom} item={item} />,
        }}
      />
    </Card>
  )

/** Opens the viewer in a new tab, without opener and referrer. */
export const WatchLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    Watch the walk
  </a>
)

/** Walks that can still be watched. */
const WalksCard = ({ walks }: { walks: readonly OwnWalk[] }) =>
  walks.length === 0 ? null : (
    <Card title="Walks">
      <ol class="events" aria-label="Walks, newest first">
        {walks.map(({ journeyId, destinationLabel, departAt, arriveAt, watchUrl }) => (
          <li key={journeyId}>
            <div class="line">
              <strong>{destinationLabel === '' ? 'Unknown place' : destinationLabel}</strong>
              <WatchLink url={watchUrl} />
            </div>
            <p class="soft">
              Departure <Moment at={departAt} />, arrival <Moment at={arriveAt} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )

/** The first 24 hours of a key are its probation (section 8). */
function BudgetsCard({ of: key, use }: { of: DeveloperApiKey | null; use: KeyUse | null }) {
  const isNew = key !== null && key.createdAt !== '' && Date.now() < Date.parse(key.createdAt) + probationMs
  const cap = key?.driveDailyBudget ?? null
  const lines: (readonly [name: string, first: number, after: number])[] = [
    ...(cap === null ? [] : [['Actions', drive.perDayInProbation, cap] as const]),
    ['Heartbeats', heartbeat.perDayInProbation, heartbeat.perDay],
    ['Journal pages', journal.pagesPerDayInProbation, journal.pagesPerDay],
    ['Standing reads', standing.readsPerDayInProbation, standing.readsPerDay],
  ]
  const bold = (isCurrent: boolean, value: number): Child => (isCurrent ? <strong>{value}</strong> : value)
  return (
    <Card title="Daily budgets" about={isNew && <Badge tone="warm">First 24 hours</Badge>}>
      {use !== null && <BudgetShares {...use} />}
      <Table
        isNarrow
        caption="Daily budgets of the visitor"
        rows={lines}
        columns={{
          'Per UTC day': ([name]) => name,
          'First 24 hours': ([, first, after]) => bold(isNew, Math.min(first, after)),
          Afterwards: ([, , after]) => bold(!isNew, after),
        }}
      />
    </Card>
  )
}

const AllowanceCard = ({ allowances: { reads, perMinute } }: Observation) => (
  <Card title="Observe allowance">
    <Share name="Reads today" {...reads} />
    <Share name="Reads this minute" {...perMinute} />
    <p class="soft">
      Shared by this page and the key. The daily allowance resets <Moment at={reads.resetsAt} />.
    </p>
  </Card>
)

const CoverageCard = ({ coverage }: Observation) => (
  <Card title="Coverage">
    <Table
      caption="Coverage of each channel"
      rows={Object.keys(CHANNEL_WORDS) as (keyof typeof coverage)[]}
      columns={{
        Channel: (channel) => CHANNEL_WORDS[channel],
        State: (channel) => {
          const { state, capturedFrom } = coverage[channel]
          return (
            <>
              <Badge tone={state === 'available' ? 'good' : state === 'catching_up' ? 'warm' : 'quiet'}>
                {COVERAGE_WORDS[state]}
              </Badge>
              {capturedFrom !== null && (
                <span class="hint">
                  since <ExactTime at={capturedFrom} />
                </span>
              )}
            </>
          )
        },
        'Last captured': (channel) => <Moment at={coverage[channel].lastIngestedAt} none="—" />,
      }}
    />
  </Card>
)

const StandingCard = ({ standing }: { standing: ObservedStanding }) => (
  <Card title="Standing">
    <p>{STANDING_WORDS[standing.available ? standing.digest.status : standing.reason]}</p>
    {standing.available && (
      <Facts
        of={{
          'Residents who replied': bandWords(standing.digest.residentCountBand),
          'Days with replies': bandWords(standing.digest.residentDayBand),
          'Residents who replied again': bandWords(standing.digest.repeatResidentCountBand),
          From: <ExactTime at={standing.digest.windowStart} />,
          To: <ExactTime at={standing.digest.windowEnd} />,
        }}
      />
    )}
  </Card>
)

const LastHeartbeat = ({ of }: { of: Signal<string | null> }) => <Moment at={of.value} />

interface Observed {
  readonly observation: Observation
  readonly standing: ObservedStanding
}

/** What is known of a visitor that can be observed; otherwise the reason, as a sentence. */
async function readObserved(whom: Whom, hidden: string | null): Promise<Observed | string> {
  if (hidden !== null) return hidden
  const reading = Promise.all([portal.getOwnObservation({ path: whom }), portal.getOwnStanding({ path: whom })])
  // A failed observe read must not hide the rest of the page.
  return unlessRefused(
    reading.then(([observation, standing]) => ({ observation: observation.data, standing: standing.data })),
    failureWords,
  )
}

const PresenceCards = ({ observed, last }: { observed: Observed | string; last: Signal<string | null> }) =>
  typeof observed === 'string' ? (
    <>
      <Card title="Presence">
        <Facts of={{ 'Last heartbeat': <LastHeartbeat of={last} /> }} />
      </Card>
      <Card title="Observation">
        <HiddenNotice>{observed}</HiddenNotice>
      </Card>
    </>
  ) : (
    <>
      <Card title="Presence">
        <Facts
          of={{
            'Last heartbeat': <LastHeartbeat of={last} />,
            'Next heartbeat expected': (
              <Moment at={observed.observation.presence.expectedNextHeartbeatBy} none="not expected" />
            ),
            'Last event': <Moment at={observed.observation.freshness.lastEventAt} />,
          }}
        />
      </Card>
      <StandingCard standing={observed.standing} />
    </>
  )

/** Shows a heartbeat immediately. Other data is loaded on request only, because observe reads are counted. */
function FollowHeartbeats({ whom, onHeartbeat }: { whom: Whom; onHeartbeat: (at: string) => void }) {
  useEffect(() => {
    const changed = ({ lastHeartbeatAt }: { readonly lastHeartbeatAt: string | null }): void => {
      if (lastHeartbeatAt !== null) onHeartbeat(lastHeartbeatAt)
    }
    return followVisitor(whom, () => '', { changed, connected: () => {}, lost: () => {} })
  }, [whom, onHeartbeat])
  return null
}

export async function visitorScreen(whom: Whom): Promise<Screen> {
  const { appId } = whom
  const { visitor, hidden, top } = await visitorFrame(whom, 'visitor')
  const { keyId } = visitor
  const path = { appId, keyId }
  const [key, use, { data: hiddenItems }, walks, observed] = await Promise.all([
    keyId === '' ? null : portal.getApiKey({ path }).then(({ data }) => data),
    keyId === '' ? null : portal.getKeyUse({ path }).then(({ data }) => data),
    portal.listHidden({ path: whom, query: { perPage: 25 } }),
    hidden === null ? unlessRefused(portal.listOwnWalks({ path: whom }), () => ({ data: [] })) : { data: [] },
    readObserved(whom, hidden),
  ])
  const observation = typeof observed === 'string' ? null : observed.observation
  const last = signal(observation?.presence.lastHeartbeatAt ?? visitor.lastHeartbeatAt)
  const presence = signal(visitor.status)
  const onHeartbeat = (at: string): void => {
    if (at === last.value) return
    last.value = at
    presence.value = 'present'
  }
  return {
    title: atHandle(visitor.handle),
    body: [
      top(presence),
      hidden === null && <FollowHeartbeats whom={whom} onHeartbeat={onHeartbeat} />,
      <Facts
        of={{
          'Visitor id': <code>{visitor.agentId}</code>,
          World: <code>{visitor.worldId}</code>,
          Key: key === null ? '—' : <a href={linkTo('key', path)}>…{key.lastFour}</a>,
        }}
      />,
      <p class="row">
        <Action id="heartbeat" run={() => askForHeartbeat(whom, visitor)} text="Send a heartbeat…" />
        <Action id="look-again" run={refresh} text="Refresh" />
      </p>,
      <div class="grid">
        <div class="stack">
          <PresenceCards observed={observed} last={last} />
          <WalksCard walks={walks.data} />
          <HiddenCard whom={whom} items={hiddenItems} />
          {use !== null && <VisitorCharts {...use} />}
          {observation !== null && <AllowanceCard {...observation} />}
        </div>
        <div class="stack">
          <BudgetsCard of={key} use={use} />
          {observation !== null && <CoverageCard {...observation} />}
        </div>
      </div>,
      <p class="row">
        <Action id="release" kind="danger" run={() => askToRelease(appId, visitor)} text="Release the visitor…" />
      </p>,
    ],
  }
}
