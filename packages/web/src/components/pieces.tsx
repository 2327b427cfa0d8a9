// Shared elements: cards, badges, facts, times, code blocks, tabs.
import { signal, useSignal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { copyText } from './copy.ts'
import { agoWords } from './durations.ts'
import { attempt, type Child, say } from './page.tsx'

let idCount = 0
/** An id that stays while the component is on the page, to connect a label or hint to its control. */
export function useNewId(prefix: string): string {
  const [id] = useState(() => {
    idCount += 1
    return `${prefix}-${idCount}`
  })
  return id
}

const TICK_MS = 15_000
const now = signal(Date.now())
const tick = (): void => {
  if (!document.hidden) now.value = Date.now()
}
setInterval(tick, TICK_MS)
document.addEventListener('visibilitychange', tick)

/** A relative time that stays current, with the exact time as tooltip. */
export function Moment({ at, none = 'never' }: { at: string | null; none?: string }) {
  if (at === null || at === '') return <span class="soft">{none}</span>
  const exact = new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <time datetime={at} title={exact}>
      {agoWords(at, Math.max(now.value, Date.now()))}
    </time>
  )
}

export const ExactTime = ({ at }: { at: string }) => (
  <time datetime={at}>{new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}</time>
)

export type Tone = 'good' | 'quiet' | 'bad' | 'warm'
export const Badge = ({ tone, children }: { tone: Tone; children: Child }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

/** A badge for a status code of HTTP. */
export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={status < 400 ? 'good' : status < 500 ? 'warm' : 'bad'}>{status}</Badge>
)

export function Card({ title, about, children, kind = '' }: CardProps) {
  const id = useNewId('card')
  return (
    <section class={`card ${kind}`} aria-labelledby={id}>
      <div class="top">
        <h2 id={id}>{title}</h2>
        {about}
      </div>
      {children}
    </section>
  )
}
interface CardProps {
  readonly title: string
  /** Beside the title: a link, a badge or a button. */
  readonly about?: Child
  readonly children?: Child
  readonly kind?: string
}

export const Empty = ({ children }: { children: Child }) => (
  <div class="empty">
    <p>{children}</p>
  </div>
)

/** Pairs of a name and a value. */
export const Facts = ({ of }: { of: Readonly<Record<string, Child>> }) => (
  <dl class="facts">
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

interface ActionProps {
  readonly id?: string
  readonly kind?: string
  readonly text: string
  /** The accessible name, if the text alone is not enough. */
  readonly label?: string
  readonly run: () => unknown
}
/** A button that starts something; an error becomes a status message. */
export const Action = ({ id, kind = 'button', text, label, run }: ActionProps) => (
  <button type="button" class={kind} id={id} aria-label={label} onClick={() => attempt(run)}>
    {text}
  </button>
)

/** A link to the screen of something by its id. */
export const CodeLink = ({ href, id }: { href: string; id: string }) => (
  <a href={href}>
    <code>{id}</code>
  </a>
)

/** The scopes of a key. */
export const Scopes = ({ scopes }: { scopes: readonly string[] }) => (
  <span class="scopes">
    {scopes.map((scope) => (
      <code key={scope}>{scope}</code>
    ))}
  </span>
)

/** Copies the text of an element and says so. */
export const copy = async (source: HTMLElement, what: string): Promise<void> => say(await copyText(source, what))

/** A short code on a line, with a copy button. */
export function CopyableCode({ what, children }: { what: string; children: Child }) {
  const text = useRef<HTMLElement>(null)
  return (
    <span class="row">
      <code ref={text}>{children}</code>
      <Action kind="plain" run={() => copy(text.current!, what)} text="Copy" />
    </span>
  )
}

/** Code with a copy button. */
export function CodeBlock({ what, code }: { what: string; code: string }) {
  const text = useRef<HTMLElement>(null)
  return (
    <div class="code">
      <pre tabIndex={0} role="region" aria-label={what}>
        <code ref={text}>{code}</code>
      </pre>
      <Action label={`Copy ${what}`} run={() => copy(text.current!, what)} text="Copy" />
    </div>
  )
}

/** The current terms, scrollable if long. */
export function TermsBox({ title, version, text }: { title: string; version: string; text: string }) {
  const id = useNewId('terms')
  return (
    <section class="terms" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="soft">version {version}</span>
      </h2>
      <div class="text" tabIndex={0} role="region" aria-labelledby={id}>
        {text}
      </div>
    </section>
  )
}

/** Links to the screens above this one, by their texts. */
export const Crumbs = ({ links }: { links: Readonly<Record<string, string>> }) => (
  <nav class="crumbs" aria-label="Where you are">
    <ol>
      {Object.entries(links).map(([text, href]) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ol>
  </nav>
)

const STEPS: Readonly<Record<string, (n: number, count: number) => number>> = {
  ArrowRight: (n, count) => (n + 1) % count,
  ArrowLeft: (n, count) => (n + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs of code blocks. Arrow keys, Home and End select a tab (ARIA tab pattern). */
export function CodeTabs({ label, codes }: { label: string; codes: Readonly<Record<string, string>> }) {
  const id = useNewId('tabs')
  const chosen = useSignal(0)
  const names = Object.keys(codes)
  const step = (event: KeyboardEvent): void => {
    const next = STEPS[event.key]?.(chosen.value, names.length)
    if (next === undefined) return
    event.preventDefault()
    chosen.value = next
    document.getElementById(`${id}-tab-${next}`)?.focus()
  }
  return (
    <div class="code-tabs">
      <div role="tablist" aria-label={label} onKeyDown={step}>
        {names.map((name, n) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${n}`}
            aria-controls={`${id}-panel-${n}`}
            aria-selected={n === chosen.value}
            tabIndex={n === chosen.value ? 0 : -1}
            onClick={() => {
              chosen.value = n
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {names.map((name, n) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${n}`}
          aria-labelledby={`${id}-tab-${n}`}
          hidden={n !== chosen.value}
        >
          <CodeBlock what={name} code={codes[name]!} />
        </div>
      ))}
    </div>
  )
}
