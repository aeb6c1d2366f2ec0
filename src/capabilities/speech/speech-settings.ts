import { TextError } from '../../kernel/text/text-error.ts'
import type { SpeechEngineSetting } from './contract/speech-engines/definition.ts'
import { type EngineName, engineNames, httpEngines, speechEngines } from './contract/speech-engines.ts'
import type { HttpEngineSettings } from './http-engine.ts'
import { speechErrors } from './messages.ts'
import type { SpeechServices } from './open-engines.ts'

interface Setting {
  readonly env: string
  readonly file: string
}

const order = settingOf('order')

export const speechSettings: readonly Setting[] = [
  order,
  ...httpEngines.flatMap(({ name, settings }) => settings.map((part) => settingOf(`${name}_${part}`))),
]

function settingOf(name: string): Setting {
  return { env: `SHOWCALLER_SPEECH_${name.toUpperCase()}`, file: `speech_${name}` }
}

/**
 * The configured speech services; undefined without any setting. A service is used if any of its settings is set. Throws an
 * error that names the setting, never its value.
 */
export async function readSpeechSettings(
  textOf: (setting: Setting) => string | undefined,
): Promise<SpeechServices | undefined> {
  if (speechSettings.every((setting) => textOf(setting) === undefined)) return undefined
  const services = Object.fromEntries(httpEngines.map((engine) => [engine.name, serviceOf(engine, textOf)]))
  const speech = { order: orderOf(textOf(order)), services }
  const builtIn = speechEngines.filter(({ connection }) => connection === 'built-in').map(({ name }) => String(name))
  const missing = speech.order?.find((name) => !builtIn.includes(name) && services[name] === undefined)
  if (missing !== undefined) throw new TextError(speechErrors.engineNotSet.of({ setting: order.env, engine: missing }))
  const { openEngines } = await import('./open-engines.ts')
  openEngines(speech)
  return speech
}

function serviceOf(
  { name, settings: known }: (typeof httpEngines)[number],
  textOf: (setting: Setting) => string | undefined,
): HttpEngineSettings | undefined {
  const settings = engineSettings((part) =>
    known.some((one) => one === part) ? textOf(settingOf(`${name}_${part}`)) : undefined,
  )
  return Object.values(settings).every((value) => value === undefined) ? undefined : settings
}

/** The settings of one engine, from wherever its values come. */
export function engineSettings(given: (part: SpeechEngineSetting) => string | undefined): HttpEngineSettings {
  return {
    baseUrl: given('url'),
    key: given('key'),
    keyId: given('key_id'),
    region: given('region'),
    model: given('model'),
    voice: given('voice'),
  }
}

/** The settings of one engine with these values beside those of the environment, which win. */
export function engineSettingsWith(
  given: HttpEngineSettings | undefined,
  values: Readonly<Record<string, string>>,
): HttpEngineSettings {
  const set = Object.entries(given ?? {}).filter(([, value]) => value !== undefined)
  return { ...engineSettings((part) => values[part]), ...Object.fromEntries(set) }
}

function orderOf(text: string | undefined): readonly EngineName[] | undefined {
  if (text === undefined) return undefined
  const names = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return names.map((word) => {
    const name = engineNames.find((one) => one === word)
    if (name === undefined)
      throw new TextError(
        speechErrors.unknownEngineInList.of({ setting: order.env, engines: engineNames.join(', '), word }),
      )
    return name
  })
}
