import { nameKey } from '../../kernel/schema/text.ts'
import type { PlatformUser } from '../platform.ts'

const remembered = 10_000

/** Recently seen users: TikTok has no API to look up a user. */
export function createPeople() {
  const byId = new Map<string, PlatformUser>()
  const idByName = new Map<string, string>()

  return {
    see(user: PlatformUser): void {
      const before = byId.get(user.id)
      if (before !== undefined && before.username !== user.username) idByName.delete(nameKey(before.username))
      byId.delete(user.id)
      byId.set(user.id, user)
      idByName.set(nameKey(user.username), user.id)
      if (byId.size <= remembered) return
      const [oldest] = byId.values()
      if (oldest === undefined) return
      byId.delete(oldest.id)
      if (idByName.get(nameKey(oldest.username)) === oldest.id) idByName.delete(nameKey(oldest.username))
    },

    find(reference: { readonly id: string } | { readonly username: string }): PlatformUser | undefined {
      const id = 'id' in reference ? reference.id : idByName.get(nameKey(reference.username))
      return id === undefined ? undefined : byId.get(id)
    },
  }
}
