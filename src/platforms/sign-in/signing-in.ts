import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformUser } from '../platform.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import type { Services } from '../services/service-registry.ts'
import { type Service, serviceTitles } from '../services/services.ts'
import { identify } from './identify.ts'

const timeoutMs = 15_000
/** The channel is known only after the sign-in, so the state belongs to no channel. */
const noChannel = 0

const findChannel = sql<{ platform: string; connector: string; accountId: string }, { id: number }>(
  `SELECT id FROM channels WHERE rehearsal_of IS NULL AND id IN (
     SELECT channel_id FROM platform_accounts
     WHERE platform = :platform AND account_id = :accountId AND connector = :connector)
   ORDER BY id LIMIT 1`,
)

export interface ProvenOwner {
  readonly user: PlatformUser
  /** The channel of this account, if it is known. */
  readonly channelId: number | undefined
  /** The secret that the sign-in was started with. */
  readonly preSession: string
}

export type SigningIn = ReturnType<typeof createSigningIn>

/** Identifies a person by their account with a service. The granted tokens are not stored. */
export function createSigningIn({ db, services }: { db: Database; services: Services }) {
  function get(name: Service): ConnectedService {
    const found = services.find(name)
    if (found?.signIn === undefined) {
      throw new Failure('not_found', { message: platformMessages.noSignIn.of({ service: serviceTitles[name] }) })
    }
    return found
  }

  return {
    get services(): readonly Service[] {
      return services.list().flatMap(({ service, signIn }) => (signIn === undefined ? [] : service))
    },

    offers: (name: Service): boolean => services.find(name)?.signIn !== undefined,

    /** Whether the state belongs to a sign-in, not to the connection of an account. */
    isOurs: (state: string): boolean => state.startsWith(`${noChannel}.`),

    /** The address to redirect the browser to. `preSession` is a secret that only this browser knows. */
    async begin(name: Service, preSession: string, noteBegin?: (tx: Writer) => Promise<void>): Promise<string> {
      const { oauth, signIn } = get(name)
      const wanted = { channelId: noChannel, role: 'broadcaster', preSession, scopes: [], ...signIn } as const
      return oauth.begin(wanted, noteBegin)
    },

    async finish(
      name: Service,
      back: { readonly code: string; readonly state: string; readonly preSessions: readonly string[] },
    ): Promise<ProvenOwner> {
      const service = get(name)
      const { connector } = service
      const signal = AbortSignal.timeout(timeoutMs)
      const { channelId, grant, preSession } = await service.oauth.finish(back, signal)
      if (channelId !== noChannel) throw new Failure('invalid_parameter')
      const user = await identify(service, grant.accessToken, signal)
      if (connector === undefined) return { user, channelId: undefined, preSession }
      const account = { platform: connector.platform, connector: connector.name, accountId: user.id }
      return { user, channelId: (await db.get(findChannel, account))?.id, preSession }
    },
  }
}
