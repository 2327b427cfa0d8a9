// The switches screen.
import type { OperatorSwitch } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { area, field, form, type Submission } from '../screens/form.ts'
import { badge, card, moment } from '../screens/pieces.ts'
import { heading, isSignedOut, report, type Screen, say, signedOut, words } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { watchApplied } from './applied.ts'
import { curlDetails } from './asking.ts'
import { searchBox } from './listing.ts'

const callOf = (name: string, value: unknown) => ({
  method: 'PATCH',
  path: '/_operator/config',
  body: { [name]: value },
})

/** The value as JSON. */
const shownValue = (value: unknown): string => (value === null ? 'not set' : JSON.stringify(value))
const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** Sends a change, then shows which nodes have applied it. */
async function change(row: HTMLElement, name: string, value: unknown): Promise<void> {
  const applied = row.querySelector<HTMLElement>('.applied-on')!
  applied.hidden = false
  applied.replaceChildren('Sending…')
  await operator.changeConfig({ body: { [name]: value } })
  const { data } = await operator.listSwitches()
  const now = data.find((one) => one.name === name)!
  const fresh = switchRow(now)
  const box = fresh.querySelector<HTMLElement>('.applied-on')!
  box.hidden = false
  row.replaceWith(fresh)
  fresh.querySelector<HTMLElement>('button')?.focus()
  say(`${name} is ${now.type === 'gate' ? (now.value === true ? 'on' : 'off') : shownValue(now.value)}`)
  await watchApplied(box)
}

function failed(row: HTMLElement, error: unknown): void {
  report(error)
  if (isSignedOut(error)) return void signedOut()
  const applied = row.querySelector<HTMLElement>('.applied-on')!
  applied.hidden = false
  applied.replaceChildren(h('span', { class: 'failure', role: 'alert' }, words(error)))
}

/** An on/off control with confirmation: the first click asks, the second applies the change. */
function gateControl(operatorSwitch: OperatorSwitch, row: () => HTMLElement): HTMLElement {
  const isOn = operatorSwitch.value === true
  const sure = h(
    'button',
    {
      type: 'button',
      class: isOn ? 'danger sure' : 'main sure',
      hidden: true,
      click: () => void change(row(), operatorSwitch.name, !isOn).catch((error: unknown) => failed(row(), error)),
    },
    isOn ? 'Switch off now' : 'Switch on now',
  )
  const toggle = h(
    'button',
    {
      type: 'button',
      role: 'switch',
      class: 'toggle',
      id: `switch-${operatorSwitch.name}`,
      'aria-checked': String(isOn),
      'aria-label': operatorSwitch.name,
      click: () => {
        sure.hidden = !sure.hidden
        if (!sure.hidden) sure.focus()
      },
    },
    isOn ? 'On' : 'Off',
  )
  return h('span', { class: 'row control' }, sure, toggle)
}

/** Parses the input: plain text for text switches, otherwise JSON. Undefined for invalid JSON. */
function parsed({ type }: OperatorSwitch, typed: string): unknown {
  if (type === 'text') return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return undefined
  }
}

const HINTS = {
  gate: '',
  number: 'Enter a number.',
  text: 'Plain text, without quotes.',
  list: 'A JSON list of strings, such as ["one", "two"].',
  object: 'A JSON object.',
} as const

function editDialog(operatorSwitch: OperatorSwitch, row: () => HTMLElement): Promise<void> {
  const { name, type, value } = operatorSwitch
  const start = type === 'text' ? String(value ?? '') : value === null ? '' : JSON.stringify(value, null, 2)
  const input =
    type === 'number'
      ? field({ name: 'value', label: 'Value', value: start, hint: HINTS[type], pattern: '-?[0-9]+([.][0-9]+)?' })
      : area({ name: 'value', label: 'Value', hint: HINTS[type] })
  const text = input.querySelector('textarea')
  if (text !== null) text.value = start
  const problem = h('p', { class: 'failure', role: 'alert', hidden: true }, HINTS[type])
  return openDialog(name, (close) => {
    const send = (next: unknown): void => {
      close()
      void change(row(), name, next).catch((error: unknown) => failed(row(), error))
    }
    const save = async ({ text: typed }: Submission): Promise<void> => {
      const next = parsed(operatorSwitch, typed('value').trim())
      problem.hidden = next !== undefined
      if (next !== undefined) send(next)
    }
    const back = `Reset to the default (${cut(shownValue(operatorSwitch.default))})`
    return [
      form(
        [h('p', {}, operatorSwitch.about), input, problem],
        { send: 'Save', extraActions: [cancelButton(close)] },
        save,
      ),
      operatorSwitch.isSet
        ? h('p', { class: 'row' }, h('button', { type: 'button', class: 'button', click: () => send(null) }, back))
        : null,
      curlDetails(callOf(name, value)),
    ]
  })
}

function switchRow(operatorSwitch: OperatorSwitch): HTMLElement {
  const { name, type, about, value, isSet, changedAt, changedBy, perWorld } = operatorSwitch
  const row: () => HTMLElement = () => rowElement
  const control = !may('changeConfig')
    ? h('span', { class: 'row control' }, h('code', { class: 'value', id: `switch-${name}` }, cut(shownValue(value))))
    : type === 'gate'
      ? gateControl(operatorSwitch, row)
      : h(
          'span',
          { class: 'row control' },
          h('code', { class: 'value' }, cut(shownValue(value))),
          h(
            'button',
            {
              type: 'button',
              class: 'button',
              id: `switch-${name}`,
              'aria-label': `Change ${name}`,
              click: () => void editDialog(operatorSwitch, row),
            },
            'Change…',
          ),
        )
  const facts: Child[] = [
    h('span', {}, type),
    h(
      'span',
      {},
      `default ${cut(type === 'gate' ? (operatorSwitch.default === true ? 'on' : 'off') : shownValue(operatorSwitch.default))}`,
    ),
    perWorld ? h('span', {}, 'can be set per world') : null,
    changedAt === null
      ? h('span', {}, isSet ? 'set at installation' : 'never changed')
      : h('span', {}, `changed by ${changedBy} `, moment(changedAt)),
  ]
  const rowElement: HTMLElement = h(
    'li',
    { class: 'switch', 'data-switch': name },
    h(
      'div',
      { class: 'what' },
      h('strong', {}, h('code', {}, name), isSet ? badge('set', 'warm') : null),
      h('p', {}, about),
      h('p', { class: 'hint facts-line' }, ...facts),
    ),
    control,
    h('div', { class: 'applied-on', role: 'status', hidden: true }),
    type === 'gate' && may('changeConfig') ? curlDetails(callOf(name, value !== true)) : null,
  )
  return rowElement
}

export const switchList = (switches: readonly OperatorSwitch[]): HTMLElement =>
  h('ul', { class: 'switches' }, ...switches.map(switchRow))

export async function switchesScreen(): Promise<Screen> {
  const { data } = await operator.listSwitches()
  const groups = [...new Set(data.map(({ group }) => group))]
  const cards = groups.map((group) => card(group, null, switchList(data.filter((one) => one.group === group))))
  const box = searchBox('Find by name or description', async (typed) => {
    const wanted = typed.toLowerCase()
    for (const one of cards) {
      for (const row of one.querySelectorAll<HTMLElement>('.switch'))
        row.hidden = !`${row.dataset.switch} ${row.textContent}`.toLowerCase().includes(wanted)
      one.hidden = one.querySelector('.switch:not([hidden])') === null
    }
  })
  return {
    title: 'Switches',
    body: [
      heading('Switches'),
      h('p', { class: 'lead' }, 'A change applies to the next request on all nodes and is recorded in the audit log.'),
      box,
      ...cards,
    ],
  }
}
