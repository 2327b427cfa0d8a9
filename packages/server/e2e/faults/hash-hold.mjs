// Loaded into a server before its own code. Password hashes wait until the test releases them over a socket.
import crypto from 'node:crypto'
import { rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.env.HASH_HOLD !== undefined) {
  const original = crypto.scrypt
  const pending = []
  let started = 0
  let isOpen = true
  crypto.scrypt = (...args) => {
    started += 1
    const start = () => original(...args)
    if (isOpen) start()
    else pending.push(start)
  }
  syncBuiltinESMExports()
  const commands = {
    hold() {
      isOpen = false
      started = 0
    },
    state() {},
    one: () => pending.shift()?.(),
    all() {
      isOpen = true
      for (const start of pending.splice(0)) start()
    },
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (command) => {
      commands[String(command)]()
      socket.write(JSON.stringify({ started, pending: pending.length }))
    })
  })
  rmSync(process.env.HASH_HOLD, { force: true })
  server.listen(process.env.HASH_HOLD)
}
