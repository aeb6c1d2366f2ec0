import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Reader, sql } from '../../kernel/storage/database.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/**
 * The automations, commands, shows and widgets of one channel together. They are read whole in many places, so that a
 * channel with a hundred megabytes of them would cost every other channel seconds.
 */
export const maxDefinitionBytes = 16 * 1024 * 1024

const messages = defineMessages('errors.channels', {
  definitionsTooLarge:
    'A channel can store {max:number} MiB of automations, commands, shows and widgets. Delete or shorten some first.',
})

/** `octet_length` reads the lengths, and not the content. */
const sumBytes = sql<{ channel: number }, { bytes: number }>(
  `SELECT CAST(
     (SELECT coalesce(sum(octet_length(definition)), 0) FROM automations WHERE channel_id = :channel) +
     (SELECT coalesce(sum(octet_length(action_json)), 0) FROM commands WHERE channel_id = :channel) +
     (SELECT coalesce(sum(octet_length(cues)), 0) FROM shows WHERE channel_id = :channel) +
     (SELECT coalesce(sum(octet_length(settings)), 0) FROM widgets WHERE channel_id = :channel)
   AS BIGINT) AS bytes`,
)

/**
 * Refuses a definition for which the channel has no room. One that is not longer than the one it replaces is always
 * accepted, so that a channel that stored more in an earlier version can be changed and made smaller.
 */
export async function requireDefinitionRoom(
  reader: Reader,
  channel: number,
  definition: string,
  replaced = '',
): Promise<void> {
  const growth = Buffer.byteLength(definition) - Buffer.byteLength(replaced)
  if (growth <= 0) return
  const { bytes = 0 } = (await reader.get(sumBytes, { channel })) ?? {}
  if (bytes + growth <= maxDefinitionBytes) return
  throw new Failure('invalid_parameter', {
    message: messages.definitionsTooLarge.of({ max: maxDefinitionBytes / 1024 / 1024 }),
  })
}
