import type { HttpClient } from '../calls/http-client.ts'
import { asObject, objectIn } from '../calls/json-fields.ts'
import { apiHeaders } from './kick-api.external.ts'

/**
 * Whether Kick says that a token is dead. Kick's API answers good tokens with 401 at times, and the introspection of
 * its sign-in server (`data.active`) tells the two apart. While the introspection fails, the token counts as good.
 */
export function createTokenCheck({ http, authUrl }: { http: HttpClient; authUrl: string }) {
  return async (accessToken: string, signal: AbortSignal): Promise<boolean> => {
    const url = new URL(`${authUrl}/oauth/token/introspect`)
    const request = { service: 'kick', account: 'sign-in', method: 'POST', url, hasSideEffects: false } as const
    try {
      const { status, body } = await http.send({ ...request, headers: apiHeaders(accessToken) }, signal)
      return status === 401 || (status < 400 && objectIn(asObject(body), 'data').active === false)
    } catch {
      return false
    }
  }
}
