import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { WebSocket } from 'ws'
import { loadWs } from '../../src/kernel/load-ws.ts'
import { eventually } from '../eventually.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
type Message = any

interface Instance {
  readonly action: string
  readonly controller: 'Keypad' | 'Encoder'
  settings: object
}

const device = '55F16B35884A859CCE4FFA1FC8D3DE5B'
const pluginUuid = 'io.showcaller.deck'

/**
 * The Stream Deck app as a plugin sees it: it starts the plugin with the arguments of the registration, keeps settings,
 * and sends what a person does. The messages are those of OpenDeck (nekename/OpenDeck, src-tauri/src/events and
 * src-tauri/src/plugins), an app of others that runs plugins of the Stream Deck, and not those of the library that the
 * plugin is written with.
 */
export async function startFakeStreamDeck(folder: string, node: string) {
  const server = new (loadWs().WebSocketServer)({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const instances = new Map<string, Instance>()
  const sent: Message[] = []
  const inspectors = new Map<string, WebSocket>()
  let globalSettings: object = {}
  let plugin: WebSocket | undefined

  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message: Message = JSON.parse(String(data))
      if (message.event === 'registerPlugin' && message.uuid === pluginUuid) plugin = socket
      else if (message.event === 'registerPropertyInspector') inspectors.set(message.uuid, socket)
      else if (socket === plugin) receive(message)
      else receiveFromInspector(message)
    })
  })

  const toPlugin = (message: object) => plugin?.send(JSON.stringify(message))
  const about = (context: string, event: string, payload: object = {}) => {
    const { action, controller, settings } = instances.get(context) ?? {
      action: '',
      controller: 'Keypad',
      settings: {},
    }
    const coordinates = { row: 0, column: 0 }
    return { event, action, context, device, payload: { settings, coordinates, controller, ...payload } }
  }

  function receive(message: Message): void {
    sent.push(message)
    const { event, context, payload } = message
    if (event === 'getGlobalSettings') {
      toPlugin({ event: 'didReceiveGlobalSettings', payload: { settings: globalSettings } })
    } else if (event === 'setGlobalSettings') globalSettings = payload
    else if (event === 'getSettings') toPlugin(about(context, 'didReceiveSettings', { isInMultiAction: false }))
    else if (event === 'sendToPropertyInspector') inspectors.get(context)?.send(JSON.stringify(message))
  }

  function receiveFromInspector({ event, context, payload }: Message): void {
    const instance = instances.get(context)
    if (event === 'sendToPlugin') toPlugin({ event, action: instance?.action, context, payload })
    if (event !== 'setSettings' || instance === undefined) return
    instance.settings = payload
    toPlugin(about(context, 'didReceiveSettings', { isInMultiAction: false }))
  }

  const info = {
    application: {
      font: 'sans-serif',
      language: 'en',
      platform: 'mac',
      platformVersion: '14.5.0',
      version: '6.9.1.21000',
    },
    colors: { buttonPressedBackgroundColor: '#303030FF' },
    devicePixelRatio: 2,
    devices: [{ id: device, name: 'Stream Deck +', size: { columns: 4, rows: 2 }, type: 7 }],
    plugin: { uuid: pluginUuid, version: '0.1.0.0' },
  }
  const args = ['-port', String(port), '-pluginUUID', pluginUuid, '-registerEvent', 'registerPlugin']
  const child = spawn(node, ['bin/plugin.js', ...args, '-info', JSON.stringify(info)], { cwd: folder, stdio: 'pipe' })
  const printed: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
  await eventually('the plugin registers', () => {
    if (child.exitCode !== null) throw new Error(`The plugin has ended:\n${Buffer.concat(printed)}`)
    return plugin !== undefined
  })

  function imageOf(context: string): string {
    const last = sent.findLast((message) => message.event === 'setImage' && message.context === context)
    const [, svg = ''] = /^data:image\/svg\+xml;charset=utf8,(.*)$/s.exec(last?.payload.image ?? '') ?? []
    return decodeURIComponent(svg)
  }

  return {
    port,
    sent,
    device,
    globalSettings: () => globalSettings,
    settingsOf: (context: string) => instances.get(context)?.settings,

    appear(
      context: string,
      action: string,
      settings: object = {},
      controller: Instance['controller'] = 'Keypad',
    ): void {
      instances.set(context, { action: `${pluginUuid}.${action}`, controller, settings })
      toPlugin(about(context, 'willAppear', { state: 0, isInMultiAction: false }))
    },
    disappear(context: string): void {
      toPlugin(about(context, 'willDisappear', { state: 0, isInMultiAction: false }))
      instances.delete(context)
    },
    press(context: string): void {
      toPlugin(about(context, 'keyDown', { state: 0, isInMultiAction: false }))
      toPlugin(about(context, 'keyUp', { state: 0, isInMultiAction: false }))
    },
    turn: (context: string, ticks: number) => toPlugin(about(context, 'dialRotate', { ticks, pressed: false })),
    pressDial: (context: string) => toPlugin(about(context, 'dialDown')),

    /** The person selects the action, so the app opens its form. */
    openInspector(context: string): void {
      const { action } = instances.get(context) ?? {}
      toPlugin({ event: 'propertyInspectorDidAppear', action, context, device })
    },
    /** What the form of the action sends. */
    ask: (context: string, payload: object) => receiveFromInspector({ event: 'sendToPlugin', context, payload }),
    save: (context: string, settings: object) =>
      receiveFromInspector({ event: 'setSettings', context, payload: settings }),
    async answered(context: string, wanted: (payload: Message) => boolean): Promise<Message> {
      const find = () =>
        sent.findLast(
          (message) =>
            message.event === 'sendToPropertyInspector' && message.context === context && wanted(message.payload),
        )
      await eventually('the plugin answers the form', () => find() !== undefined)
      return find().payload
    },

    imageOf,
    /** What a person reads on the key. */
    textOn: (context: string) =>
      [...imageOf(context).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, words]) => words).join(' '),
    feedbackOf: (context: string) =>
      sent.findLast((message) => message.event === 'setFeedback' && message.context === context)?.payload,
    hasSent: (event: string, context: string) =>
      sent.some((message) => message.event === event && message.context === context),

    async close(): Promise<void> {
      await end(child)
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeStreamDeck = Awaited<ReturnType<typeof startFakeStreamDeck>>

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
