import { Failure } from '../contract/failures.ts'
import { type Database, sql, type Writer } from '../storage/database.ts'
import type { ConnectedService } from './connected-service.ts'
import { identify } from './identify.ts'
import type { PlatformUser } from './platform.ts'
import { type Service, serviceTitles } from './services.ts'

const timeoutMs = 15_000
/** Whose channel it is shows only at the end, so the state belongs to none. */
const noChannel = 0

const findChannel = sql<{ platform: string; connector: string; accountId: string }, { id: number }>(
  `SELECT id FROM channels WHERE rehearsal_of IS NULL AND id IN (
     SELECT channel_id FROM platform_accounts
     WHERE platform = :platform AND account_id = :accountId AND connector = :connector)
   ORDER BY id LIMIT 1`,
)

export interface ProvenOwner {
  readonly user: PlatformUser
  /** The channel that this account broadcasts, where we know it. */
  readonly channelId: number | undefined
  /** Which of the secrets it was begun with. */
  readonly preSession: string
}

export type SigningIn = ReturnType<typeof createSigningIn>

/** Proves to us whose account somebody has at a service. What the service allows on the way is not kept. */
export function createSigningIn({ db, services }: { db: Database; services: readonly ConnectedService[] }) {
  const offered = services.filter(({ signIn }) => signIn !== undefined)

  function get(name: Service): ConnectedService {
    const found = offered.find(({ service }) => service === name)
    if (found === undefined) {
      throw new Failure('not_found', { message: `Nobody signs in with ${serviceTitles[name]} here.` })
    }
    return found
  }

  return {
    services: offered.map(({ service }) => service),

    /** Whether what a service sent back was begun here, and not to connect an account. */
    isOurs: (state: string): boolean => state.startsWith(`${noChannel}.`),

    /** The address to send the browser to. `preSession` is a secret that this browser alone holds. */
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
