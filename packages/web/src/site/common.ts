import { keepTimesRelative } from './times.ts'

keepTimesRelative(document)

// On a narrow screen the sections are a strip that is longer than the screen.
const here = document.querySelector<HTMLElement>('.sections [aria-current]')
const strip = here?.closest('ul')
if (here && strip && strip.scrollWidth > strip.clientWidth)
  strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2
