import { Failure } from '../../kernel/operation/contract/failures.ts'
import {
  asObject,
  firstIn,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
  timeIn,
  UnexpectedAnswer,
} from '../calls/json-fields.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformCategory, PlatformSubscriber, PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi, ApiRequest } from '../sign-in/account-api.ts'
import type { VideoFacts } from '../videos.ts'
import { type ChatPage, pageIn, userNamed } from './chat.external.ts'
import { failureOf, isQuotaExceeded, reasonsIn } from './errors.external.ts'
import { youtubeMessages } from './messages.ts'
import { type ChatPoll, pollIn, pollMessage } from './polls.external.ts'
import type { QuotaCounter } from './quota-counter.ts'
import { manageScope, membersScope, readScope } from './sign-in.external.ts'
import { superChatsIn } from './support.external.ts'
import { videoFactsIn } from './videos.external.ts'

/** The valid forms of a channel id and a handle. YouTube answers others with an error. */
const channelIdShape = /^UC[\w-]{22}$/
const handleShape = /^[\p{L}\p{N}._·-]{1,60}$/u
const maxMemberPages = 20
/** Error statuses whose body contains a reason. */
const refusals = [400, 403, 404, 405, 409, 412]

export interface Broadcast {
  /** The id of the broadcast, which is also the id of its video. */
  readonly id: string
  readonly title: string
  readonly chatId: string | undefined
  /** When it is planned to start, and when it did. */
  readonly scheduledAt: number | undefined
  readonly startedAt: number | undefined
}

export interface Video {
  readonly title: string
  readonly categoryId: string
  readonly viewerCount: number
  readonly startedAt: number | null
  readonly isOver: boolean
}

interface Wanted<T> extends Omit<ApiRequest, 'scopes' | 'expects'> {
  readonly scope?: string
  /** Statuses that mean that the object does not exist. */
  readonly absent?: readonly number[]
  /** A reason of YouTube that means that the object is already as it is wanted. */
  readonly settledBy?: string
  read(body: unknown): T
}

/** What YouTube answers to a success does not matter; `done` is the result. */
type Command<T> = Omit<Wanted<T>, 'read'> & { readonly done: T }

export type DataApi = ReturnType<typeof createDataApi>

/** What is changed of a video. */
export type VideoChange =
  | { readonly title: string }
  | { readonly categoryId: string }
  | { readonly tags: readonly string[] }

/** Client of YouTube's Data API. */
export function createDataApi({ api, quota }: { api: AccountApi; quota: QuotaCounter }) {
  async function call<T>(
    owner: AccountOwner,
    wanted: Wanted<T> | Command<T>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const {
      method,
      path,
      query,
      json,
      absent = [],
      settledBy,
      scope = method === 'GET' ? readScope : manageScope,
    } = wanted
    const request = { method, path, json, scopes: [scope], expects: refusals, ...(query !== undefined && { query }) }
    const { body, status } = await api.call(
      owner,
      'done' in wanted
        ? { ...request, settle: (status, body) => ({ body, status }) }
        : { ...request, read: (body, status) => ({ body, status }) },
      signal,
    )
    if (absent.includes(status)) return undefined
    if (status >= 400 && settledBy !== undefined && reasonsIn(body).includes(settledBy)) return undefined
    if (status >= 400) throw isQuotaExceeded(body) ? await quota.exhaust() : failureOf(owner, body, scope)
    if ('done' in wanted) return wanted.done
    try {
      return wanted.read(body)
    } catch (cause) {
      throw new Failure('platform_unavailable', {
        message: platformMessages.unexpectedAnswer.of({ service: 'YouTube' }),
        mayHaveHappened: wanted.method !== 'GET',
        cause,
      })
    }
  }

  /** For calls whose object must exist. */
  async function must<T>(owner: AccountOwner, wanted: Omit<Wanted<T>, 'absent'>, signal: AbortSignal): Promise<T> {
    return (await call<T>(owner, wanted, signal)) as T
  }

  function findChannel(owner: AccountOwner, by: Record<string, string>, signal: AbortSignal) {
    const query = { part: 'snippet', ...by }
    const read = (body: unknown) => itemsIn(body).map(channelIn)[0]
    return call(owner, { method: 'GET', path: '/channels', query, absent: [404], read }, signal)
  }

  return {
    async findUser(
      owner: AccountOwner,
      by: { readonly id: string } | { readonly username: string },
      signal: AbortSignal,
    ): Promise<PlatformUser | undefined> {
      if ('id' in by) return channelIdShape.test(by.id) ? findChannel(owner, { id: by.id }, signal) : undefined
      const handle = by.username.replace(/^@/, '')
      return handleShape.test(handle) ? findChannel(owner, { forHandle: `@${handle}` }, signal) : undefined
    },

    /** Rounded by YouTube; 0 if the channel hides it. */
    countFollowers(owner: AccountOwner, signal: AbortSignal): Promise<number> {
      const query = { part: 'statistics', mine: 'true' }
      const read = (body: unknown) => countIn(objectIn(firstIn(body, 'items'), 'statistics'), 'subscriberCount')
      return must(owner, { method: 'GET', path: '/channels', query, read }, signal)
    },

    /** In no particular order. `all` includes broadcasts that were started without scheduling. */
    listBroadcasts(owner: AccountOwner, status: 'active' | 'upcoming' | 'completed', signal: AbortSignal) {
      const query = { part: 'id,snippet,status', broadcastStatus: status, broadcastType: 'all', maxResults: '50' }
      const read = (body: unknown) => itemsIn(body).map(broadcastIn)
      return must(owner, { method: 'GET', path: '/liveBroadcasts', query, read }, signal)
    },

    findVideo(owner: AccountOwner, id: string, signal: AbortSignal): Promise<Video | undefined> {
      const query = { part: 'snippet,liveStreamingDetails', id }
      const read = (body: unknown) => itemsIn(body).map(videoIn)[0]
      return must(owner, { method: 'GET', path: '/videos', query, read }, signal)
    },

    /** Whether and how the video can be played in an embedded player. */
    findVideoFacts(owner: AccountOwner, id: string, signal: AbortSignal): Promise<VideoFacts | undefined> {
      const query = { part: 'snippet,contentDetails,status', id }
      const read = (body: unknown) => itemsIn(body).map(videoFactsIn)[0]
      return must(owner, { method: 'GET', path: '/videos', query, read }, signal)
    },

    findCategoryName(owner: AccountOwner, id: string, signal: AbortSignal): Promise<string | undefined> {
      const query = { part: 'snippet', id }
      const read = (body: unknown) => itemsIn(body).map((row) => textIn(objectIn(row, 'snippet'), 'title'))[0]
      return call(owner, { method: 'GET', path: '/videoCategories', query, absent: [404], read }, signal)
    },

    /** The categories that a video can have. Which there are depends on the country a little; their ids do not. */
    listCategories(owner: AccountOwner, signal: AbortSignal): Promise<PlatformCategory[]> {
      const query = { part: 'snippet', regionCode: 'US', hl: 'en_US' }
      const read = (body: unknown) => itemsIn(body).flatMap(assignableCategoryIn)
      return must(owner, { method: 'GET', path: '/videoCategories', query, read }, signal)
    },

    /** An update erases all snippet fields that are not sent, so the snippet is read first. */
    async changeVideo(owner: AccountOwner, id: string, wanted: VideoChange, signal: AbortSignal): Promise<void> {
      const read = (body: unknown) => keptOf(objectIn(firstIn(body, 'items'), 'snippet'))
      const request = { method: 'GET', path: '/videos', query: { part: 'snippet', id }, read } as const
      const snippet = { ...(await must(owner, request, signal)), ...wanted }
      const change = { method: 'PUT', path: '/videos', query: { part: 'snippet' }, json: { id, snippet } } as const
      await call(owner, { ...change, done: undefined }, signal)
    },

    say(owner: AccountOwner, chatId: string, text: string, signal: AbortSignal): Promise<{ messageId: string }> {
      const snippet = { liveChatId: chatId, type: 'textMessageEvent', textMessageDetails: { messageText: text } }
      const read = (body: unknown) => ({ messageId: textIn(asObject(body), 'id') })
      const call = { path: '/liveChat/messages', query: { part: 'snippet' }, json: { snippet }, read }
      return must(owner, { method: 'POST', ...call }, signal)
    },

    createPoll(
      owner: AccountOwner,
      { chatId, title, options }: { chatId: string; title: string; options: readonly string[] },
      signal: AbortSignal,
    ): Promise<ChatPoll> {
      const json = pollMessage(chatId, title, options)
      const call = { path: '/liveChat/messages', query: { part: 'snippet' }, json, read: pollIn }
      return must(owner, { method: 'POST', ...call }, signal)
    },

    /** Undefined if there is no such poll, or it was closed before. */
    closePoll(owner: AccountOwner, id: string, signal: AbortSignal): Promise<ChatPoll | undefined> {
      const query = { id, status: 'closed', part: 'id,snippet' }
      const ending = { absent: [404], settledBy: 'modificationNotAllowed' }
      return call(
        owner,
        { method: 'POST', path: '/liveChat/messages/transition', query, ...ending, read: pollIn },
        signal,
      )
    },

    /** The newest public subscriptions to the channel, the newest first. */
    listNewSubscribers(owner: AccountOwner, signal: AbortSignal) {
      const query = { part: 'snippet,subscriberSnippet', myRecentSubscribers: 'true', maxResults: '50' }
      const read = (body: unknown) => itemsIn(body).map(newSubscriberIn)
      return must(owner, { method: 'GET', path: '/subscriptions', query, read }, signal)
    },

    /** Returns the id of the ad break. Whether ads are shown is YouTube's decision. */
    startAd(owner: AccountOwner, broadcastId: string, seconds: number, signal: AbortSignal): Promise<string> {
      const json = { cueType: 'cueTypeAd', durationSecs: seconds }
      const read = (body: unknown) => textIn(asObject(body), 'id')
      const call = { path: '/liveBroadcasts/cuepoint', query: { id: broadcastId }, json, read }
      return must(owner, { method: 'POST', ...call }, signal)
    },

    /** Returns the life cycle status that YouTube names. */
    moveBroadcast(owner: AccountOwner, id: string, to: 'live' | 'complete', signal: AbortSignal): Promise<string> {
      const query = { id, broadcastStatus: to, part: 'id,status' }
      const read = (body: unknown) => textIn(objectIn(asObject(body), 'status'), 'lifeCycleStatus')
      return must(owner, { method: 'POST', path: '/liveBroadcasts/transition', query, read }, signal)
    },

    async deleteLine(owner: AccountOwner, id: string, signal: AbortSignal): Promise<boolean> {
      const wanted = { path: '/liveChat/messages', query: { id }, absent: [404], done: true }
      return (await call(owner, { method: 'DELETE', ...wanted }, signal)) ?? false
    },

    /** Returns the id of the ban, which is needed to unban. */
    ban(
      owner: AccountOwner,
      sentence: { chatId: string; userId: string; seconds: number | undefined },
      signal: AbortSignal,
    ): Promise<string> {
      const { chatId, userId, seconds } = sentence
      const term = seconds === undefined ? { type: 'permanent' } : { type: 'temporary', banDurationSeconds: seconds }
      const json = { snippet: { liveChatId: chatId, ...term, bannedUserDetails: { channelId: userId } } }
      const read = (body: unknown) => textIn(asObject(body), 'id')
      return must(owner, { method: 'POST', path: '/liveChat/bans', query: { part: 'snippet' }, json, read }, signal)
    },

    async unban(owner: AccountOwner, banId: string, signal: AbortSignal): Promise<void> {
      const wanted = { path: '/liveChat/bans', query: { id: banId }, absent: [404], done: undefined }
      await call(owner, { method: 'DELETE', ...wanted }, signal)
    },

    listChat(
      owner: AccountOwner,
      { chatId, pageToken }: { chatId: string; pageToken: string | undefined },
      signal: AbortSignal,
    ): Promise<ChatPage> {
      const query = { liveChatId: chatId, part: 'id,snippet,authorDetails', maxResults: '2000', pageToken }
      return must(owner, { method: 'GET', path: '/liveChat/messages', query, read: pageIn }, signal)
    },

    /** A page of the Super Chats of the last 30 days, the newest first. */
    listSuperChats(owner: AccountOwner, pageToken: string | undefined, signal: AbortSignal) {
      const query = { part: 'snippet', maxResults: '50', pageToken }
      const read = (body: unknown) => superChatsIn(body, userNamed)
      return must(owner, { method: 'GET', path: '/superChatEvents', query, read }, signal)
    },

    async listMembers(owner: AccountOwner, signal: AbortSignal): Promise<PlatformSubscriber[]> {
      const members: PlatformSubscriber[] = []
      let pageToken: string | undefined
      for (let page = 0; page < maxMemberPages; page++) {
        const query = { part: 'snippet', mode: 'all_current', maxResults: '1000', pageToken }
        const read = (body: unknown) => ({ items: itemsIn(body).map(memberIn), next: asObject(body).nextPageToken })
        const call = { method: 'GET', path: '/members', query, scope: membersScope, read } as const
        const { items, next } = await must(owner, call, signal)
        members.push(...items)
        if (typeof next !== 'string' || next === '') break
        pageToken = next
      }
      return members
    },
  }
}

/** The channel of the token; a Google account may have none. */
export function ownChannelIn(body: unknown): PlatformUser {
  const [own] = itemsIn(body).map(channelIn)
  if (own !== undefined) return own
  throw new Failure('platform_refused', {
    message: platformMessages.refused.of({ service: 'YouTube', reason: youtubeMessages.noChannel.of() }),
  })
}

/** YouTube may omit an empty list. */
function newSubscriberIn(row: JsonObject) {
  const subscriber = objectIn(row, 'subscriberSnippet')
  return {
    id: textIn(row, 'id'),
    user: userNamed(textIn(subscriber, 'channelId'), textIn(subscriber, 'title')),
    at: timeIn(objectIn(row, 'snippet'), 'publishedAt'),
  }
}

function itemsIn(body: unknown): readonly JsonObject[] {
  const row = asObject(body)
  return row.items === undefined ? [] : objectsIn(row, 'items')
}

function channelIn(row: JsonObject): PlatformUser {
  const snippet = objectIn(row, 'snippet')
  const title = textIn(snippet, 'title')
  const handle = typeof snippet.customUrl === 'string' ? snippet.customUrl : title
  return { ...userNamed(textIn(row, 'id'), handle), displayname: title }
}

function broadcastIn(row: JsonObject): Broadcast {
  const snippet = objectIn(row, 'snippet')
  const chatId = typeof snippet.liveChatId === 'string' ? snippet.liveChatId : undefined
  const moment = (field: string) => (typeof snippet[field] === 'string' ? timeIn(snippet, field) : undefined)
  const times = { scheduledAt: moment('scheduledStartTime'), startedAt: moment('actualStartTime') }
  return { id: textIn(row, 'id'), title: textIn(snippet, 'title'), chatId, ...times }
}

function videoIn(row: JsonObject): Video {
  const snippet = objectIn(row, 'snippet')
  const details = row.liveStreamingDetails === undefined ? {} : objectIn(row, 'liveStreamingDetails')
  return {
    title: textIn(snippet, 'title'),
    categoryId: textIn(snippet, 'categoryId'),
    viewerCount: countIn(details, 'concurrentViewers'),
    startedAt: details.actualStartTime === undefined ? null : timeIn(details, 'actualStartTime'),
    isOver: details.actualEndTime !== undefined,
  }
}

/** None for one that only YouTube itself gives. */
function assignableCategoryIn(row: JsonObject): PlatformCategory[] {
  const snippet = objectIn(row, 'snippet')
  return snippet.assignable === true ? [{ id: textIn(row, 'id'), name: textIn(snippet, 'title') }] : []
}

/** The writable fields of a video snippet. */
function keptOf(snippet: JsonObject): JsonObject {
  const names = ['title', 'categoryId', 'description', 'tags', 'defaultLanguage', 'defaultAudioLanguage']
  return Object.fromEntries(names.flatMap((name) => (snippet[name] === undefined ? [] : [[name, snippet[name]]])))
}

/** A member of the third level also has the two levels below it. */
function memberIn(row: JsonObject): PlatformSubscriber {
  const snippet = objectIn(row, 'snippet')
  const details = objectIn(snippet, 'memberDetails')
  const { accessibleLevels } = objectIn(snippet, 'membershipsDetails')
  const tier = Array.isArray(accessibleLevels) ? Math.max(1, accessibleLevels.length) : 1
  return { user: userNamed(textIn(details, 'channelId'), textIn(details, 'displayName')), tier, isGift: false }
}

/** Numbers are sent as strings and omitted if unknown. */
function countIn(row: JsonObject, field: string): number {
  if (row[field] === undefined) return 0
  const count = Number(row[field])
  if (!Number.isSafeInteger(count)) throw new UnexpectedAnswer(`${field} is not a number`)
  return count
}
