import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { ModelError } from '../../platforms/ai/model-error.ts'
import type { Cause } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { ProviderPreset } from './contract/ai.ts'
import { checkTexts } from './messages.ts'
import type { ModelCalls } from './model-calls.ts'
import type { AiProvider } from './provider-rows.ts'

const checkTimeoutMs = 30_000
const findTimeoutMs = 1_500
const maxModels = 500

export interface ProviderCheck {
  readonly isWorking: boolean
  readonly message: Text
  /** What the server offers; empty if it does not say. */
  readonly models: readonly string[]
}

export interface FoundProvider extends ProviderPreset {
  readonly models: readonly string[]
}

export type ProviderChecks = ReturnType<typeof createProviderChecks>

/** Real calls to a provider before it is used: which models there are, and whether the chosen one answers. */
export function createProviderChecks(needs: {
  log: Log
  modelCalls: ModelCalls
  settings: Settings
  /** Programs to look for on this machine. */
  local: readonly ProviderPreset[]
}) {
  const { log, modelCalls, settings, local } = needs

  async function modelsOf(provider: AiProvider, signal: AbortSignal): Promise<readonly string[]> {
    return (await modelCalls.listModels(provider, signal)).slice(0, maxModels)
  }

  return {
    async check(cause: Cause & { readonly channel: Channel }, provider: AiProvider): Promise<ProviderCheck> {
      const signal = AbortSignal.timeout(checkTimeoutMs)
      const { name, model } = provider
      let models: readonly string[] = []
      try {
        // Some servers list no models, and answer all the same.
        models = await modelsOf(provider, signal).catch((error: unknown) => {
          if (model === '') throw error
          return []
        })
        if (model === '') {
          const message = checkTexts.chooseModel.of({ provider: name, count: models.length })
          return { isWorking: false, message, models }
        }
        await modelCalls.check(cause, provider, (await settings.of(cause.channel.id)).ai, signal)
        return { isWorking: true, message: checkTexts.works.of({ provider: name, model }), models }
      } catch (error) {
        if (error instanceof ModelError || error instanceof Failure) {
          return { isWorking: false, message: error.text, models }
        }
        log.warn('an AI provider could not be checked', { provider: name, error })
        return { isWorking: false, message: checkTexts.failed.of({ provider: name }), models }
      }
    },

    /** Model servers on the machine of this server that answer. */
    async findLocal(): Promise<FoundProvider[]> {
      const found = await Promise.all(
        local.map(async (preset) => {
          const provider: AiProvider = {
            ...preset,
            id: 0,
            model: '',
            key: undefined,
            isUnreadable: false,
            inputPrice: 0,
            outputPrice: 0,
            timeoutSeconds: findTimeoutMs / 1000,
            isLocal: true,
          }
          try {
            return [{ ...preset, models: await modelsOf(provider, AbortSignal.timeout(findTimeoutMs)) }]
          } catch {
            return []
          }
        }),
      )
      return found.flat()
    },
  }
}
