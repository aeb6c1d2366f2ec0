import { asObject, type JsonObject } from '../calls/json-fields.ts'

/**
 * The messages of the Voicemod Control API, as its reference and its clients describe them:
 * https://control-api.voicemod.net/api-reference/
 * A request has `action`, `id` and `payload`. An answer or a report has its name in `actionType` or `action` and its data
 * in `actionObject` or `payload`; its id is null in many answers, so answers are recognized by their names.
 */
export type VoicemodMessage =
  | { readonly kind: 'registered'; readonly isAllowed: boolean }
  | { readonly kind: 'voices'; readonly voices: readonly VoicemodVoice[]; readonly current: string | undefined }
  /** The voice in use: an answer, or a report that another one was loaded. */
  | { readonly kind: 'voice'; readonly voice: string }
  /** The switch of the voice changer: an answer, or a report. */
  | { readonly kind: 'changer'; readonly isOn: boolean }
  | { readonly kind: 'beep'; readonly isOn: boolean }
  | { readonly kind: 'other' }

export interface VoicemodVoice {
  readonly id: string
  readonly name: string
  /** A voice that the license does not include is listed and cannot be loaded. */
  readonly isEnabled: boolean
}

/** The voice that changes nothing: its id until version 2, and since version 3. */
const plainVoices: ReadonlySet<string> = new Set(['nofx', 'df6454f1-8eb2-4092-9ccc-fb51219f6291'])

export function isPlainVoice(id: string): boolean {
  return plainVoices.has(id)
}

export function requestMessage(id: string, action: string, payload: JsonObject): string {
  return JSON.stringify({ action, id, payload })
}

/** Throws for a message that is not of this protocol. */
export function parseMessage(text: string): VoicemodMessage {
  const message = asObject(JSON.parse(text))
  const name = message.actionType ?? message.action
  const data = dataOf(message)
  switch (name) {
    case 'registerClient':
      return { kind: 'registered', isAllowed: Number(objectOrEmpty(data.status).code) === 200 }
    case 'getVoices':
      return voicesOf(data, message)
    case 'getCurrentVoice':
    case 'voiceLoadedEvent':
    case 'voiceChangedEvent': {
      const voice = data.voiceID ?? data.voiceId
      return typeof voice === 'string' ? { kind: 'voice', voice } : { kind: 'other' }
    }
    case 'toggleVoiceChanger':
    case 'getVoiceChangerStatus':
      return typeof data.value === 'boolean' ? { kind: 'changer', isOn: data.value } : { kind: 'other' }
    case 'voiceChangerEnabledEvent':
    case 'voiceChangerDisabledEvent':
      return { kind: 'changer', isOn: name === 'voiceChangerEnabledEvent' }
    case 'badLanguageEnabledEvent':
    case 'badLanguageDisabledEvent':
      return { kind: 'beep', isOn: name === 'badLanguageEnabledEvent' }
    default:
      return { kind: 'other' }
  }
}

/** Older versions send the data as a text that is JSON itself. */
function dataOf(message: JsonObject): JsonObject {
  const data = message.actionObject ?? message.payload
  return objectOrEmpty(typeof data === 'string' && data.startsWith('{') ? JSON.parse(data) : data)
}

function voicesOf(data: JsonObject, message: JsonObject): VoicemodMessage {
  const listed = Array.isArray(data.voices) ? data.voices.map(asObject) : []
  const voices = listed.flatMap(({ id, friendlyName, enabled, isEnabled }) => {
    if (typeof id !== 'string' || id === '') return []
    const name = typeof friendlyName === 'string' && friendlyName !== '' ? friendlyName : id
    return { id, name, isEnabled: (enabled ?? isEnabled) !== false }
  })
  const current = data.currentVoice ?? message.currentVoice
  return { kind: 'voices', voices, current: typeof current === 'string' ? current : undefined }
}

function objectOrEmpty(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}
