// Runs before `npm pack` and `npm publish` of each package: what is packed is what the sources say today, with types, which
// `npm start` does not make, nor does it install what makes them.
import { build, install } from './setup.mjs'

install()
build()
