import type { HttpRequest } from '../calls/http-exchange.ts'

/** The purpose of a call. It decides which share of the daily quota the call may use. */
export type QuotaPurpose = 'feed' | 'read' | 'write'

export interface QuotaCost {
  readonly units: number
  readonly purpose: QuotaPurpose
}

/** The cost of reading the chat once, by polling or by opening the stream. */
export const feedUnits = 5
const readUnits = 1
const membersUnits = 2
const writeUnits = 50
/** A message or a poll, and the end of a poll. */
const chatLineUnits = 20

/** The cost in YouTube's documentation; where it is not documented, the highest known figure. */
export function quotaCostOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): QuotaCost {
  const isChat = url.pathname.endsWith('/liveChat/messages')
  if (method === 'GET') {
    if (isChat) return { units: feedUnits, purpose: 'feed' }
    return { units: url.pathname.endsWith('/members') ? membersUnits : readUnits, purpose: 'read' }
  }
  const isLine = method === 'POST' && (isChat || url.pathname.endsWith('/liveChat/messages/transition'))
  return { units: isLine ? chatLineUnits : writeUnits, purpose: 'write' }
}
