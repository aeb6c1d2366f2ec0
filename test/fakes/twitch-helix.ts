import { randomUUID } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import type { TwitchGrant } from './twitch-auth.ts'
import type { TwitchUser, TwitchWorld } from './twitch-world.ts'

interface Call {
  readonly query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: a body may hold anything, and each endpoint looks for itself
  readonly body: any
  readonly grant: TwitchGrant
}

export interface Endpoint {
  readonly query?: readonly string[]
  readonly body?: readonly string[]
  readonly scope?: string
  /** Which parameter must be the token's own user. */
  readonly self?: string
  handle(call: Call): FakeAnswer
}

const ok = (data: readonly unknown[], more: object = {}): FakeAnswer => ({ status: 200, body: { data, ...more } })

/** The endpoints of Helix that the server uses, with their checks. */
export function createHelixEndpoints(world: TwitchWorld): Record<string, Endpoint> {
  const who = ({ id, login, name }: TwitchUser) => ({ user_id: id, user_login: login, user_name: name })
  const person = ({ id, login, name }: TwitchUser) => ({ id, login, display_name: name })
  const ban = (call: Call) => world.bans.get(call.query.get('user_id') ?? '')

  return {
    'GET /users': {
      query: ['id', 'login'],
      handle({ query, grant }) {
        const asked = { id: query.get('id'), login: query.get('login') }
        const found = world.find(query.size === 0 ? { id: grant.userId } : asked)
        return ok(found === undefined ? [] : [person(found)])
      },
    },
    'GET /channels': {
      query: ['broadcaster_id'],
      handle() {
        const game = world.games.find(({ id }) => id === world.gameId)
        return ok([{ title: world.title, game_id: world.gameId, game_name: game?.name ?? '', tags: [], delay: 0 }])
      },
    },
    'PATCH /channels': {
      query: ['broadcaster_id'],
      body: ['title', 'game_id', 'tags', 'broadcaster_language', 'delay'],
      scope: 'channel:manage:broadcast',
      self: 'broadcaster_id',
      handle({ body }) {
        if (body.title === '' || body.title?.length > 140) return refuse(400, 'Title must be 1 to 140 characters')
        if (body.game_id !== undefined && !world.games.some(({ id }) => id === body.game_id)) {
          return refuse(400, 'The ID in game_id is not valid')
        }
        const isTag = (tag: string) => /^[\p{L}\p{N}]{1,25}$/u.test(tag)
        if (body.tags !== undefined && !(body.tags.length <= 10 && body.tags.every(isTag))) {
          return refuse(400, 'A tag in the tags field is not valid')
        }
        world.title = body.title ?? world.title
        world.gameId = body.game_id ?? world.gameId
        world.tags = body.tags ?? world.tags
        return { status: 204 }
      },
    },
    'GET /streams': {
      query: ['user_id'],
      handle() {
        const { viewers, title } = world
        const stream = { type: 'live', viewer_count: viewers, started_at: '2026-03-01T18:00:00Z', title }
        return ok(world.isLive ? [stream] : [], { pagination: {} })
      },
    },
    'GET /channels/followers': {
      query: ['broadcaster_id', 'first'],
      handle: () => ok([], { total: world.followers, pagination: {} }),
    },
    'GET /chat/chatters': {
      query: ['broadcaster_id', 'moderator_id', 'first', 'after'],
      scope: 'moderator:read:chatters',
      self: 'moderator_id',
      // Two to a page, so that pages are walked.
      handle({ query }) {
        const from = Number(query.get('after') ?? 0)
        const page = world.chatters.slice(from, from + 2).map((login) => who(world.get(login)))
        const next = from + 2 < world.chatters.length ? { cursor: String(from + 2) } : {}
        return ok(page, { total: world.chatters.length, pagination: next })
      },
    },
    'GET /subscriptions': {
      query: ['broadcaster_id', 'first', 'after'],
      scope: 'channel:read:subscriptions',
      self: 'broadcaster_id',
      handle() {
        const rows = world.subscribers.map(({ login, tier, isGift }) => {
          return { ...who(world.get(login)), tier, is_gift: isGift, plan_name: 'Plan' }
        })
        return ok(rows, { total: rows.length, points: 3, pagination: {} })
      },
    },
    // The fields are those of the recorded answers in the tests of Chatterino.
    'GET /chat/badges/global': { handle: () => ok(badgesOf(world.badges.global)) },
    'GET /chat/badges': { query: ['broadcaster_id'], handle: () => ok(badgesOf(world.badges.own)) },
    'GET /bits/leaderboard': {
      query: ['count', 'period', 'started_at'],
      scope: 'bits:read',
      handle({ query }) {
        const period = query.get('period') ?? 'all'
        // The documentation: a date is ignored for all time, and needed to choose another period.
        if (!['day', 'week', 'month', 'year', 'all'].includes(period))
          return refuse(400, 'The value in the period field is not valid.')
        if (period !== 'all' && Number.isNaN(Date.parse(query.get('started_at') ?? ''))) {
          return refuse(400, 'The value in the started_at field is not valid.')
        }
        const rows = world.bits.slice(0, Number(query.get('count') ?? 10)).map(({ login, score }, index) => {
          return { ...who(world.get(login)), rank: index + 1, score: period === 'all' ? score : Math.round(score / 10) }
        })
        return ok(rows, { date_range: { started_at: '', ended_at: '' }, total: rows.length })
      },
    },
    'POST /chat/messages': {
      body: ['broadcaster_id', 'sender_id', 'message', 'reply_parent_message_id'],
      scope: 'user:write:chat',
      self: 'sender_id',
      handle({ body }) {
        if (typeof body.message !== 'string' || body.message.trim() === '') return refuse(400, 'The message is empty')
        if ([...body.message].length > 500) return refuse(422, 'The message is too large')
        const { dropReason } = world
        world.dropReason = undefined
        if (dropReason !== undefined) {
          const drop_reason = { code: 'msg_rejected', message: dropReason }
          return ok([{ message_id: '', is_sent: false, drop_reason }])
        }
        const id = randomUUID()
        const by = world.find({ id: body.sender_id })
        if (by === undefined) return refuse(400, 'The ID in sender_id is not valid')
        const replyTo = body.reply_parent_message_id
        if (replyTo !== undefined && !world.lines.some((line) => line.id === replyTo))
          return refuse(400, 'The ID in reply_parent_message_id is not valid')
        world.lines.push({ id, by: by.login, text: body.message, ...(replyTo !== undefined && { replyTo }) })
        world.onLine({ id, by, text: body.message })
        return ok([{ message_id: id, is_sent: true, drop_reason: null }])
      },
    },
    'GET /games': {
      query: ['name', 'id'],
      handle: ({ query }) => ok(world.games.filter(({ name }) => name === query.get('name'))),
    },
    'GET /search/categories': {
      query: ['query', 'first'],
      handle({ query }) {
        const words = query.get('query')?.toLowerCase() ?? ''
        return ok(
          world.games.filter(({ name }) => name.toLowerCase().includes(words)),
          { pagination: {} },
        )
      },
    },
    'POST /clips': {
      query: ['broadcaster_id', 'title', 'duration', 'has_delay'],
      scope: 'clips:edit',
      handle({ query }) {
        const seconds = Number(query.get('duration') ?? 30)
        if (!(seconds >= 5 && seconds <= 60)) return refuse(400, 'The duration must be between 5 and 60')
        if (!world.isLive) return refuse(404, 'Clipping is not possible for an offline channel.')
        const id = `Clip${randomUUID().slice(0, 8)}`
        world.clips.set(id, { title: query.get('title') ?? '', seconds, looksUntilReady: 1 })
        return { status: 202, body: { data: [{ id, edit_url: `https://clips.twitch.tv/${id}/edit` }] } }
      },
    },
    'GET /clips': {
      query: ['id'],
      handle({ query }) {
        const id = query.get('id') ?? ''
        const clip = world.clips.get(id)
        if (clip === undefined || clip.looksUntilReady-- > 0) return ok([])
        return ok([{ id, url: `https://clips.twitch.tv/${id}`, title: clip.title, duration: clip.seconds }])
      },
    },
    'POST /moderation/bans': {
      query: ['broadcaster_id', 'moderator_id'],
      body: ['data'],
      scope: 'moderator:manage:banned_users',
      self: 'moderator_id',
      handle({ body }) {
        const { user_id, duration, reason = '', ...unknown } = body.data ?? {}
        if (Object.keys(unknown).length > 0) return refuse(400, 'unknown field')
        if (world.find({ id: user_id }) === undefined) return refuse(400, `User ${user_id} doesn't exist`)
        if (user_id === world.broadcaster.id)
          return refuse(400, 'The user specified in the user_id field may not be banned.')
        if (world.bans.get(user_id)?.seconds === undefined && world.bans.has(user_id)) {
          return refuse(400, 'The user specified in the user_id field is already banned.')
        }
        if (duration !== undefined && !(Number.isInteger(duration) && duration >= 1 && duration <= 1_209_600)) {
          return refuse(400, 'The value in the duration field is not valid.')
        }
        world.bans.set(user_id, { seconds: duration, reason })
        return ok([{ broadcaster_id: world.broadcaster.id, user_id, end_time: null }])
      },
    },
    'DELETE /moderation/bans': {
      query: ['broadcaster_id', 'moderator_id', 'user_id'],
      scope: 'moderator:manage:banned_users',
      self: 'moderator_id',
      handle(call) {
        if (ban(call) === undefined)
          return refuse(400, 'The user specified in the user_id query parameter is not banned.')
        world.bans.delete(call.query.get('user_id') ?? '')
        return { status: 204 }
      },
    },
    'DELETE /moderation/chat': {
      query: ['broadcaster_id', 'moderator_id', 'message_id'],
      scope: 'moderator:manage:chat_messages',
      self: 'moderator_id',
      handle({ query }) {
        const id = query.get('message_id')
        const doomed = world.lines.filter((line) => id === null || line.id === id)
        if (id !== null && doomed.length === 0) return refuse(404, 'The ID in message_id was not found.')
        world.lines = world.lines.filter((line) => !doomed.includes(line))
        return { status: 204 }
      },
    },
    'GET /chat/settings': { query: ['broadcaster_id'], handle: () => ok([world.settings]) },
    'PATCH /chat/settings': {
      query: ['broadcaster_id', 'moderator_id'],
      body: [
        'slow_mode',
        'slow_mode_wait_time',
        'follower_mode',
        'follower_mode_duration',
        'subscriber_mode',
        'emote_mode',
        'unique_chat_mode',
      ],
      scope: 'moderator:manage:chat_settings',
      self: 'moderator_id',
      handle({ body }) {
        const wait = body.slow_mode_wait_time
        if (wait !== undefined && !(wait >= 3 && wait <= 120))
          return refuse(400, 'slow_mode_wait_time must be 3 to 120')
        world.settings = { ...world.settings, ...body }
        if (body.slow_mode === false) world.settings.slow_mode_wait_time = null
        if (world.settings.follower_mode) world.settings.follower_mode_duration ??= 0
        else world.settings.follower_mode_duration = null
        return ok([world.settings])
      },
    },
  }
}

function badgesOf(sets: Readonly<Record<string, readonly { id: string; title: string }[]>>) {
  return Object.entries(sets).map(([set_id, versions]) => ({
    set_id,
    versions: versions.map(({ id, title }) => {
      const image = (size: number) => `https://static-cdn.jtvnw.net/badges/v1/${set_id}-${id}/${size}`
      const images = { image_url_1x: image(1), image_url_2x: image(2), image_url_4x: image(3) }
      return { id, ...images, title, description: title, click_action: null, click_url: null }
    }),
  }))
}

/** What Helix checks before it looks at anything else, in its order. */
export function guard(
  endpoint: Endpoint,
  request: FakeRequest,
  grant: TwitchGrant | undefined,
  clientId: string,
): FakeAnswer | Call {
  const { query, headers, text } = request
  if (headers['client-id'] === undefined) return refuse(401, 'Client ID is missing')
  if (!headers.authorization?.startsWith('Bearer ')) return refuse(401, 'OAuth token is missing')
  if (grant === undefined) return refuse(401, 'Invalid OAuth token')
  if (headers['client-id'] !== clientId) return refuse(401, 'Client ID and OAuth token do not match')
  if (endpoint.scope !== undefined && !grant.scopes.includes(endpoint.scope)) {
    return refuse(401, `Missing scope: ${endpoint.scope}`)
  }
  const strange = [...query.keys()].find((name) => !endpoint.query?.includes(name))
  if (strange !== undefined) return refuse(400, `unknown parameter ${strange}`)
  let body: Record<string, unknown> = {}
  if (endpoint.body !== undefined) {
    if (headers['content-type'] !== 'application/json') return refuse(400, 'Content-Type must be application/json')
    body = JSON.parse(text)
    const field = Object.keys(body).find((name) => !endpoint.body?.includes(name))
    if (field !== undefined) return refuse(400, `unknown field ${field}`)
  } else if (text !== '') return refuse(400, 'a body is not expected')
  const { self } = endpoint
  if (self !== undefined && (query.get(self) ?? body[self]) !== grant.userId) {
    return refuse(401, `The ID in ${self} must match the user ID found in the request's OAuth token.`)
  }
  return { query, body, grant }
}

const errors: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
}

export function refuse(status: number, message: string): FakeAnswer {
  return { status, body: { error: errors[status] ?? 'Error', status, message } }
}
