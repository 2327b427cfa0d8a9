// The search dialog (Ctrl+K).
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { openDialog } from '../components/dialog.tsx'
import { may, operator, unlessOutage } from './api.ts'
import { type Goal, matching } from './goals.ts'
import { linkTo, menu } from './places.ts'

const screenGoals = (): Goal[] => menu().map((entry) => ({ ...entry, kind: 'screen' }))

/** Switches and worlds, loaded once when the dialog opens. */
async function loadStaticGoals(): Promise<Goal[]> {
  const [switches, worlds] = await Promise.all([
    unlessOutage(operator.listSwitches()),
    unlessOutage(operator.listWorlds()),
  ])
  const href = linkTo('switches', {})
  return [
    ...(switches ?? []).map(({ name }) => ({ text: name, kind: 'switch', href, at: `switch-${name}` })),
    ...(worlds ?? []).map(({ id, name }) => ({
      text: name === id ? id : `${name} (${id})`,
      kind: 'world',
      href: linkTo('world', { id }),
    })),
  ]
}

/** Request ids that are complete are looked up in the log of all keys. */
const REQUEST_ID = /^req_[0-9a-z]{26}$/

/** Pages of the public site about the input: a text search, and the profile of a resident. */
function siteGoals(q: string): Goal[] {
  const site = document.querySelector<HTMLAnchorElement>('#site')
  if (site === null || site.hidden) return []
  const word = encodeURIComponent(q.replace(/^@/, ''))
  return [
    { text: `posts and people: ${q}`, kind: 'site', href: new URL(`search?q=${word}`, site.href).href },
    { text: `resident ${q}`, kind: 'site', href: new URL(`@${word}`, site.href).href },
  ]
}

/** Keys, apps, developers, agents, requests and posts that match the input. */
async function searchGoals(q: string): Promise<Goal[]> {
  const query = { q, perPage: 4 }
  const [keys, apps, developers, agents, posts, requests] = await Promise.all([
    operator.listKeys({ query }),
    operator.listApps({ query }),
    operator.listDevelopers({ query }),
    operator.listAllAgents({ query: { ...query, q: q.replace(/^@/, '') } }),
    may('listAllPosts') && q.length >= 3 ? operator.listAllPosts({ query }) : { data: [] },
    REQUEST_ID.test(q) ? operator.listRequests({ query: { requestId: q, perPage: 1 } }) : { data: [] },
  ])
  return [
    ...requests.data.map(({ route }) => ({
      text: `${q} ${route}`,
      kind: 'request',
      href: linkTo('request', { id: q }),
    })),
    ...keys.data.map(({ id, name, lastFour }) => ({
      text: `${name === '' ? id : name} …${lastFour}`,
      kind: 'key',
      href: linkTo('key', { id }),
    })),
    ...apps.data.map(({ id, name }) => ({ text: name, kind: 'app', href: linkTo('app', { id }) })),
    ...developers.data.map(({ uid }) => ({ text: uid, kind: 'developer', href: linkTo('developer', { uid }) })),
    ...agents.data.map(({ id, kind, handle, displayName }) => ({
      text: `@${handle} ${displayName} (${id})`,
      kind,
      href: kind === 'visitor' ? linkTo('visitors', {}) : linkTo('resident', { q: id }),
    })),
    ...posts.data.map(({ id, agentHandle, text }) => ({
      text: `@${agentHandle}: ${text.slice(0, 60)} (${id})`,
      kind: 'post',
      href: linkTo('post', { id }),
    })),
    ...siteGoals(q),
  ]
}

const WAIT_MS = 200

/** Opens the screen, then focuses the control. */
async function goTo({ href, at }: Goal): Promise<void> {
  location.assign(href)
  for (let n = 0; at !== undefined && n < 20; n++) {
    await new Promise((resume) => setTimeout(resume, 100))
    const target = document.getElementById(at)
    if (target === null) continue
    target.scrollIntoView({ block: 'center' })
    return target.focus()
  }
}

const LABEL = 'Screen, switch, world, key, app, developer, visitor, resident, post or request id'

function Finder({ take }: { take: (goal: Goal) => void }) {
  const [goals, found] = [useSignal(screenGoals()), useSignal<readonly Goal[]>([])]
  const [typed, chosen, isSearching] = [useSignal(''), useSignal(0), useSignal(false)]
  const timer = useRef(0)
  useEffect(() => {
    loadStaticGoals().then(
      (more) => {
        goals.value = [...goals.value, ...more]
      },
      () => {},
    )
    return () => clearTimeout(timer.current)
  }, [goals])

  async function search(q: string): Promise<void> {
    const answer = await searchGoals(q).catch(() => [])
    if (typed.value.trim() !== q) return
    found.value = answer
    isSearching.value = false
  }
  const list = matching([...goals.value, ...found.value], typed.value)
  const at = Math.min(chosen.value, Math.max(0, list.length - 1))
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    typed.value = currentTarget.value
    chosen.value = 0
    clearTimeout(timer.current)
    const q = currentTarget.value.trim()
    isSearching.value = q.length >= 2
    if (isSearching.value) timer.current = window.setTimeout(() => void search(q), WAIT_MS)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (list.length === 0) return
    if (step === undefined) take(list[at]!)
    else chosen.value = (at + step + list.length) % list.length
  }
  return (
    <>
      <input
        type="text"
        role="combobox"
        data-start
        aria-label={LABEL}
        aria-controls="goals"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-activedescendant={list.length > 0 ? `goals-${at}` : undefined}
        placeholder={LABEL}
        autocomplete="off"
        spellcheck={false}
        onInput={onInput}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id="goals" class="goals" aria-label="Results">
        {list.map((goal, n) => (
          <div
            key={`${goal.kind} ${goal.text}`}
            role="option"
            tabIndex={-1}
            id={`goals-${n}`}
            aria-selected={n === at}
            onClick={() => take(goal)}
            onKeyDown={onKeyDown}
          >
            <span>{goal.text}</span>
            <span class="soft">{goal.kind}</span>
          </div>
        ))}
      </div>
      <p class="soft" role="status">
        {list.every(({ kind }) => kind === 'site') && (isSearching.value ? 'Searching…' : 'Nothing found.')}
      </p>
    </>
  )
}

export async function openFinder(): Promise<void> {
  if (document.querySelector('dialog[open]') !== null) return
  let goal: Goal | null = null
  await openDialog('Find', (close) => (
    <Finder
      take={(chosen) => {
        goal = chosen
        close()
      }}
    />
  ))
  if (goal !== null) await goTo(goal)
}
