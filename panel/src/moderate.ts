import { platformTitles, wordFor } from '../../src/platforms/contract/platforms.ts'
import { call } from './api.ts'
import type { ChatLine } from './chat.ts'
import { chatMessages as messages } from './pages/home/chat-messages.ts'
import { attempt } from './ui/attempt.ts'
import { showToast } from './ui/toasts.tsx'

export const shortTimeoutMinutes = 10

export function deleteLine({ platform, data }: ChatLine): Promise<void> {
  return attempt(async () => {
    await call('delete-message', { message_id: data.message_id, platform: wordFor(platform) })
    showToast(messages.messageDeleted({ platform: platformTitles[platform] }))
  })
}

export function timeOut(line: ChatLine, minutes: number): Promise<void> {
  return attempt(async () => {
    await call('timeout', { ...authorOf(line), duration: minutes })
    showToast(messages.timedOut({ name: line.data.displayname, minutes }), 'go', () => unban(line))
  })
}

export function ban(line: ChatLine): Promise<void> {
  return attempt(async () => {
    await call('ban', authorOf(line))
    showToast(messages.banned({ name: line.data.displayname }), 'go', () => unban(line))
  })
}

export function shoutOut({ platform, data }: ChatLine): Promise<void> {
  return attempt(async () => {
    await call('shoutout', { username: data.username, platform: wordFor(platform) })
    showToast(messages.shoutedOut({ name: data.displayname }))
  })
}

export function pin({ platform, data }: ChatLine): Promise<void> {
  return attempt(async () => {
    await call('pin-message', { message_id: data.message_id, platform: wordFor(platform) })
    showToast(messages.pinned({ platform: platformTitles[platform] }))
  })
}

/** Also ends a timeout. */
export function unban(line: ChatLine): Promise<unknown> {
  return call('unban-user', authorOf(line))
}

function authorOf({ platform, data }: ChatLine) {
  return { userid: data.user_id, platform: wordFor(platform) }
}
