import type { Endpoint } from './twitch-helix.ts'
import type { TwitchWorld } from './twitch-world.ts'

/**
 * The endpoints of Helix about the channel itself. Parameters, answers and refusals follow the mock server of Twitch's
 * own command line (raids, shoutouts, announcements, commercials, ads) and the tests of the Rust client twitch_api (pins).
 */
export function createChannelEndpoints(world: TwitchWorld): Record<string, Endpoint> {
  const refuse = (status: number, message: string) => ({ status, body: { error: 'Bad Request', status, message } })
  const nameOf = (id: string | null) => world.find({ id })?.login

  return {
    'POST /raids': {
      query: ['from_broadcaster_id', 'to_broadcaster_id'],
      scope: 'channel:manage:raids',
      self: 'from_broadcaster_id',
      handle({ query }) {
        const target = nameOf(query.get('to_broadcaster_id'))
        if (target === undefined) return refuse(400, "User specified in to_broadcaster_id doesn't exist")
        world.raids.push(target)
        return { status: 200, body: { data: [{ created_at: '2026-03-01T18:00:00Z', is_mature: false }] } }
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
          ends_at: null,
          updated_at: '2026-05-06T12:30:00Z',
        }
        return { status: 200, body: { data: [row] } }
      },
    },
  }
}
