// What node itself does with a request, and nothing else: it answers all of them alike.
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'Content-Length': 2 })
  response.end('ok')
})
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))
