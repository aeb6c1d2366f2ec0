import { serveGateway } from './discord-gateway.ts'
import { botId, botToken, channels, createWorld, guildId, type Json, roles } from './discord-world.ts'
import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'

const limitOf = (route: string) => (route.startsWith('POST /channels') ? 5 : 10)

interface Window {
  endsAt: number
  used: number
}

export type FakeDiscord = Awaited<ReturnType<typeof startFakeDiscord>>

/**
 * Discord's REST API, version 10, and its gateway on one port. Routes, rate-limit headers, the body of a 429 and the
 * error bodies with their codes are those of docs.discord.com (Rate Limits; Opcodes and Status Codes; resources User,
 * Guild, Message; Receiving and Responding to Interactions).
 */
export async function startFakeDiscord() {
  const world = createWorld()
  const windows = new Map<string, Window>()
  const counts = { limited: 0, unauthorized: 0 }
  const plan = { global: 0, isMissingPermission: false, windowMs: 100 }
  let nextId = 1184921037412601856n
  const nonces = new Map<string, string>()

  const server = await startFakeServer(handle)
  const gateway = serveGateway(server.server, world)

  function handle(request: FakeRequest): FakeAnswer {
    const { method, path } = request
    const at = path.replace(/^\/api\/v10/, '')
    if (at === path) return { status: 404, body: { message: '404: Not Found', code: 0 } }
    const interaction = answerInteraction(method, at, bodyOf(request))
    if (interaction !== undefined) return interaction
    if (request.headers.authorization !== `Bot ${botToken}`) {
      counts.unauthorized++
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } }
    }
    if (!/^DiscordBot \(\S+, [\d.]+/.test(request.headers['user-agent'] ?? ''))
      return failure(403, 40333, 'internal network error')
    if (plan.global > 0) {
      plan.global--
      counts.limited++
      const body = { message: 'You are being rate limited.', retry_after: 0.05, global: true }
      return {
        status: 429,
        body,
        headers: { 'Retry-After': '1', 'X-RateLimit-Global': 'true', 'X-RateLimit-Scope': 'global' },
      }
    }
    return limited(method, at, () => route(method, at, bodyOf(request)))
  }

  /** Each route has a bucket for each channel and server. */
  function limited(method: string, at: string, work: () => FakeAnswer): FakeAnswer {
    const [, first = '', major = '', ...rest] = at.split('/')
    const name = `${method} /${first}/${rest.map((part) => (/^\d+$/.test(part) ? ':id' : part)).join('/')}`
    const key = `${name} ${major}`
    const now = performance.now()
    const known = windows.get(key)
    const window = known === undefined || known.endsAt <= now ? { endsAt: now + plan.windowMs, used: 0 } : known
    windows.set(key, window)
    window.used++
    const limit = limitOf(name)
    const after = Math.max(0.001, (window.endsAt - now) / 1000)
    const headers = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - window.used)),
      'X-RateLimit-Reset': String((Date.now() / 1000 + after).toFixed(3)),
      'X-RateLimit-Reset-After': after.toFixed(3),
      'X-RateLimit-Bucket': Buffer.from(name).toString('hex').slice(0, 32),
    }
    if (window.used <= limit) {
      const answer = work()
      return { ...answer, headers: { ...headers, ...answer.headers } }
    }
    counts.limited++
    const body = { message: 'You are being rate limited.', retry_after: Number(after.toFixed(3)), global: false }
    return { status: 429, body, headers: { ...headers, 'Retry-After': '1', 'X-RateLimit-Scope': 'user' } }
  }

  function route(method: string, at: string, body: Json): FakeAnswer {
    const [first, id = '', second, third = '', fourth, fifth = ''] = at.slice(1).split('/')
    if (at === '/users/@me') return ok(world.user(botId))
    if (at === '/users/@me/guilds')
      return ok(world.isOnGuild ? [{ id: guildId, name: 'Show lounge', icon: null, owner: false }] : [])
    if (at === '/gateway/bot') return gatewayBot()
    if (first === 'channels' && second === 'messages') {
      if (!Object.values<string>(channels).includes(id)) return failure(404, 10003, 'Unknown Channel')
      if (id === channels.hidden) return failure(403, 50001, 'Missing Access')
      return method === 'POST' ? createMessage(id, body) : editMessage(third, body)
    }
    if (first === 'guilds' && second === 'members') {
      if (id !== guildId) return failure(404, 10004, 'Unknown Guild')
      const person = third
      if (!world.memberRoles.has(person)) return failure(404, 10007, 'Unknown Member')
      if (fourth === 'roles') return changeRole(method, person, fifth)
      return method === 'GET' ? ok(world.member(person)) : changeMember(person, body)
    }
    if (method === 'PUT' && at === `/applications/${botId}/guilds/${guildId}/commands`) {
      world.slashCommands = (body as unknown as Json[]).map((command, index) => ({ id: `${index}`, ...command }))
      return ok(world.slashCommands)
    }
    return { status: 404, body: { message: '404: Not Found', code: 0 } }
  }

  function gatewayBot(): FakeAnswer {
    const { remaining, resetAfterMs } = gateway.state
    const limit = { total: 1000, remaining, reset_after: resetAfterMs, max_concurrency: 1 }
    return ok({ url: `ws://127.0.0.1:${server.port}`, shards: 1, session_start_limit: limit })
  }

  function createMessage(channelId: string, body: Json): FakeAnswer {
    const {
      content = '',
      embeds = [],
      nonce,
      enforce_nonce: isEnforced,
    } = body as {
      content?: string
      embeds?: Json[]
      nonce?: string
      enforce_nonce?: boolean
    }
    if (content === '' && embeds.length === 0) return failure(400, 50006, 'Cannot send an empty message')
    if ([...content].length > 2000) {
      const errors = {
        content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
      }
      return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } }
    }
    const known = isEnforced === true && nonce !== undefined ? nonces.get(nonce) : undefined
    if (known !== undefined) return ok({ id: known, channel_id: channelId })
    const id = String(nextId++)
    if (nonce !== undefined) nonces.set(nonce, id)
    world.messages.push({ id, channelId, body, edits: [] })
    return ok({ id, channel_id: channelId, content, embeds, author: world.user(botId), nonce })
  }

  function editMessage(id: string, body: Json): FakeAnswer {
    const found = world.messages.find((message) => message.id === id)
    if (found === undefined) return failure(404, 10008, 'Unknown Message')
    found.edits.push(body)
    found.body = { ...found.body, ...body }
    return ok({ id, channel_id: found.channelId })
  }

  function changeMember(person: string, body: Json): FakeAnswer {
    if (plan.isMissingPermission) return failure(403, 50013, 'Missing Permissions')
    const state = world.voice.get(person)
    if (state === undefined) return failure(400, 40032, 'Target user is not connected to voice.')
    if ('mute' in body) state.mute = body.mute === true
    if (body.channel_id === null) world.voice.delete(person)
    else if (typeof body.channel_id === 'string') state.channelId = body.channel_id
    gateway.publish('VOICE_STATE_UPDATE', world.voiceState(person))
    return ok(world.member(person))
  }

  function changeRole(method: string, person: string, role: string): FakeAnswer {
    if (role === roles.admin) return failure(403, 50013, 'Missing Permissions')
    if (!Object.values<string>(roles).includes(role)) return failure(404, 10011, 'Unknown Role')
    if (method === 'PUT') world.memberRoles.get(person)?.add(role)
    else world.memberRoles.get(person)?.delete(role)
    return { status: 204 }
  }

  /** Answers to interactions carry their own token and need no other. */
  function answerInteraction(method: string, at: string, body: Json): FakeAnswer | undefined {
    const [, id, token] = /^\/interactions\/(\d+)\/([\w.-]+)\/callback$/.exec(at) ?? []
    if (method === 'POST' && id !== undefined) {
      if (token !== tokenOf(id)) return failure(404, 10062, 'Unknown interaction')
      if (world.answers.get(id)?.callback !== undefined)
        return failure(400, 40060, 'Interaction has already been acknowledged.')
      world.answers.set(id, { ...world.answers.get(id), callback: body })
      return { status: 204 }
    }
    const [, edited] = /^\/webhooks\/\d+\/interaction-token-(\d+)\/messages\/@original$/.exec(at) ?? []
    if (method !== 'PATCH' || edited === undefined) return undefined
    const answer = world.answers.get(edited)
    if (answer?.callback === undefined) return failure(404, 10015, 'Unknown Webhook')
    world.answers.set(edited, { ...answer, edited: body })
    return ok({ id: '1', ...body })
  }

  return {
    world,
    gateway,
    server,
    counts,
    plan,
    /** The value of SHOWCALLER_DISCORD_API. */
    api: `${server.url}/api/v10`,

    /** Somebody uses a slash command. Returns the id of the interaction. */
    interact(person: string, name: string, options: Readonly<Record<string, string>> = {}): string {
      const id = String(nextId++)
      gateway.publish('INTERACTION_CREATE', {
        id,
        application_id: botId,
        type: 2,
        token: tokenOf(id),
        version: 1,
        guild_id: guildId,
        channel_id: channels.general,
        locale: 'en-US',
        member: { ...world.member(person), permissions: '0' },
        data: {
          id: '771825006014889984',
          name,
          type: 1,
          guild_id: guildId,
          options: Object.entries(options).map(([option, value]) => ({ name: option, type: 3, value })),
        },
      })
      return id
    },

    /** What the person who used it reads. */
    answerTo(id: string): { text: string; isPrivate: boolean; isDeferred: boolean } | undefined {
      const { callback, edited } = world.answers.get(id) ?? {}
      if (callback === undefined) return undefined
      const data = (callback.data ?? {}) as { content?: string; flags?: number }
      const isDeferred = callback.type === 5
      if (isDeferred && edited === undefined) return undefined
      return { text: String(edited?.content ?? data.content), isPrivate: ((data.flags ?? 0) & 64) !== 0, isDeferred }
    },

    /** Somebody writes in a text channel. */
    write(person: string, channelId: string, content: string, more: Json = {}): void {
      const message = {
        id: String(nextId++),
        channel_id: channelId,
        guild_id: guildId,
        author: world.user(person),
        member: { ...world.member(person), user: undefined },
        content,
        timestamp: '2026-11-16T06:00:00.000000+00:00',
        edited_timestamp: null,
        tts: false,
        mention_everyone: false,
        mentions: [],
        mention_roles: [],
        attachments: [],
        embeds: [],
        pinned: false,
        type: 0,
        ...more,
      }
      gateway.publish('MESSAGE_CREATE', message)
    },

    /** Everybody returns to where they were at the start. */
    resetVoice(): void {
      for (const id of world.resetVoice()) gateway.publish('VOICE_STATE_UPDATE', world.voiceState(id))
    },

    sentTo: (channelId: string) => world.messages.filter((message) => message.channelId === channelId),

    /** Does not keep the process of a test alive. */
    unref: () => void server.server.unref(),

    async close(): Promise<void> {
      gateway.close()
      await server.close()
    },
  }
}

function tokenOf(id: string): string {
  return `interaction-token-${id}`
}

function ok(body: unknown): FakeAnswer {
  return { status: 200, body }
}

function failure(status: number, code: number, message: string): FakeAnswer {
  return { status, body: { message, code } }
}

function bodyOf({ text }: FakeRequest): Json {
  return text === '' ? {} : (JSON.parse(text) as Json)
}
