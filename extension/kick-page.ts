import type { ClipFailureReason, ClipOrder, ClipResult } from '../src/contract/extension-messages.ts'

/**
 * Everything this extension knows about Kick's site, and the only file that knows it. Kick has no published API for
 * clips, so this follows what the site's own page does, and may have to change when the page does.
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

/** Of several open pages the broadcaster's own, otherwise any that is loaded. */
export function pickTab(tabs: readonly chrome.tabs.Tab[], channel: string): { readonly id: number } | undefined {
  const loaded = tabs.flatMap(({ discarded, id, url = '' }) => (discarded || id === undefined ? [] : { id, url }))
  const isOwn = ({ url }: { readonly url: string }) =>
    slugOf(new URL(url).pathname.split('/')[1] ?? '') === slugOf(channel)
  return loaded.find(isOwn) ?? loaded[0]
}

/** The name as it stands in addresses. */
function slugOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/**
 * Runs in the page itself, in its own world: the site guards its calls with a script that wraps `fetch` there. It uses
 * nothing from outside its braces. Answers `{ ok, url }` or `{ ok, reason, detail }`, and never throws.
 */
export async function createClip({ channel, title, seconds, timeoutMs, clipApi }: PageOrder): Promise<ClipResult> {
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
    constructor(reason: ClipFailureReason, detail = '') {
      super(detail)
      this.reason = reason
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
    if (status >= 500) throw new ClipError('refused', `status ${status}`)
    let answer: Answer | null
    try {
      answer = JSON.parse(text)
    } catch {
      throw new ClipError(status < 400 ? 'page_changed' : 'refused', `status ${status}, no JSON`)
    }
    if (status >= 400) {
      const sentence = String(answer?.message ?? answer?.error ?? `status ${status}`)
      if (/not live|offline/i.test(sentence)) throw new ClipError('not_live')
      throw new ClipError('refused', sentence)
    }
    return answer?.data ?? answer ?? {}
  }

  /** One of the two known ways: a draft of the last minutes, then the part of it that is wanted. */
  async function clipBy(address: string, draftBody: unknown): Promise<string | number | undefined> {
    const draft = await ask(address, draftBody)
    if (draft === undefined) return undefined
    const id = draft.id ?? draft.clip_id
    if (id === undefined) throw new ClipError('page_changed', 'the draft of the clip has no id')
    const sourceSeconds = Number(draft.source_duration ?? draft.duration ?? 180) || 180
    const duration = Math.min(seconds, sourceSeconds)
    const part = { duration, start_time: Math.max(0, Math.floor(sourceSeconds - duration)), title }
    const published = await ask(`${address}/${encodeURIComponent(id)}/finalize`, part)
    if (published === undefined) throw new ClipError('page_changed', 'the draft of the clip cannot be published')
    // The published clip may have another id than its draft.
    return published.id ?? published.clip_id ?? published.clip?.id ?? id
  }

  async function work(): Promise<ClipResult> {
    const here = location.origin
    const page = await ask(`${here}/api/v2/channels/${encodeURIComponent(channel)}`)
    if (page === undefined) throw new ClipError('page_changed', `the channel ${channel} is not found`)
    const stream = page.livestream
    if (stream === undefined) throw new ClipError('page_changed', 'the channel does not say whether it is live')
    if (stream === null || stream.is_live === false) throw new ClipError('not_live')
    const byStream = `${here}/api/internal/v1/livestreams/${encodeURIComponent(stream.slug)}/clips`
    const id =
      (await clipBy(byStream, { duration: 180 })) ??
      (await clipBy(`${clipApi}/api/v1/clips`, { video_id: stream.vod_id ?? stream.id }))
    if (id === undefined) throw new ClipError('page_changed', 'neither way to create a clip exists any more')
    return { ok: true, url: `${here}/${encodeURIComponent(channel)}/clips/${encodeURIComponent(id)}` }
  }

  try {
    return await work()
  } catch (error) {
    if (error instanceof ClipError) return { ok: false, reason: error.reason, detail: error.message }
    if (signal.aborted) return { ok: false, reason: 'timed_out', detail: 'Kick did not answer in time' }
    return { ok: false, reason: 'page_changed', detail: error instanceof Error ? error.message : String(error) }
  }
}
