import { defineMessages } from '../../../kernel/text/message.ts'
/** The AI bot: names and bounds that the server, the panel and the docs share. */

export const aiLimits = {
  personaLength: 8_000,
  questionLength: 500,
  /** Below the shortest message limit of chats with a longer one. */
  answerLength: 450,
  questions: 100,
  storedQuestionLength: 200,
  storedAnswerLength: 400,
  providers: 8,
  keyLength: 500,
  modelLength: 120,
  providerNameLength: 50,
  memoryTurns: 20,
  /** Exchanges that are kept for a channel, whoever asked. */
  memoryRows: 2_000,
  muteMinutes: 1_440,
} as const

/** What the answers of the built-in responder name as their provider and model. */
export const builtInProvider = 'built-in'

/** What made the bot speak. */
export const aiTriggers = ['api', 'mention', 'command', 'first-message', 'quiet-chat', 'step'] as const
export type AiTrigger = (typeof aiTriggers)[number]

/** Operations that only read, which a model may use to answer. `current-song` reads the player. */
export const readingTools = [
  'get-stream-meta',
  'get-points',
  'get-watch-time',
  'list-commands',
  'get-recent-activity',
  'current-song',
] as const
export type ReadingTool = (typeof readingTools)[number]

/** Operations that act. Each is off until the streamer turns it on. */
export const actingTools = ['run-command', 'send-bot-message', 'tts', 'clip'] as const
export type ActingTool = (typeof actingTools)[number]

export type AiTool = ReadingTool | ActingTool

/** A server that speaks the chat-completions protocol, for the form of the panel. */
export interface ProviderPreset {
  readonly name: string
  readonly url: string
  readonly needsKey: boolean
  /** Where a person gets a key, or the program. */
  readonly link: string
}

export const providerPresets: readonly ProviderPreset[] = [
  { name: 'Ollama', url: 'http://127.0.0.1:11434/v1', needsKey: false, link: 'https://ollama.com' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234/v1', needsKey: false, link: 'https://lmstudio.ai' },
  {
    name: 'llama.cpp',
    url: 'http://127.0.0.1:8080/v1',
    needsKey: false,
    link: 'https://github.com/ggml-org/llama.cpp',
  },
  { name: 'OpenAI', url: 'https://api.openai.com/v1', needsKey: true, link: 'https://platform.openai.com/api-keys' },
  { name: 'OpenRouter', url: 'https://openrouter.ai/api/v1', needsKey: true, link: 'https://openrouter.ai/keys' },
  { name: 'Groq', url: 'https://api.groq.com/openai/v1', needsKey: true, link: 'https://console.groq.com/keys' },
  {
    name: 'Gemini',
    url: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
    link: 'https://aistudio.google.com/apikey',
  },
  { name: 'Anthropic', url: 'https://api.anthropic.com/v1', needsKey: true, link: 'https://console.anthropic.com' },
]

/** Programs on the machine of the server that are looked for. */
export const localPresets = providerPresets.filter(({ url }) => url.startsWith('http://127.0.0.1'))

/** Costs are counted in billionths of a US dollar, as whole numbers. */
export const nanosPerDollar = 1_000_000_000
export const nanosPerCent = nanosPerDollar / 100

export function dollars(nanos: number): number {
  return nanos / nanosPerDollar
}

export const limitNames = defineMessages('ai.limits', {
  cents_per_hour: 'costs per hour',
  cents_per_day: 'costs per day',
  tokens_per_hour: 'tokens per hour',
  tokens_per_day: 'tokens per day',
})
