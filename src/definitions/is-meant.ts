import { nameKey } from '../kernel/schema/text.ts'
import type { ChatRole } from './roles.ts'

/** Whether one of the roles of a command or a step applies to this viewer. */
export function isMeant(words: readonly string[], username: string, roles: ReadonlySet<ChatRole>): boolean {
  return words.some((word) => {
    if (word === 'everyone') return true
    if (word.startsWith('user:')) return nameKey(word.slice('user:'.length).replace(/^@/, '')) === nameKey(username)
    return (roles as ReadonlySet<string>).has(word)
  })
}
