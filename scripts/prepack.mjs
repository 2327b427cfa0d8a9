// Runs before `npm pack` and `npm publish` of each package: what is packed is what the sources say today, with types, which
// `npm start` does not make.
import { build } from './setup.mjs'

build()
