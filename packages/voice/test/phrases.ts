// Gives the phrases of the demo city to the engine under test.
import { phrases } from '@agent-network/demo-city'
import { definePhrases } from '../src/phrases.ts'

definePhrases(phrases)
