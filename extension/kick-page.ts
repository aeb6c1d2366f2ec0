import type { ClipFailureReason, ClipOrder } from '../src/capabilities/extension/contract/extension-messages.ts'
import type { MirroredEvent } from '../src/platforms/contract/mirrored-events.ts'
import type { PageDetail } from './clip-details.ts'

/**
 * Everything this extension knows about Kick's site, and the only file that knows it. Kick has no published API for
 * clips, nor for chat without a public address, so this follows what the site's own page does, and may have to change when
 * the page does.
 */

export const kickPages = 'https://kick.com/*'
const clipApi = 'https://web.kick.com'

export interface PageOrder {
  readonly channel: string
  readonly title: string
  readonly seconds: number
  readonly timeoutMs: number
  readonly clipApi: string
}

/** The argument of `createClip`. That function runs inside the page, so everything it needs is in its argument. */
export function orderFor({ channel, title, seconds, timeoutMs }: ClipOrder): PageOrder {
  return { channel: slugOf(channel), title, seconds, timeoutMs, clipApi }
}

/** What `createClip` answers. */
type PageResult =
  | { readonly ok: true; readonly url: string }
  | ({ readonly ok: false; readonly reason: ClipFailureReason } & PageDetail)

/** A tab of the browser, as far as its page matters. */
interface OpenTab {
  readonly id?: number
  readonly url?: string
  readonly discarded: boolean
}

/** Of several open pages the broadcaster's own, otherwise any that is loaded. */
export function pickTab(tabs: readonly OpenTab[], channel: string): { readonly id: number } | undefined {
  const loaded = tabs.flatMap(({ discarded, id, url = '' }) => (discarded || id === undefined ? [] : { id, url }))
  return loaded.find(({ url }) => isPageOf(url, channel)) ?? loaded[0]
}

/** Whether this is the page of the channel, or its chat in a window of its own. */
export function isPageOf(url: string, channel: string): boolean {
  const [first = '', second = ''] = new URL(url).pathname.split('/').slice(1)
  return slugOf(first === 'popout' ? second : first) === slugOf(channel)
}

/** The name as it stands in addresses. */
function slugOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/**
 * Runs in the page itself, in its own world: the site guards its calls with a script that wraps `fetch` there. It uses
 * nothing from outside its braces, and never throws.
 */
export async function createClip({ channel, title, seconds, timeoutMs, clipApi }: PageOrder): Promise<PageResult> {
  /** The fields that are read of Kick's answers. */
  interface Answer {
    readonly id?: string | number
    readonly clip_id?: string | number
    readonly clip?: { readonly id?: string | number }
    readonly source_duration?: unknown
    readonly duration?: unknown
    readonly livestream?: {
      readonly is_live?: boolean
      readonly slug: string
      readonly vod_id?: unknown
      readonly id?: unknown
    } | null
    readonly data?: Answer
    readonly message?: unknown
    readonly error?: unknown
  }
  const signal = AbortSignal.timeout(timeoutMs)
  class ClipError extends Error {
    reason: ClipFailureReason
    detail: PageDetail
    constructor(reason: ClipFailureReason, detail: PageDetail = { words: '' }) {
      super(reason)
      this.reason = reason
      this.detail = detail
    }
  }

  /** The fields of the answer, or undefined when this address does not exist any more. */
  async function ask(url: string, body?: unknown): Promise<Answer | undefined> {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    let response: Response
    try {
      const headers = { Accept: 'application/json', ...(body === undefined ? {} : post.headers) }
      response = await fetch(url, { ...(body === undefined ? {} : post), headers, credentials: 'include', signal })
    } catch (error) {
      if (signal.aborted) throw error
      // Another host that refuses requests from this page cannot be used.
      return undefined
    }
    const { status } = response
    if (status === 404 || status === 405) return undefined
    if (status === 401 || status === 419) throw new ClipError('signed_out')
    if (status === 429) throw new ClipError('rate_limited')
    const text = await response.text()
    if (status === 409) throw new ClipError('not_live')
    if (status >= 500) throw new ClipError('refused', { problem: 'status', status })
    let answer: Answer | null
    try {
      answer = JSON.parse(text)
    } catch {
      throw new ClipError(status < 400 ? 'page_changed' : 'refused', { problem: 'statusWithoutJson', status })
    }
    if (status >= 400) {
      const words = answer?.message ?? answer?.error
      if (/not live|offline/i.test(String(words))) throw new ClipError('not_live')
      throw new ClipError('refused', words === undefined ? { problem: 'status', status } : { words: String(words) })
    }
    return answer?.data ?? answer ?? {}
  }

  /** One of the two known ways: a draft of the last minutes, then the part of it that is wanted. */
  async function clipBy(address: string, draftBody: unknown): Promise<string | number | undefined> {
    const draft = await ask(address, draftBody)
    if (draft === undefined) return undefined
    const id = draft.id ?? draft.clip_id
    if (id === undefined) throw new ClipError('page_changed', { problem: 'noDraftId' })
    const sourceSeconds = Number(draft.source_duration ?? draft.duration ?? 180) || 180
    const duration = Math.min(seconds, sourceSeconds)
    const part = { duration, start_time: Math.max(0, Math.floor(sourceSeconds - duration)), title }
    const published = await ask(`${address}/${encodeURIComponent(id)}/finalize`, part)
    if (published === undefined) throw new ClipError('page_changed', { problem: 'notPublished' })
    // The published clip may have another id than its draft.
    return published.id ?? published.clip_id ?? published.clip?.id ?? id
  }

  async function work(): Promise<PageResult> {
    const here = location.origin
    const page = await ask(`${here}/api/v2/channels/${encodeURIComponent(channel)}`)
    if (page === undefined) throw new ClipError('page_changed', { problem: 'channelNotFound' })
    const stream = page.livestream
    if (stream === undefined) throw new ClipError('page_changed', { problem: 'noLiveState' })
    if (stream === null || stream.is_live === false) throw new ClipError('not_live')
    const byStream = `${here}/api/internal/v1/livestreams/${encodeURIComponent(stream.slug)}/clips`
    const id =
      (await clipBy(byStream, { duration: 180 })) ??
      (await clipBy(`${clipApi}/api/v1/clips`, { video_id: stream.vod_id ?? stream.id }))
    if (id === undefined) throw new ClipError('page_changed', { problem: 'noWay' })
    return { ok: true, url: `${here}/${encodeURIComponent(channel)}/clips/${encodeURIComponent(id)}` }
  }

  try {
    return await work()
  } catch (error) {
    if (error instanceof ClipError) return { ok: false, reason: error.reason, ...error.detail }
    if (signal.aborted) return { ok: false, reason: 'timed_out', problem: 'late' }
    return { ok: false, reason: 'page_changed', words: error instanceof Error ? error.message : String(error) }
  }
}

/** The ids of a channel, by which its chat is recognised. */
export interface ChannelIds {
  readonly userId: string
  readonly chatroomId: string
}

/** Runs in the page itself, as `createClip` does. Null when the page does not know the channel any more. */
export async function findChannel({
  channel,
  timeoutMs,
}: {
  readonly channel: string
  readonly timeoutMs: number
}): Promise<ChannelIds | null> {
  try {
    const address = `${location.origin}/api/v2/channels/${encodeURIComponent(channel)}`
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address, { headers: { Accept: 'application/json' }, credentials: 'include', signal })
    const { user_id: userId, chatroom } = await response.json()
    return { userId: String(userId), chatroomId: String(chatroom.id) }
  } catch {
    return null
  }
}

const maxText = 2000
const maxNames = 100

type Fields = Readonly<Record<string, unknown>>

/**
 * The chat messages, subscriptions and gifted subscriptions in a text that the page received on a socket. The page uses
 * one of two services: Pusher sends `{ event, channel, data }`, Centrifugo `{ push: { channel, pub: { data: { event, data
 * } } } }`, several of them in lines. The payload is the same, as an object or as JSON.
 */
export function eventsIn(text: string, chatroomId: string): MirroredEvent[] {
  return text.split('\n').flatMap((line) => {
    const frame = objectIn(line)
    const push = asFields(frame.push)
    const { event, data } = frame.push === undefined ? frame : asFields(asFields(push.pub).data)
    if (typeof event !== 'string') return []
    const payload = typeof data === 'string' ? objectIn(data) : asFields(data)
    if (String(payload.chatroom_id) !== chatroomId) return []
    return mirrored(event.replace(/^App\\Events\\/, ''), payload)
  })
}

function mirrored(event: string, payload: Fields): MirroredEvent[] {
  switch (event) {
    case 'ChatMessageEvent': {
      const { id: userId, username, identity } = asFields(payload.sender)
      const badges = listIn(asFields(identity).badges).flatMap((badge) => textOf(asFields(badge).type))
      const text = String(payload.content ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
      const at = Date.parse(String(payload.created_at))
      if (typeof payload.id !== 'string' || typeof username !== 'string' || text.trim() === '') return []
      return [
        {
          kind: 'chat',
          id: payload.id,
          userId: String(userId),
          name: username,
          badges: badges.filter((badge) => /^\w{1,40}$/.test(badge)).slice(0, 20),
          text: text.slice(0, maxText),
          at: Number.isNaN(at) ? Date.now() : at,
        },
      ]
    }
    case 'SubscriptionEvent': {
      const months = Number(payload.months)
      const [name] = textOf(payload.username)
      if (name === undefined) return []
      return [{ kind: 'subscription', name, months: Number.isSafeInteger(months) && months > 0 ? months : 1 }]
    }
    case 'GiftedSubscriptionsEvent': {
      const names = listIn(payload.gifted_usernames).flatMap(textOf)
      const [giver = ''] = textOf(payload.gifter_username)
      const [id = ''] = textOf(payload.correlation_id ?? asFields(payload.chunk_details).correlation_id)
      const parts = Array.from({ length: Math.ceil(names.length / maxNames) }, (_, part) =>
        names.slice(part * maxNames, (part + 1) * maxNames),
      )
      return parts.map((part) => ({ kind: 'gift', id, giver, names: part }))
    }
    default:
      return []
  }
}

function objectIn(text: string): Fields {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return {}
  }
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A list of one, or none, which `flatMap` leaves out. */
function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}
