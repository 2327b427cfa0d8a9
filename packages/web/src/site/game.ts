// Replay of chess games with live updates.
import { listen } from './live.ts'

const SQUARE = 45
const NS = 'http://www.w3.org/2000/svg'

function show(pieces: Element, fen: string): void {
  const found: SVGUseElement[] = []
  for (const [rank, row] of fen.split(' ')[0]!.split('/').entries()) {
    let file = 0
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter)
        continue
      }
      const use = document.createElementNS(NS, 'use')
      use.setAttribute('href', `#piece-${letter.toLowerCase()}`)
      use.setAttribute('x', String(file * SQUARE))
      use.setAttribute('y', String(rank * SQUARE))
      use.setAttribute('width', String(SQUARE))
      use.setAttribute('height', String(SQUARE))
      use.setAttribute('class', letter === letter.toUpperCase() ? 'white' : 'black')
      found.push(use)
      file += 1
    }
  }
  pieces.replaceChildren(...found)
}

/** The replay of a game: the current half move, and a function that removes the controls. */
interface Replay {
  readonly plies: number
  at(): number
  end(): void
}

/** Shows the position after the given number of half moves; default: the last one. */
function replay(from?: number): Replay | null {
  const list = document.querySelector<HTMLElement>('.moves')
  const pieces = document.querySelector('#board .pieces')
  const controls = document.querySelector('#replay')
  if (list === null || pieces === null || controls === null) return null
  const ended = new AbortController()
  const moves = [...list.querySelectorAll<HTMLElement>('li[data-fen]')]
  const fens = [list.dataset.start ?? '', ...moves.map((move) => move.dataset.fen ?? '')]
  let at = Math.min(from ?? fens.length, fens.length - 1)
  let playing: ReturnType<typeof setInterval> | null = null

  const say = document.createElement('output')
  const button = (label: string, text: string, act: () => void) => {
    const buttonElement = document.createElement('button')
    buttonElement.type = 'button'
    buttonElement.textContent = text
    buttonElement.setAttribute('aria-label', label)
    buttonElement.addEventListener('click', act)
    return buttonElement
  }
  const go = (to: number) => {
    at = Math.max(0, Math.min(fens.length - 1, to))
    show(pieces, fens[at]!)
    for (const [i, move] of moves.entries()) move.classList.toggle('here', i === at - 1)
    const here = moves[at - 1]
    // Scrolls the list, not the page, because on narrow screens the board is above it.
    if (here !== undefined && list.scrollHeight > list.clientHeight) list.scrollTop = here.offsetTop - list.offsetTop
    say.textContent = at === 0 ? 'Start position' : `${here?.textContent?.trim() ?? ''} (${at} of ${fens.length - 1})`
  }
  const stop = () => {
    if (playing !== null) clearInterval(playing)
    playing = null
    play.textContent = 'Play'
  }
  const by = (step: () => number) => () => {
    stop()
    go(step())
  }
  const play = button('Play the moves', 'Play', () => {
    if (playing !== null) return stop()
    if (at === fens.length - 1) go(0)
    play.textContent = 'Stop'
    playing = setInterval(() => (at < fens.length - 1 ? go(at + 1) : stop()), 900)
  })
  controls.replaceChildren(
    button(
      'First position',
      '«',
      by(() => 0),
    ),
    button(
      'Previous move',
      '‹',
      by(() => at - 1),
    ),
    play,
    button(
      'Next move',
      '›',
      by(() => at + 1),
    ),
    button(
      'Last position',
      '»',
      by(() => fens.length - 1),
    ),
    say,
  )
  for (const [i, move] of moves.entries())
    move.addEventListener(
      'click',
      by(() => i + 1),
    )
  const onKey = ({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLInputElement) return
    if (key === 'ArrowLeft') by(() => at - 1)()
    if (key === 'ArrowRight') by(() => at + 1)()
  }
  document.addEventListener('keydown', onKey, { signal: ended.signal })
  go(at)
  return {
    plies: fens.length - 1,
    at: () => at,
    end() {
      stop()
      ended.abort()
    },
  }
}

/** The parts of the page that a move changes. */
const PARTS = ['.lead .meta', '#board', '.sheet-of-moves', '.side .clock-of-black', '.side .clock-of-white']

async function renew(current: Replay | null): Promise<Replay | null> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return current
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  // Keeps the position if an earlier move is shown.
  const from = current === null || current.at() === current.plies ? undefined : current.at()
  current?.end()
  for (const part of PARTS) {
    const [old, now] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && now !== null) old.replaceWith(document.adoptNode(now))
  }
  document.dispatchEvent(new Event('site:added'))
  return replay(from)
}

let currentReplay = replay()
const { live } = document.querySelector<HTMLElement>('.table')?.dataset ?? {}
if (live !== undefined)
  listen(live, {
    game({ ply, status }) {
      if (ply === (currentReplay?.plies ?? 0) && status !== 'finished') return
      renew(currentReplay).then(
        (renewed) => {
          currentReplay = renewed
        },
        () => {},
      )
    },
    connected: () => {},
    lost: () => {},
  })
