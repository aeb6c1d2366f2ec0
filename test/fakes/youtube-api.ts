import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import type { YouTubeGrant } from './youtube-auth.ts'
import { textItem } from './youtube-events.ts'
import type { YouTubeUser, YouTubeWorld } from './youtube-world.ts'

interface Call {
  readonly query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: a body may hold anything, and each endpoint looks for itself
  readonly body: any
  readonly grant: YouTubeGrant
}

interface Endpoint {
  readonly query: readonly string[]
  /** Every field of the body, the inner ones behind a point. */
  readonly body?: readonly string[]
  readonly scope?: string
  readonly units: number
  handle(call: Call): FakeAnswer
}

export const readonly = 'https://www.googleapis.com/auth/youtube.readonly'
export const manage = 'https://www.googleapis.com/auth/youtube.force-ssl'
export const members = 'https://www.googleapis.com/auth/youtube.channel-memberships.creator'

const list = (items: readonly unknown[], more: object = {}): FakeAnswer => {
  const pageInfo = { totalResults: items.length, resultsPerPage: items.length }
  return { status: 200, body: { kind: 'youtube#listResponse', etag: 'etag', pageInfo, items, ...more } }
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** The endpoints of the Data API that the server uses, with their checks. Fields are those of Google's API description. */
export function createYouTubeEndpoints(world: YouTubeWorld): Record<string, Endpoint> {
  const channel = ({ id, handle, title }: YouTubeUser, parts: readonly string[]) => ({
    id,
    ...(parts.includes('snippet') && { snippet: { title, customUrl: `@${handle}`, description: '' } }),
    ...(parts.includes('statistics') && {
      statistics: { subscriberCount: String(world.subscribers), hiddenSubscriberCount: false, viewCount: '9' },
    }),
  })
  const isOver = (chatId: unknown) => chatId !== world.chatId || world.status !== 'active' || !world.hasChat

  return {
    'GET /channels': {
      query: ['part', 'id', 'mine', 'forHandle'],
      units: 1,
      handle({ query, grant }) {
        const asked = {
          id: query.get('mine') === 'true' ? grant.userId : query.get('id'),
          handle: query.get('forHandle'),
        }
        const found = world.find(asked)
        return list(found === undefined ? [] : [channel(found, partsIn(query))])
      },
    },
    // As the discovery document of the API describes it; the guide says that the broadcast must be streaming.
    'POST /liveBroadcasts/cuepoint': {
      query: ['id'],
      body: ['cueType', 'durationSecs'],
      scope: manage,
      units: 50,
      handle({ query, body }) {
        if (world.status !== 'active' || query.get('id') !== world.video.id) {
          return refuse(403, 'invalidBroadcastStatus', 'The broadcast is not streaming')
        }
        world.adBreaks.push(body.durationSecs)
        return { status: 200, body: { id: `cue-${world.adBreaks.length}`, ...body } }
      },
    },
    // As the discovery document of the API describes it.
    'POST /liveBroadcasts/transition': {
      query: ['id', 'broadcastStatus', 'part'],
      scope: manage,
      units: 50,
      handle({ query }) {
        const to = query.get('broadcastStatus')
        if (query.get('id') !== world.video.id) return refuse(404, 'liveBroadcastNotFound', 'Broadcast not found')
        const isPossible = to === 'live' ? world.status === 'upcoming' : world.status === 'active'
        if (!isPossible) return refuse(403, 'invalidTransition', 'Invalid transition')
        if (to === 'live' && !world.isEncoderSending) return refuse(403, 'errorStreamInactive', 'Stream is inactive')
        world.status = to === 'live' ? 'active' : 'completed'
        const lifeCycleStatus = to === 'live' ? 'liveStarting' : 'complete'
        return { status: 200, body: { id: world.video.id, status: { lifeCycleStatus } } }
      },
    },
    'GET /liveBroadcasts': {
      query: ['part', 'broadcastStatus', 'broadcastType', 'id', 'mine', 'maxResults'],
      units: 1,
      handle({ query }) {
        const filters = ['broadcastStatus', 'id', 'mine'].filter((name) => query.has(name))
        if (filters.length !== 1) return refuse(400, 'incompatibleParameters', 'Incompatible parameters specified')
        // It was begun without planning, which the default does not show.
        if (query.get('broadcastType') !== 'all' || query.get('broadcastStatus') !== world.status) return list([])
        const { id, title } = world.video
        const liveChatId = world.hasChat && world.status !== 'completed' ? { liveChatId: world.chatId } : {}
        const planned = { scheduledStartTime: inHours(world.startsInHours) }
        const own = { id, snippet: { title, ...planned, ...liveChatId }, status: { lifeCycleStatus: 'live' } }
        if (world.status !== 'upcoming') return list([own])
        const others = world.alsoPlanned.map(({ id: other, startsInHours: hours }) => ({
          id: other,
          snippet: { title: other, ...(hours !== undefined && { scheduledStartTime: inHours(hours) }) },
          status: { lifeCycleStatus: 'created' },
        }))
        return list([...others, own].slice(0, Number(query.get('maxResults') ?? 5)))
      },
    },
    'GET /videos': {
      query: ['part', 'id'],
      units: 1,
      handle({ query }) {
        const { id, ...snippet } = world.video
        const other = world.otherVideos[query.get('id') ?? '']
        if (other !== undefined) return list([partsOnly(other, partsIn(query))])
        if (query.get('id') !== id) return list([])
        const parts = partsIn(query)
        const details = {
          actualStartTime: '2026-03-01T18:00:00Z',
          ...(world.status === 'active' && world.viewers > 0 && { concurrentViewers: String(world.viewers) }),
          ...(world.status === 'active' && { activeLiveChatId: world.chatId }),
          ...(world.status === 'completed' && { actualEndTime: '2026-03-01T20:00:00Z' }),
        }
        return list([
          {
            id,
            ...(parts.includes('snippet') && { snippet: { ...snippet, channelId: world.broadcaster.id } }),
            ...(parts.includes('liveStreamingDetails') && { liveStreamingDetails: details }),
          },
        ])
      },
    },
    'PUT /videos': {
      query: ['part'],
      body: [
        'id',
        'snippet.title',
        'snippet.categoryId',
        'snippet.description',
        'snippet.tags',
        'snippet.defaultLanguage',
        'snippet.defaultAudioLanguage',
      ],
      units: 50,
      handle({ query, body }) {
        const { id, snippet = {} } = body
        if (query.get('part') !== 'snippet') return refuse(400, 'missingRequiredParameter', 'No filter selected')
        if (id !== world.video.id) return refuse(404, 'videoNotFound', 'The video cannot be found.')
        if (!snippet.title || [...snippet.title].length > 100 || /[<>]/.test(snippet.title)) {
          return refuse(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.')
        }
        if (!world.categories.some((one) => one.id === snippet.categoryId)) {
          return refuse(400, 'invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.')
        }
        // Whatever is not sent along is erased.
        const { title, categoryId, description = '', tags = [], defaultLanguage = '' } = snippet
        world.video = { id, title, categoryId, description, tags, defaultLanguage }
        return { status: 200, body: { kind: 'youtube#video', id, snippet } }
      },
    },
    // As the discovery document of the API describes it: by id, or all of a region.
    'GET /videoCategories': {
      query: ['part', 'id', 'regionCode', 'hl'],
      units: 1,
      handle({ query }) {
        const shown = ({ id, title }: { id: string; title: string }) => ({ id, snippet: { title, assignable: true } })
        if (query.has('regionCode')) {
          // Older videos have it; none can be given it.
          return list([
            ...world.categories.map(shown),
            { id: '18', snippet: { title: 'Short Movies', assignable: false } },
          ])
        }
        const found = world.categories.filter(({ id }) => id === query.get('id'))
        if (found.length === 0) return refuse(404, 'videoCategoryNotFound', 'The video category cannot be found.')
        return list(found.map(shown))
      },
    },
    'GET /liveChat/messages': {
      query: ['liveChatId', 'part', 'pageToken', 'maxResults'],
      units: 5,
      handle({ query }) {
        const most = Number(query.get('maxResults') ?? 500)
        if (most < 200 || most > 2000) return refuse(400, 'invalidParameter', 'maxResults must be from 200 to 2000')
        if (isOver(query.get('liveChatId'))) return refuse(403, 'liveChatEnded', 'The live chat is no longer live.')
        const page = chatPage(world, query)
        if (page === undefined) return refuse(400, 'invalidPageToken', 'The page token is not valid.')
        return { status: 200, body: page }
      },
    },
    'POST /liveChat/messages': {
      query: ['part'],
      body: [
        'snippet.liveChatId',
        'snippet.type',
        'snippet.textMessageDetails.messageText',
        'snippet.pollDetails.metadata.questionText',
        'snippet.pollDetails.metadata.options',
      ],
      units: 20,
      handle({ body, grant }) {
        const {
          liveChatId,
          type,
          textMessageDetails: { messageText: text } = { messageText: undefined },
        } = body.snippet
        if (isOver(liveChatId)) return refuse(403, 'liveChatEnded', 'The live chat is no longer live.')
        if (type === 'pollEvent') {
          const { questionText, options } = body.snippet.pollDetails.metadata
          if (!(options.length >= 2 && options.length <= 4))
            return refuse(400, 'invalidPollOptions', 'Invalid options.')
          world.poll = { id: world.newId('poll'), questionText, options, isActive: true }
          return { status: 200, body: pollItem(world.poll) }
        }
        if (type !== 'textMessageEvent') return refuse(400, 'typeRequired', 'The type is required.')
        if (typeof text !== 'string' || text === '') return refuse(400, 'messageTextRequired', 'The text is required.')
        if ([...text].length > 200) return refuse(400, 'messageTextInvalid', 'The message text is not valid.')
        const { refusal } = world
        world.refusal = undefined
        if (refusal !== undefined) return refuse(refusal.status, refusal.reason, refusal.message)
        const by = world.find({ id: grant.userId })
        if (by === undefined) return refuse(403, 'forbidden', 'You may not write here.')
        const item = textItem(world, by, text)
        world.lines.push({ id: item.id, by: by.handle, text })
        world.post(item)
        return { status: 200, body: { kind: 'youtube#liveChatMessage', id: item.id, snippet: item.snippet } }
      },
    },
    // Parameters, statuses and the part that is answered follow the reference of the method.
    'POST /liveChat/messages/transition': {
      query: ['id', 'status', 'part'],
      scope: manage,
      units: 20,
      handle({ query }) {
        const { poll } = world
        if (poll === undefined || query.get('id') !== poll.id) return refuse(404, 'notFound', 'Message not found.')
        if (!poll.isActive) return refuse(403, 'modificationNotAllowed', 'The status cannot be changed.')
        poll.isActive = false
        return { status: 200, body: pollItem(poll) }
      },
    },
    // The newest come first, as the reference says.
    'GET /subscriptions': {
      query: ['part', 'myRecentSubscribers', 'maxResults'],
      units: 1,
      handle({ query }) {
        if (query.get('myRecentSubscribers') !== 'true') return refuse(400, 'missingRequiredParameter', 'No filter')
        const rows = world.newSubscribers.toReversed().map(({ id, by, at }) => {
          const { id: channelId, title } = world.get(by)
          return { id, snippet: { publishedAt: at.toISOString() }, subscriberSnippet: { channelId, title } }
        })
        return list(rows)
      },
    },
    'DELETE /liveChat/messages': {
      query: ['id'],
      units: 50,
      handle({ query }) {
        const doomed = world.lines.find(({ id }) => id === query.get('id'))
        if (doomed === undefined) return refuse(404, 'liveChatMessageNotFound', 'The message cannot be found.')
        world.lines = world.lines.filter((line) => line !== doomed)
        return { status: 204 }
      },
    },
    'POST /liveChat/bans': {
      query: ['part'],
      body: ['snippet.liveChatId', 'snippet.type', 'snippet.banDurationSeconds', 'snippet.bannedUserDetails.channelId'],
      units: 50,
      handle({ body }) {
        const { liveChatId, type, banDurationSeconds: seconds, bannedUserDetails } = body.snippet
        if (isOver(liveChatId)) return refuse(403, 'liveChatEnded', 'The live chat is no longer live.')
        const whom = world.find({ id: bannedUserDetails?.channelId })
        if (whom === undefined) return refuse(404, 'channelNotFound', 'The channel cannot be found.')
        if (whom.id === world.broadcaster.id) {
          return refuse(403, 'liveChatBanInsertionNotAllowed', 'The owner of the chat cannot be banned.')
        }
        const isForGood = type === 'permanent'
        if (!isForGood && type !== 'temporary') return refuse(400, 'invalidValue', 'The type is not valid.')
        if (isForGood !== (seconds === undefined)) return refuse(400, 'invalidValue', 'The duration is not valid.')
        const id = world.newId('ban')
        world.bans.set(whom.id, { id, seconds })
        return { status: 200, body: { kind: 'youtube#liveChatBan', id, snippet: body.snippet } }
      },
    },
    'DELETE /liveChat/bans': {
      query: ['id'],
      units: 50,
      handle({ query }) {
        const [userId] = [...world.bans].find(([, { id }]) => id === query.get('id')) ?? []
        if (userId === undefined) return refuse(404, 'liveChatBanNotFound', 'The ban cannot be found.')
        world.bans.delete(userId)
        return { status: 204 }
      },
    },
    // Fields and order of Google's API description and of public programs that read the list. The ids are not those of the chat.
    'GET /superChatEvents': {
      query: ['part', 'hl', 'maxResults', 'pageToken'],
      units: 1,
      handle({ query }) {
        const most = Number(query.get('maxResults') ?? 5)
        if (!(most >= 1 && most <= 50)) return refuse(400, 'invalidParameter', 'maxResults must be from 1 to 50')
        // Two to a page, so that pages are walked.
        const from = Number(query.get('pageToken') ?? 0)
        const all = world.superChats.toSorted((one, other) => other.at.getTime() - one.at.getTime())
        const rows = all.slice(from, from + 2).map(({ id, by, micros, comment, at }) => {
          const { id: channelId, handle } = world.get(by)
          const supporterDetails = { channelId, displayName: `@${handle}`, channelUrl: '', profileImageUrl: '' }
          const money = {
            amountMicros: micros,
            currency: 'USD',
            displayString: `$${(Number(micros) / 1e6).toFixed(2)}`,
          }
          const snippet = { channelId: world.broadcaster.id, supporterDetails, commentText: comment, ...money }
          return {
            id,
            snippet: { ...snippet, createdAt: at.toISOString(), messageType: 2, isSuperStickerEvent: false },
          }
        })
        return list(rows, from + 2 < all.length ? { nextPageToken: String(from + 2) } : {})
      },
    },
    'GET /members': {
      query: ['part', 'mode', 'maxResults', 'pageToken'],
      scope: members,
      units: 2,
      // Two to a page, so that pages are walked.
      handle({ query }) {
        const from = Number(query.get('pageToken') ?? 0)
        const rows = world.members.slice(from, from + 2).map(({ handle, levels }) => {
          const { id } = world.get(handle)
          const accessibleLevels = Array.from({ length: levels }, (_, index) => `level${index + 1}`)
          const memberDetails = { channelId: id, displayName: `@${handle}` }
          return { snippet: { memberDetails, membershipsDetails: { accessibleLevels } } }
        })
        return list(rows, from + 2 < world.members.length ? { nextPageToken: String(from + 2) } : {})
      },
    },
  }
}

/** Votes are text in Google's description of the API, and absent before the first one. */
function pollItem({ id, questionText, options, isActive }: NonNullable<YouTubeWorld['poll']>) {
  const metadata = { questionText, options }
  const pollDetails = { metadata, status: isActive ? 'active' : 'closed' }
  return { kind: 'youtube#liveChatMessage', id, snippet: { type: 'pollEvent', pollDetails } }
}

/** What stands in the chat since the page before; undefined for a page that there is not. */
export function chatPage(world: YouTubeWorld, query: URLSearchParams): object | undefined {
  const token = query.get('pageToken')
  const from = token === null ? Math.max(0, world.chat.length - 500) : Number(token.replace('page', ''))
  if (!Number.isInteger(from)) return undefined
  const items = world.chat.slice(from)
  return {
    kind: 'youtube#liveChatMessageListResponse',
    etag: 'etag',
    nextPageToken: `page${world.chat.length}`,
    pollingIntervalMillis: world.pollMs,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    items,
  }
}

/** Who may write may read as well. */
export function mayUse({ scopes }: YouTubeGrant, method: string, scope?: string): boolean {
  if (scope !== undefined) return scopes.includes(scope)
  return scopes.includes(manage) || (method === 'GET' && scopes.includes(readonly))
}

/** What Google checks before it looks at anything else. */
export function guard(endpoint: Endpoint, request: FakeRequest, grant: YouTubeGrant | undefined) {
  const { query, headers, text } = request
  if (grant === undefined) return unauthorised
  if (!mayUse(grant, request.method, endpoint.scope)) return tooLittleAllowed
  const strange = [...query.keys()].find((name) => !endpoint.query.includes(name))
  if (strange !== undefined) return unknownName(strange, 'Cannot bind query parameter')
  if (endpoint.query.includes('part') && !query.has('part')) {
    return refuse(400, 'required', 'Required parameter: part')
  }
  if (endpoint.body === undefined) {
    return text === '' ? { query, body: {}, grant } : refuse(400, 'badRequest', 'A body is not expected.')
  }
  if (headers['content-type'] !== 'application/json') {
    return refuse(400, 'badContent', 'Unsupported content with type: text/plain')
  }
  const body = JSON.parse(text)
  const field = namesIn(body).find((name) => !endpoint.body?.includes(name))
  return field === undefined ? { query, body, grant } : unknownName(field, 'Cannot find field')
}

function namesIn(body: object, before = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isInner ? namesIn(value, `${before}${name}.`) : [before + name]
  })
}

export function refuse(status: number, reason: string, message: string, more: object = {}): FakeAnswer {
  const errors = [{ message, domain: 'youtube.liveChat', reason }]
  return { status, body: { error: { code: status, message, errors, ...more } } }
}

function unknownName(name: string, words: string): FakeAnswer {
  return refuse(400, 'badRequest', `Invalid JSON payload received. Unknown name "${name}": ${words}.`)
}

export const unauthorised = refuse(401, 'authError', 'Request had invalid authentication credentials.', {
  status: 'UNAUTHENTICATED',
})

export const tooLittleAllowed = refuse(
  403,
  'insufficientPermissions',
  'Request had insufficient authentication scopes.',
  {
    status: 'PERMISSION_DENIED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
  },
)

export const outOfUnits = refuse(
  403,
  'quotaExceeded',
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
)

/** A resource has its id and the parts that were asked for. */
function partsOnly(resource: Readonly<Record<string, unknown>>, parts: readonly string[]) {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => name === 'id' || parts.includes(name)))
}

function partsIn(query: URLSearchParams): readonly string[] {
  return (query.get('part') ?? '').split(',')
}
