import type { SpeechEngine } from './engine.ts'
import { type EngineName, type HttpEngineName, httpEngineNames } from './engine-names.ts'
import { createEspeak } from './espeak.ts'
import { createFlite } from './flite.ts'
import type { HttpEngineSettings } from './http-engine.ts'
import { createHttpEngineByName } from './http-engines.ts'

/** What the operator has set up. The keys in it stay in memory. */
export interface SpeechServices {
  /** Who is asked first; whoever is not named is not asked. Without it, services before our own. */
  readonly order?: readonly EngineName[] | undefined
  readonly services: { readonly [N in HttpEngineName]?: HttpEngineSettings | undefined }
}

/** Every engine that can be asked, in order. Throws on settings that cannot work. */
export function openEngines({ order, services }: SpeechServices = { services: {} }): SpeechEngine[] {
  const network = httpEngineNames.flatMap((name) => {
    const settings = services[name]
    return settings === undefined ? [] : createHttpEngineByName(name, settings)
  })
  const all = [...network, createFlite(), createEspeak()]
  return order === undefined ? all : order.flatMap((name) => all.filter((engine) => engine.name === name))
}
