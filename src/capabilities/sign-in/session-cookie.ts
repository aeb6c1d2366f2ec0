import type { IncomingMessage } from 'node:http'
import type { RequestInfo } from '../../kernel/http/page-route.ts'
import { type Browser, sessionCookie } from './sessions.ts'

export function sessionCookieHeader(session: string, lifeSeconds: number, isSecure: boolean): string {
  return cookieHeader(sessionCookie(isSecure), session, lifeSeconds, isSecure)
}

export function cookieHeader(name: string, value: string, lifeSeconds: number, isSecure: boolean): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${isSecure ? '; Secure' : ''}`
}

/** What the list of sessions shows about this browser. */
export function browserOf(req: IncomingMessage, { requestId, address }: RequestInfo): Browser {
  return { requestId, address, agent: req.headers['user-agent'] ?? '' }
}
