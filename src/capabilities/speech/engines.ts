import type { BuiltInEngineName, HttpEngineName } from './contract/speech-engines.ts'
import type { SpeechEngine } from './engine.ts'
import { azure } from './engines/azure.ts'
import { elevenlabs } from './engines/elevenlabs.ts'
import { google } from './engines/google.ts'
import { openai } from './engines/openai.ts'
import { piper } from './engines/piper.ts'
import { polly } from './engines/polly.ts'
import { createEspeak } from './espeak.ts'
import { createFlite } from './flite.ts'
import type { HttpAdapter } from './http-engine.ts'

/** The HTTP adapter of each speech service. */
export const httpAdapters: Readonly<Record<HttpEngineName, HttpAdapter>> = {
  openai,
  piper,
  elevenlabs,
  google,
  azure,
  polly,
}

/** `isNeeded`: whether somebody may want to speak, so that what an engine has loaded is kept. */
export const builtInEngines: Readonly<Record<BuiltInEngineName, (isNeeded?: () => boolean) => SpeechEngine>> = {
  flite: (isNeeded) => createFlite({ isNeeded }),
  espeak: () => createEspeak(),
}
