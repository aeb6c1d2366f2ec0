import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
type Message = any

/** Opens the port of the app's channel, as the panel does. */
export async function openPort(app: TestApp, values: { key: string; origins?: string }): Promise<number> {
  const port = await freePort()
  const fields = Object.entries({ ...values, port: String(port) }).map(([name, value]) => ({ name, value }))
  const store = await app.ctx.serviceSetups.save(app.cause, 'streamerbot', fields)
  await app.ctx.db.write(store)
  await portOpened(app)
  return port
}

export async function portOpened(app: TestApp): Promise<void> {
  await eventually('the port is open', async () => (await statusOf(app))?.state === 'connected')
}

export async function statusOf(app: TestApp) {
  return (await app.ctx.connections.list(app.channel.id)).find(({ id }) => id === 'streamerbot')
}

/**
 * A client of Streamer.bot, written from the description of the protocol in the wiki of Streamer.bot
 * (Streamerbot/streamerbot-wiki, Servers-Clients/WebSocket-Server) and not from the code of the server.
 */
export function connectClient(port: number, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers })
  const messages: Message[] = []
  let nextId = 1
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

  async function until(what: string, wanted: (message: Message) => boolean): Promise<Message> {
    await eventually(what, () => messages.some(wanted))
    return messages.find(wanted)
  }

  async function ask(request: string, fields: object = {}): Promise<Message> {
    const id = `request-${nextId++}`
    socket.send(JSON.stringify({ ...fields, request, id }))
    return until(`the answer to ${request}`, (message) => message.id === id)
  }

  return {
    ask,
    until,
    send: (text: string) => socket.send(text),
    events: () => messages.filter((message) => message.event !== undefined),
    status: () => status,
    closeCode: () => closeCode,
    close: () => socket.terminate(),

    async authenticate(password: string): Promise<Message> {
      const hello = await until('the greeting', (message) => message.request === 'Hello')
      const { salt, challenge } = hello.authentication
      return ask('Authenticate', { authentication: answerTo(password, salt, challenge) })
    },
  }
}

export function answerTo(password: string, salt: string, challenge: string): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  return hash(hash(password + salt) + challenge)
}
