import { Failure } from '../../kernel/operation/contract/failures.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformUser } from '../platform.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import { serviceTitles } from '../services/services.ts'

/** The user that a token belongs to. Throws a `Failure` if the service does not say. */
export async function identify(
  service: ConnectedService,
  accessToken: string,
  signal: AbortSignal,
): Promise<PlatformUser> {
  try {
    return await service.identify(accessToken, signal)
  } catch (error) {
    if (error instanceof Failure) throw error
    const message = platformMessages.unknownAccount.of({ service: serviceTitles[service.service] })
    throw new Failure('platform_unavailable', { message, cause: error })
  }
}
