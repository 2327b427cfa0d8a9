// Loaded into a node with --import: loads all of the server, which is most of a start, and goes on when it is told to.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const told = () =>
  new Promise((resolve) => {
    process.stdin.once('data', () => resolve(true))
    process.stdin.once('end', () => resolve(false))
  })

// Its worker threads inherit the flag.
if (isMainThread) {
  const main = process.argv[1]
  // A bundle gives its parts a name that ends in a hash.
  for (const file of readdirSync(dirname(main)).filter((name) => /^(serve|app)(-\w+)?\.js$/.test(name)))
    await import(new URL(file, pathToFileURL(main)).href)
  // Whoever was to tell may be gone.
  if (!(await told())) process.exit(0)
  process.stdin.destroy()
}
