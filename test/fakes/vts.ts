import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * VTube Studio with its public API. Messages, numbers of errors and events are those that its author describes in
 * DenchiSoft/VTubeStudio (README.md, Events/README.md, Files/ErrorID.cs); their fields agree with the types of an
 * independent client, the package `vtubestudio` (Hawkbat/VTubeStudioJS, src/endpoints.ts).
 */
type Fields = Readonly<Record<string, unknown>>

export interface FakeHotkey {
  readonly id: string
  readonly name: string
}

/** What the person in front of VTube Studio does with the dialog: leaves it open until the test answers it. */
export type FakeAnswer = 'allow' | 'deny' | 'wait'

export type FakeVts = Awaited<ReturnType<typeof startFakeVts>>

interface Session {
  isAuthenticated: boolean
  readonly subscribed: Set<string>
}

const errors = {
  apiOff: [1, 'API access deactivated.'],
  notAuthenticated: [8, 'The request requires authentication.'],
  denied: [50, 'User has denied API access for your plugin.'],
  ongoing: [51, 'A token request is currently ongoing.'],
  noModel: [201, 'No model is loaded.'],
  notFound: [202, 'Hotkey with the given ID or name not found in model.'],
  tooSoon: [203, 'Hotkey cooldown not over.'],
} as const
type ErrorName = keyof typeof errors

class Refused extends Error {
  readonly reason: ErrorName
  constructor(reason: ErrorName) {
    super(reason)
    this.reason = reason
  }
}

export const fakeModel = { id: 'd8ee771d2909873b1aa0226d03ef4f51', name: 'Akari' }
export const fakeHotkeys: readonly FakeHotkey[] = [
  { id: '21bf7ade9e664f3ec29d05156e4ce5c1', name: 'Wave' },
  { id: '5e1e12d6c9a24ba58f0a1b3f4d9f7c11', name: 'Eyes Cry' },
  { id: '90aa2e5f73ab4c5c9fd1f1f4a6e0bb02', name: '' },
]

export async function startFakeVts({ answer = 'allow' as FakeAnswer } = {}) {
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const sessions = new Map<WebSocket, Session>()
  const tokens = new Set<string>()
  const requests: { readonly type: string; readonly data: Fields }[] = []
  /** Requests for a token whose dialog is open. */
  let dialog: ((isAllowed: boolean) => void) | undefined
  let dialogs = 0
  const world = {
    answer,
    isApiOn: true,
    model: fakeModel as typeof fakeModel | undefined,
    hotkeys: [...fakeHotkeys],
    /** Whether the cooldown of every hotkey is not over. */
    isCoolingDown: false,
    triggered: [] as string[],
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

  async function requestToken(): Promise<Fields> {
    if (dialog !== undefined) throw new Refused('ongoing')
    dialogs++
    const isAllowed =
      world.answer === 'wait'
        ? await new Promise<boolean>((resolve) => {
            dialog = resolve
          })
        : world.answer === 'allow'
    dialog = undefined
    if (!isAllowed) throw new Refused('denied')
    const token = `token-of-dialog-${dialogs}`
    tokens.add(token)
    return { authenticationToken: token }
  }

  function trigger(wanted: string): Fields {
    if (world.model === undefined) throw new Refused('noModel')
    const key = wanted.toLowerCase()
    const byName = (one: FakeHotkey) => one.name !== '' && one.name.toLowerCase() === key
    const found = world.hotkeys.find(({ id }) => id === wanted) ?? world.hotkeys.find(byName)
    if (found === undefined) throw new Refused('notFound')
    if (world.isCoolingDown) throw new Refused('tooSoon')
    run(found, true)
    return { hotkeyID: found.id }
  }

  /** Some frames later, as VTube Studio takes hotkeys from a queue. */
  function run({ id, name }: FakeHotkey, isByApi: boolean): void {
    world.triggered.push(id)
    setTimeout(() => {
      report('HotkeyTriggeredEvent', {
        hotkeyID: id,
        hotkeyName: name,
        hotkeyAction: 'ToggleExpression',
        hotkeyFile: 'EyesCry.exp3.json',
        hotkeyTriggeredByAPI: isByApi,
        modelID: world.model?.id ?? '',
        modelName: world.model?.name ?? '',
        isLive2DItem: false,
      })
    }, 5)
  }

  function report(type: string, data: Fields): void {
    for (const [socket, { subscribed }] of sessions) if (subscribed.has(type)) socket.send(messageOf(type, '', data))
  }

  async function handle(type: string, data: Fields, session: Session): Promise<Fields> {
    if (type === 'APIStateRequest') {
      const { isAuthenticated } = session
      return { active: world.isApiOn, vTubeStudioVersion: '1.32.0', currentSessionAuthenticated: isAuthenticated }
    }
    if (!world.isApiOn) throw new Refused('apiOff')
    if (type === 'AuthenticationTokenRequest') return requestToken()
    if (type === 'AuthenticationRequest') {
      session.isAuthenticated = tokens.has(String(data.authenticationToken))
      return { authenticated: session.isAuthenticated, reason: session.isAuthenticated ? 'Token valid.' : 'Invalid.' }
    }
    if (!session.isAuthenticated) throw new Refused('notAuthenticated')
    switch (type) {
      case 'EventSubscriptionRequest':
        session.subscribed.add(String(data.eventName))
        return { subscribedEventCount: session.subscribed.size, subscribedEvents: [...session.subscribed] }
      case 'HotkeysInCurrentModelRequest':
        return {
          modelLoaded: world.model !== undefined,
          modelName: world.model?.name ?? '',
          modelID: world.model?.id ?? '',
          availableHotkeys: (world.model === undefined ? [] : world.hotkeys).map(({ id, name }) => ({
            name,
            type: 'ToggleExpression',
            description: 'Toggles an expression',
            file: 'EyesCry.exp3.json',
            hotkeyID: id,
            keyCombination: [],
            onScreenButtonID: -1,
          })),
        }
      case 'HotkeyTriggerRequest':
        return trigger(String(data.hotkeyID))
      default:
        throw new Error(`the fake does not know ${type}`)
    }
  }

  function serve(socket: WebSocket): void {
    const session: Session = { isAuthenticated: false, subscribed: new Set() }
    sessions.set(socket, session)
    socket.on('close', () => sessions.delete(socket))
    socket.on('message', async (text) => {
      const request = JSON.parse(String(text)) as Fields
      const [type, id, data] = [String(request.messageType), String(request.requestID), (request.data ?? {}) as Fields]
      requests.push({ type, data })
      try {
        const answered = await handle(type, data, session)
        socket.send(messageOf(type.replace(/Request$/, 'Response'), id, answered))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const [errorID, message] = errors[error.reason]
        socket.send(messageOf('APIError', id, { errorID, message }))
      }
    })
  }

  async function stop(): Promise<void> {
    for (const socket of server.clients) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    url: `ws://127.0.0.1:${port}/`,
    world,
    requests,

    /** Connections that have signed in. */
    get connections(): number {
      return [...sessions.values()].filter(({ isAuthenticated }) => isAuthenticated).length
    },
    /** How often a person was asked. */
    get dialogs(): number {
      return dialogs
    },
    get isDialogOpen(): boolean {
      return dialog !== undefined
    },

    /** The person answers the dialog that is open. */
    answerDialog(isAllowed: boolean): void {
      dialog?.(isAllowed)
    },

    /** Somebody presses a hotkey in VTube Studio itself. */
    press(name: string): void {
      const found = world.hotkeys.find((one) => one.name === name)
      if (found === undefined) throw new Error(`there is no hotkey ${name}`)
      run(found, false)
    },

    load(model: typeof fakeModel, hotkeys: readonly FakeHotkey[]): void {
      world.model = model
      world.hotkeys = [...hotkeys]
      report('ModelLoadedEvent', { modelLoaded: true, modelName: model.name, modelID: model.id })
    },

    unload(): void {
      const { id = '', name = '' } = world.model ?? {}
      world.model = undefined
      report('ModelLoadedEvent', { modelLoaded: false, modelName: name, modelID: id })
    },

    /** Somebody edits the hotkeys of the model. */
    edit(hotkeys: readonly FakeHotkey[]): void {
      world.hotkeys = [...hotkeys]
      report('ModelConfigChangedEvent', {
        modelID: world.model?.id ?? '',
        modelName: world.model?.name ?? '',
        hotkeyConfigChanged: true,
      })
    },

    /** The person removes the permission of the plug-in. */
    revoke(): void {
      tokens.clear()
      for (const session of sessions.values()) session.isAuthenticated = false
    },

    /** It keeps no process alive. */
    unref(): void {
      const { _server: inner } = server as unknown as { _server?: { unref(): void } }
      inner?.unref()
    },

    /** VTube Studio is closed. Permissions stay. */
    quit: stop,

    /** It is started again, on the same port. */
    async start(): Promise<void> {
      server = await listen(port)
    },

    close: stop,
  }
}

function messageOf(messageType: string, requestID: string, data: Fields): string {
  const timestamp = 1_625_405_710_728
  return JSON.stringify({ apiName: 'VTubeStudioPublicAPI', apiVersion: '1.0', timestamp, messageType, requestID, data })
}
