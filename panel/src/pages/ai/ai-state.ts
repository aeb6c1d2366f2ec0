import type { aiSettings } from '../../../../src/capabilities/ai/contract/settings.ts'
import type { Static } from '../../../../src/kernel/schema/schema.ts'
import type { Answer, ApiError } from '../../api.ts'

export type AiBotState = Answer<'get-ai-bot'>
export type AiProviderEntry = AiBotState['providers'][number]
export type AiSettings = Static<(typeof aiSettings)['schema']>
export type AiField = keyof AiSettings

/** What the dialog of a provider changes; its key is never shown. */
export function providerContent(provider: AiProviderEntry) {
  const { name, url, model, input_price, output_price, timeout_seconds } = provider
  return { name, url, model, input_price, output_price, timeout_seconds }
}

/** The fields of a card while they are edited. */
export interface AiForm {
  readonly value: Partial<AiSettings>
  readonly error: ApiError | undefined
  readonly onChange: (value: Partial<AiSettings>) => void
}

export const speakingFields: readonly AiField[] = [
  'on_mention',
  'names',
  'command',
  'on_first_message',
  'quiet_minutes',
  'asked_by',
]
export const limitFields: readonly AiField[] = [
  'viewer_per_minute',
  'channel_per_minute',
  'max_length',
  'max_tokens',
  'cents_per_hour',
  'cents_per_day',
  'tokens_per_hour',
  'tokens_per_day',
  'allowed_sites',
  'speak',
]
export const memoryFields: readonly AiField[] = ['memory_turns', 'memory_days']
