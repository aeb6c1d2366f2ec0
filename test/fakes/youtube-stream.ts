import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeAnswer } from './fake-server.ts'
import { chatPage, mayUse, refuse, tooLittleAllowed, unauthorised } from './youtube-api.ts'
import type { YouTubeGrant } from './youtube-auth.ts'
import type { ChatItem, YouTubeWorld } from './youtube-world.ts'

const known = ['liveChatId', 'part', 'pageToken']

/** `absent`: there is no such address. `fault`: it fails. `nonsense`: it answers with a page. `hang`: with nothing. */
export type StreamMood = 'well' | 'absent' | 'failed' | 'nonsense' | 'hang'

/** `youtube.googleapis.com`: the chat as an array that grows, in pieces of odd sizes, until it is closed. */
export async function startYouTubeStream(needs: {
  world: YouTubeWorld
  findGrant: (token: string) => YouTubeGrant | undefined
  /** Takes units from the day. Answers a refusal where there are none. */
  charge: (units: number) => FakeAnswer | undefined
}) {
  const { world, findGrant, charge } = needs
  const open = new Set<ServerResponse>()
  const asked: URLSearchParams[] = []
  let mood: StreamMood = 'well'
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  function answer(req: IncomingMessage, res: ServerResponse): unknown {
    const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://fake')
    asked.push(query)
    if (mood === 'hang') return
    if (mood === 'nonsense') return res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>{"not": json}')
    if (mood === 'failed') return send(res, { status: 500, body: { error: { code: 500, message: 'Internal error' } } })
    if (mood === 'absent' || req.method !== 'GET' || pathname !== '/youtube/v3/liveChat/messages/stream') {
      return res.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>Not found')
    }
    const refused = refusalOf(query, findGrant((req.headers.authorization ?? '').replace('Bearer ', '')))
    if (refused !== undefined) return send(res, refused)
    const page = chatPage(world, query)
    if (page === undefined) return send(res, refuse(400, 'invalidPageToken', 'The page token is not valid.'))
    res.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' })
    write(res, `[${JSON.stringify(page)}`)
    open.add(res)
    return res.on('close', () => open.delete(res))
  }

  function refusalOf(query: URLSearchParams, grant: YouTubeGrant | undefined): FakeAnswer | undefined {
    const short = charge(5)
    if (short !== undefined) return short
    if (grant === undefined) return unauthorised
    if (!mayUse(grant, 'GET')) return tooLittleAllowed
    const strange = [...query.keys()].find((name) => !known.includes(name))
    if (strange !== undefined) return refuse(400, 'badRequest', `Unknown name "${strange}"`)
    const isOver = query.get('liveChatId') !== world.chatId || world.status !== 'active'
    return isOver ? refuse(403, 'liveChatEnded', 'The live chat is no longer live.') : undefined
  }

  /** A refusal of a stream is a list as well. */
  function send(res: ServerResponse, { status, body }: FakeAnswer): void {
    res.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify([body]))
  }

  /** At once, so that whoever counts connections does not count one that is on its way out. */
  function letGo(): ServerResponse[] {
    const all = [...open]
    open.clear()
    return all
  }

  function write(res: ServerResponse, text: string): void {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; from += 977) res.write(bytes.subarray(from, from + 977))
  }

  function tellPage(page: object): void {
    const whole = { kind: 'youtube#liveChatMessageListResponse', ...page }
    for (const res of open) write(res, `,\r\n${JSON.stringify(whole)}`)
  }

  return {
    url: `http://127.0.0.1:${port}/youtube/v3`,
    /** What every connection asked for. */
    asked,

    get connections(): number {
      return open.size
    },

    be(now: StreamMood): void {
      mood = now
    },

    /** To everyone who listens. Sent again, it is received again. */
    tell(item: ChatItem): void {
      tellPage({ nextPageToken: `page${world.chat.length}`, items: [item] })
    },

    tellPage,

    /** In the middle of the stream. */
    refuse(answer: FakeAnswer): void {
      for (const res of letGo()) res.end(`,\r\n${JSON.stringify(answer.body)}]`)
    },

    /** The server has had enough of its connections, as it has after a while. */
    end(): void {
      for (const res of letGo()) res.end(']')
    },

    cut(): void {
      for (const res of letGo()) res.destroy()
    },

    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
