import { Failure } from '../../kernel/operation/contract/failures.ts'
import {
  firstIn,
  type JsonObject,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  timeIn,
  UnexpectedAnswer,
} from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import type { AdBreak, SnoozedAd, StreamMarker } from '../channel-capabilities.ts'
import type { PinnedMessage } from '../channel-events.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import { userIn } from './people.external.ts'

/** The step of the lengths that Twitch accepts. */
const adUnitSeconds = 30

interface WantedPin {
  readonly messageId: string
  /** 30 to 1,800; undefined: until the stream ends. */
  readonly seconds?: number | undefined
}

export type HelixChannel = ReturnType<typeof createHelixChannel>

/** The calls of Helix that act on the channel: raids, shoutouts, announcements, ad breaks, markers, the pinned message. */
export function createHelixChannel(api: AccountApi) {
  function changePin(
    owner: AccountOwner,
    method: 'PUT' | 'PATCH' | 'DELETE',
    id: string,
    { messageId, seconds }: WantedPin,
    signal: AbortSignal,
  ): Promise<'done' | 'not found' | 'pinned already'> {
    const duration = seconds === undefined ? undefined : String(seconds)
    const query = { broadcaster_id: id, moderator_id: id, message_id: messageId, duration_seconds: duration }
    const scopes = ['moderator:manage:chat_messages']
    const expects = method === 'PUT' ? [404, 409] : [404]
    const settle = (status: number) => (status === 404 ? 'not found' : status === 409 ? 'pinned already' : 'done')
    return api.call(owner, { method, path: '/chat/pins', query, scopes, expects, settle }, signal)
  }

  return {
    raid(owner: AccountOwner, id: string, targetId: string, signal: AbortSignal): Promise<void> {
      const query = { from_broadcaster_id: id, to_broadcaster_id: targetId }
      const call = { path: '/raids', query, scopes: ['channel:manage:raids'], settle: nothing }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    cancelRaid(owner: AccountOwner, id: string, signal: AbortSignal): Promise<void> {
      const call = { path: '/raids', query: { broadcaster_id: id }, scopes: ['channel:manage:raids'], settle: nothing }
      return api.call(owner, { method: 'DELETE', ...call }, signal)
    },

    shoutOut(owner: AccountOwner, id: string, targetId: string, signal: AbortSignal): Promise<void> {
      const query = { from_broadcaster_id: id, to_broadcaster_id: targetId, moderator_id: id }
      const call = { path: '/chat/shoutouts', query, scopes: ['moderator:manage:shoutouts'], settle: nothing }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    announce(owner: AccountOwner, id: string, message: string, signal: AbortSignal): Promise<void> {
      const query = { broadcaster_id: id, moderator_id: id }
      const scopes = ['moderator:manage:announcements']
      const call = { path: '/chat/announcements', query, json: { message }, scopes, settle: nothing }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    /** Ad breaks are whole half minutes. Twitch answers with the length that it plays. */
    startCommercial(owner: AccountOwner, id: string, seconds: number, signal: AbortSignal) {
      const read = (body: unknown) => ({ seconds: playedIn(firstIn(body, 'data')) })
      const json = { broadcaster_id: id, length: Math.ceil(seconds / adUnitSeconds) * adUnitSeconds }
      const call = { path: '/channels/commercial', json, scopes: ['channel:edit:commercial'], read }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    findNextAd(owner: AccountOwner, id: string, signal: AbortSignal): Promise<AdBreak | undefined> {
      const call = {
        path: '/channels/ads',
        query: { broadcaster_id: id },
        scopes: ['channel:read:ads'],
        read: nextAdIn,
      }
      return api.call(owner, { method: 'GET', ...call }, signal)
    },

    snoozeAd(owner: AccountOwner, id: string, signal: AbortSignal): Promise<SnoozedAd> {
      const query = { broadcaster_id: id }
      const call = { path: '/channels/ads/schedule/snooze', query, scopes: ['channel:manage:ads'], read: snoozedIn }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    /** Undefined if there is no live stream, or none that is recorded. */
    createMarker(owner: AccountOwner, id: string, text: string | undefined, signal: AbortSignal) {
      const json = { user_id: id, ...(text !== undefined && { description: text }) }
      const read = (body: unknown, status: number) => (status === 404 ? undefined : markerIn(firstIn(body, 'data')))
      const call = { path: '/streams/markers', json, scopes: ['channel:manage:broadcast'], expects: [404], read }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    findPin(owner: AccountOwner, id: string, signal: AbortSignal): Promise<PinnedMessage<PlatformUser> | null> {
      const query = { broadcaster_id: id, moderator_id: id }
      const scopes = ['moderator:manage:chat_messages']
      const read = (body: unknown) => objectsIn(body, 'data').map(pinIn)[0] ?? null
      return api.call(owner, { method: 'GET', path: '/chat/pins', query, scopes, read }, signal)
    },

    /** `pinned already` (409) is for the caller: the time of that pin is changed by another call. */
    pin(owner: AccountOwner, id: string, wanted: WantedPin, signal: AbortSignal) {
      return changePin(owner, 'PUT', id, wanted, signal)
    },

    movePinEnd(owner: AccountOwner, id: string, wanted: WantedPin, signal: AbortSignal) {
      return changePin(owner, 'PATCH', id, wanted, signal)
    },

    unpin(owner: AccountOwner, id: string, messageId: string, signal: AbortSignal) {
      return changePin(owner, 'DELETE', id, { messageId }, signal)
    },
  }
}

/** Shortly after an ad break Twitch answers 200, with a length of 0 and the reason. */
function playedIn(row: JsonObject): number {
  const seconds = numberIn(row, 'length')
  if (seconds > 0) return seconds
  const message = platformMessages.refused.of({ service: 'Twitch', reason: reasonIn(row) })
  throw new Failure('platform_refused', { message })
}

function nextAdIn(body: unknown): AdBreak | undefined {
  const [row] = objectsIn(body, 'data')
  const startsAt = row && nextAdAtIn(row)
  return row === undefined || startsAt === undefined ? undefined : { startsAt, seconds: numberIn(row, 'duration') }
}

function snoozedIn(body: unknown): SnoozedAd {
  const row = firstIn(body, 'data')
  return { nextAdAt: nextAdAtIn(row) ?? null, snoozesLeft: numberIn(row, 'snooze_count') }
}

/** The documentation shows a date; Twitch sends seconds since 1970. Without a scheduled ad it is 0 or empty. */
function nextAdAtIn({ next_ad_at: at }: JsonObject): number | undefined {
  if (at === null || at === undefined || at === '' || at === 0) return undefined
  const startsAt = typeof at === 'number' ? at * 1000 : Date.parse(String(at))
  if (!Number.isFinite(startsAt)) throw new UnexpectedAnswer('next_ad_at is not a time')
  return startsAt
}

function markerIn(row: JsonObject): StreamMarker {
  return {
    id: textIn(row, 'id'),
    positionSeconds: numberIn(row, 'position_seconds'),
    createdAt: timeIn(row, 'created_at'),
  }
}

function pinIn(row: JsonObject): PinnedMessage<PlatformUser> {
  return {
    messageId: textIn(row, 'message_id'),
    author: userIn(row, 'sender_user'),
    text: textIn(objectIn(row, 'message'), 'text'),
    moderator: textIn(row, 'pinned_by_user_login'),
    endsAt: typeof row.ends_at === 'string' ? timeIn(row, 'ends_at') : null,
  }
}

function nothing(): void {}
