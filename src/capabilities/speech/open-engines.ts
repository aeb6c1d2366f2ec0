import { TextError } from '../../kernel/text/text-error.ts'
import { type EngineName, type HttpEngineName, httpEngines, speechEngines } from './contract/speech-engines.ts'
import type { SpeechEngine } from './engine.ts'
import { builtInEngines, httpAdapters } from './engines.ts'
import { createHttpEngine, type HttpEngineSettings } from './http-engine.ts'
import { speechErrors } from './messages.ts'

/** The configured speech services. Their keys are kept only in memory. */
export interface SpeechServices {
  /** The order of the engines. Default: services first, then the built-in engines. */
  readonly order?: readonly EngineName[] | undefined
  readonly services: { readonly [N in HttpEngineName]?: HttpEngineSettings | undefined }
}

/** Creates all available engines, in order. Throws on invalid settings. Built-in ones that are `open` already are kept. */
export function openEngines(
  { order, services }: SpeechServices = { services: {} },
  isNeeded?: () => boolean,
  open: readonly SpeechEngine[] = [],
): SpeechEngine[] {
  const all = speechEngines.flatMap((engine) => {
    if (engine.connection === 'built-in')
      return open.find(({ name }) => name === engine.name) ?? builtInEngines[engine.name](isNeeded)
    const settings = services[engine.name]
    return settings === undefined ? [] : createHttpEngineByName(engine.name, settings)
  })
  return order === undefined ? all : order.flatMap((name) => all.filter((engine) => engine.name === name))
}

export function createHttpEngineByName(
  name: HttpEngineName,
  settings: HttpEngineSettings,
  more: { readonly timeoutMs?: number; readonly now?: () => Date } = {},
): SpeechEngine {
  const definition = httpEngines.find((engine) => engine.name === name)
  if (definition === undefined) throw new TextError(speechErrors.unknownEngine.of())
  return createHttpEngine(definition, httpAdapters[name], settings, more)
}
