import streamDeck, {
  type DialAction,
  type DialRotateEvent,
  type DidReceiveSettingsEvent,
  type KeyAction,
  type KeyDownEvent,
  type SendToPluginEvent,
  SingletonAction,
  type WillAppearEvent,
  type WillDisappearEvent,
} from '@elgato/streamdeck'
import { createDeckKey, type DeckKey, type KeySettings } from './deck-key.ts'
import { choicesFor, describeFor, serversAfter } from './inspector.ts'
import { keyImage } from './key-face.ts'
import { pluginId, type ReadyAction, readyActions, volumeAction } from './ready-actions.ts'
import { anyServer, createServers, readServers, type ServerEntry } from './servers.ts'
import { createVolumeDial, type VolumeDial } from './volume-dial.ts'

/** Settings as the app stores them: a JSON object of ours. */
// biome-ignore lint/suspicious/noExplicitAny: the library wants an index signature that our settings do not have
type Stored = KeySettings & Record<string, any>

const servers = createServers()
let entries: readonly ServerEntry[] = []
/** Of every visible action. To ask the app for them would make it announce them as a change. */
const settingsOf = new Map<string, KeySettings>()

/** The form that is open, told again when a server changes. */
function tellInspector(): void {
  const { action } = streamDeck.ui
  if (action !== undefined) tell(describeFor(action.manifestId, settingsOf.get(action.id) ?? {}, servers))
}

function tell(message: object): void {
  void streamDeck.ui.sendToPropertyInspector(JSON.parse(JSON.stringify(message)))
}

async function receive(definition: ReadyAction, { action, payload }: SendToPluginEvent<never, Stored>): Promise<void> {
  const message = payload as Readonly<Record<string, unknown>>
  const settings = settingsOf.get(action.id) ?? {}
  switch (message.type) {
    case 'open':
      tell(describeFor(action.manifestId, settings, servers))
      return
    case 'choices': {
      const field = String(message.field)
      const source = definition.choices?.[field]
      if (source !== undefined) tell({ type: 'choices', field, ...(await choicesFor(source, settings, servers)) })
      return
    }
    case 'save-server':
    case 'remove-server':
      // What is stored must be known, so that it is not replaced by this one alone.
      await loading
      entries = serversAfter(entries, message)
      servers.apply(entries)
      tellInspector()
      await streamDeck.settings.setGlobalSettings({ servers: entries.map((entry) => ({ ...entry })) })
  }
}

/** An action of the manifest. Each visible key of it has a state of its own. */
class ShowcallerKeys extends SingletonAction<Stored> {
  override readonly manifestId: string
  readonly #definition: ReadyAction
  readonly #keys = new Map<string, DeckKey>()

  constructor(definition: ReadyAction) {
    super()
    this.#definition = definition
    this.manifestId = `${pluginId}.${definition.id}`
  }

  override onWillAppear({ action, payload }: WillAppearEvent<Stored>): void {
    if (!action.isKey()) return
    settingsOf.set(action.id, payload.settings)
    const key: KeyAction<Stored> = action
    this.#keys.get(action.id)?.close()
    let shown = ''
    const deckKey = createDeckKey({
      action: this.#definition,
      servers,
      settings: payload.settings,
      draw(face) {
        const image = keyImage(face)
        if (image === shown) return
        shown = image
        void key.setImage(image)
      },
      showAlert: () => void key.showAlert(),
    })
    this.#keys.set(action.id, deckKey)
  }

  override onWillDisappear({ action }: WillDisappearEvent<Stored>): void {
    this.#keys.get(action.id)?.close()
    this.#keys.delete(action.id)
    settingsOf.delete(action.id)
  }

  override onDidReceiveSettings({ action, payload }: DidReceiveSettingsEvent<Stored>): void {
    settingsOf.set(action.id, payload.settings)
    this.#keys.get(action.id)?.change(payload.settings)
    tellInspector()
  }

  override async onKeyDown({ action }: KeyDownEvent<Stored>): Promise<void> {
    await this.#keys.get(action.id)?.press()
  }

  override onSendToPlugin(event: SendToPluginEvent<never, Stored>): Promise<void> {
    return receive(this.#definition, event)
  }
}

class ShowcallerDials extends SingletonAction<Stored> {
  override readonly manifestId = `${pluginId}.${volumeAction.id}`
  readonly #dials = new Map<string, VolumeDial>()

  override onWillAppear({ action, payload }: WillAppearEvent<Stored>): void {
    if (!action.isDial()) return
    settingsOf.set(action.id, payload.settings)
    const dial: DialAction<Stored> = action
    this.#dials.get(action.id)?.close()
    const volumeDial = createVolumeDial({
      servers,
      settings: payload.settings,
      show: ({ title, value, indicator }) => void dial.setFeedback({ title, value, indicator }),
      showAlert: () => void dial.showAlert(),
    })
    this.#dials.set(action.id, volumeDial)
  }

  override onWillDisappear({ action }: WillDisappearEvent<Stored>): void {
    this.#dials.get(action.id)?.close()
    this.#dials.delete(action.id)
    settingsOf.delete(action.id)
  }

  override onDidReceiveSettings({ action, payload }: DidReceiveSettingsEvent<Stored>): void {
    settingsOf.set(action.id, payload.settings)
    this.#dials.get(action.id)?.change(payload.settings)
    tellInspector()
  }

  override async onDialRotate({ action, payload }: DialRotateEvent<Stored>): Promise<void> {
    await this.#dials.get(action.id)?.turn(payload.ticks)
  }

  override async onDialDown({ action }: { action: { id: string } }): Promise<void> {
    await this.#dials.get(action.id)?.press()
  }

  override onSendToPlugin(event: SendToPluginEvent<never, Stored>): Promise<void> {
    return receive(volumeAction, event)
  }
}

for (const definition of readyActions) streamDeck.actions.registerAction(new ShowcallerKeys(definition))
streamDeck.actions.registerAction(new ShowcallerDials())
servers.listen(() => anyServer, { onChange: tellInspector, onEvent() {} })

const loading = loadServers()
await loading

async function loadServers(): Promise<void> {
  await streamDeck.connect()
  const stored = await streamDeck.settings.getGlobalSettings<{ servers?: never }>()
  entries = readServers(stored.servers)
  servers.apply(entries)
}
