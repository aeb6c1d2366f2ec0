import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'
import { createKickEndpoints, guard, type KickEndpoint, ok, refuse } from './kick-api.ts'
import { createKickAuth } from './kick-auth.ts'
import { chatEvent } from './kick-events.ts'
import { createKickPoints, createKickRewardEndpoints } from './kick-rewards.ts'
import { createKickWebhooks } from './kick-webhooks.ts'
import { createKickWorld } from './kick-world.ts'

export const kickApp = { clientId: '01KICKAPP0123456789ABCDEFGH', clientSecret: 'kick-secret-0123456789abcdefghijkl' }

export type FakeKick = Awaited<ReturnType<typeof startFakeKick>>

/** Kick on loopback: sign-in, API and webhooks as documented, stricter than the real one about what it is sent. */
export async function startFakeKick() {
  let redirectUri = ''
  let webhookUri = ''
  let pausedUntil = 0
  const world = createKickWorld()
  const points = createKickPoints()
  const auth = createKickAuth({ ...kickApp, redirectUri: () => redirectUri })
  const webhooks = createKickWebhooks(() => webhookUri)
  const endpoints: Record<string, KickEndpoint> = {
    ...createKickEndpoints(world),
    ...createKickRewardEndpoints(points),
    ...webhooks.endpoints,
  }
  const server = await startFakeServer(handle)

  world.onLine = ({ id, by, text }) => void webhooks.tell('chat.message.sent', chatEvent(world, by, text, id))

  function handle(request: FakeRequest): FakeAnswer {
    const { method, path, headers } = request
    if (path.startsWith('/oauth/')) return auth.handle(request)
    if (path === '/public/v1/public-key') return ok({ public_key: webhooks.publicPem })
    const endpoint = endpoints[`${method} ${path}`] ?? endpoints[`${method} ${path.replace(/[^/]+$/, '*')}`]
    if (endpoint === undefined) return refuse(404, 'Not Found')
    const waitMs = pausedUntil - Date.now()
    if (waitMs > 0) {
      return { ...refuse(429, 'Too Many Requests'), headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) } }
    }
    const token = headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice('Bearer '.length) : ''
    const passed = guard(endpoint, request, auth.findGrant(token))
    return 'status' in passed ? passed : endpoint.handle(passed)
  }

  return {
    world,
    points,
    auth,
    webhooks,
    server,
    settings: { ...kickApp, apiUrl: server.url, authUrl: server.url, retryMs: 50 },

    /** As the operator enters them in the developer settings. */
    register(uris: { readonly redirect: string; readonly webhook: string }): void {
      redirectUri = uris.redirect
      webhookUri = uris.webhook
    },

    /** Nobody gets anything for so long. */
    pause(seconds: number): void {
      pausedUntil = Date.now() + seconds * 1000
    },

    /** An endpoint that Kick has taken away. */
    retire(endpoint: string): void {
      delete endpoints[endpoint]
    },

    close: () => server.close(),
  }
}
