import type { SetupFieldDefinition, SetupStepDefinition } from '../../../../definitions/define-service-setup.ts'
import { type Message, message } from '../../../../kernel/text/message.ts'

/** What an operator can set of an engine on the network: `SHOWCALLER_SPEECH_<ENGINE>_<SETTING>`. */
export type SpeechEngineSetting = 'url' | 'key' | 'key_id' | 'region' | 'model' | 'voice'

export interface EngineVoice {
  /** Within its engine. */
  readonly id: string
  readonly name: string
  /** `en-US`; empty when a voice speaks many languages. */
  readonly language: string
}

/** What is known of a speech engine without asking it. Its code is `src/capabilities/speech/engines/<name>.ts`. */
export interface SpeechEngineDefinition {
  readonly name: string
  readonly title: string
  readonly help: string
  /** `http`: a service that the operator sets up. `built-in`: part of this server or of its machine. */
  readonly connection: 'http' | 'built-in'
  readonly settings: readonly SpeechEngineSetting[]
  readonly needsKey: boolean
  /** For a list to choose from; a service may have more. */
  readonly voices: readonly EngineVoice[]
  readonly defaultVoice: string
  /** How to get the key of a service, and where its fields differ from those of other services. */
  readonly setup?: {
    readonly steps: readonly SetupStepDefinition[]
    readonly fields?: { readonly [S in SpeechEngineSetting]?: Partial<SetupFieldDefinition> }
  }
}

export type DefinedSpeechEngine<D extends SpeechEngineDefinition = SpeechEngineDefinition> = Omit<D, 'help'> & {
  readonly help: Message<string>
}

export function defineSpeechEngine<const D extends SpeechEngineDefinition>(definition: D): DefinedSpeechEngine<D> {
  const { name, help } = definition
  return { ...definition, help: message<string>(`speechEngine.${name}.help`, help) }
}
