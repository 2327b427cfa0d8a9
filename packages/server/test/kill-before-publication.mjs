// Loaded into a node with --import: ends the process at the first attempt to publish a change after its commit.
import { Socket } from 'node:net'

/** A script with one key and two values, the first of which is the mark that the change was made under. */
const PUBLICATION = /\r\n\$1\r\n1\r\n\$\d+\r\n[^\r]+:epoch\r\n\$\d+\r\nchanging:[^\r]+\r\n\$\d+\r\n[^\r]*\r\n/

const write = Socket.prototype.write
Socket.prototype.write = function (chunk, ...rest) {
  if (PUBLICATION.test(String(chunk))) process.kill(process.pid, 'SIGKILL')
  return write.call(this, chunk, ...rest)
}
