import { type EngineName, engineNames, type HttpEngineName, httpEngineNames } from './engine-names.ts'
import type { HttpEngineSettings } from './http-engine.ts'
import type { SpeechServices } from './open-engines.ts'

interface Setting {
  readonly env: string
  readonly file: string
}

/** What can be set of each service; `key` parts are secrets. */
const parts: Readonly<Record<HttpEngineName, readonly string[]>> = {
  openai: ['url', 'key', 'model', 'voice'],
  piper: ['url', 'voice'],
  elevenlabs: ['url', 'key', 'model', 'voice'],
  google: ['url', 'key', 'voice'],
  azure: ['url', 'key', 'region', 'voice'],
  polly: ['url', 'key_id', 'key', 'region', 'model', 'voice'],
}
const order = settingOf('order')

export const speechSettings: readonly Setting[] = [
  order,
  ...httpEngineNames.flatMap((name) => parts[name].map((part) => settingOf(`${name}_${part}`))),
]

function settingOf(word: string): Setting {
  return { env: `SHOWCALLER_SPEECH_${word.toUpperCase()}`, file: `speech_${word}` }
}

/**
 * The engines that the operator has set up; undefined when nothing was set. A service is in use once anything of it is
 * set. Throws a sentence that names the setting and never its value.
 */
export async function readSpeechSettings(
  textOf: (setting: Setting) => string | undefined,
): Promise<SpeechServices | undefined> {
  if (speechSettings.every((setting) => textOf(setting) === undefined)) return undefined
  const services = Object.fromEntries(httpEngineNames.map((name) => [name, serviceOf(name, textOf)]))
  const speech = { order: orderOf(textOf(order)), services }
  const missing = speech.order?.find((name) => name !== 'flite' && name !== 'espeak' && services[name] === undefined)
  if (missing !== undefined) throw new Error(`${order.env} names ${missing}, but nothing else is set for it.`)
  const { openEngines } = await import('./open-engines.ts')
  openEngines(speech)
  return speech
}

function serviceOf(
  name: HttpEngineName,
  textOf: (setting: Setting) => string | undefined,
): HttpEngineSettings | undefined {
  const given = (part: string) => (parts[name].includes(part) ? textOf(settingOf(`${name}_${part}`)) : undefined)
  const settings = {
    baseUrl: given('url'),
    key: given('key'),
    keyId: given('key_id'),
    region: given('region'),
    model: given('model'),
    voice: given('voice'),
  }
  return Object.values(settings).every((value) => value === undefined) ? undefined : settings
}

function orderOf(text: string | undefined): readonly EngineName[] | undefined {
  if (text === undefined) return undefined
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.map((word) => {
    const name = engineNames.find((one) => one === word)
    if (name === undefined) throw new Error(`${order.env} must name engines of ${engineNames.join(', ')}, not ${word}.`)
    return name
  })
}
