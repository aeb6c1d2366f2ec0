import { asObject, type JsonObject, objectIn, textIn } from '../calls/json-fields.ts'

/**
 * The messages of the public API of VTube Studio, as its author describes them:
 * https://github.com/DenchiSoft/VTubeStudio
 * A request has an id, which its answer repeats. What VTube Studio reports by itself is an event that was subscribed to.
 */
export type VtsMessage =
  | { readonly kind: 'answer'; readonly id: string; readonly data: JsonObject }
  | { readonly kind: 'error'; readonly id: string; readonly errorId: number; readonly reason: string }
  | { readonly kind: 'report'; readonly report: VtsReport }
  /** An event that this version does not know. */
  | { readonly kind: 'other' }

export type VtsReport =
  /** A hotkey ran: it was pressed in VTube Studio, or a plug-in asked for it. */
  | {
      readonly kind: 'hotkey'
      readonly id: string
      readonly name: string
      readonly model: string
      readonly isByApi: boolean
    }
  | { readonly kind: 'model'; readonly id: string; readonly name: string; readonly isLoaded: boolean }
  /** Somebody edited the hotkeys of the model. */
  | { readonly kind: 'hotkeys-edited' }

/** The numbers of errors, as `Files/ErrorID.cs` of the description lists them. */
export const vtsErrors = {
  apiOff: 1,
  notAuthenticated: 8,
  tokenDenied: 50,
  tokenAlreadyRequested: 51,
  hotkeyQueueFull: 200,
  noModel: 201,
  hotkeyNotFound: 202,
  hotkeyTooSoon: 203,
} as const

export const vtsEvents = ['HotkeyTriggeredEvent', 'ModelLoadedEvent', 'ModelConfigChangedEvent'] as const
type VtsEvent = (typeof vtsEvents)[number]

const api = { apiName: 'VTubeStudioPublicAPI', apiVersion: '1.0' }
/** Longer names are cut: they are shown and logged, and come from another program. */
const maxName = 200

export function requestMessage(id: string, messageType: string, data: JsonObject): string {
  return JSON.stringify({ ...api, requestID: id, messageType, data })
}

/** Throws for a message that is not of this protocol. */
export function parseMessage(text: string): VtsMessage {
  const message = asObject(JSON.parse(text))
  if (message.apiName !== api.apiName) throw new Error('not a message of VTube Studio')
  const type = textIn(message, 'messageType')
  if (type.endsWith('Event')) {
    const report = Object.hasOwn(reports, type) ? reports[type as VtsEvent](objectIn(message, 'data')) : undefined
    return report === undefined ? { kind: 'other' } : { kind: 'report', report }
  }
  const id = textIn(message, 'requestID')
  const data = objectIn(message, 'data')
  if (type !== 'APIError') return { kind: 'answer', id, data }
  const { errorID, message: reason } = data
  return { kind: 'error', id, errorId: Number(errorID), reason: typeof reason === 'string' ? reason : '' }
}

const reports: { readonly [E in VtsEvent]: (data: JsonObject) => VtsReport | undefined } = {
  HotkeyTriggeredEvent: (data) => ({
    kind: 'hotkey',
    id: nameIn(data, 'hotkeyID'),
    name: nameIn(data, 'hotkeyName'),
    model: nameIn(data, 'modelName'),
    isByApi: data.hotkeyTriggeredByAPI === true,
  }),
  ModelLoadedEvent: (data) => ({
    kind: 'model',
    id: nameIn(data, 'modelID'),
    name: nameIn(data, 'modelName'),
    isLoaded: data.modelLoaded === true,
  }),
  ModelConfigChangedEvent: (data) => (data.hotkeyConfigChanged === true ? { kind: 'hotkeys-edited' } : undefined),
}

function nameIn(data: JsonObject, field: string): string {
  const value = data[field]
  return typeof value === 'string' ? value.slice(0, maxName) : ''
}
