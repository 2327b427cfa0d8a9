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

/** Marks the squares of a move in UCI; none marks no square. */
function markMove(board: Element, uci: string): void {
  const squares = [uci.slice(0, 2), uci.slice(2, 4)].flatMap((name) => {
    const [file, rank] = ['abcdefgh'.indexOf(name[0] ?? '-'), Number(name[1])]
    if (file < 0 || !(rank >= 1 && rank <= 8)) return []
    const square = document.createElementNS(NS, 'rect')
    square.setAttribute('x', String(file * SQUARE))
    square.setAttribute('y', String((8 - rank) * SQUARE))
    square.setAttribute('width', String(SQUARE))
    square.setAttribute('height', String(SQUARE))
    return [square]
  })
  board.querySelector('.last')?.replaceChildren(...squares)
}

/** The bar beside the board, as the server draws it. */
function showAdvantage(value: number): void {
  const bar = document.querySelector('.board-with-bar .advantage')
  const white = bar?.querySelector('.white')
  if (!bar || !white) return
  const share = Math.round(100 / (1 + Math.exp(-value / 350)))
  white.setAttribute('y', String(100 - share))
  white.setAttribute('height', String(share))
  const amount = (Math.abs(value) / 100).toFixed(1)
  const side = value > 0 ? 'White' : 'Black'
  bar.setAttribute(
    'aria-label',
    Math.abs(value) > 20_000
      ? `${side} has won`
      : Math.abs(value) < 40
        ? 'The position is even'
        : `${side} is better by ${amount} pawns`,
  )
}

const AT_START: Readonly<Record<string, number>> = { q: 1, r: 2, b: 2, n: 2, p: 8 }

/** Pieces that a side has captured, below its name. */
function showCaptures(fen: string): void {
  const placement = fen.split(' ')[0]!
  for (const side of ['white', 'black'] as const) {
    const box = document.querySelector(`.captured-by-${side}`)
    if (box === null) continue
    const pieces = Object.entries(AT_START).flatMap(([piece, n]) => {
      const letter = side === 'black' ? piece.toUpperCase() : piece
      const present = placement.split(letter).length - 1
      return Array.from({ length: Math.max(0, n - present) }, () => piece)
    })
    box.replaceChildren(
      ...pieces.map((piece) => {
        const drawing = document.createElementNS(NS, 'svg')
        drawing.setAttribute('viewBox', '0 0 45 45')
        const use = document.createElementNS(NS, 'use')
        use.setAttribute('href', `#piece-${piece}`)
        use.setAttribute('class', side === 'white' ? 'black' : 'white')
        drawing.append(use)
        return drawing
      }),
    )
    box.setAttribute('aria-label', pieces.length === 0 ? 'captured nothing' : `captured ${pieces.length} pieces`)
  }
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
    markMove(pieces.parentElement!, moves[at - 1]?.dataset.move ?? '')
    showAdvantage(Number((at === 0 ? list.dataset.value : moves[at - 1]?.dataset.value) ?? 0))
    showCaptures(fens[at]!)
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
const PARTS = [
  '.lead .meta',
  '.board-with-bar',
  '.sheet-of-moves',
  '.side .clock-of-black',
  '.side .clock-of-white',
  '.captured-by-white',
  '.captured-by-black',
]

async function loadPage(): Promise<Document | null> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
}

let currentReplay = replay()
let stop = () => {}

const addressIn = (page: Document): string | undefined => page.querySelector<HTMLElement>('.table')?.dataset.live

async function renew(): Promise<void> {
  const page = await loadPage()
  if (page === null) return
  const [current, next] = [document.querySelector('.television'), page.querySelector('.television')]
  // The game to watch has changed.
  if (current !== null && next !== null && addressIn(document) !== addressIn(page)) {
    currentReplay?.end()
    stop()
    current.replaceWith(document.adoptNode(next))
    currentReplay = replay()
    follow()
    document.dispatchEvent(new Event('site:added'))
    return
  }
  // Keeps the position if an earlier move is shown.
  const from = currentReplay === null || currentReplay.at() === currentReplay.plies ? undefined : currentReplay.at()
  currentReplay?.end()
  for (const part of PARTS) {
    const [old, now] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && now !== null) old.replaceWith(document.adoptNode(now))
  }
  document.dispatchEvent(new Event('site:added'))
  currentReplay = replay(from)
}

/** Follows the game on the page, if it is running. */
function follow(): void {
  const live = addressIn(document)
  if (live === undefined) return
  stop = listen(live, {
    game({ ply, status }) {
      if (ply === (currentReplay?.plies ?? 0) && status !== 'finished') return
      renew().catch(() => {})
    },
    connected: () => {},
    lost: () => {},
  })
}

follow()
