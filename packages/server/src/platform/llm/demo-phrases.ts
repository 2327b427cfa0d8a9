// Loads the phrases of the demo city into the voice engine. Modules that use the engine import this file.
import { phrases } from '@agent-network/demo-city'
import { definePhrases } from '@agent-network/voice/phrases'

definePhrases(phrases)
