import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformConnection, Platforms } from '../../platforms/platforms.ts'
import { requireAny } from '../../platforms/require-any.ts'
import { streamErrors } from './messages.ts'

/** The result on one platform; a success if there is no failure. */
export interface ActionOutcome<T = unknown> {
  readonly platform: Platform
  readonly failure?: Failure
  /** What the platform answered. */
  readonly value?: T
}

/**
 * Runs an action on a platform, or on every connected one. One that cannot do it says so in its outcome; throws only if
 * none could do it.
 */
export function createOnEachPlatform({ platforms }: { platforms: Platforms }) {
  return async <T>(
    channel: Channel,
    platform: Platform | undefined,
    action: (connection: PlatformConnection) => Promise<T>,
  ): Promise<readonly ActionOutcome<T>[]> => {
    const connections =
      platform === undefined ? await platforms.connected(channel.id) : [await platforms.get(channel.id, platform)]
    if (connections.length === 0) throw new Failure('platform_not_connected', { message: streamErrors.noAccount.of() })
    return requireAny(await Promise.all(connections.map((connection) => attempt(connection, action))))
  }
}

async function attempt<T>(
  connection: PlatformConnection,
  action: (connection: PlatformConnection) => Promise<T>,
): Promise<ActionOutcome<T>> {
  const { platform } = connection.account
  try {
    return { platform, value: await action(connection) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { platform, failure: error }
  }
}
