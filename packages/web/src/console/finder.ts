// The search dialog (Ctrl+K).
import { openDialog } from '../screens/dialog.ts'
import { h, newId } from '../screens/dom.ts'
import { operator } from './api.ts'
import { type Goal, matching } from './goals.ts'
import { linkTo, menu } from './places.ts'

const screenGoals = (): Goal[] => menu().map((entry) => ({ ...entry, kind: 'screen' }))

/** Switches and worlds, loaded once when the dialog opens. */
async function loadStaticGoals(): Promise<Goal[]> {
  const [{ data: switches }, { data: worlds }] = await Promise.all([operator.listSwitches(), operator.listWorlds()])
  return [
    ...switches.map(({ name }) => ({ text: name, kind: 'switch', href: linkTo('switches', {}), at: `switch-${name}` })),
    ...worlds.map(({ id, name }) => ({
      text: name === id ? id : `${name} (${id})`,
      kind: 'world',
      href: linkTo('world', { id }),
    })),
  ]
}

/** Keys, apps, developers and visitors that match the input. */
async function searchGoals(q: string): Promise<Goal[]> {
  const query = { q, perPage: 4 }
  const [keys, apps, developers, visitors] = await Promise.all([
    operator.listKeys({ query }),
    operator.listApps({ query }),
    operator.listDevelopers({ query }),
    operator.listRoster({ query }),
  ])
  return [
    ...keys.data.map(({ id, name, lastFour }) => ({
      text: `${name === '' ? id : name} …${lastFour}`,
      kind: 'key',
      href: linkTo('key', { id }),
    })),
    ...apps.data.map(({ id, name }) => ({ text: name, kind: 'app', href: linkTo('app', { id }) })),
    ...developers.data.map(({ uid }) => ({ text: uid, kind: 'developer', href: linkTo('developer', { uid }) })),
    ...visitors.data.map(({ handle }) => ({ text: `@${handle}`, kind: 'visitor', href: linkTo('visitors', {}) })),
  ]
}

const WAIT_MS = 200

/** Opens the screen, then focuses the control. */
async function goTo({ href, at }: Goal): Promise<void> {
  location.hash = href
  for (let n = 0; at !== undefined && n < 20; n++) {
    await new Promise((resume) => setTimeout(resume, 100))
    const target = document.getElementById(at)
    if (target === null) continue
    target.scrollIntoView({ block: 'center' })
    return target.focus()
  }
}

export function openFinder(): void {
  if (document.querySelector('dialog[open]') !== null) return
  const screens = screenGoals()
  let goals: readonly Goal[] = screens
  let more: readonly Goal[] = []
  let visibleGoals: Goal[] = []
  let chosen = 0
  let timer = 0
  let chosenGoal: Goal | null = null
  void openDialog('Find', (close) => {
    const listId = newId('goals')
    const list = h('ul', { role: 'listbox', id: listId, class: 'goals', 'aria-label': 'Results' })
    const input = h('input', {
      type: 'text',
      role: 'combobox',
      'data-start': true,
      'aria-label': 'Screen, switch, world, key, app, developer or visitor',
      'aria-controls': listId,
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
      placeholder: 'Screen, switch, world, key, app, developer, visitor',
      autocomplete: 'off',
      spellcheck: 'false',
    })
    const take = (goal: Goal | undefined): void => {
      if (goal === undefined) return
      chosenGoal = goal
      close()
    }
    function draw(): void {
      visibleGoals = matching([...goals, ...more], input.value)
      chosen = Math.min(chosen, Math.max(0, visibleGoals.length - 1))
      list.replaceChildren(
        ...visibleGoals.map((goal, n) =>
          h(
            'li',
            { role: 'option', id: `${listId}-${n}`, 'aria-selected': String(n === chosen), click: () => take(goal) },
            h('span', {}, goal.text),
            h('span', { class: 'soft' }, goal.kind),
          ),
        ),
      )
      if (visibleGoals.length > 0) input.setAttribute('aria-activedescendant', `${listId}-${chosen}`)
      else input.removeAttribute('aria-activedescendant')
    }
    input.addEventListener('input', () => {
      chosen = 0
      draw()
      clearTimeout(timer)
      const q = input.value.trim()
      if (q.length < 2) return
      timer = setTimeout(() => {
        searchGoals(q).then(
          (answer) => {
            if (input.value.trim() !== q) return
            more = answer
            draw()
          },
          () => {},
        )
      }, WAIT_MS) as unknown as number
    })
    input.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined && visibleGoals.length > 0) {
        event.preventDefault()
        chosen = (chosen + step + visibleGoals.length) % visibleGoals.length
        draw()
      } else if (event.key === 'Enter') {
        event.preventDefault()
        take(visibleGoals[chosen])
      }
    })
    loadStaticGoals().then(
      (answer) => {
        goals = [...screens, ...answer]
        draw()
      },
      () => {},
    )
    draw()
    return [input, list]
  }).then(() => {
    clearTimeout(timer)
    if (chosenGoal !== null) void goTo(chosenGoal)
  })
}
