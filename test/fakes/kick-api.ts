import { randomUUID } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import type { KickGrant } from './kick-auth.ts'
import type { KickUser, KickWorld } from './kick-world.ts'

export interface KickCall {
  readonly query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: a body may hold anything, and each endpoint looks for itself
  readonly body: any
  readonly grant: KickGrant
  /** The last part of the path. */
  readonly tail: string
}

export interface KickEndpoint {
  readonly query?: readonly string[]
  readonly body?: readonly string[]
  readonly scope?: string
  /** Whether the app's own token is not enough. */
  readonly needsUser?: boolean
  handle(call: KickCall): FakeAnswer
}

export const ok = (data: unknown, more: object = {}): FakeAnswer => ({
  status: 200,
  body: { data, message: 'OK', ...more },
})

/** The endpoints of `api.kick.com` that the server uses, with their checks. The answers are written by us. */
export function createKickEndpoints(world: KickWorld): Record<string, KickEndpoint> {
  const person = ({ id, name }: KickUser) => ({ user_id: id, name, email: '', profile_picture: '' })

  function channel({ id, slug }: KickUser) {
    const isOurs = id === world.broadcaster.id
    const { title, categoryId } = world.reported ?? world
    const isLive = isOurs && world.isLive
    const category = world.categories.find((one) => one.id === categoryId)
    const stream = {
      url: '',
      key: '',
      is_live: isLive,
      is_mature: false,
      language: 'en',
      start_time: isLive ? '2026-03-01T18:00:00Z' : '0001-01-01T00:00:00Z',
      viewer_count: isLive ? world.viewers : 0,
      thumbnail: '',
      custom_tags: [],
    }
    return {
      broadcaster_user_id: id,
      slug,
      channel_description: '',
      banner_picture: '',
      stream,
      stream_title: isOurs ? title : '',
      category: isOurs && category !== undefined ? { ...category, thumbnail: '' } : { id: 0, name: '', thumbnail: '' },
      active_subscribers_count: world.activeSubscribers,
      canceled_subscribers_count: 0,
    }
  }

  /** The text is known, its place is not: it is in `data`, or in `message` as older answers had it. */
  function refuseBan(reason: string): FakeAnswer {
    return world.hasReasonInMessage ? { status: 400, body: { data: {}, message: reason } } : refuse(400, reason)
  }

  function say({ body, grant }: KickCall): FakeAnswer {
    const isBot = body.type === 'bot'
    // Reported for tokens that were good (KickEngineering/KickDevDocs issue 289).
    if (world.refusesGoodTokens) return refuse(401, 'Unauthorized')
    // Reported for the bots of some apps, as late as September 2026 (issue 343). The body is our guess.
    if (isBot && world.isAppBotBroken) return { status: 500, body: { data: {}, message: 'Internal server error' } }
    if (body.type !== 'user' && !isBot) return refuse(400, 'Invalid request: type')
    if (typeof body.content !== 'string' || body.content.trim() === '') return refuse(400, 'Invalid request: content')
    if ([...body.content].length > 500) return refuse(400, 'Invalid request: content is too long')
    if (!isBot && body.broadcaster_user_id !== world.broadcaster.id) return refuse(404, 'Channel not found')
    if (isBot && (!world.hasAppBot || grant.userId !== world.broadcaster.id)) return refuse(400, 'Channel not found')
    const { refusal } = world
    world.refusal = undefined
    if (refusal !== undefined) return refuse(403, refusal)
    const by = isBot ? world.get('AppBot') : world.find({ ...(grant.userId !== undefined && { id: grant.userId }) })
    if (by === undefined) return refuse(401, 'Unauthorized')
    const id = randomUUID()
    world.lines.push({ id, by: by.name, text: body.content })
    world.onLine({ id, by, text: body.content })
    return ok({ is_sent: true, message_id: id })
  }

  function banned({ body, grant }: KickCall): KickUser | FakeAnswer {
    if (body.broadcaster_user_id !== grant.userId) return refuse(403, 'Forbidden')
    if (!Number.isSafeInteger(body.user_id)) return refuse(400, 'Invalid request: user_id')
    return world.find({ id: body.user_id }) ?? refuse(404, 'User not found')
  }

  return {
    'GET /public/v1/users': {
      query: ['id'],
      scope: 'user:read',
      handle({ query, grant }) {
        const ids = query.size === 0 ? [grant.userId] : query.getAll('id').map(Number)
        return ok(ids.flatMap((id) => (id === undefined ? [] : (world.find({ id }) ?? []))).map(person))
      },
    },
    'GET /public/v1/channels': {
      query: ['broadcaster_user_id', 'slug'],
      scope: 'channel:read',
      handle({ query, grant }) {
        if (query.has('slug') && query.has('broadcaster_user_id')) return refuse(400, 'Invalid request')
        const slugs = query.getAll('slug').map((slug) => world.find({ slug }))
        // One name that nobody has spoils the whole answer.
        if (slugs.includes(undefined)) return refuse(400, 'Invalid request: slug')
        const ids = query.size === 0 ? [grant.userId] : query.getAll('broadcaster_user_id').map(Number)
        const byId = ids.flatMap((id) => (id === undefined ? [] : (world.find({ id }) ?? [])))
        return ok([...slugs, ...byId].flatMap((user) => (user === undefined ? [] : channel(user))))
      },
    },
    'PATCH /public/v1/channels': {
      body: ['stream_title', 'category_id', 'custom_tags'],
      scope: 'channel:write',
      needsUser: true,
      handle({ body, grant }) {
        if (grant.userId !== world.broadcaster.id) return refuse(403, 'Forbidden')
        const { stream_title: title, category_id: categoryId, custom_tags: tags } = body
        if (title !== undefined && (typeof title !== 'string' || title === '')) return refuse(400, 'Invalid request')
        if (categoryId !== undefined && !world.categories.some(({ id }) => id === categoryId)) {
          return refuse(400, 'Invalid request: category_id')
        }
        world.title = title ?? world.title
        world.categoryId = categoryId ?? world.categoryId
        world.tags = tags ?? world.tags
        return { status: 204 }
      },
    },
    'GET /public/v2/categories': {
      query: ['name', 'tag', 'id', 'limit', 'cursor'],
      handle({ query }) {
        const limit = Number(query.get('limit') ?? 25)
        if (!(limit >= 1 && limit <= 1000)) return refuse(400, 'Invalid request: limit')
        const found = world.categories.filter(({ name }) => name === query.get('name'))
        const rows = found.map((row) => ({ ...row, tags: [], thumbnail: '' }))
        return ok(rows, { pagination: { next_cursor: '' } })
      },
    },
    'GET /public/v1/categories': {
      query: ['q', 'page'],
      handle({ query }) {
        const words = (query.get('q') ?? '').toLowerCase()
        const found = world.categories.filter(({ name }) => name.toLowerCase().includes(words))
        return ok(found.map((row) => ({ ...row, thumbnail: '' })))
      },
    },
    // The fields are those that public clients of Kick declare for it.
    'GET /public/v1/kicks/leaderboard': {
      query: ['top'],
      scope: 'kicks:read',
      needsUser: true,
      handle({ query }) {
        const top = Number(query.get('top') ?? 10)
        if (!(top >= 1 && top <= 100)) return refuse(400, 'Invalid request: top')
        const rows = (factor: number) =>
          world.gifted.slice(0, top).map(({ name, amount }, index) => {
            const { id, name: username } = world.get(name)
            return { rank: index + 1, user_id: id, username, gifted_amount: amount * factor }
          })
        return ok({ lifetime: rows(10), month: rows(2), week: null })
      },
    },
    'POST /public/v1/chat': {
      body: ['content', 'type', 'broadcaster_user_id', 'reply_to_message_id'],
      scope: 'chat:write',
      needsUser: true,
      handle: say,
    },
    'DELETE /public/v1/chat/*': {
      scope: 'moderation:chat_message:manage',
      needsUser: true,
      handle({ tail }) {
        const before = world.lines.length
        world.lines = world.lines.filter(({ id }) => id !== tail)
        return world.lines.length < before ? { status: 204 } : refuse(404, 'Message not found')
      },
    },
    'POST /public/v1/moderation/bans': {
      body: ['broadcaster_user_id', 'user_id', 'duration', 'reason'],
      scope: 'moderation:ban',
      needsUser: true,
      handle(call) {
        const user = banned(call)
        if ('status' in user) return user
        const { duration: minutes, reason = '' } = call.body
        if (user.id === world.broadcaster.id) return refuse(400, 'The broadcaster cannot be banned')
        if (minutes !== undefined && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080)) {
          return refuse(400, 'Invalid request: duration')
        }
        if ([...reason].length > 100) return refuse(400, 'Invalid request: reason')
        const known = world.bans.get(user.id)
        if (known !== undefined && known.minutes === undefined && minutes === undefined) {
          return refuseBan('User is already banned')
        }
        world.bans.set(user.id, { minutes, reason })
        return ok({})
      },
    },
    'DELETE /public/v1/moderation/bans': {
      body: ['broadcaster_user_id', 'user_id'],
      scope: 'moderation:ban',
      needsUser: true,
      handle(call) {
        const user = banned(call)
        if ('status' in user) return user
        return world.bans.delete(user.id) ? ok({}) : refuseBan('User is not banned')
      },
    },
  }
}

/** What Kick checks before it looks at anything else. */
export function guard(
  endpoint: KickEndpoint,
  request: FakeRequest,
  grant: KickGrant | undefined,
): FakeAnswer | KickCall {
  const { query, headers, text, path } = request
  if (grant === undefined) return refuse(401, 'Unauthorized')
  const isApp = grant.userId === undefined
  if (isApp && endpoint.needsUser) return refuse(401, 'Unauthorized')
  if (!isApp && endpoint.scope !== undefined && !grant.scopes.includes(endpoint.scope)) return refuse(403, 'Forbidden')
  const strange = [...query.keys()].find((name) => !endpoint.query?.includes(name))
  if (strange !== undefined) return refuse(400, `Invalid request: ${strange}`)
  let body: Record<string, unknown> = {}
  if (endpoint.body !== undefined) {
    if (headers['content-type'] !== 'application/json') return refuse(400, 'Invalid request: content type')
    body = JSON.parse(text)
    const field = Object.keys(body).find((name) => !endpoint.body?.includes(name))
    if (field !== undefined) return refuse(400, `Invalid request: ${field}`)
  } else if (text !== '') return refuse(400, 'Invalid request: a body is not expected')
  return { query, body, grant, tail: decodeURIComponent(path.split('/').at(-1) ?? '') }
}

/**
 * The reason stands in `data`, beside a general message (KickEngineering/KickDevDocs issues 123 and 143); a refused token
 * has no reason (issue 289).
 */
export function refuse(status: number, reason: string): FakeAnswer {
  const message = generalMessages.get(status) ?? 'Error'
  return { status, body: { data: status === 401 ? {} : reason, message } }
}

const generalMessages: ReadonlyMap<number, string> = new Map([
  [400, 'Bad request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not found'],
  [429, 'Too many requests'],
])
