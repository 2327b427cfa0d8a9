// Script of all site pages: relative times and section menu.
import { keepTimesRelative } from './times.ts'

keepTimesRelative(document)

// Scrolls the section menu to the current entry on narrow screens.
const here = document.querySelector<HTMLElement>('.sections [aria-current]')
const strip = here?.closest('ul')
if (here && strip && strip.scrollWidth > strip.clientWidth)
  strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2
