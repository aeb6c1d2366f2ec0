import type { Text } from '../../kernel/text/message.ts'
import type { HttpEngineName } from './contract/speech-engines.ts'
import { httpEngines } from './contract/speech-engines.ts'
import { type EngineVoice, SpeechError } from './engine.ts'
import type { HttpEngineSettings } from './http-engine.ts'
import { speechErrors } from './messages.ts'
import { createHttpEngineByName } from './open-engines.ts'

export interface EngineCheck {
  readonly isWorking: boolean
  readonly message: Text
  readonly voices: readonly EngineVoice[]
}

/** Makes one real call to a speech service, and says in a sentence what is wrong. Throws on invalid settings. */
export async function checkEngine(
  name: HttpEngineName,
  settings: HttpEngineSettings,
  signal: AbortSignal,
): Promise<EngineCheck> {
  const engine = httpEngines.find((one) => one.name === name)?.title ?? name
  try {
    const { voices = [] } = (await createHttpEngineByName(name, settings).check?.(signal)) ?? {}
    const count = voices.length
    const message = count === 0 ? speechErrors.works.of({ engine }) : speechErrors.accepted.of({ engine, count })
    return { isWorking: true, message, voices }
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    return { isWorking: false, message: sentenceOf(engine, error), voices: [] }
  }
}

function sentenceOf(engine: string, { status, text }: SpeechError): Text {
  if (status === 400) return speechErrors.requestRefused.of({ engine })
  if (status === 401 || status === 403) return speechErrors.keyRefused.of({ engine })
  if (status === 402 || status === 429) return speechErrors.noCredit.of({ engine })
  if (status === 404 || status === 405) return speechErrors.wrongAddress.of({ engine, status })
  return text
}
