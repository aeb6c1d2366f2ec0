import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'

interface WantedRole {
  readonly userId: string
  readonly role: 'moderator' | 'vip'
  readonly isAdded: boolean
}

const roleCalls = {
  moderator: { path: '/moderation/moderators', scopes: ['channel:manage:moderators'] },
  vip: { path: '/channels/vips', scopes: ['channel:manage:vips'] },
} as const

/** The calls of Helix about the standing of viewers, and Twitch's own Shield Mode. */
export function createHelixStanding(api: AccountApi) {
  return {
    warn(owner: AccountOwner, id: string, warning: { userId: string; reason: string }, signal: AbortSignal) {
      const query = { broadcaster_id: id, moderator_id: id }
      const json = { data: { user_id: warning.userId, reason: warning.reason } }
      const call = { path: '/moderation/warnings', query, json, scopes: ['moderator:manage:warnings'], settle: nothing }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    setRole(owner: AccountOwner, id: string, { userId, role, isAdded }: WantedRole, signal: AbortSignal) {
      const query = { broadcaster_id: id, user_id: userId }
      const method = isAdded ? 'POST' : 'DELETE'
      return api.call(owner, { method, ...roleCalls[role], query, settle: nothing }, signal)
    },

    setShieldMode(owner: AccountOwner, id: string, isOn: boolean, signal: AbortSignal): Promise<void> {
      const query = { broadcaster_id: id, moderator_id: id }
      const scopes = ['moderator:manage:shield_mode']
      const call = { path: '/moderation/shield_mode', query, json: { is_active: isOn }, scopes, settle: nothing }
      return api.call(owner, { method: 'PUT', ...call }, signal)
    },
  }
}

function nothing(): void {}
