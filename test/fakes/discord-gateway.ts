import type { IncomingMessage, Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { botId, botToken, type FakeWorld, guildId, type Json } from './discord-world.ts'

const privileged = (1 << 1) | (1 << 8) | (1 << 15)
/** The intent that an event needs; others come always. */
const neededIntents: Readonly<Record<string, number>> = {
  GUILD_CREATE: 1 << 0,
  CHANNEL_CREATE: 1 << 0,
  GUILD_ROLE_UPDATE: 1 << 0,
  VOICE_STATE_UPDATE: 1 << 7,
  MESSAGE_CREATE: 1 << 9,
}

interface Session {
  readonly id: string
  readonly intents: number
  sequence: number
  /** Every event of the session, for a resume. */
  readonly sent: { readonly s: number; readonly frame: string }[]
  socket: WebSocket | undefined
}

export type FakeGateway = ReturnType<typeof serveGateway>

/**
 * The gateway, version 10 with JSON, as docs.discord.com describes it under Gateway: Hello, Identify, Ready, heartbeats
 * with their acknowledgement, sequence numbers, Resume with the events that were missed, Reconnect, Invalid Session and
 * the close codes.
 */
export function serveGateway(server: Server, world: FakeWorld) {
  const wss = new WebSocketServer({ noServer: true })
  const sessions = new Map<string, Session>()
  const log: { readonly op: number; readonly path: string }[] = []
  const state = {
    heartbeatMs: 41_250,
    /** Whether the owner of the bot has turned on the message content intent. */
    allowsMessageContent: false,
    remaining: 1000,
    resetAfterMs: 14_400_000,
    answersHeartbeats: true,
    /** Called when a line of a session is gone, before the client can be back. */
    onGone: () => {},
  }
  let nextSession = 1

  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    wss.handleUpgrade(request, socket, head, (accepted) => greet(accepted, request.url ?? ''))
  })

  function greet(socket: WebSocket, url: string): void {
    const { searchParams, pathname } = new URL(url, 'ws://fake')
    if (searchParams.get('v') !== '10' || searchParams.get('encoding') !== 'json') {
      socket.close(4012, 'Invalid API version')
      return
    }
    send(socket, 10, { heartbeat_interval: state.heartbeatMs })
    let session: Session | undefined
    socket.on('message', (data) => {
      let frame: { op: number; d: Json }
      try {
        frame = JSON.parse(String(data))
      } catch {
        socket.close(4002, 'Error while decoding payload.')
        return
      }
      log.push({ op: frame.op, path: pathname })
      if (frame.op === 1) {
        if (state.answersHeartbeats) send(socket, 11)
      } else if (frame.op === 2) session = identify(socket, frame.d, session)
      else if (frame.op === 6) session = resume(socket, frame.d)
      else socket.close(4001, 'Unknown opcode.')
    })
    socket.on('close', () => {
      if (session?.socket !== socket) return
      session.socket = undefined
      state.onGone()
    })
  }

  function identify(socket: WebSocket, data: Json, known: Session | undefined): Session | undefined {
    if (known !== undefined) socket.close(4005, 'Already authenticated.')
    else if (data.token !== botToken) socket.close(4004, 'Authentication failed.')
    else if (typeof data.intents !== 'number') socket.close(4013, 'Invalid intent(s).')
    else if ((data.intents & privileged) !== 0 && !state.allowsMessageContent)
      socket.close(4014, 'Disallowed intent(s).')
    else {
      state.remaining--
      const session: Session = { id: `session-${nextSession++}`, intents: data.intents, sequence: 0, sent: [], socket }
      sessions.set(session.id, session)
      const { port } = server.address() as { port: number }
      dispatch(session, 'READY', {
        v: 10,
        user: world.user(botId),
        guilds: world.isOnGuild ? [{ id: guildId, unavailable: true }] : [],
        session_id: session.id,
        resume_gateway_url: `ws://127.0.0.1:${port}/resume`,
        session_type: 'normal',
        application: { id: botId, flags: 0 },
      })
      if (world.isOnGuild) dispatch(session, 'GUILD_CREATE', world.guild())
      return session
    }
    return undefined
  }

  function resume(socket: WebSocket, data: Json): Session | undefined {
    if (data.token !== botToken) {
      socket.close(4004, 'Authentication failed.')
      return undefined
    }
    const session = sessions.get(String(data.session_id))
    if (session === undefined) {
      send(socket, 9, false)
      return undefined
    }
    if (typeof data.seq !== 'number' || data.seq > session.sequence) {
      socket.close(4007, 'Invalid seq.')
      return undefined
    }
    session.socket = socket
    const from = data.seq
    for (const { s, frame } of session.sent) if (s > from) socket.send(frame)
    dispatch(session, 'RESUMED', {})
    return session
  }

  function send(socket: WebSocket, op: number, d: unknown = null): void {
    socket.send(JSON.stringify({ op, d, s: null, t: null }))
  }

  function dispatch(session: Session, t: string, d: unknown): void {
    const intent = neededIntents[t]
    if (intent !== undefined && (session.intents & intent) === 0) return
    const s = ++session.sequence
    const frame = JSON.stringify({ op: 0, t, s, d })
    session.sent.push({ s, frame })
    session.socket?.send(frame)
  }

  return {
    state,
    sessions,
    /** What clients sent, by opcode. */
    log,
    count: (op: number) => log.filter((entry) => entry.op === op).length,

    /** To every session, connected or not. */
    publish(type: string, data: unknown): void {
      for (const session of sessions.values()) dispatch(session, type, data)
    },

    /** Lines that are cut without a word. */
    cut(): void {
      for (const socket of wss.clients) socket.terminate()
    },

    closeWith(code: number): void {
      for (const socket of wss.clients) socket.close(code)
    },

    askToReconnect(): void {
      for (const socket of wss.clients) send(socket, 7)
    },

    /** Discord forgets the sessions, and says so. */
    invalidate(): void {
      sessions.clear()
      for (const socket of wss.clients) send(socket, 9, false)
    },

    forgetSessions: () => sessions.clear(),

    connected: () => [...sessions.values()].filter(({ socket }) => socket !== undefined).length,

    close(): void {
      for (const socket of wss.clients) socket.terminate()
      wss.close()
    },
  }
}
