import { Failure } from '../contract/failures.ts'
import type { ConnectedService } from './connected-service.ts'
import type { PlatformUser } from './platform.ts'
import { serviceTitles } from './services.ts'

/** Whose token it is, in one sentence where the service does not say. */
export async function identify(
  service: ConnectedService,
  accessToken: string,
  signal: AbortSignal,
): Promise<PlatformUser> {
  try {
    return await service.identify(accessToken, signal)
  } catch (error) {
    if (error instanceof Failure) throw error
    const message = `${serviceTitles[service.service]} does not say whose account it is.`
    throw new Failure('platform_unavailable', { message, cause: error })
  }
}
