import { WebSocketServer } from 'ws'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import { startFakeServer } from './fake-server.ts'

const bufferSeconds = 180

export type FakeKickPage = Awaited<ReturnType<typeof startFakeKickPage>>

/**
 * The site of Kick as a signed-in page uses it: a channel's page, what it says of the stream, and both known ways to
 * make a clip. Under two names of one site, as the real one has them, so that cookies and other rules are the same. The
 * page has a socket for its chat, opened by a script of its own.
 */
export async function startFakeKickPage() {
  const world = {
    slug: 'streamer-one',
    userId: 2642629,
    chatroomId: 2579856,
    isSignedIn: true,
    isLive: true,
    /** Which of the two ways exist. */
    ways: new Set(['internal', 'web']),
    /** The next call to make a clip gets this answer. */
    nextAnswer: undefined as FakeAnswer | undefined,
    clips: [] as { id: string; title: string; seconds: number; startsAt: number; way: string }[],
    drafts: new Map<string, string>(),
  }
  const server = await startFakeServer((request) => {
    const answer = handle(request)
    const { origin } = request.headers
    if (hostOf(request) !== `web.kick.localhost:${server.port}` || origin !== page) return answer
    const cors = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
    return { ...answer, headers: { ...answer.headers, ...cors } }
  })
  const page = `http://kick.localhost:${server.port}`
  const api = `http://web.kick.localhost:${server.port}`

  function handle(request: FakeRequest): FakeAnswer {
    const { method, path } = request
    const isApiHost = hostOf(request).startsWith('web.')
    if (method === 'OPTIONS') {
      return { status: 204, headers: { 'Access-Control-Allow-Headers': 'content-type, accept' } }
    }
    const draft = /^\/api\/internal\/v1\/livestreams\/([\w-]+)\/clips(?:\/(\w+)\/finalize)?$/.exec(path)
    if (draft !== null && !isApiHost && method === 'POST' && draft[1] === 'stream-77') {
      return clip(request, 'internal', draft[2], { duration: bufferSeconds })
    }
    const newer = /^\/api\/v1\/clips(?:\/(\w+)\/finalize)?$/.exec(path)
    if (newer !== null && isApiHost && method === 'POST') {
      return clip(request, 'web', newer[1], { video_id: 'vod-77' })
    }
    if (isApiHost || method !== 'GET') return { status: 404 }
    if (path === `/api/v2/channels/${world.slug}`) {
      const stream = { id: 77, slug: 'stream-77', vod_id: 'vod-77', is_live: true }
      const { slug, userId: user_id, chatroomId: id } = world
      const livestream = world.isLive ? stream : null
      const body = { id: 5, user_id, slug, followers_count: 1234, chatroom: { id, channel_id: 5 }, livestream }
      return { status: 200, body }
    }
    if (path.startsWith('/api/')) return { status: 404, body: { message: 'Not found' } }
    return asPage(world.isSignedIn)
  }

  function clip(request: FakeRequest, way: string, draftId: string | undefined, expected: object): FakeAnswer {
    if (!world.ways.has(way)) return { status: 404, body: { message: 'Not found' } }
    if (!request.headers.cookie?.includes('session=good')) return { status: 401, body: { message: 'Unauthenticated.' } }
    if (request.headers['content-type'] !== 'application/json') return { status: 415 }
    if (world.nextAnswer !== undefined) {
      const answer = world.nextAnswer
      world.nextAnswer = undefined
      return answer
    }
    if (!world.isLive) return { status: 400, body: { message: 'Channel is not live' } }
    const body = JSON.parse(request.text)
    const wrap = (fields: object) => (way === 'web' ? { data: fields } : fields)
    if (draftId === undefined) {
      if (request.text !== JSON.stringify(expected)) return { status: 422, body: { message: 'The body is not valid.' } }
      const id = `draft${world.drafts.size + 1}`
      world.drafts.set(id, way)
      return { status: 201, body: wrap({ id, url: 'x', source_duration: bufferSeconds }) }
    }
    if (world.drafts.get(draftId) !== way) return { status: 404 }
    const { duration, start_time: startsAt, title } = body
    const isWhole = Object.keys(body).sort().join() === 'duration,start_time,title'
    if (!isWhole || startsAt + duration > bufferSeconds || title.length > 50) {
      return { status: 422, body: { message: 'The body is not valid.' } }
    }
    const id = `clip_${world.clips.length + 1}`
    world.clips.push({ id, title, seconds: duration, startsAt, way })
    return { status: 200, body: wrap({ id, clip_url: 'x', title, duration }) }
  }

  const sockets = new WebSocketServer({ server: server.server, path: '/socket' })

  return {
    world,
    page,
    api,
    server,

    /** How many pages have their chat open. */
    get pages(): number {
      return sockets.clients.size
    },

    /** To every open page. */
    tell(frame: string): void {
      for (const socket of sockets.clients) socket.send(frame)
    },

    async close(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await server.close()
    },
  }
}

function hostOf({ headers }: FakeRequest): string {
  return headers.host ?? ''
}

/** The site is one page that changes its address without loading again. */
const chatPage = `<!doctype html><title>Kick</title><script>
  window.received = []
  const socket = new WebSocket('ws://' + location.host + '/socket')
  socket.onmessage = ({ data }) => received.push(data)
  window.isSocket = socket instanceof WebSocket && WebSocket.OPEN === 1
</script>`

/** A channel's page. The session is in a cookie that scripts cannot read, as on the real site. */
function asPage(isSignedIn: boolean): FakeAnswer {
  const life = isSignedIn ? 86_400 : 0
  const cookie = `session=good; Domain=kick.localhost; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}`
  return { status: 200, text: chatPage, headers: { 'Set-Cookie': cookie, 'Content-Type': 'text/html' } }
}
