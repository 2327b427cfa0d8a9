import { listen } from './live.ts'

/** A game that can be stepped through: the moves on the page say which position each of them led to. */
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

/** What is shown of a game: where in it one is, and how to make room for a later state of it. */
interface Replay {
  readonly plies: number
  at(): number
  end(): void
}

/** Shows the position after so many half moves; the last one unless said otherwise. */
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
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = text
    made.setAttribute('aria-label', label)
    made.addEventListener('click', act)
    return made
  }
  const go = (to: number) => {
    at = Math.max(0, Math.min(fens.length - 1, to))
    show(pieces, fens[at]!)
    for (const [i, move] of moves.entries()) move.classList.toggle('here', i === at - 1)
    const here = moves[at - 1]
    // The list and not the page: on a phone the board stands above it.
    if (here !== undefined && list.scrollHeight > list.clientHeight) list.scrollTop = here.offsetTop - list.offsetTop
    say.textContent = at === 0 ? 'The start' : `${here?.textContent?.trim() ?? ''} (${at} of ${fens.length - 1})`
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
  const play = button('Play the game', 'Play', () => {
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
      'One move back',
      '‹',
      by(() => at - 1),
    ),
    play,
    button(
      'One move on',
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

/** Of the page as it is now, the parts that a move changes. */
const PARTS = ['.lead .meta', '#board', '.sheet-of-moves', '.side .clock-of-black', '.side .clock-of-white']

async function renew(shown: Replay | null): Promise<Replay | null> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return shown
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  // Whoever looks at an earlier move goes on doing so.
  const from = shown === null || shown.at() === shown.plies ? undefined : shown.at()
  shown?.end()
  for (const part of PARTS) {
    const [old, now] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && now !== null) old.replaceWith(document.adoptNode(now))
  }
  document.dispatchEvent(new Event('site:added'))
  return replay(from)
}

let shown = replay()
const { live } = document.querySelector<HTMLElement>('.table')?.dataset ?? {}
if (live !== undefined)
  listen(live, {
    game({ ply, status }) {
      if (ply === (shown?.plies ?? 0) && status !== 'finished') return
      renew(shown).then(
        (renewed) => {
          shown = renewed
        },
        () => {},
      )
    },
    connected: () => {},
    lost: () => {},
  })
