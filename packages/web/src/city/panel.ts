// The information panel of the walk viewer.
import type { WatchView } from '@agent-network/contract'
import { type Palette, tintOf } from './palette.ts'
import type { Scene } from './scene.ts'
import { type Phase, type Position, progressAt } from './walk.ts'
import {
  countdown,
  distanceWords,
  liftWords,
  purposeWords,
  scaleStep,
  spokenKey,
  spokenWords,
  whereWords,
} from './words.ts'

export const element = <T extends HTMLElement = HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element ${id}`)
  return found as T
}

const clockTime = (iso: string): string => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

export interface Panel {
  /** Called several times per second; writes only changed values. */
  show(phase: Phase, position: Position, now: number): void
  showScale(zoom: number): void
  showLegend(scene: Scene, palette: Palette): void
}

const write = (target: HTMLElement, text: string): void => {
  if (target.textContent !== text) target.textContent = text
}

const SCALE_MAX = 96

export function makePanel({ handle, cityName, walk }: WatchView, scene: Scene): Panel {
  const name = `@${handle}`
  const parts = {
    state: element('state'),
    timeLeft: element('left'),
    leftOf: element('left-of'),
    where: element('where'),
    progress: element<HTMLProgressElement>('progress'),
    announcement: element('spoken'),
    scale: element('scale'),
    scaleText: element('scale-text'),
    legend: element('legend'),
  }
  write(element('city-name'), cityName)
  write(element('handle'), name)
  write(element('walker-name'), name)
  write(element('from'), walk.fromLabel ?? 'Somewhere in the city')
  write(element('to'), walk.toLabel)
  write(element('purpose'), purposeWords(walk.purpose))
  write(element('facts'), `${distanceWords(walk.meters)} · ${liftWords(walk.lifts)}`)
  document.title = `${name} → ${walk.toLabel}`

  const texts: Readonly<Record<Phase, readonly [state: string, leftOf: string]>> = {
    waiting: ['About to leave', 'until it leaves'],
    walking: ['On the way', `to go · arrives ${clockTime(walk.arriveAt)}`],
    dwelling: ['Arrived', `more here · until ${clockTime(walk.dwellUntil)}`],
    staying: ['Stays here', `arrived ${clockTime(walk.arriveAt)}`],
  }
  const ends: Readonly<Record<Phase, number | null>> = {
    waiting: scene.walk.departAt,
    walking: scene.walk.arriveAt,
    dwelling: scene.walk.dwellUntil,
    staying: null,
  }
  let lastSpoken = ''

  return {
    show(phase, position, now) {
      const [state, leftOf] = texts[phase]
      const end = ends[phase]
      const leftMs = end === null ? 0 : end - now
      document.body.dataset.phase = phase
      write(parts.state, state)
      write(parts.timeLeft, end === null ? '' : countdown(leftMs))
      write(parts.leftOf, leftOf)
      write(parts.where, whereWords(position))
      parts.progress.value = progressAt(scene.walk, now)
      for (const item of parts.legend.children) {
        const isHere = Number((item as HTMLElement).dataset.level) === Math.round(position.level)
        if (isHere) item.setAttribute('aria-current', 'true')
        else item.removeAttribute('aria-current')
      }
      const walkState = { handle: name, toLabel: walk.toLabel, phase, position, leftMs }
      if (spokenKey(walkState) === lastSpoken) return
      lastSpoken = spokenKey(walkState)
      write(parts.announcement, spokenWords(walkState))
    },
    showScale(zoom) {
      const step = scaleStep(zoom, SCALE_MAX)
      parts.scale.style.width = `${(step * zoom).toFixed(1)}px`
      write(parts.scaleText, distanceWords(step))
    },
    showLegend({ levels, lowest }, palette) {
      parts.legend.replaceChildren(
        ...levels.toReversed().map((level) => {
          const item = document.createElement('li')
          item.dataset.level = String(level)
          item.style.setProperty('--tint', tintOf(palette, level, lowest))
          const [name, word] = [document.createElement('span'), document.createElement('span')]
          word.className = 'word'
          word.textContent = 'Level '
          name.append(word, String(level))
          item.append(name)
          return item
        }),
      )
    },
  }
}
