import type { Clock } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import type { Log } from '../log.ts'
import type { Database } from '../storage/database.ts'
import type { ConnectedService } from './connected-service.ts'
import type { Listening } from './listening.ts'
import type { PlatformUser } from './platform.ts'
import type { Platforms } from './platforms.ts'
import { type AccountOwner, type Role, type Service, serviceTitles } from './services.ts'
import type { Tokens } from './tokens.ts'

const timeoutMs = 15_000

export type Connecting = ReturnType<typeof createConnecting>

/** Accounts of real services come and go here: the broadcaster's own, and the bot's. */
export function createConnecting(needs: {
  db: Database
  clock: Clock
  log: Log
  platforms: Platforms
  tokens: Tokens
  listening: Listening
  services: readonly ConnectedService[]
}) {
  const { db, clock, log, platforms, tokens, listening, services } = needs

  function get(name: Service): ConnectedService {
    const found = services.find(({ service }) => service === name)
    if (found === undefined) {
      throw new Failure('not_found', { message: `This server has no credentials for ${serviceTitles[name]}.` })
    }
    return found
  }

  async function identify(service: ConnectedService, accessToken: string, signal: AbortSignal): Promise<PlatformUser> {
    try {
      return await service.identify(accessToken, signal)
    } catch (error) {
      if (error instanceof Failure) throw error
      const message = `${serviceTitles[service.service]} does not say whose account it is.`
      throw new Failure('platform_unavailable', { message, cause: error })
    }
  }

  return {
    services: services.map(({ service }) => service),

    /** The address to send the broadcaster's browser to. `preSession` is a secret that this browser alone holds. */
    begin(name: Service, wanted: { channelId: number; role: Role; preSession: string }): Promise<string> {
      const { oauth, scopes } = get(name)
      const asked = scopes[wanted.role]
      if (asked === undefined) {
        throw new Failure('invalid_parameter', {
          message: `role ${wanted.role} has no account on ${serviceTitles[name]}.`,
        })
      }
      return oauth.begin({ ...wanted, scopes: asked })
    },

    /** What came back in the address of the redirect, taken once. */
    async finish(
      name: Service,
      back: { code: string; state: string; preSession: string },
    ): Promise<AccountOwner & { readonly user: PlatformUser }> {
      const service = get(name)
      const signal = AbortSignal.timeout(timeoutMs)
      const { channelId, role, grant } = await service.oauth.finish(back, signal)
      const user = await identify(service, grant.accessToken, signal)
      const owner = { channelId, service: name, role }
      const { connector } = service
      await db.write(async (tx) => {
        await tokens.save(tx, owner, user, grant)
        if (connector === undefined) return
        if (role === 'broadcaster') {
          await platforms.connect(tx, channelId, connector.platform, connector.name, user, clock.now())
        }
        tx.onCommit(() => listening.renew(channelId, connector.platform))
      })
      return { ...owner, user }
    },

    /** Forgets the account, and then tells the service so. */
    async disconnect(owner: AccountOwner): Promise<void> {
      const { connector, oauth } = get(owner.service)
      const token = await db.write(async (tx) => {
        const removed = await tokens.remove(tx, owner)
        if (connector !== undefined) {
          if (owner.role === 'broadcaster') await platforms.disconnect(tx, owner.channelId, connector.platform)
          tx.onCommit(() => listening.renew(owner.channelId, connector.platform))
        }
        return removed
      })
      if (token === undefined) return
      await oauth.revoke(token, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
        log.warn('a token was forgotten but could not be given back', { service: owner.service, error })
      })
    },
  }
}
