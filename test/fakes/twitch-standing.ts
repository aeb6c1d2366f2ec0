import type { Endpoint } from './twitch-helix.ts'
import type { TwitchWorld } from './twitch-world.ts'

/**
 * The endpoints of Helix about the standing of viewers. Paths, parameters, bodies and scopes follow the tests of the
 * Rust client twitch_api (warn_chat_user, add_channel_moderator, add_channel_vip, update_shield_mode_status); statuses of
 * refusals follow Twitch's reference, which does not fix their texts.
 */
export function createStandingEndpoints(world: TwitchWorld): Record<string, Endpoint> {
  const refuse = (status: number, message: string) => ({ status, body: { error: 'Bad Request', status, message } })
  const asModerator = { query: ['broadcaster_id', 'moderator_id'], self: 'moderator_id' }

  function roleEndpoints(path: string, scope: string, members: Set<string>, others: Set<string>, taken: number) {
    const endpoint = { query: ['broadcaster_id', 'user_id'], scope, self: 'broadcaster_id' }
    return {
      [`POST ${path}`]: {
        ...endpoint,
        handle({ query }) {
          const login = world.find({ id: query.get('user_id') })?.login
          if (login === undefined) return refuse(400, 'The ID in user_id is not valid')
          if (members.has(login)) return refuse(taken, 'The user already has this role')
          if (others.has(login)) return refuse(422, 'The user has another role')
          members.add(login)
          return { status: 204 }
        },
      },
      [`DELETE ${path}`]: {
        ...endpoint,
        handle({ query }) {
          const login = world.find({ id: query.get('user_id') })?.login ?? ''
          return members.delete(login) ? { status: 204 } : refuse(taken, 'The user does not have this role')
        },
      },
    } satisfies Record<string, Endpoint>
  }

  return {
    'POST /moderation/warnings': {
      ...asModerator,
      body: ['data'],
      scope: 'moderator:manage:warnings',
      handle({ body }) {
        const { user_id: userId, reason } = body.data
        const user = world.find({ id: userId })
        if (user === undefined) return refuse(400, 'The ID in user_id is not valid')
        if (!(reason.length >= 1 && reason.length <= 500)) return refuse(400, 'The reason is not valid')
        world.warnings.push({ login: user.login, reason })
        const { id } = world.broadcaster
        return {
          status: 200,
          body: { data: [{ broadcaster_id: id, user_id: userId, moderator_id: id, reason }] },
        }
      },
    },
    ...roleEndpoints('/moderation/moderators', 'channel:manage:moderators', world.moderators, world.vips, 400),
    ...roleEndpoints('/channels/vips', 'channel:manage:vips', world.vips, world.moderators, 422),
    'PUT /moderation/shield_mode': {
      ...asModerator,
      body: ['is_active'],
      scope: 'moderator:manage:shield_mode',
      handle({ body }) {
        world.isShieldModeOn = body.is_active
        const { id, login, name } = world.broadcaster
        const row = { is_active: body.is_active, moderator_id: id, moderator_name: name, moderator_login: login }
        return { status: 200, body: { data: [{ ...row, last_activated_at: '2022-07-26T17:16:03.123Z' }] } }
      },
    },
  }
}
