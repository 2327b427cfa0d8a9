// Loaded into a node with --import: loads all of the server, which is most of a start, and goes on when it is told to.
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const told = () =>
  new Promise((resolve) => {
    process.stdin.once('data', () => resolve(true))
    process.stdin.once('end', () => resolve(false))
  })

// Its worker threads inherit the flag.
if (isMainThread) {
  for (const file of ['app/serve.js', 'app/composition.js'])
    await import(new URL(file, pathToFileURL(process.argv[1])).href)
  // Whoever was to tell may be gone.
  if (!(await told())) process.exit(0)
  process.stdin.destroy()
}
