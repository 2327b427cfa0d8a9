import type { OperatorSwitch } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { area, field, form, type Submission } from '../screens/form.ts'
import { badge, card, moment } from '../screens/pieces.ts'
import { heading, isSignedOut, report, type Screen, say, signedOut, words } from '../screens/shell.ts'
import { operator } from './api.ts'
import { watchApplied } from './applied.ts'
import { curlDetails } from './asking.ts'
import { searchBox } from './listing.ts'

const callOf = (name: string, value: unknown) => ({
  method: 'PATCH',
  path: '/_operator/config',
  body: { [name]: value },
})

/** As an operator would type it. */
const shownValue = (value: unknown): string => (value === null ? 'not set' : JSON.stringify(value))
const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** Sends a change, then shows which nodes have it. */
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

/** The first click asks, the second does it; anything else leaves it as it is. */
function gateControl(given: OperatorSwitch, row: () => HTMLElement): HTMLElement {
  const isOn = given.value === true
  const sure = h(
    'button',
    {
      type: 'button',
      class: isOn ? 'danger sure' : 'main sure',
      hidden: true,
      click: () => void change(row(), given.name, !isOn).catch((error: unknown) => failed(row(), error)),
    },
    isOn ? 'Switch off now' : 'Switch on now',
  )
  const toggle = h(
    'button',
    {
      type: 'button',
      role: 'switch',
      class: 'toggle',
      id: `switch-${given.name}`,
      'aria-checked': String(isOn),
      'aria-label': given.name,
      click: () => {
        sure.hidden = !sure.hidden
        if (!sure.hidden) sure.focus()
      },
    },
    isOn ? 'On' : 'Off',
  )
  return h('span', { class: 'row control' }, sure, toggle)
}

/** A number stays a number and a list a list; a text is taken as it is typed. Undefined for what is no JSON. */
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
  number: 'A number.',
  text: 'Text as it is.',
  list: 'A JSON list of texts, such as ["one", "two"].',
  object: 'A JSON object.',
} as const

function editDialog(given: OperatorSwitch, row: () => HTMLElement): Promise<void> {
  const { name, type, value } = given
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
      const next = parsed(given, typed('value').trim())
      problem.hidden = next !== undefined
      if (next !== undefined) send(next)
    }
    const back = `Back to the default (${cut(shownValue(given.default))})`
    return [
      form([h('p', {}, given.about), input, problem], { send: 'Save', beside: [cancelButton(close)] }, save),
      given.isSet
        ? h('p', { class: 'row' }, h('button', { type: 'button', class: 'button', click: () => send(null) }, back))
        : null,
      curlDetails(callOf(name, value)),
    ]
  })
}

function switchRow(given: OperatorSwitch): HTMLElement {
  const { name, type, about, value, isSet, changedAt, changedBy, perWorld } = given
  const row: () => HTMLElement = () => made
  const control =
    type === 'gate'
      ? gateControl(given, row)
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
              click: () => void editDialog(given, row),
            },
            'Change…',
          ),
        )
  const facts: Child[] = [
    h('span', {}, type),
    h(
      'span',
      {},
      `default ${cut(type === 'gate' ? (given.default === true ? 'on' : 'off') : shownValue(given.default))}`,
    ),
    perWorld ? h('span', {}, 'worlds may differ') : null,
    changedAt === null
      ? h('span', {}, isSet ? 'set by the seed or long ago' : 'never changed')
      : h('span', {}, `changed by ${changedBy} `, moment(changedAt)),
  ]
  const made: HTMLElement = h(
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
    type === 'gate' ? curlDetails(callOf(name, value !== true)) : null,
  )
  return made
}

export const switchList = (switches: readonly OperatorSwitch[]): HTMLElement =>
  h('ul', { class: 'switches' }, ...switches.map(switchRow))

export async function switchesScreen(): Promise<Screen> {
  const { data } = await operator.listSwitches()
  const groups = [...new Set(data.map(({ group }) => group))]
  const cards = groups.map((group) => card(group, null, switchList(data.filter((one) => one.group === group))))
  const box = searchBox('Find a switch by name or meaning', async (typed) => {
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
      h('p', { class: 'lead' }, 'Every change binds on the next request on every node, and is in the audit log.'),
      box,
      ...cards,
    ],
  }
}
