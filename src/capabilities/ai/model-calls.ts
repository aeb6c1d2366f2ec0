import type { Clock } from '../../kernel/ambient.ts'
import { createShares } from '../../kernel/limits/shares.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ChatCompletions, ChatQuestion, ChatReply } from '../../platforms/ai/chat-completions.external.ts'
import { ModelError } from '../../platforms/ai/model-error.ts'
import type { OpenOutgoing, Outgoing } from '../../platforms/calls/outgoing.ts'
import type { Setting } from '../../registry/setting-schemas.ts'
import type { Cause } from '../events/events.ts'
import { aiErrors } from './messages.ts'
import type { AiProvider } from './provider-rows.ts'
import { costOf, type Spending, type SpentAmount } from './spending.ts'

/** How long a provider is left out after an error, so that every question does not wait for it again. */
const pauseSeconds = 15
const maxPauseSeconds = 600
/** Lists of models have up to a thousand entries with descriptions. */
const maxAnswerBytes = 4 * 1024 * 1024
/** Tokens that servers add around each message and tool. */
const tokensAround = 16

/** Calls under way of all channels; one alone gets half of them. */
const places = 32

export interface ModelReply extends ChatReply {
  readonly provider: AiProvider
  readonly spent: SpentAmount
}

export type ModelCalls = ReturnType<typeof createModelCalls>

/** Asks the providers of a channel in their order until one answers, within the limits of tokens and costs. */
export function createModelCalls(needs: {
  clock: Clock
  log: Log
  spending: Spending
  /** Called with the first question. */
  loadCompletions: () => Promise<ChatCompletions>
  openOutgoing: (...of: Parameters<OpenOutgoing>) => Promise<Pick<Outgoing, 'send'>>
}) {
  const { clock, log, spending } = needs
  const loadCompletions = loadOnce(needs.loadCompletions)
  const pausedUntil = new Map<string, number>()
  const shares = createShares({ places })

  async function clientOf(provider: AiProvider) {
    const { send } = await needs.openOutgoing({
      timeoutMs: provider.timeoutSeconds * 1000,
      maxAnswerBytes,
      reachesLocal: provider.isLocal,
    })
    return { completions: await loadCompletions(), send }
  }

  /** Every token is at least one byte, so a call cannot use more than this. */
  function mostOf(provider: AiProvider, { turns, tools, maxTokens }: ChatQuestion): SpentAmount {
    const bytes = Buffer.byteLength(JSON.stringify([turns, tools]))
    const input = bytes + (turns.length + tools.length) * tokensAround
    return { tokens: input + maxTokens, cost: costOf(provider, { input, output: maxTokens }) }
  }

  /** What waits for its turn has cost nothing so far. */
  async function inTurn<T>({ id }: Channel, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const place = shares.placeOf({ channelId: id })
    try {
      await place.enter(signal)
    } catch (cause) {
      throw new Failure('ai_unavailable', { message: aiErrors.noAnswer.of({ reason: '' }), cause })
    }
    try {
      return await work()
    } finally {
      place.leave()
    }
  }

  async function askOne(
    cause: Cause & { readonly channel: Channel },
    provider: AiProvider,
    question: ChatQuestion,
    limits: Setting<'ai'>,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const { completions, send } = await clientOf(provider)
    const most = mostOf(provider, question)
    const reservation = await spending.reserve(cause, most, limits)
    try {
      const reply = await completions.ask(provider, question, send, signal)
      const { usage } = reply
      // A server that does not count is taken at its most.
      const spent = usage === undefined ? most : { tokens: usage.input + usage.output, cost: costOf(provider, usage) }
      await spending.settle(reservation, spent)
      return { ...reply, provider, spent }
    } catch (error) {
      // What may have been answered stays counted at its most.
      if (error instanceof ModelError && error.isFree) await spending.release(reservation)
      throw error
    }
  }

  /** A wrong key or a spent account of one channel says nothing about the same model of another. */
  function keyOf({ id }: Channel, { url, model, key }: AiProvider): string {
    return JSON.stringify([id, url, model, key])
  }

  function pause(channel: Channel, provider: AiProvider, seconds = pauseSeconds): void {
    if (pausedUntil.size > 1_000) pausedUntil.clear()
    pausedUntil.set(keyOf(channel, provider), clock.steady() + Math.min(seconds, maxPauseSeconds) * 1000)
  }

  return {
    /** Throws `ai_unavailable` if none answers, and `ai_limit_reached`. */
    async ask(
      cause: Cause & { readonly channel: Channel },
      providers: readonly AiProvider[],
      question: ChatQuestion,
      limits: Setting<'ai'>,
      signal: AbortSignal,
    ): Promise<ModelReply> {
      const now = clock.steady()
      const ready = providers.filter((one) => (pausedUntil.get(keyOf(cause.channel, one)) ?? 0) <= now)
      let last: ModelError | undefined
      let limit: Failure | undefined
      // While all are paused, the first is tried again: somebody waits for an answer.
      for (const provider of ready.length > 0 ? ready : providers.slice(0, 1)) {
        try {
          const reply = await inTurn(cause.channel, signal, () => askOne(cause, provider, question, limits, signal))
          pausedUntil.delete(keyOf(cause.channel, provider))
          return reply
        } catch (error) {
          if (error instanceof Failure && error.code === 'ai_limit_reached') {
            // A cheaper provider may still fit.
            limit ??= error
            continue
          }
          if (!(error instanceof ModelError)) throw error
          last = error
          log.warn('an AI provider failed', { provider: provider.name, error: error.message })
          pause(cause.channel, provider, error.retryAfterSeconds)
          if (signal.aborted) break
        }
      }
      if (last === undefined && limit !== undefined) throw limit
      throw new Failure('ai_unavailable', {
        message: aiErrors.noAnswer.of({ reason: last?.message ?? '' }),
        cause: last,
      })
    },

    async listModels(provider: AiProvider, signal: AbortSignal): Promise<readonly string[]> {
      const { completions, send } = await clientOf(provider)
      return completions.listModels(provider, send, signal)
    },

    /** One real question, which counts like every other and may be as long: a model that reasons needs it. */
    async check(
      cause: Cause & { readonly channel: Channel },
      provider: AiProvider,
      limits: Setting<'ai'>,
      signal: AbortSignal,
    ): Promise<void> {
      const turns = [{ role: 'user', content: 'Answer with the word: ready' }] as const
      const question = { turns, tools: [], maxTokens: limits.max_tokens }
      await inTurn(cause.channel, signal, () => askOne(cause, provider, question, limits, signal))
      pausedUntil.delete(keyOf(cause.channel, provider))
    },
  }
}
