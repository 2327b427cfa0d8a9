// The switches screen.
import type { OperatorSwitch } from '@agent-network/contract'
import { useSignal } from '@preact/signals'
import { openForm } from '../components/dialog.tsx'
import { Area, Field } from '../components/form.tsx'
import { Search } from '../components/list.tsx'
import { type Child, failureOf, Heading, InvalidValue, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, Moment } from '../components/pieces.tsx'
import { callOf, may, operator } from './api.ts'
import { CurlDetails } from './asking.tsx'

/** The value as JSON. */
const shownValue = (value: unknown): string => (value === null ? 'not set' : JSON.stringify(value))
const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)
const wordOf = ({ type }: OperatorSwitch, value: unknown): string =>
  type === 'gate' ? (value === true ? 'on' : 'off') : shownValue(value)

const LOOK_MS = 150
/** Nodes that have not applied the change after this time are listed. */
const PATIENCE_MS = 5_000

/**
 * Shows which nodes have applied the last change, until all have. Each change creates a new epoch of the control state,
 * and nodes report their epoch.
 */
async function watchApplied(present: (outcome: Child) => void): Promise<void> {
  const started = performance.now()
  for (;;) {
    const { data } = await operator.listNodes()
    const live = data.filter(({ state }) => state === 'live')
    const late = live.filter(({ isCurrent }) => !isCurrent)
    present(
      <>
        <Badge tone={late.length === 0 ? 'good' : 'warm'}>
          {live.length - late.length} of {live.length} nodes
        </Badge>
        <span> have applied it{late.length > 0 && ' so far'}: </span>
        {live.map(({ node, isCurrent, appliedAfterMs }) => [
          <code key={node} class={isCurrent ? 'applied' : 'late'}>
            {isCurrent ? `✓ ${node}${appliedAfterMs === null ? '' : ` after ${appliedAfterMs} ms`}` : `… ${node}`}
          </code>,
          ' ',
        ])}
      </>,
    )
    if (late.length === 0 || performance.now() - started > PATIENCE_MS) return
    await new Promise((resume) => setTimeout(resume, LOOK_MS))
  }
}

/** Parses the input: plain text for text switches, otherwise JSON. */
function parsed({ type }: OperatorSwitch, typed: string): unknown {
  if (type === 'text') return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    throw new InvalidValue(HINTS[type])
  }
}

const HINTS = {
  gate: '',
  number: 'Enter a number.',
  text: 'Plain text, without quotes.',
  list: 'A JSON list of strings, such as ["one", "two"].',
  object: 'A JSON object.',
} as const

function editDialog(operatorSwitch: OperatorSwitch, change: (value: unknown) => unknown): Promise<void> {
  const { name, type, value, about, isSet } = operatorSwitch
  const start = type === 'text' ? String(value ?? '') : value === null ? '' : JSON.stringify(value, null, 2)
  const input = { name: 'value', label: 'Value', hint: HINTS[type], value: start }
  const reset = isSet && (
    <p class="row">
      <Action
        run={() => {
          document.querySelector('dialog')?.close()
          return change(null)
        }}
        text={`Reset to the default (${cut(shownValue(operatorSwitch.default))})`}
      />
    </p>
  )
  const fields = (
    <>
      <p>{about}</p>
      {type === 'number' ? <Field {...input} pattern="-?[0-9]+([.][0-9]+)?" /> : <Area {...input} />}
      {reset}
    </>
  )
  const foot = <CurlDetails call={callOf('changeConfig', { body: { [name]: value } })} />
  return openForm({ title: name, send: 'Save', fields, foot }, ({ text }, close) => {
    const next = parsed(operatorSwitch, text('value'))
    close()
    void change(next)
  })
}

const focus = (control: HTMLElement | null): void => control?.focus()

interface ControlProps {
  readonly of: OperatorSwitch
  readonly change: (value: unknown) => unknown
}

/** An on/off control with confirmation: the first click asks, the second applies the change. */
function GateControl({ of: { name, value }, change }: ControlProps) {
  const isAsking = useSignal(false)
  const isOn = value === true
  return (
    <>
      {isAsking.value && (
        <button
          type="button"
          ref={focus}
          class={isOn ? 'danger sure' : 'main sure'}
          onClick={() => {
            isAsking.value = false
            change(!isOn)
          }}
        >
          {isOn ? 'Switch off now' : 'Switch on now'}
        </button>
      )}
      <button
        type="button"
        role="switch"
        class="toggle"
        id={`switch-${name}`}
        aria-checked={isOn}
        aria-label={name}
        onClick={() => {
          isAsking.value = !isAsking.value
        }}
      >
        {isOn ? 'On' : 'Off'}
      </button>
    </>
  )
}

function Control({ of: one, change }: ControlProps) {
  const id = `switch-${one.name}`
  const value = cut(shownValue(one.value))
  if (!may('changeConfig'))
    return (
      <code class="value" id={id}>
        {value}
      </code>
    )
  if (one.type === 'gate') return <GateControl of={one} change={change} />
  return (
    <>
      <code class="value">{value}</code>
      <Action id={id} label={`Change ${one.name}`} run={() => editDialog(one, change)} text="Change…" />
    </>
  )
}

function SwitchRow({ initial }: { initial: OperatorSwitch }) {
  const [current, outcome] = [useSignal(initial), useSignal<Child>(null)]
  const one = current.value
  const { name, type, about, isSet, changedAt, changedBy, perWorld } = one
  const present = (content: Child): void => {
    outcome.value = content
  }
  /** Sends a change, then shows which nodes have applied it. */
  async function change(value: unknown): Promise<void> {
    try {
      present('Sending…')
      await operator.changeConfig({ body: { [name]: value } })
      const { data } = await operator.listSwitches()
      current.value = data.find((other) => other.name === name)!
      document.getElementById(`switch-${name}`)?.focus()
      say(`${name} is ${wordOf(current.value, current.value.value)}`)
      await watchApplied(present)
    } catch (error) {
      present(
        <span class="failure" role="alert">
          {failureOf(error)}
        </span>,
      )
    }
  }
  return (
    <li class="switch" data-switch={name}>
      <div class="what">
        <strong>
          <code>{name}</code>
          {isSet && <Badge tone="warm">set</Badge>}
        </strong>
        <p>{about}</p>
        <p class="hint facts-line">
          <span>{type}</span>
          <span>default {cut(wordOf(one, one.default))}</span>
          {perWorld && <span>can be set per world</span>}
          {changedAt === null ? (
            <span>{isSet ? 'set at installation' : 'never changed'}</span>
          ) : (
            <span>
              changed by {changedBy} <Moment at={changedAt} />
            </span>
          )}
        </p>
      </div>
      <span class="row control">
        <Control of={one} change={change} />
      </span>
      <div class="applied-on" role="status" hidden={outcome.value === null}>
        {outcome.value}
      </div>
      {type === 'gate' && may('changeConfig') && (
        <CurlDetails call={callOf('changeConfig', { body: { [name]: one.value !== true } })} />
      )}
    </li>
  )
}

export const SwitchList = ({ switches }: { switches: readonly OperatorSwitch[] }) => (
  <ul class="switches">
    {switches.map((one) => (
      <SwitchRow key={one.name} initial={one} />
    ))}
  </ul>
)

function Groups({ switches }: { switches: readonly OperatorSwitch[] }) {
  const filter = useSignal('')
  const found = switches.filter(({ name, about, group }) =>
    `${name} ${about} ${group}`.toLowerCase().includes(filter.value),
  )
  return (
    <>
      <Search
        label="Find by name or description"
        look={(typed) => {
          filter.value = typed.toLowerCase()
        }}
      />
      {[...new Set(found.map(({ group }) => group))].map((group) => (
        <Card key={group} title={group}>
          <SwitchList switches={found.filter((one) => one.group === group)} />
        </Card>
      ))}
    </>
  )
}

export async function switchesScreen(): Promise<Screen> {
  const { data } = await operator.listSwitches()
  return {
    title: 'Switches',
    body: [
      <Heading title="Switches" />,
      <p class="lead">A change applies to the next request on all nodes and is recorded in the audit log.</p>,
      <Groups switches={data} />,
    ],
  }
}
