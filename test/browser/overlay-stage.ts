import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Cue, CueKind } from '../../src/capabilities/overlay/contract/cues.ts'
import type { PlayerState } from '../../src/capabilities/overlay/contract/player.ts'
import { createOverlayGateway } from '../../src/capabilities/overlay/gateway/overlay-gateway.ts'
import { createPages } from '../../src/capabilities/overlay/gateway/pages.ts'
import { createPlayerRelay } from '../../src/capabilities/overlay/gateway/player-relay.ts'
import { createOverlayPages } from '../../src/capabilities/overlay/overlay-page.ts'
import { systemClock } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { ServerRequest } from '../../src/kernel/http/request.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Report, ServerMessage, StageState, Warning } from '../../src/registry/overlay-messages.ts'

export interface TestFile {
  readonly type: string
  readonly body: Buffer | string
  readonly status?: number
  /** Sent after the body, each as soon as it is there. */
  readonly more?: () => AsyncIterable<Buffer>
}

const channelId = 1
/** Long enough for any machine, however busy; a test that has to wait so long has failed. */
const patienceMs = 120_000
/** For as long a cue is good, so that none of a long queue gets too old on a slow machine. */
const lastsMs = 600_000
const token = 'ov_1_test'
const sendable = [
  'settings',
  'texts',
  'control',
  'voice-effect',
  'sounds',
  'widgets',
  'source',
  'source-patch',
] as const

export type StageServer = Awaited<ReturnType<typeof createStageServer>>

/** The real gateway and the real page; the test sends any cue, any settings and any file. */
export async function createStageServer() {
  const cues: Cue[] = []
  const reports: (Report | Warning)[] = []
  const files = new Map<string, TestFile>()
  const requests: string[] = []
  const watchers = new Set<() => void>()
  const log = createLog('silent')
  const bus = createMemoryBus((error) => {
    throw error
  })
  let stage: StageState = {}
  let player: PlayerState = { playing: false, song: null, positionMs: 0 }
  let playerSetAt = Date.now()
  const readPlayer = async () => ({
    ...player,
    positionMs: player.positionMs + (player.playing ? Date.now() - playerSetAt : 0),
  })

  const wasShown = (id: string) => reports.some((report) => report.id === id && report.type !== 'received')
  const pages = createPages()
  const note = async (_channel: number, report: Report | Warning) => {
    reports.push(report)
    for (const watcher of watchers) watcher()
  }
  const gateway = createOverlayGateway({
    refusals: { note() {} },
    pages,
    overlays: {
      findChannel: async (given) => (given === token ? channelId : undefined),
      lastSeq: async () => cues.length,
      missed: async (_channel, { after, cursor, isNew }) => ({
        cues: cues.filter(
          ({ id, seq, expiresAt }) =>
            (seq > after || (isNew && !wasShown(id))) && seq > cursor && expiresAt > Date.now(),
        ),
        more: false,
      }),
      report: note,
      warning: note,
      stage: async () => stage,
    },
    player: createPlayerRelay({ pages, readPlayer, bus, log }),
    clock: systemClock,
    bus,
    log,
    publicHost: undefined,
  })

  const routes = createOverlayPages()
  const server = createServer({ IncomingMessage: ServerRequest }, (req, res) => {
    const url = new URL(req.url ?? '/', 'http://localhost')
    const file = files.get(url.pathname)
    const route =
      routes.find(({ path }) => path === url.pathname) ??
      routes.find(({ path }) => path.endsWith('/*') && url.pathname.startsWith(path.slice(0, -1)))
    if (file !== undefined) requests.push(url.pathname)
    if (file !== undefined) sendFile(res, file, req.headers.range)
    else if (route === undefined) res.writeHead(404).end()
    else {
      const ways = { stayOpen() {}, leaveConnection: () => res.socket }
      Promise.resolve(route.handle(req, res, { requestId: 'test', address: '127.0.0.1', url, ...ways })).catch(() =>
        res.writeHead(404).end(),
      )
    }
  })
  server.on('upgrade', (req, socket, head) => {
    const info = { requestId: 'test', address: '127.0.0.1' }
    gateway.accept({ req, socket, head, info, onInvalidHandshake: () => socket.destroy() })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function until<T>(find: () => T | undefined, what: string, timeoutMs = patienceMs): Promise<T> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}: ${JSON.stringify(reports.slice(-8))}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  return {
    url,
    link: `${url}/overlay#${token}`,
    reports,
    /** The files that pages asked for. */
    requests,
    until,

    async connected(): Promise<void> {
      await until(() => pages.isConnected(channelId, { kind: 'tts' }) || undefined, 'a page')
    },

    /** Puts a file where pages may fetch it, and answers its address. */
    file(name: string, file: TestFile): string {
      files.set(`/files/${name}`, file)
      return `/files/${name}`
    },

    fire(
      kind: CueKind,
      payload: Readonly<Record<string, unknown>>,
      more: { overlayId?: string; expiresInMs?: number } = {},
    ): string {
      const seq = cues.length + 1
      const target = more.overlayId === undefined ? {} : { overlayId: more.overlayId }
      const expiresAt = Date.now() + (more.expiresInMs ?? lastsMs)
      const cue: Cue = { id: `${kind}_${seq}`, seq, kind, ...target, payload, expiresAt }
      cues.push(cue)
      pages.deliver(channelId, cue)
      return cue.id
    },

    effect(effectType: string, effectSettings: Record<string, unknown> = {}, data: Record<string, unknown> = {}) {
      const userstate = { platform: 'PlatformA', username: 'alice', displayname: 'Alice' }
      return this.fire(
        'effect',
        {
          action: 'trigger',
          overlay_id: `my-${effectType}`,
          effect_type: effectType,
          effect_settings: effectSettings,
          data: { ...data, userstate },
        },
        { overlayId: `my-${effectType}` },
      )
    },

    /** Ends every connection; the pages come back by themselves. */
    disconnectPages(): void {
      pages.disconnectAll(channelId, 'shutting_down')
    },

    cancel(id: string): void {
      pages.cancel(channelId, id)
    },

    send(message: Extract<ServerMessage, { type: (typeof sendable)[number] }>): void {
      // A real server sends sources to the pages that have asked for them; here every page gets all.
      pages.broadcast(channelId, message as Parameters<typeof pages.broadcast>[1])
    },

    /** What the next page to come is welcomed with. */
    set stage(wanted: StageState) {
      stage = wanted
    },

    /** As after start-song, stop-song or skip-song. */
    async play(state: PlayerState): Promise<void> {
      player = state
      playerSetAt = Date.now()
      pages.sendPlayerState(channelId, await readPlayer())
    },

    async reported(id: string, type: (Report | Warning)['type'], timeoutMs?: number) {
      const find = () => reports.find((report) => report.id === id && report.type === type)
      return until(find, `${type} of ${id}`, timeoutMs)
    },

    async close(): Promise<void> {
      await gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A pure tone that begins and ends softly, as a WAV file. Its pitch tells which file was heard. */
export function tone(hertz: number, seconds: number, volume = 0.6): TestFile {
  const rate = 24_000
  const samples = Math.round(rate * seconds)
  const body = Buffer.alloc(44 + samples * 2)
  body.write('RIFF', 0)
  body.writeUInt32LE(36 + samples * 2, 4)
  body.write('WAVEfmt ', 8)
  body.writeUInt32LE(16, 16)
  body.writeUInt16LE(1, 20)
  body.writeUInt16LE(1, 22)
  body.writeUInt32LE(rate, 24)
  body.writeUInt32LE(rate * 2, 28)
  body.writeUInt16LE(2, 32)
  body.writeUInt16LE(16, 34)
  body.write('data', 36)
  body.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index++) {
    const edge = Math.min(index, samples - index, 240) / 240
    const value = Math.sin((2 * Math.PI * hertz * index) / rate) * volume * edge
    body.writeInt16LE(Math.round(value * 32_767), 44 + index * 2)
  }
  return { type: 'audio/wav', body }
}

function sendFile(res: ServerResponse, { type, body, status = 200, more }: TestFile, range: string | undefined): void {
  const bytes = Buffer.from(body)
  if (more !== undefined) {
    res.writeHead(status, { 'Content-Type': type }).write(bytes)
    Readable.from(more()).pipe(res)
    return
  }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const headers = { 'Content-Type': type, 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' }
  if (from === undefined || status !== 200) {
    res.writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes)
    return
  }
  const end = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1
  const part = bytes.subarray(Number(from), end + 1)
  res
    .writeHead(206, {
      ...headers,
      'Content-Length': part.length,
      'Content-Range': `bytes ${from}-${end}/${bytes.length}`,
    })
    .end(part)
}
