import { asObject, textIn } from '../calls/json-fields.ts'
import { vtsEvents } from './protocol.external.ts'
import type { AskVts } from './vts-link.ts'

/** The names that VTube Studio shows in its dialog. A token belongs to both. */
const plugin = { pluginName: 'Showcaller', pluginDeveloper: 'Showcaller' }

/** More than a model has, and as long as an id or a name can be chosen. */
const maxHotkeys = 500
const maxLength = 200

export interface VtsHotkey {
  readonly id: string
  /** Empty for a hotkey without a name. */
  readonly name: string
}

/** The requests of VTube Studio that this server makes. */
export function createVtsRequests(ask: AskVts) {
  return {
    readVersion: async (): Promise<string> => textIn(await ask('APIStateRequest'), 'vTubeStudioVersion'),

    /** Opens the dialog in VTube Studio and waits until a person has answered it, however long that takes. */
    requestToken: async (): Promise<string> =>
      textIn(await ask('AuthenticationTokenRequest', plugin, { isAnsweredByPerson: true }), 'authenticationToken'),

    /** Whether the token is valid. It holds for this connection. */
    async authenticate(token: string): Promise<boolean> {
      const { authenticated } = await ask('AuthenticationRequest', { ...plugin, authenticationToken: token })
      return authenticated === true
    },

    async subscribe(): Promise<void> {
      for (const eventName of vtsEvents)
        await ask('EventSubscriptionRequest', { eventName, subscribe: true, config: {} })
    },

    /** Those of the model that is loaded, in the order of VTube Studio; none without a model. */
    async listHotkeys(): Promise<readonly VtsHotkey[]> {
      const { availableHotkeys: listed } = await ask('HotkeysInCurrentModelRequest')
      const hotkeys = (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => {
        const { hotkeyID: id, name } = asObject(one)
        if (typeof id !== 'string' || id === '' || id.length > maxLength) return []
        return { id, name: typeof name === 'string' ? name.slice(0, maxLength) : '' }
      })
      return hotkeys.slice(0, maxHotkeys)
    },

    /** By its id, or by its name in any case. Returns its id. */
    async trigger(hotkey: string): Promise<string> {
      const { hotkeyID: id } = await ask('HotkeyTriggerRequest', { hotkeyID: hotkey })
      return typeof id === 'string' ? id : hotkey
    },
  }
}

export type VtsRequests = ReturnType<typeof createVtsRequests>
