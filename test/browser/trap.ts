import { createSocket } from 'node:dgram'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { eventually } from '../eventually.ts'
import type { Outside } from './hostile-effect.ts'

/** A server and a STUN server that nothing may reach. */
export async function startTrap() {
  const caught: string[] = []
  const sockets = new Set<Socket>()
  // A connection counts before anything is sent: it alone gives away the address.
  const server = createServer((socket) => {
    caught.push('a connection')
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', (data) => caught.push(data.toString('latin1').split('\r\n')[0] ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stun = createSocket('udp4')
  stun.on('message', () => caught.push('a WebRTC packet'))
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve))
  const outside: Outside = { base: `http://127.0.0.1:${port}`, stun: `stun:127.0.0.1:${stun.address().port}` }

  return {
    outside,
    /** What reached it. */
    caught,

    /** Fails if the trap catches nothing at all; empties it. */
    async check(): Promise<void> {
      connect(port, '127.0.0.1').end()
      await eventually('the trap to catch anything', () => caught.length > 0)
      caught.length = 0
    },

    close(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
      stun.close()
    },
  }
}
