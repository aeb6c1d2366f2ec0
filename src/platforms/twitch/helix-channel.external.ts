import { firstIn, numberIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { PlatformCategory } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'

/** The calls of Twitch's Helix API about the channel: its stream, title, category and clips. */
export function createHelixChannel(api: AccountApi) {
  return {
    readChannel(owner: AccountOwner, id: string, signal: AbortSignal) {
      const read = (body: unknown) => {
        const row = firstIn(body, 'data')
        return { title: textIn(row, 'title'), category: { id: textIn(row, 'game_id'), name: textIn(row, 'game_name') } }
      }
      const query = { broadcaster_id: id }
      return api.call(owner, { method: 'GET', path: '/channels', query, scopes: [], read }, signal)
    },

    /** Undefined while the stream is offline. */
    findStream(owner: AccountOwner, id: string, signal: AbortSignal) {
      const read = (body: unknown) => {
        const [row] = objectsIn(body, 'data')
        return row && { viewerCount: numberIn(row, 'viewer_count'), startedAt: timeIn(row, 'started_at') }
      }
      return api.call(owner, { method: 'GET', path: '/streams', query: { user_id: id }, scopes: [], read }, signal)
    },

    setChannel(
      owner: AccountOwner,
      id: string,
      change: { readonly title?: string; readonly game_id?: string; readonly tags?: readonly string[] },
      signal: AbortSignal,
    ) {
      const query = { broadcaster_id: id }
      const call = { path: '/channels', query, json: change, scopes: ['channel:manage:broadcast'], settle: nothing }
      return api.call(owner, { method: 'PATCH', ...call }, signal)
    },

    listCategoriesNamed(owner: AccountOwner, name: string, signal: AbortSignal): Promise<PlatformCategory[]> {
      return api.call(owner, { method: 'GET', path: '/games', query: { name }, scopes: [], read: categoriesIn }, signal)
    },

    searchCategories(owner: AccountOwner, name: string, signal: AbortSignal): Promise<PlatformCategory[]> {
      const query = { query: name, first: '100' }
      const call = { path: '/search/categories', query, scopes: [], read: categoriesIn }
      return api.call(owner, { method: 'GET', ...call }, signal)
    },

    /** Undefined if there is no live stream. */
    beginClip(owner: AccountOwner, id: string, clip: { title: string; seconds: number }, signal: AbortSignal) {
      const query = { broadcaster_id: id, title: clip.title, duration: clip.seconds.toFixed(1) }
      const read = (body: unknown, status: number) => (status === 404 ? undefined : textIn(firstIn(body, 'data'), 'id'))
      const call = { path: '/clips', query, scopes: ['clips:edit'], expects: [404], read }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    findClip(owner: AccountOwner, clipId: string, signal: AbortSignal): Promise<{ url: string } | undefined> {
      const read = (body: unknown) => objectsIn(body, 'data').map((row) => ({ url: textIn(row, 'url') }))[0]
      return api.call(owner, { method: 'GET', path: '/clips', query: { id: clipId }, scopes: [], read }, signal)
    },
  }
}

function categoriesIn(body: unknown): PlatformCategory[] {
  return objectsIn(body, 'data').map((row) => ({ id: textIn(row, 'id'), name: textIn(row, 'name') }))
}

function nothing(): void {}
