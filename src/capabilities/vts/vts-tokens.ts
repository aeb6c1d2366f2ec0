import type { Database } from '../../kernel/storage/database.ts'
import { type Credentials, programCredentialsKey } from '../../platforms/services/credentials.ts'
import type { VtsSettings } from '../../platforms/vts/settings.ts'
import type { VtsToken } from '../../platforms/vts/vts-socket.ts'

/**
 * The tokens that VTube Studio has given, stored encrypted with the settings of their channel and removed with them. A
 * token is sent only to the address that gave it.
 */
export function createVtsTokens({
  db,
  credentials,
}: {
  db: Database
  credentials: Pick<Credentials, 'find' | 'save'>
}) {
  return {
    of(channelId: number, { url }: VtsSettings): VtsToken {
      const key = programCredentialsKey('vts', channelId)
      return {
        async find() {
          const stored = await credentials.find(db, key)
          return stored?.token_address === url ? stored.token : undefined
        },
        store: (token) =>
          db.write(async (tx) => {
            const stored = (await credentials.find(tx, key)) ?? {}
            await credentials.save(tx, key, { ...stored, token, token_address: url })
          }),
      }
    },
  }
}
