import { azure } from './speech-engines/azure.ts'
import { elevenlabs } from './speech-engines/elevenlabs.ts'
import { espeak } from './speech-engines/espeak.ts'
import { flite } from './speech-engines/flite.ts'
import { google } from './speech-engines/google.ts'
import { openai } from './speech-engines/openai.ts'
import { piper } from './speech-engines/piper.ts'
import { polly } from './speech-engines/polly.ts'

/** Every speech engine, in the order they are asked when the operator sets no other. */
export const speechEngines = [openai, piper, elevenlabs, google, azure, polly, flite, espeak] as const

export type DefinedEngine = (typeof speechEngines)[number]
export type EngineName = DefinedEngine['name']
export type HttpEngineName = Extract<DefinedEngine, { readonly connection: 'http' }>['name']
export type BuiltInEngineName = Exclude<EngineName, HttpEngineName>

export const engineNames = speechEngines.map(({ name }) => name)
export const httpEngines = speechEngines.filter((engine) => engine.connection === 'http')
