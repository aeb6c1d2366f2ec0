import type { HttpRequest } from '../http-exchange.ts'

/** What a call is for, which decides how long it may go on when the day's units run low. */
export type QuotaPurpose = 'feed' | 'read' | 'write'

export interface QuotaCost {
  readonly units: number
  readonly purpose: QuotaPurpose
}

/** What one look at the chat costs, by a page or by a connection that stays open. */
export const feedUnits = 5
const readUnits = 1
const membersUnits = 2
const writeUnits = 50
const chatLineUnits = 20

/** As the pages of the methods say; where only hearsay tells, the higher figure. */
export function quotaCostOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): QuotaCost {
  const isChat = url.pathname.endsWith('/liveChat/messages')
  if (method === 'GET') {
    if (isChat) return { units: feedUnits, purpose: 'feed' }
    return { units: url.pathname.endsWith('/members') ? membersUnits : readUnits, purpose: 'read' }
  }
  return { units: method === 'POST' && isChat ? chatLineUnits : writeUnits, purpose: 'write' }
}
