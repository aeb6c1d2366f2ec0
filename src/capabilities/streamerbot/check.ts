import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Text } from '../../kernel/text/message.ts'
import { hashSecret } from '../keys/key-format.ts'
import type { Keys } from '../keys/keys.ts'
import { streamerbotMessages as messages } from './messages.ts'
import type { StreamerbotSettings } from './settings.ts'

/** What GetActions, DoAction, Subscribe and SendMessage need. */
const scopesOfClients: readonly Scope[] = ['automations:read', 'automations:run', 'events:read', 'chat:write']

/** Whether the key that clients use as password is one of this server. Throws a `Failure` if it is not. */
export async function checkStreamerbot(needs: {
  clock: Clock
  keys: Keys
  settings: StreamerbotSettings
}): Promise<{ isWorking: boolean; message: Text }> {
  const { clock, keys, settings } = needs
  const key = await keys.findByHash(hashSecret(settings.key))
  if (key === undefined) throw new Failure('invalid_key', { message: messages.unknownKey.of() })
  const isOver = key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= clock.now())
  if (isOver) throw new Failure('invalid_key', { message: messages.unusableKey.of() })
  const lacking = scopesOfClients.filter((scope) => !key.scopes.has(scope))
  const message =
    lacking.length === 0
      ? messages.keyWorks.of({ port: settings.port })
      : messages.keyLacks.of({ scopes: lacking.join(', ') })
  return { isWorking: true, message }
}
