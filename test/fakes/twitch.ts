import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'
import { createTwitchAuth } from './twitch-auth.ts'
import { createChannelEndpoints } from './twitch-channel.ts'
import { chatEvent } from './twitch-events.ts'
import { createTwitchEventSub } from './twitch-eventsub.ts'
import { createHelixEndpoints, type Endpoint, guard, refuse } from './twitch-helix.ts'
import { createRewardEndpoints, createTwitchPoints } from './twitch-rewards.ts'
import { createStandingEndpoints } from './twitch-standing.ts'
import { createTwitchWorld } from './twitch-world.ts'

export const twitchApp = { clientId: 'app0123456789abcdefghijklmnopqr', clientSecret: 'secret6789abcdefghijklmnopqrst' }
const bucketPoints = 800

export type FakeTwitch = Awaited<ReturnType<typeof startFakeTwitch>>

/** Twitch on loopback: sign-in, Helix and EventSub as documented, stricter than the real one about what it is sent. */
export async function startFakeTwitch({
  isPublic = false,
  intervalSeconds,
  wall = Date.now,
}: {
  isPublic?: boolean
  /** What its clock shows: that of the test, where the server compares it with its own. */
  wall?: () => number
  /** How often a client may ask about a device code. */
  intervalSeconds?: number
} = {}) {
  let redirectUri = ''
  let emptyUntil = 0
  let isRefusingTokens = false
  const world = createTwitchWorld()
  const points = createTwitchPoints()
  const app = isPublic ? { clientId: twitchApp.clientId, clientSecret: undefined } : twitchApp
  const auth = createTwitchAuth({ ...app, redirectUri: () => redirectUri, intervalSeconds })
  const server = await startFakeServer(handle)
  const eventSub = createTwitchEventSub(server.server, () => `ws://127.0.0.1:${server.port}/ws`)
  const endpoints: Record<string, Endpoint> = {
    ...createHelixEndpoints(world),
    ...createRewardEndpoints(world, points),
    ...createChannelEndpoints(world),
    ...createStandingEndpoints(world),
    ...eventSub.endpoints,
  }

  world.onLine = ({ id, by, text }) => eventSub.notify('channel.chat.message', chatEvent(world, by, text, id))

  function handle(request: FakeRequest): FakeAnswer {
    if (!request.path.startsWith('/helix/')) return auth.handle(request)
    const endpoint = endpoints[`${request.method} ${request.path.slice('/helix'.length)}`]
    if (endpoint === undefined) return refuse(404, '')
    const now = wall() / 1000
    const isEmpty = now < emptyUntil
    const headers = {
      'Ratelimit-Limit': String(bucketPoints),
      'Ratelimit-Remaining': isEmpty ? '0' : String(bucketPoints - 1),
      'Ratelimit-Reset': String(Math.ceil(isEmpty ? emptyUntil : now + 1)),
    }
    if (isEmpty) return { ...refuse(429, 'Too Many Requests'), headers }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const grant = isRefusingTokens ? undefined : auth.findGrant(token)
    const passed = guard(endpoint, request, grant, twitchApp.clientId)
    return { ...('status' in passed ? passed : endpoint.handle(passed)), headers }
  }

  return {
    world,
    points,
    auth,
    eventSub,
    server,
    settings: {
      ...app,
      apiUrl: `${server.url}/helix`,
      authUrl: `${server.url}/oauth2`,
      eventSubUrl: `ws://127.0.0.1:${server.port}/ws`,
    },

    /** As the operator enters it in the developer console. */
    register(uri: string): void {
      redirectUri = uri
    },

    /** Nobody gets anything for so long. */
    emptyBucket(seconds: number): void {
      emptyUntil = wall() / 1000 + seconds
    },

    /** No token is good enough, however fresh. */
    refuseTokens(isSo: boolean): void {
      isRefusingTokens = isSo
    },

    async close(): Promise<void> {
      eventSub.close()
      await server.close()
    },
  }
}
