import { defineMessages, type Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'

/** Why the server, not a page, ended a waiting delivery. */
export const cancelReasons = {
  removed: 'removed',
  cleared: 'cleared',
  skipped: 'skipped',
  unconfirmed: 'unconfirmed',
} as const

/** No page received the item in time. */
export const expired = 'expired'
/** The page that showed an item went away before the item was over. */
export const pageLeft = 'page_left'

type ReasonCode = keyof typeof cancelReasons | typeof expired | typeof pageLeft

const messages = defineMessages('deliveries.reasons', {
  removed: 'removed',
  cleared: 'cleared',
  skipped: 'skipped',
  unconfirmed: 'no page confirmed it in time',
  expired: 'expired',
  page_left: 'the overlay page went away',
}) satisfies Readonly<Record<ReasonCode, unknown>>

/** For a person. What is stored is one of these codes, which pages report too, or a text in its stored form. */
export function deliveryReason(stored: string | null): Text | null {
  if (stored === null) return null
  return isCode(stored) ? messages[stored].of() : readText(stored)
}

function isCode(stored: string): stored is ReasonCode {
  return Object.hasOwn(messages, stored)
}
