import { WebSocket } from 'ws'
import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
export type SocketMessage = any

interface SocketOptions {
  readonly key?: string
  readonly first?: object | string
  readonly query?: string
  readonly origin?: string
}

/** With the client of `ws`, which the server side of the protocol is not written with: frames go out by our own code. */
export function openSocket(app: TestApp, { key, first, query = '', origin }: SocketOptions = {}) {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` }
  const socket = new WebSocket(`ws://127.0.0.1:${app.port}/v1/events/socket${query}`, {
    headers,
    ...(origin === undefined ? {} : { origin }),
  })
  const messages: SocketMessage[] = []
  let closeCode: number | undefined
  let status: number | undefined
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  socket.on('close', (code) => {
    closeCode = code
  })
  socket.on('error', () => {})
  socket.on('unexpected-response', (_request, response) => {
    status = response.statusCode
    response.resume()
  })
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  if (first !== undefined) socket.on('open', () => send(first))
  return {
    messages,
    send,
    closeCode: () => closeCode,
    status: () => status,
    close: () => socket.terminate(),
    async until(wanted: (message: SocketMessage) => boolean): Promise<SocketMessage> {
      await eventually('a message', () => messages.some(wanted))
      return messages.find(wanted)
    },
  }
}
