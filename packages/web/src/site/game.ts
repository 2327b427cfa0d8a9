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

function start(): void {
  const list = document.querySelector<HTMLElement>('.moves')
  const pieces = document.querySelector('#board .pieces')
  const controls = document.querySelector('#replay')
  if (list === null || pieces === null || controls === null) return
  const moves = [...list.querySelectorAll<HTMLElement>('li[data-fen]')]
  const fens = [list.dataset.start ?? '', ...moves.map((move) => move.dataset.fen ?? '')]
  let at = fens.length - 1
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
    here?.scrollIntoView({ block: 'nearest' })
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
  controls.append(
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
  document.addEventListener('keydown', ({ key, target }) => {
    if (target instanceof HTMLInputElement) return
    if (key === 'ArrowLeft') by(() => at - 1)()
    if (key === 'ArrowRight') by(() => at + 1)()
  })
  go(at)
}

start()
