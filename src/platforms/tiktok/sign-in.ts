import type { Clock } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import { platformMessages } from '../messages.ts'
import { type AccountRole, accountRoles } from '../services/services.ts'
import { RefreshRefused } from '../sign-in/grant.ts'
import type { OAuth } from '../sign-in/oauth.ts'

const stateLifeMs = 10 * 60_000
const place = 'tiktok'

interface State {
  readonly channelId: number
  readonly role: AccountRole
  readonly preSessionHash: string
  readonly expiresAt: number
}

/**
 * Replaces OAuth, which TikTok does not offer: the browser is redirected straight back to this server, and the adapter
 * names the account. The state is checked as for any other service.
 */
export function createTikTokSignIn(needs: { clock: Clock; secret: () => string; redirectUri: () => string }): OAuth {
  const { clock, secret, redirectUri } = needs
  const seal = createSeal({ secret, purpose: 'tiktok states' })

  function stateIn(state: string): Partial<State> {
    return JSON.parse(seal.open(state, place) ?? '{}') as Partial<State>
  }

  return {
    redirectUri,

    async begin({ channelId, role, preSession }) {
      const state: State = { channelId, role, preSessionHash: hashOf(preSession), expiresAt: clock.now() + stateLifeMs }
      const address = new URL(redirectUri())
      address.searchParams.set('code', 'adapter')
      address.searchParams.set('state', seal.close(JSON.stringify(state), place))
      return address.href
    },

    async isBegunElsewhere(state, preSessions) {
      const { preSessionHash } = stateIn(state)
      return preSessionHash !== undefined && !preSessions.some((one) => hashOf(one) === preSessionHash)
    },

    async finish({ state, preSessions }) {
      const { channelId, role, preSessionHash, expiresAt } = stateIn(state)
      const preSession = preSessions.find((one) => hashOf(one) === preSessionHash)
      if (
        channelId === undefined ||
        role === undefined ||
        !accountRoles.includes(role) ||
        preSession === undefined ||
        (expiresAt ?? 0) <= clock.now()
      ) {
        throw new Failure('invalid_parameter', {
          message: platformMessages.invalidState.of(),
        })
      }
      const grant = { accessToken: 'none', expiresAt: null, scopes: [] }
      return { channelId, role, preSession, accountId: null, grant }
    },

    async renew() {
      throw new RefreshRefused(platformMessages.nothingToRenew.of())
    },

    async revoke() {},
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
