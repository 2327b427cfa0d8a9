#!/usr/bin/env node
// Command: npx agent-network-mcp, the stdio bridge. npm links it at installation, before the sources are compiled.
import '../dist/main.js'
