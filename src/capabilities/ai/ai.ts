import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import type { ChatTurn, ToolDescription } from '../../platforms/ai/chat-completions.external.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { AnswerFilter } from './answer-filter.ts'
import { createBuiltInResponder } from './built-in-responder.ts'
import { type AiTrigger, builtInProvider } from './contract/ai.ts'
import { type FillTexts, factsFor } from './facts.ts'
import { type AiMemory, publicChat } from './memory.ts'
import { aiErrors } from './messages.ts'
import type { ModelCalls } from './model-calls.ts'
import { instructions, turnsOf } from './prompt.ts'
import type { AiProvider } from './provider-rows.ts'
import type { Providers } from './providers.ts'
import { shownDollars } from './spending.ts'
import type { Asker, Toolbox } from './tools.ts'

/** All calls of one question together, with tools and fallbacks. */
const questionTimeoutMs = 60_000
/** How often a model may use tools before it has to answer. */
const maxRounds = 3
const maxGivenLength = 300
const noTools: readonly ToolDescription[] = []

/** What the log says a model was given. */
interface Given {
  readonly source: string
  readonly value: string
}

/** Audiences of the memory: the public chat, or whoever asked. */
export interface QuestionMemory {
  /** Who reads the answer: only what they may know is recalled for it. */
  readonly recalledFor: string
  /** Who knows the question. */
  readonly storedFor: string
}

export interface AiQuestion {
  readonly caller: Caller
  readonly asker: Asker
  readonly text: string
  readonly trigger: AiTrigger
  /** Instructions of ours for another task than answering a viewer. */
  readonly task?: string | undefined
  /** The answer of the built-in responder, if there is another than to a question. */
  readonly builtIn?: string | undefined
  /** The memory that it belongs to; undefined: it is neither remembered nor answered from memory. */
  readonly memory?: QuestionMemory | undefined
  /** Whether the streamer's actions are offered. */
  readonly mayAct?: boolean
  readonly signal?: AbortSignal | undefined
}

export interface AiAnswer {
  /** As people may see it; empty if it is withheld. */
  readonly text: string
  readonly withheld: string | null
  readonly provider: string
  readonly model: string
  readonly tokens: number
  /** In billionths of a US dollar. */
  readonly cost: number
  readonly given: readonly Given[]
  /** How many exchanges with this viewer are remembered. */
  readonly memoryTurns: number
}

export type Ai = ReturnType<typeof createAi>

/** Answers questions: with the channel's providers, or from what the channel knows. Sends nothing. */
export function createAi(needs: {
  db: Database
  clock: Clock
  log: Log
  events: Events
  settings: Settings
  memory: AiMemory
  modelCalls: ModelCalls
  providers: Providers
  toolbox: Toolbox
  filter: AnswerFilter
  fillTexts: FillTexts
}) {
  const { db, log, events, settings, memory, modelCalls, providers, toolbox, filter, fillTexts } = needs
  const respond = createBuiltInResponder({ settings, fillTexts })

  async function answerBuiltIn(question: AiQuestion, set: ChannelSettings): Promise<AiAnswer> {
    const written = await respond(question, set.ai.questions)
    const nothingConfidential = { instructions: '', persona: '', secrets: [] }
    const { text, withheld } = await filter(question.caller.channel.id, set, written, nothingConfidential)
    const nothingSpent = { tokens: 0, cost: 0, given: [], memoryTurns: turnsFor(question, set) }
    return { text, withheld, provider: builtInProvider, model: builtInProvider, ...nothingSpent }
  }

  async function answerWithModel(
    question: AiQuestion,
    set: ChannelSettings,
    list: readonly AiProvider[],
  ): Promise<AiAnswer> {
    const { caller, asker, text, task, mayAct = false } = question
    const { ai } = set
    const channelId = caller.channel.id
    const facts = await factsFor(fillTexts, caller, asker)
    const memoryTurns = turnsFor(question, set)
    const { own, others } = await memory.recall(
      channelId,
      { viewerId: asker.viewer?.id, audience: question.memory?.recalledFor ?? publicChat },
      memoryTurns,
    )
    const confidential = {
      instructions,
      persona: ai.persona,
      secrets: list.flatMap(({ key }) => key ?? []),
    }
    const clean = async (written: string) => (await filter(channelId, set, written, confidential)).text
    const box = await toolbox.open(ai, { caller, asker, mayAct }, clean)
    const { persona, questions } = ai
    const turns: ChatTurn[] = turnsOf({ persona, facts, questions, own, others, username: asker.username, text, task })
    const given: Given[] = [
      { source: 'persona', value: cut(persona) },
      { source: 'facts', value: cut(facts.join('; ')) },
      ...(own.length + others.length === 0 ? [] : [{ source: 'memory', value: String(own.length + others.length) }]),
    ]
    const time = AbortSignal.timeout(questionTimeoutMs)
    const signal = question.signal === undefined ? time : AbortSignal.any([time, question.signal])
    const total = { tokens: 0, cost: 0 }
    for (let round = 0; ; round++) {
      const isLast = round === maxRounds
      const asked = { turns, tools: isLast ? noTools : box.descriptions, maxTokens: ai.max_tokens }
      const reply = await modelCalls.ask(caller, list, asked, ai, signal)
      total.tokens += reply.spent.tokens
      total.cost += reply.spent.cost
      if (reply.toolCalls.length === 0 || isLast) {
        const { text: shown, withheld } = await filter(channelId, set, reply.text, confidential)
        const { name: provider, model } = reply.provider
        return { text: shown, withheld, provider, model, ...total, given, memoryTurns }
      }
      turns.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls })
      for (const call of reply.toolCalls) {
        const used = await box.use(call)
        given.push({ source: used.name, value: cut(used.result) })
        turns.push({ role: 'tool', callId: call.id, content: used.result })
      }
    }
  }

  async function reportFailure(caller: Caller, failure: Failure, list: readonly AiProvider[]): Promise<void> {
    const { message, text } = failure
    const texts = cut(message) === message ? { error: storeText(text) } : undefined
    const data = { error: cut(message), provider: list[0]?.name ?? '' }
    await db.write((tx) => events.appendNew(tx, caller, { kind: 'ai.failed', data, texts }))
  }

  return {
    /** Throws `ai_unavailable` or `ai_limit_reached`. */
    async ask(question: AiQuestion): Promise<AiAnswer> {
      const { caller } = question
      const set = await settings.of(caller.channel.id)
      const list = await providers.list(caller.channel.id)
      if (list.length === 0) return answerBuiltIn(question, set)
      try {
        return await answerWithModel(question, set, list)
      } catch (error) {
        if (error instanceof Failure && error.code === 'ai_unavailable') {
          await reportFailure(caller, error, list).catch((cause: unknown) => {
            log.warn('a failure of the AI bot could not be recorded', { error: cause })
          })
        }
        throw error
      }
    },

    /** Records an answer in the log and in the memory. */
    async note(tx: Writer, question: AiQuestion, answer: AiAnswer, sent: boolean): Promise<void> {
      const { caller, asker, text, trigger, memory: kept } = question
      const { text: response, withheld, provider, model, tokens, cost, given, memoryTurns } = answer
      const { viewer, platform, username } = asker
      await events.appendNew(tx, caller, {
        kind: 'ai.answered',
        platform,
        ...(viewer === undefined ? {} : { viewerId: viewer.id }),
        data: {
          ...(viewer === undefined ? {} : { user_id: viewer.userId }),
          username,
          text,
          response,
          trigger,
          provider,
          model,
          tokens,
          cost: shownDollars(cost),
          given: [...given],
          withheld,
          sent,
        },
      })
      if (response === '' || kept === undefined) return
      const remembered = { viewerId: viewer?.id, audience: kept.storedFor }
      await memory.remember(tx, caller.channel.id, remembered, { question: text, answer: response }, memoryTurns)
    },

    /** The failure that says why there is no text. */
    whyEmpty({ withheld }: AiAnswer): Failure {
      const message = withheld === null ? aiErrors.nothingToSay.of() : aiErrors.withheld.of({ rule: withheld })
      return new Failure('ai_unavailable', { message })
    },
  }
}

function turnsFor({ memory }: AiQuestion, { ai }: ChannelSettings): number {
  return memory === undefined ? 0 : ai.memory_turns
}

function cut(text: string): string {
  return text.length <= maxGivenLength ? text : `${text.slice(0, maxGivenLength).toWellFormed()}…`
}
