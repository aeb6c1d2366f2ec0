import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'
import { createYouTubeEndpoints, guard, outOfUnits, refuse } from './youtube-api.ts'
import { createYouTubeAuth } from './youtube-auth.ts'
import { startYouTubeStream } from './youtube-stream.ts'
import { createYouTubeWorld } from './youtube-world.ts'

export const youtubeApp = { clientId: '1234-app.apps.googleusercontent.com', clientSecret: 'GOCSPX-secret6789abcdefgh' }
const base = '/youtube/v3'

export type FakeYouTube = Awaited<ReturnType<typeof startFakeYouTube>>

/** YouTube on loopback: sign-in, Data API and the stream of the chat, stricter than the real one about what it is sent. */
export async function startFakeYouTube({ isDesktopApp = false }: { isDesktopApp?: boolean } = {}) {
  let redirectUri: string | undefined = isDesktopApp ? undefined : ''
  let pausedUntil = 0
  let isRefusingTokens = false
  let tooFast = 0
  const units = { used: 0, limit: Number.POSITIVE_INFINITY }
  const world = createYouTubeWorld()
  const auth = createYouTubeAuth({ ...youtubeApp, redirectUri: () => redirectUri })
  const endpoints = createYouTubeEndpoints(world)
  const findGrant = (token: string) => (isRefusingTokens ? undefined : auth.findGrant(token))
  const server = await startFakeServer(handle)
  const stream = await startYouTubeStream({ world, findGrant, charge })

  world.onItem = (item) => stream.tell(item)

  function charge(cost: number): FakeAnswer | undefined {
    if (units.used + cost > units.limit) return outOfUnits
    units.used += cost
    return undefined
  }

  function handle(request: FakeRequest): FakeAnswer {
    if (!request.path.startsWith(`${base}/`)) return auth.handle(request)
    const endpoint = endpoints[`${request.method} ${request.path.slice(base.length)}`]
    if (endpoint === undefined) return { status: 404 }
    const seconds = Math.ceil((pausedUntil - Date.now()) / 1000)
    if (seconds > 0) {
      const answer = refuse(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests', { status: 'RESOURCE_EXHAUSTED' })
      return { ...answer, headers: { 'Retry-After': String(seconds) } }
    }
    const short = charge(endpoint.units)
    if (short !== undefined) return short
    if (tooFast > 0) {
      tooFast--
      return refuse(403, 'rateLimitExceeded', 'The user has sent too many requests in a given timeframe.')
    }
    const passed = guard(endpoint, request, findGrant((request.headers.authorization ?? '').replace('Bearer ', '')))
    return 'status' in passed ? passed : endpoint.handle(passed)
  }

  return {
    world,
    auth,
    server,
    stream,
    units,
    settings: {
      ...youtubeApp,
      apiUrl: server.url + base,
      streamUrl: stream.url,
      authUrl: `${server.url}/o/oauth2/v2`,
      tokenUrl: server.url,
    },

    /** As the operator enters it in the Google Cloud console. */
    register(uri: string): void {
      redirectUri = uri
    },

    pause(seconds: number): void {
      pausedUntil = Date.now() + seconds * 1000
    },

    /** The next calls come too fast for it. */
    slowDown(times: number): void {
      tooFast = times
    },

    /** No token is good enough, however fresh. */
    refuseTokens(isSo: boolean): void {
      isRefusingTokens = isSo
    },

    async close(): Promise<void> {
      await stream.close()
      await server.close()
    },
  }
}
