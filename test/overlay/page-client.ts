import { WebSocket } from 'ws'
import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'
import type { PlayerState } from '../../src/capabilities/overlay/contract/player.ts'
import type { PageMessage, ServerMessage } from '../../src/registry/overlay-messages.ts'
import type { TestApp } from '../create-test-app.ts'

export interface PageOptions {
  readonly only?: string
  /** Which reports it sends by itself. */
  readonly acks?: 'all' | 'received' | 'none'
  readonly answersPings?: boolean
  readonly token?: string
  readonly page?: string
  readonly last?: number
  readonly headers?: Readonly<Record<string, string>>
}

let pagesMade = 0

export async function tokenOf(app: TestApp, channel = app.channel): Promise<string> {
  const link = await app.ctx.overlays.link(channel)
  return link.slice(link.indexOf('#') + 1)
}

/** An overlay page without a screen: it connects, remembers, confirms and drops doubles as the real one does. */
export async function openPage(app: TestApp, options: PageOptions = {}): Promise<PageClient> {
  const page = createPageClient(app.url, { ...options, token: options.token ?? (await tokenOf(app)) })
  await page.connect()
  return page
}

export type PageClient = ReturnType<typeof createPageClient>

export function createPageClient(serverUrl: string, options: PageOptions & { readonly token: string }) {
  const { acks = 'all', answersPings = true, token, only, page = `test-page-${++pagesMade}`, headers = {} } = options
  const cues: Cue[] = []
  const seen = new Set<string>()
  const players: PlayerState[] = []
  const cancelled: string[] = []
  const byes: string[] = []
  const messages: ServerMessage[] = []
  const watchers = new Set<() => void>()
  const outbox: PageMessage[] = []
  let frame: NodeJS.Timeout | undefined
  let isWelcome = false
  let socket: WebSocket | undefined
  let last = options.last
  let doubles = 0
  let pings = 0
  let address = serverUrl

  function say(message: PageMessage | readonly PageMessage[] | string): void {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  function hear(message: ServerMessage): void {
    messages.push(message)
    if (message.type === 'welcome') last = message.last
    else if (message.type === 'player') players.push(message.state)
    else if (message.type === 'cancel') cancelled.push(message.id)
    else if (message.type === 'bye') byes.push(message.reason)
    else if (message.type === 'cue') take(message)
    else if (message.type === 'ping') {
      pings++
      if (answersPings) say({ type: 'pong' })
    }
    for (const watcher of watchers) watcher()
  }

  function take({ type: _type, ...cue }: Extract<ServerMessage, { type: 'cue' }>): void {
    last = Math.max(last ?? 0, cue.seq)
    if (seen.has(cue.id)) doubles++
    else cues.push(cue)
    seen.add(cue.id)
    const { id } = cue
    const types = { none: [], received: ['received'], all: ['received', 'shown', 'finished'] } as const
    for (const type of types[acks]) outbox.push({ type, id })
    flush()
  }

  /** Several reports in one frame and few frames a second, as the real page does. */
  function flush(): void {
    if (!isWelcome || frame !== undefined || outbox.length === 0) return
    say(outbox.splice(0, 100))
    frame = setTimeout(() => {
      frame = undefined
      flush()
    }, 60)
  }

  /** Resolves once `wanted` holds, looked at after every message; fails after a while. */
  function until(wanted: () => boolean, what: string, timeoutMs = 60_000): Promise<void> {
    if (wanted()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new Error(`timed out waiting for ${what}`)), timeoutMs)
      const look = () => void (wanted() && end())
      const end = (error?: Error) => {
        clearTimeout(timer)
        watchers.delete(look)
        if (error === undefined) resolve()
        else reject(error)
      }
      watchers.add(look)
    })
  }

  return {
    cues,
    players,
    cancelled,
    byes,
    /** Everything it received, in order. */
    messages,
    say,
    until,
    get doubles() {
      return doubles
    },
    get pings() {
      return pings
    },
    get last() {
      return last
    },
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN
    },
    get socket() {
      if (socket === undefined) throw new Error('the page is not connected')
      return socket
    },

    /** Resolves with the welcome, or with the goodbye. */
    async connect(url = address): Promise<void> {
      address = url
      const opened = new WebSocket(`${url.replace(/^http/, 'ws')}/overlay/socket`, { headers })
      socket = opened
      const before = byes.length
      isWelcome = false
      opened.on('open', () => {
        const narrowed = only === undefined ? {} : { only }
        say({ type: 'hello', token, page, ...narrowed, ...(last === undefined ? {} : { last }) })
      })
      opened.on('message', (data) => {
        if (socket !== opened) return
        const message = JSON.parse(String(data)) as ServerMessage
        isWelcome ||= message.type === 'welcome'
        hear(message)
        flush()
      })
      opened.on('close', () => {
        if (socket === opened) for (const watcher of watchers) watcher()
      })
      opened.on('error', () => opened.terminate())
      await until(() => isWelcome || byes.length > before || opened.readyState > WebSocket.OPEN, 'a welcome')
    },

    /** As a cable that is pulled: no goodbye. */
    cut(): void {
      const old = socket
      socket = undefined
      old?.terminate()
    },

    async closed(): Promise<void> {
      await until(() => socket === undefined || socket.readyState > WebSocket.OPEN, 'the socket to close')
    },

    async cue(kind: string): Promise<Cue> {
      await until(() => cues.some((cue) => cue.kind === kind), `a cue of kind ${kind}`)
      const found = cues.findLast((cue) => cue.kind === kind)
      if (found === undefined) throw new Error('there is none')
      return found
    },
  }
}
