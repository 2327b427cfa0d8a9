// Gives the phrases of the demo city to the voice engine. Modules that let the engine write import this file.
import { phrases } from '@agent-network/demo-city'
import { definePhrases } from '@agent-network/voice/phrases'

definePhrases(phrases)
