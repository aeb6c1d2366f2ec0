import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * Voicemod with its Control API. The shapes are those of two independent clients: the scripted socket in the tests of
 * BoiHanny/vrcosc-magicchatbox (VoicemodModuleTests) and the types of Bean-Tools/voicemod-websocket (src/types.ts), which
 * also report that ids are missing in many answers, and that Voicemod ignores requests while it loads a voice. In the
 * dialect `payload`, data is in `payload` and its voice in `voiceId`, as the extension of SAMMI for Voicemod reads it.
 */
export const fakeVoicemodKey = 'controlapi-test1234567890'

type Fields = Readonly<Record<string, unknown>>

export interface FakeVoice {
  readonly id: string
  readonly friendlyName: string
  readonly enabled: boolean
}

export type FakeVoicemod = Awaited<ReturnType<typeof startFakeVoicemod>>

export async function startFakeVoicemod({ dialect = 'action-object' as 'action-object' | 'payload' } = {}) {
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const requests: { readonly action: string; readonly payload: Fields }[] = []
  const registered = new Set<WebSocket>()
  let isLoading = false
  /** A voice that is chosen is not loaded. */
  let isStuck = false

  const voice = (id: string, friendlyName: string, enabled = true) => ({
    id,
    friendlyName,
    enabled,
    isCustom: false,
    favorited: false,
    isNew: false,
    bitmapChecksum: '0',
  })
  const world = {
    voices: [
      voice('nofx', 'Clean'),
      voice('robot', 'Robot'),
      voice('cave', 'Cave'),
      voice('titan', 'Titan'),
      voice('pro-only', 'Star of the show', false),
    ],
    voice: 'nofx',
    isChangerOn: false,
    isBeeping: false,
  }

  async function listen(on: number): Promise<WebSocketServer> {
    const opened = new WebSocketServer({ host: '127.0.0.1', port: on })
    await new Promise((resolve, reject) => {
      opened.once('listening', resolve)
      opened.once('error', reject)
    })
    opened.on('connection', serve)
    return opened
  }

  function messageOf(name: string, data: Fields): string {
    if (dialect === 'payload') return JSON.stringify({ action: name, id: null, payload: data })
    return JSON.stringify({ actionType: name, appVersion: '2.48.0', actionID: null, actionObject: data })
  }

  const voiceField = () => (dialect === 'payload' ? { voiceId: world.voice } : { voiceID: world.voice })

  function report(name: string, data: Fields): void {
    for (const socket of registered) socket.send(messageOf(name, data))
  }

  function load(id: string): void {
    isLoading = true
    setTimeout(() => {
      isLoading = false
      api.choose(id)
    }, 5)
  }

  function turnChanger(isOn: boolean): void {
    world.isChangerOn = isOn
    report(isOn ? 'voiceChangerEnabledEvent' : 'voiceChangerDisabledEvent', {})
  }

  const handlers: Readonly<Record<string, (payload: Fields, answer: (name: string, data: Fields) => void) => void>> = {
    getVoices: (_, answer) => answer('getVoices', { voices: world.voices, currentVoice: world.voice }),
    getCurrentVoice: (_, answer) => answer('getCurrentVoice', { ...voiceField(), parameters: {} }),
    getVoiceChangerStatus: (_, answer) => answer('toggleVoiceChanger', { value: world.isChangerOn }),
    toggleVoiceChanger: () => turnChanger(!world.isChangerOn),
    loadVoice: ({ voiceID }) => {
      const found = world.voices.find(({ id }) => id === voiceID)
      if (found?.enabled === true && !isStuck) load(found.id)
    },
    setBeepSound: ({ badLanguage }) => {
      world.isBeeping = Number(badLanguage) === 1
      report(world.isBeeping ? 'badLanguageEnabledEvent' : 'badLanguageDisabledEvent', {})
    },
  }

  function serve(socket: WebSocket): void {
    socket.send(JSON.stringify({ server: 'Voicemod', msg: 'Pending authentication' }))
    socket.on('close', () => registered.delete(socket))
    socket.on('message', (text) => {
      const { action, id, payload = {} } = JSON.parse(String(text)) as { action: string; id: string; payload?: Fields }
      if (action === 'registerClient') {
        const isAllowed = payload.clientKey === fakeVoicemodKey
        if (isAllowed) registered.add(socket)
        const status = isAllowed ? { code: 200, description: 'Authorized' } : { code: 401, description: 'Unauthorized' }
        socket.send(JSON.stringify({ action, id, payload: { status } }))
        return
      }
      if (!registered.has(socket) || isLoading) return
      requests.push({ action, payload })
      handlers[action]?.(payload, (name, data) => socket.send(messageOf(name, data)))
    })
  }

  async function stop(): Promise<void> {
    for (const socket of server.clients) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
  }

  const api = {
    url: `ws://127.0.0.1:${port}/v1/`,
    world,
    requests,

    get connections(): number {
      return registered.size
    },

    /** Somebody chooses a voice in Voicemod itself, or it is loaded. */
    choose(id: string): void {
      world.voice = id
      report(dialect === 'payload' ? 'voiceChangedEvent' : 'voiceLoadedEvent', voiceField())
    },

    stick(isSo: boolean): void {
      isStuck = isSo
    },

    /** Voicemod is closed, with the voice that it has. */
    quit: stop,

    /** It is started again, on the same port. */
    async start(): Promise<void> {
      server = await listen(port)
    },

    close: stop,
  }
  return api
}
