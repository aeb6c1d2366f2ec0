import { once } from 'node:events'
import { WebSocket } from 'ws'

const waitMs = 10_000

/** An overlay page without a browser: it reports when an effect arrived, and confirms it afterwards. */
export async function openSocketPage(port: number, token: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/overlay/socket`, { perMessageDeflate: false })
  await once(socket, 'open')
  let onCue: (at: number) => void = () => {}
  const welcome = Promise.withResolvers<void>()
  socket.on('message', (data) => {
    const at = performance.now()
    const message = JSON.parse(String(data)) as { type: string; id?: string; kind?: string }
    if (message.type === 'welcome') welcome.resolve()
    if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }))
    if (message.type !== 'cue') return
    if (message.kind === 'effect') onCue(at)
    socket.send(JSON.stringify(['received', 'shown', 'finished'].map((type) => ({ type, id: message.id }))))
  })
  socket.on('close', () => welcome.reject(new Error('the page was disconnected')))
  socket.send(JSON.stringify({ type: 'hello', token, page: 'press-bench' }))
  await welcome.promise

  return {
    /** When the next effect arrives. */
    arrival(): Promise<number> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the effect did not arrive')), waitMs)
        onCue = (at) => {
          clearTimeout(timer)
          resolve(at)
        }
      })
    },
    close: () => socket.terminate(),
  }
}

/** Measures a bare echo: milliseconds from sending a message of this length until it is back. */
export async function openEcho(port: number, length: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
  await once(socket, 'open')
  const text = 'x'.repeat(length)
  return {
    async time(): Promise<number> {
      const began = performance.now()
      socket.send(text)
      await once(socket, 'message', { signal: AbortSignal.timeout(waitMs) })
      return performance.now() - began
    },
    close: () => socket.terminate(),
  }
}
