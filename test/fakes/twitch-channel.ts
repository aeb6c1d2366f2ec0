import type { Endpoint } from './twitch-helix.ts'
import type { TwitchWorld } from './twitch-world.ts'

/**
 * The endpoints of Helix about the channel itself. Parameters, answers and refusals follow the mock server of Twitch's
 * own command line (raids, shoutouts, announcements, commercials, ads), the tests of the Rust client twitch_api and the
 * fixtures of a Go client (pins: parameters in the query, 204), the tests of twitch_api for markers and snoozing, and the statuses that a TypeScript client of Helix lists
 * for pins: 404 for an unknown message, 409 for a message that is pinned already. Twitch has not published the texts.
 */
export function createChannelEndpoints(world: TwitchWorld): Record<string, Endpoint> {
  const refuse = (status: number, message: string) => ({ status, body: { error: 'Bad Request', status, message } })
  const nameOf = (id: string | null) => world.find({ id })?.login

  const pinning = {
    query: ['broadcaster_id', 'moderator_id', 'message_id'],
    scope: 'moderator:manage:chat_messages',
    self: 'moderator_id',
  }
  function pin(message: NonNullable<TwitchWorld['pin']>, query: URLSearchParams) {
    const seconds = query.get('duration_seconds')
    if (seconds !== null && !(Number(seconds) >= 30 && Number(seconds) <= 1800))
      return refuse(400, 'The duration_seconds value is invalid.')
    const endsAt = seconds === null ? null : new Date(Date.UTC(2026, 4, 6, 12, 30, Number(seconds))).toISOString()
    world.pin = { ...message, endsAt }
    return { status: 204 }
  }

  return {
    'POST /raids': {
      query: ['from_broadcaster_id', 'to_broadcaster_id'],
      scope: 'channel:manage:raids',
      self: 'from_broadcaster_id',
      handle({ query }) {
        const target = nameOf(query.get('to_broadcaster_id'))
        if (target === undefined) return refuse(400, "User specified in to_broadcaster_id doesn't exist")
        world.raids.push(target)
        world.isRaidPending = true
        return { status: 200, body: { data: [{ created_at: '2026-03-01T18:00:00Z', is_mature: false }] } }
      },
    },
    'DELETE /raids': {
      query: ['broadcaster_id'],
      scope: 'channel:manage:raids',
      self: 'broadcaster_id',
      handle() {
        if (!world.isRaidPending) return refuse(404, 'The broadcaster does not have a pending raid to cancel.')
        world.isRaidPending = false
        return { status: 204 }
      },
    },
    'POST /chat/shoutouts': {
      query: ['from_broadcaster_id', 'to_broadcaster_id', 'moderator_id'],
      scope: 'moderator:manage:shoutouts',
      self: 'moderator_id',
      handle({ query }) {
        if (!world.isLive)
          return refuse(400, 'The broadcaster is not streaming live or does not have one or more viewers')
        world.shoutouts.push(nameOf(query.get('to_broadcaster_id')) ?? '')
        return { status: 204 }
      },
    },
    'POST /chat/announcements': {
      query: ['broadcaster_id', 'moderator_id'],
      body: ['message', 'color'],
      scope: 'moderator:manage:announcements',
      self: 'moderator_id',
      handle({ body }) {
        world.announcements.push(body.message)
        return { status: 204 }
      },
    },
    'POST /channels/commercial': {
      body: ['broadcaster_id', 'length'],
      scope: 'channel:edit:commercial',
      self: 'broadcaster_id',
      handle({ body }) {
        const { length } = body
        if (![30, 60, 90, 120, 150, 180].includes(length)) return refuse(400, 'Length is an invalid value')
        if (!world.isLive) return refuse(400, 'User is not currently live and must be to run commercials')
        if (world.isAdCooldown) {
          return { status: 200, body: { data: [{ length: 0, message: 'Please try again later', retry_after: 300 }] } }
        }
        world.commercials.push(length)
        return { status: 200, body: { data: [{ length, message: '', retry_after: 480 }] } }
      },
    },
    'GET /channels/ads': {
      query: ['broadcaster_id'],
      scope: 'channel:read:ads',
      self: 'broadcaster_id',
      handle() {
        const { at, seconds } = world.nextAd
        const row = { next_ad_at: at, last_ad_at: 0, duration: seconds, preroll_free_time: 90, snooze_count: 1 }
        return { status: 200, body: { data: [{ ...row, snooze_refresh_at: 0 }] } }
      },
    },
    'POST /channels/ads/schedule/snooze': {
      query: ['broadcaster_id'],
      scope: 'channel:manage:ads',
      self: 'broadcaster_id',
      handle() {
        if (world.snoozes === 0) return refuse(429, 'Channel has no snoozes available.')
        world.snoozes--
        world.nextAd.at += 300
        // The documentation shows dates; Twitch sends seconds, as it does for the schedule.
        const row = { snooze_count: world.snoozes, snooze_refresh_at: 1_700_000_000, next_ad_at: world.nextAd.at }
        return { status: 200, body: { data: [row] } }
      },
    },
    'POST /streams/markers': {
      body: ['user_id', 'description'],
      scope: 'channel:manage:broadcast',
      self: 'user_id',
      handle({ body }) {
        if (!world.isLive) return refuse(404, 'The broadcaster is not streaming live.')
        const { description = '' } = body
        if (description.length > 140) return refuse(400, 'The description is too long.')
        world.markers.push(description)
        const row = { id: '123', created_at: '2018-08-20T20:10:03Z', description, position_seconds: 244 }
        return { status: 200, body: { data: [row] } }
      },
    },
    'GET /chat/pins': {
      query: ['broadcaster_id', 'moderator_id'],
      scope: 'moderator:manage:chat_messages',
      self: 'moderator_id',
      handle() {
        const { pin, broadcaster } = world
        if (pin === undefined) return { status: 200, body: { data: [] } }
        const row = {
          message_id: pin.id,
          broadcaster_id: broadcaster.id,
          sender_user_id: pin.by.id,
          sender_user_login: pin.by.login,
          sender_user_name: pin.by.name,
          pinned_by_user_id: broadcaster.id,
          pinned_by_user_login: broadcaster.login,
          pinned_by_user_name: broadcaster.name,
          message: { text: pin.text, fragments: [] },
          starts_at: '2026-05-06T12:30:00Z',
          ends_at: pin.endsAt ?? null,
          updated_at: '2026-05-06T12:30:00Z',
        }
        return { status: 200, body: { data: [row] } }
      },
    },
    'PUT /chat/pins': {
      ...pinning,
      query: [...pinning.query, 'duration_seconds'],
      handle({ query }) {
        const line = world.lines.find(({ id }) => id === query.get('message_id'))
        if (line === undefined) return refuse(404, 'The specified message was not found.')
        if (world.pin?.id === line.id) return refuse(409, 'The message is already pinned.')
        return pin({ id: line.id, by: world.get(line.by), text: line.text }, query)
      },
    },
    'PATCH /chat/pins': {
      ...pinning,
      query: [...pinning.query, 'duration_seconds'],
      handle({ query }) {
        if (world.pin?.id !== query.get('message_id')) return refuse(404, 'The pinned message was not found.')
        return pin(world.pin, query)
      },
    },
    'DELETE /chat/pins': {
      ...pinning,
      handle({ query }) {
        if (world.pin?.id !== query.get('message_id')) return refuse(404, 'The pinned message was not found.')
        world.pin = undefined
        return { status: 204 }
      },
    },
  }
}
