import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Endpoint } from './twitch-helix.ts'
import { refuse } from './twitch-helix.ts'

interface Session {
  readonly id: string
  readonly socket: WebSocket
  /** By type and condition: raids have one type in both directions. */
  readonly topics: Map<string, Record<string, string>>
}

interface KnownTopic {
  readonly version: string
  /** One of these is enough. */
  readonly scope?: string | readonly string[]
  readonly condition: readonly string[]
}

const broadcaster = ['broadcaster_user_id']
const moderator = ['broadcaster_user_id', 'moderator_user_id']

/** Versions, scopes and conditions as the clients TwitchIO and Twurple ask for them. */
const channelTopics: Readonly<Record<string, KnownTopic>> = {
  'stream.online': { version: '1', condition: broadcaster },
  'stream.offline': { version: '1', condition: broadcaster },
  'channel.update': { version: '2', condition: broadcaster },
  'channel.shoutout.create': {
    version: '1',
    scope: ['moderator:read:shoutouts', 'moderator:manage:shoutouts'],
    condition: moderator,
  },
  'channel.shoutout.receive': {
    version: '1',
    scope: ['moderator:read:shoutouts', 'moderator:manage:shoutouts'],
    condition: moderator,
  },
  'channel.shared_chat.begin': { version: '1', condition: broadcaster },
  'channel.shared_chat.update': { version: '1', condition: broadcaster },
  'channel.shared_chat.end': { version: '1', condition: broadcaster },
  'channel.chat_settings.update': {
    version: '1',
    scope: 'user:read:chat',
    condition: ['broadcaster_user_id', 'user_id'],
  },
  'channel.vip.add': { version: '1', scope: ['channel:read:vips', 'channel:manage:vips'], condition: broadcaster },
  'channel.vip.remove': { version: '1', scope: ['channel:read:vips', 'channel:manage:vips'], condition: broadcaster },
  'channel.moderator.add': { version: '1', scope: 'moderation:read', condition: broadcaster },
  'channel.moderator.remove': { version: '1', scope: 'moderation:read', condition: broadcaster },
  'channel.warning.send': {
    version: '1',
    scope: ['moderator:read:warnings', 'moderator:manage:warnings'],
    condition: moderator,
  },
  'channel.warning.acknowledge': {
    version: '1',
    scope: ['moderator:read:warnings', 'moderator:manage:warnings'],
    condition: moderator,
  },
  'channel.unban_request.create': {
    version: '1',
    scope: ['moderator:read:unban_requests', 'moderator:manage:unban_requests'],
    condition: ['broadcaster_user_id', 'moderator_user_id'],
  },
  'channel.unban_request.resolve': {
    version: '1',
    scope: ['moderator:read:unban_requests', 'moderator:manage:unban_requests'],
    condition: ['broadcaster_user_id', 'moderator_user_id'],
  },
  'channel.ad_break.begin': { version: '1', scope: 'channel:read:ads', condition: broadcaster },
}

/** Type, version, scope and the names of the condition of what can be asked for. */
const known: Readonly<Record<string, KnownTopic>> = {
  'channel.chat.message': { version: '1', scope: 'user:read:chat', condition: ['broadcaster_user_id', 'user_id'] },
  'channel.chat.notification': { version: '1', scope: 'user:read:chat', condition: ['broadcaster_user_id', 'user_id'] },
  'channel.follow': {
    version: '2',
    scope: 'moderator:read:followers',
    condition: ['broadcaster_user_id', 'moderator_user_id'],
  },
  'channel.subscribe': { version: '1', scope: 'channel:read:subscriptions', condition: ['broadcaster_user_id'] },
  'channel.subscription.message': {
    version: '1',
    scope: 'channel:read:subscriptions',
    condition: ['broadcaster_user_id'],
  },
  'channel.subscription.end': { version: '1', scope: 'channel:read:subscriptions', condition: ['broadcaster_user_id'] },
  'channel.channel_points_automatic_reward_redemption.add': {
    version: '2',
    scope: ['channel:read:redemptions', 'channel:manage:redemptions'],
    condition: ['broadcaster_user_id'],
  },
  'channel.custom_power_up_redemption.add': { version: '1', scope: 'bits:read', condition: ['broadcaster_user_id'] },
  'channel.ban': { version: '1', scope: 'channel:moderate', condition: ['broadcaster_user_id'] },
  'channel.unban': { version: '1', scope: 'channel:moderate', condition: ['broadcaster_user_id'] },
  'channel.bits.use': { version: '1', scope: 'bits:read', condition: ['broadcaster_user_id'] },
  'channel.raid': { version: '1', condition: ['to_broadcaster_user_id'] },
  ...Object.fromEntries(
    ['_redemption.add', '_redemption.update', '.add', '.update', '.remove'].map((end) => [
      `channel.channel_points_custom_reward${end}`,
      { version: '1', scope: 'channel:manage:redemptions', condition: ['broadcaster_user_id'] },
    ]),
  ),
  ...Object.fromEntries(
    ['begin', 'progress', 'end'].map((end) => [
      `channel.poll.${end}`,
      { version: '1', scope: 'channel:manage:polls', condition: ['broadcaster_user_id'] },
    ]),
  ),
  ...Object.fromEntries(
    ['begin', 'progress', 'lock', 'end'].map((end) => [
      `channel.prediction.${end}`,
      { version: '1', scope: 'channel:manage:predictions', condition: ['broadcaster_user_id'] },
    ]),
  ),
  ...channelTopics,
  'channel.hype_train.begin': { version: '2', scope: 'channel:read:hype_train', condition: ['broadcaster_user_id'] },
  'channel.hype_train.progress': { version: '2', scope: 'channel:read:hype_train', condition: ['broadcaster_user_id'] },
  'channel.hype_train.end': { version: '2', scope: 'channel:read:hype_train', condition: ['broadcaster_user_id'] },
  'channel.chat.message_delete': {
    version: '1',
    scope: 'user:read:chat',
    condition: ['broadcaster_user_id', 'user_id'],
  },
  'channel.chat.clear': { version: '1', scope: 'user:read:chat', condition: ['broadcaster_user_id', 'user_id'] },
}

/** `eventsub.wss.twitch.tv`: welcome, keepalive, notifications, the move to another server, and its close codes. */
export function createTwitchEventSub(server: Server, address: () => string) {
  const webSockets = new WebSocketServer({ noServer: true })
  const sessions = new Map<string, Session>()
  const moving = new Map<string, Session>()
  const timing = { keepaliveSeconds: 10, unusedMs: 10_000, welcomeMs: 0 }
  const closeCodes: number[] = []
  /** Topics that end with a server error. */
  const broken = new Set<string>()
  let sessionsBegun = 0
  let keepalives = 0
  let isSilent = false
  let isAccepting = true
  const ticker = setInterval(() => {
    if (isSilent) return
    for (const session of sessions.values()) {
      say(session, 'session_keepalive', {})
      keepalives++
    }
  }, 50)

  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '', 'http://fake')
    if (!isAccepting || url.pathname !== '/ws') return socket.destroy()
    webSockets.handleUpgrade(request, socket, head, (webSocket) => begin(webSocket, url.searchParams))
  })

  function begin(socket: WebSocket, query: URLSearchParams): void {
    const token = query.get('reconnect_id')
    const before = token === null ? undefined : moving.get(token)
    if (token !== null && before === undefined) {
      socket.close(4007, 'invalid reconnect attempt')
      return
    }
    if (token !== null) moving.delete(token)
    sessionsBegun++
    const session: Session = { id: randomUUID(), socket, topics: new Map() }
    socket.on('message', () => socket.close(4001, 'sent inbound traffic'))
    const welcome = setTimeout(() => {
      // Until now the old connection received everything.
      for (const [type, condition] of before?.topics ?? []) session.topics.set(type, condition)
      before?.topics.clear()
      sessions.set(session.id, session)
      const { keepaliveSeconds: keepalive_timeout_seconds } = timing
      const details = { id: session.id, status: 'connected', keepalive_timeout_seconds, reconnect_url: null }
      say(session, 'session_welcome', { session: { ...details, connected_at: new Date().toISOString() } })
    }, timing.welcomeMs)
    const unused = setTimeout(() => {
      if (session.topics.size === 0) socket.close(4003, 'connection unused')
    }, timing.unusedMs)
    socket.on('close', (code) => {
      closeCodes.push(code)
      sessions.delete(session.id)
      clearTimeout(welcome)
      clearTimeout(unused)
    })
  }

  function say({ socket }: Session, message_type: string, payload: object, metadata: object = {}): void {
    const message_timestamp = new Date().toISOString().replace('Z', '123456Z')
    const head = { message_id: randomUUID(), message_type, message_timestamp, ...metadata }
    socket.send(JSON.stringify({ metadata: head, payload }))
  }

  const subscribe: Endpoint = {
    body: ['type', 'version', 'condition', 'transport'],
    handle({ body, grant }) {
      const { type, version, condition, transport } = body
      if (broken.has(type)) return refuse(500, 'Internal Server Error')
      const topic = known[type]
      if (topic === undefined || topic.version !== version)
        return refuse(400, 'The combination of values in the type and version fields is not valid')
      const session = sessions.get(transport?.session_id)
      if (transport?.method !== 'websocket' || session === undefined) return refuse(400, 'non-existent session_id')
      const names = Object.keys(condition).sort().join()
      const isRaidOut = type === 'channel.raid' && names === 'from_broadcaster_user_id'
      if (names !== [...topic.condition].sort().join() && !isRaidOut) return refuse(400, 'invalid condition')
      const isOwn = Object.values(condition).every((id) => id === grant.userId)
      const wanted = topic.scope === undefined ? [] : [topic.scope].flat()
      if (!isOwn || (wanted.length > 0 && !wanted.some((scope) => grant.scopes.includes(scope)))) {
        return refuse(403, 'subscription missing proper authorization')
      }
      const key = isRaidOut ? 'channel.raid out' : type
      if (session.topics.has(key)) return refuse(409, 'subscription already exists')
      session.topics.set(key, condition)
      return { status: 202, body: { data: [{ id: randomUUID(), status: 'enabled', type }], total: 1, total_cost: 0 } }
    },
  }

  return {
    endpoints: { 'POST /eventsub/subscriptions': subscribe },
    timing,
    broken,
    /** How each connection ended. */
    closeCodes,

    /** How many signs of life were given, to all sessions together. */
    get keepalives() {
      return keepalives
    },
    get sessionsBegun(): number {
      return sessionsBegun
    },

    get openSessions(): number {
      return sessions.size
    },

    /** What is subscribed at the moment, over all sessions. */
    get topics(): string[] {
      return [...sessions.values()].flatMap(({ topics }) => [...topics.keys()])
    },

    /** Sends it to every subscriber. A given id sends it again. */
    notify(
      type: string,
      event: object,
      { id = randomUUID(), at = new Date() }: { id?: string; at?: Date } = {},
    ): string {
      const metadata = { message_id: id, message_timestamp: at.toISOString(), subscription_type: type }
      for (const session of sessions.values()) {
        const isRaidOut = type === 'channel.raid' && 'from_broadcaster_user_id' in event && isFrom(session, event)
        const condition = session.topics.get(isRaidOut ? 'channel.raid out' : type)
        if (condition === undefined) continue
        say(session, 'notification', { subscription: { id: randomUUID(), type, condition }, event }, metadata)
      }
      return id
    },

    revoke(type: string, status: string): void {
      for (const session of sessions.values()) {
        if (session.topics.delete(type))
          say(session, 'revocation', { subscription: { id: randomUUID(), type, status } })
      }
    },

    /** Every session is asked to move; who has not after the grace is thrown out. */
    move({ graceMs = 5_000 } = {}): void {
      for (const session of [...sessions.values()]) {
        const token = randomUUID()
        moving.set(token, session)
        const details = { id: session.id, status: 'reconnecting', keepalive_timeout_seconds: null }
        const reconnect_url = `${address()}?reconnect_id=${token}`
        say(session, 'session_reconnect', { session: { ...details, reconnect_url, connected_at: new Date() } })
        setTimeout(() => session.socket.close(4004, 'client reconnect grace time expired'), graceMs).unref()
      }
    },

    sayAnything(text: string): void {
      for (const { socket } of sessions.values()) socket.send(text)
    },

    goSilent(isSo: boolean): void {
      isSilent = isSo
    },

    accept(isSo: boolean): void {
      isAccepting = isSo
    },

    /** Every connection breaks. */
    cut(): void {
      for (const { socket } of sessions.values()) socket.terminate()
    },

    close(): void {
      clearInterval(ticker)
      for (const { socket } of sessions.values()) socket.terminate()
    },
  }
}

/** Whether a raid starts from the channel of this session. */
function isFrom(
  { topics }: Session,
  { from_broadcaster_user_id: from }: { from_broadcaster_user_id: unknown },
): boolean {
  return topics.get('channel.raid out')?.from_broadcaster_user_id === from
}
