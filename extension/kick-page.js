/**
 * Everything this extension knows about Kick's site, and the only file that knows it. Kick has no published way to
 * make a clip, so this follows what the site's own page does, and may have to change when the page does.
 */

export const kickPages = 'https://kick.com/*'
const clipApi = 'https://web.kick.com'

/** What the page is asked to do. It runs there, so all it needs is in `order`. */
export function orderFor({ channel, title, seconds, timeoutMs }) {
  return { channel: slugOf(channel), title, seconds, timeoutMs, clipApi }
}

/** Of several open pages the broadcaster's own, then any other that is awake. */
export function pickTab(tabs, channel) {
  const awake = tabs.filter(({ discarded, id }) => !discarded && id !== undefined)
  const isOwn = ({ url }) => slugOf(new URL(url).pathname.split('/')[1] ?? '') === slugOf(channel)
  return awake.find(isOwn) ?? awake[0]
}

/** The name as it stands in addresses. */
function slugOf(name) {
  return name.toLowerCase().replaceAll('_', '-')
}

/**
 * Runs in the page itself, in its own world: the site guards its calls with a script that wraps `fetch` there. It uses
 * nothing from outside its braces. Answers `{ ok, url }` or `{ ok, reason, detail }`, and never throws.
 */
export async function makeClip({ channel, title, seconds, timeoutMs, clipApi }) {
  const signal = AbortSignal.timeout(timeoutMs)
  class Trouble extends Error {
    constructor(reason, detail = '') {
      super(detail)
      this.reason = reason
    }
  }

  /** The answer's fields, or undefined when this way of asking does not exist any more. */
  async function ask(url, body) {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    let response
    try {
      const headers = { Accept: 'application/json', ...(body && post.headers) }
      response = await fetch(url, { ...(body && post), headers, credentials: 'include', signal })
    } catch (error) {
      if (signal.aborted) throw error
      // Another host that does not let this page ask it is no way for us.
      return undefined
    }
    const { status } = response
    if (status === 404 || status === 405) return undefined
    if (status === 401 || status === 419) throw new Trouble('signed_out')
    if (status === 429) throw new Trouble('rate_limited')
    const text = await response.text()
    if (status === 409) throw new Trouble('not_live')
    if (status >= 500) throw new Trouble('refused', `status ${status}`)
    let answer
    try {
      answer = JSON.parse(text)
    } catch {
      throw new Trouble(status < 400 ? 'page_changed' : 'refused', `status ${status}, no JSON`)
    }
    if (status >= 400) {
      const said = String(answer?.message ?? answer?.error ?? `status ${status}`)
      if (/not live|offline/i.test(said)) throw new Trouble('not_live')
      throw new Trouble('refused', said)
    }
    return answer?.data ?? answer
  }

  /** One of the two known ways: a draft of the last minutes, then the part of it that is wanted. */
  async function clipBy(address, draftBody) {
    const draft = await ask(address, draftBody)
    if (draft === undefined) return undefined
    const id = draft.id ?? draft.clip_id
    if (id === undefined) throw new Trouble('page_changed', 'the draft of the clip has no id')
    const sourceSeconds = Number(draft.source_duration ?? draft.duration ?? 180) || 180
    const duration = Math.min(seconds, sourceSeconds)
    const part = { duration, start_time: Math.max(0, Math.floor(sourceSeconds - duration)), title }
    const made = await ask(`${address}/${encodeURIComponent(id)}/finalize`, part)
    if (made === undefined) throw new Trouble('page_changed', 'the draft of the clip cannot be published')
    // The published clip may have another id than its draft.
    return made.id ?? made.clip_id ?? made.clip?.id ?? id
  }

  async function work() {
    const here = location.origin
    const page = await ask(`${here}/api/v2/channels/${encodeURIComponent(channel)}`)
    if (page === undefined) throw new Trouble('page_changed', `the channel ${channel} is not found`)
    const stream = page.livestream
    if (stream === undefined) throw new Trouble('page_changed', 'the channel does not say whether it is live')
    if (stream === null || stream.is_live === false) throw new Trouble('not_live')
    const byStream = `${here}/api/internal/v1/livestreams/${encodeURIComponent(stream.slug)}/clips`
    const id =
      (await clipBy(byStream, { duration: 180 })) ??
      (await clipBy(`${clipApi}/api/v1/clips`, { video_id: stream.vod_id ?? stream.id }))
    if (id === undefined) throw new Trouble('page_changed', 'neither way to make a clip exists any more')
    return { ok: true, url: `${here}/${encodeURIComponent(channel)}/clips/${encodeURIComponent(id)}` }
  }

  try {
    return await work()
  } catch (error) {
    if (error instanceof Trouble) return { ok: false, reason: error.reason, detail: error.message }
    if (signal.aborted) return { ok: false, reason: 'timed_out', detail: 'Kick did not answer in time' }
    return { ok: false, reason: 'page_changed', detail: String(error?.message ?? error) }
  }
}
