import { WebSocket } from 'ws'
import type { FromPlayer, ToPlayer } from '../../src/capabilities/player/contract/player-messages.ts'
import type { TestApp } from '../create-test-app.ts'

export async function playerTokenOf(app: TestApp): Promise<string> {
  const link = await app.ctx.playerLinks.link(app.channel)
  return link.slice(link.indexOf('#') + 1)
}

let made = 0

/** A player page without a screen: it says hello, answers heartbeats, and keeps what it is sent. */
export async function openPlayerPage(app: TestApp, options: { token?: string; page?: string; origin?: string } = {}) {
  const { token = await playerTokenOf(app), page = `test-player-${++made}`, origin } = options
  const headers = origin === undefined ? {} : { Origin: origin }
  const socket = new WebSocket(`${app.url.replace(/^http/, 'ws')}/player/socket`, { headers })
  const messages: ToPlayer[] = []
  const watchers = new Set<() => void>()
  const say = (message: FromPlayer | object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))

  /** Looked at after every message and at the end. */
  function until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })
  }

  const refused = new Promise<number | undefined>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.on('open', () => resolve(undefined))
    socket.on('error', () => resolve(0))
  })
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ToPlayer
    messages.push(message)
    if (message.type === 'ping') say({ type: 'pong' })
    for (const look of [...watchers]) look()
  })
  socket.on('close', () => {
    for (const look of [...watchers]) look()
  })
  const status = await refused
  if (status === undefined) {
    say({ type: 'hello', token, page })
    await until(
      () => socket.readyState > WebSocket.OPEN || messages.some(({ type }) => type === 'song' || type === 'bye'),
    )
  }
  const songs = () => messages.flatMap((message) => (message.type === 'song' ? [message.song] : []))
  return {
    status,
    messages,
    say,
    /** What it plays now. */
    song: () => songs().at(-1) ?? null,
    byes: () => messages.flatMap((message) => (message.type === 'bye' ? [message.reason] : [])),
    until,
    /** Resolves when the server says that this request plays. */
    plays: (isMeant: (song: NonNullable<ReturnType<typeof songs>[number]>) => boolean) =>
      until(() => {
        const song = songs().at(-1)
        return song != null && isMeant(song)
      }),
    idle: () => until(() => songs().at(-1) === null),
    closed: () => until(() => socket.readyState > WebSocket.OPEN),
    cut: () => socket.terminate(),
  }
}
