import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { redactSecrets } from '../../kernel/text/secret-shapes.ts'
import { asObject, firstIn, type JsonObject, numberIn, objectIn, objectsIn, textIn } from '../calls/json-fields.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../calls/outgoing.ts'
import { modelErrors } from './messages.ts'
import { ModelError } from './model-error.ts'

/** A server that speaks the chat-completions protocol, and the model to use there. */
export interface ChatModel {
  readonly name: string
  /** The base address: `/chat/completions` and `/models` are below it. */
  readonly url: string
  readonly key: string | undefined
  readonly model: string
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON, as the model wrote it. It may be anything. */
  readonly arguments: string
}

export type ChatTurn =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string }

export interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ChatQuestion {
  readonly turns: readonly ChatTurn[]
  readonly tools: readonly ToolDescription[]
  readonly maxTokens: number
}

export interface ChatReply {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** Undefined where the server does not count them. */
  readonly usage: { readonly input: number; readonly output: number } | undefined
}

type Send = (request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingAnswer>

/** Newer models refuse `max_tokens`; several local servers ignore the newer name and would write without an end. */
const tokenFields = ['max_tokens', 'max_completion_tokens'] as const
/** Reasoning counts against the same limit as the answer. A line of chat needs little of it. */
const effort = { reasoning_effort: 'low' } as const
const maxRemembered = 200
const maxToolCalls = 8
const maxReasonLength = 200

export type ChatCompletions = ReturnType<typeof createChatCompletions>

/** The client of the chat-completions protocol, without streaming. */
export function createChatCompletions() {
  /** Models that refused `max_tokens` once. */
  const newer = new Set<string>()
  /** Models that refused `reasoning_effort` once: those that do not reason, and servers that do not know it. */
  const plain = new Set<string>()

  async function post(model: ChatModel, body: JsonObject, send: Send, signal: AbortSignal): Promise<OutgoingAnswer> {
    return reach(model, () =>
      send(
        {
          method: 'POST',
          url: `${model.url}/chat/completions`,
          headers: { 'Content-Type': 'application/json', ...authorization(model) },
          body: JSON.stringify(body),
        },
        signal,
      ),
    )
  }

  return {
    async ask(model: ChatModel, question: ChatQuestion, send: Send, signal: AbortSignal): Promise<ChatReply> {
      const key = `${model.url} ${model.model}`
      const ask = () => {
        const tokens = { [newer.has(key) ? tokenFields[1] : tokenFields[0]]: question.maxTokens }
        return post(model, { ...bodyOf(model, question), ...tokens, ...(plain.has(key) ? {} : effort) }, send, signal)
      }
      let answer = await ask()
      if (!newer.has(key) && refusesMaxTokens(answer)) {
        remember(newer, key)
        answer = await ask()
      }
      if (!plain.has(key) && mayRefuseEffort(answer)) {
        remember(plain, key)
        const again = await ask()
        // The reason was another one.
        if (again.status >= 400) plain.delete(key)
        answer = again
      }
      requireSuccess(model, answer)
      const { reply, isCutOff } = read(model, () => replyOf(JSON.parse(answer.body)))
      if (!isCutOff || reply.text !== '' || reply.toolCalls.length > 0) return reply
      const message = modelErrors.outOfTokens.of({ provider: model.name, tokens: question.maxTokens })
      throw new ModelError(message, { isFree: false })
    },

    /** The ids of the models that the server offers. */
    async listModels(model: Omit<ChatModel, 'model'>, send: Send, signal: AbortSignal): Promise<readonly string[]> {
      const headers = authorization(model)
      const answer = await reach(model, () => send({ method: 'GET', url: `${model.url}/models`, headers }, signal))
      requireSuccess(model, answer)
      return read(model, () => objectsIn(JSON.parse(answer.body), 'data').map((row) => textIn(row, 'id')))
    },
  }
}

function authorization({ key }: Pick<ChatModel, 'key'>): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` }
}

function bodyOf({ model }: ChatModel, { turns, tools }: ChatQuestion): JsonObject {
  return {
    model,
    stream: false,
    messages: turns.map(messageOf),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
  }
}

function messageOf(turn: ChatTurn): JsonObject {
  if (turn.role === 'tool') return { role: 'tool', tool_call_id: turn.callId, content: turn.content }
  const { role, content } = turn
  if (turn.role !== 'assistant' || turn.toolCalls === undefined) return { role, content }
  const calls = turn.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }))
  return { role, content, tool_calls: calls }
}

/** `isCutOff`: the model reached the limit of tokens, which may have been used up by reasoning. */
function replyOf(parsed: unknown): { reply: ChatReply; isCutOff: boolean } {
  const choice = firstIn(parsed, 'choices')
  const message = objectIn(choice, 'message')
  const { content } = message
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.slice(0, maxToolCalls).map(asObject) : []
  const reply = {
    text: typeof content === 'string' ? withoutReasoning(content) : '',
    toolCalls: calls.map((call, index) => {
      const wanted = objectIn(call, 'function')
      const { id } = call
      const given = wanted.arguments
      return {
        id: typeof id === 'string' && id !== '' ? id : `call_${index}`,
        name: textIn(wanted, 'name'),
        // Some local servers send an object in place of its text.
        arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
      }
    }),
    usage: usageOf(asObject(parsed).usage),
  }
  return { reply, isCutOff: choice.finish_reason === 'length' }
}

/** Local servers leave the reasoning of some models in front of the answer. */
function withoutReasoning(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '').trim()
}

function usageOf(value: unknown): ChatReply['usage'] {
  if (typeof value !== 'object' || value === null) return undefined
  const usage = value as JsonObject
  const [input, output] = [numberIn(usage, 'prompt_tokens'), numberIn(usage, 'completion_tokens')]
  // Gemini leaves the reasoning out of the completion, and not out of the total.
  const total = typeof usage.total_tokens === 'number' ? usage.total_tokens : 0
  return input < 0 || output < 0 ? undefined : { input, output: Math.max(output, total - input) }
}

function refusesMaxTokens({ status, body }: OutgoingAnswer): boolean {
  return status === 400 && body.includes('max_tokens') && body.includes('max_completion_tokens')
}

/** Servers name an unknown parameter in different words, or not at all. A request that was refused costs nothing. */
function mayRefuseEffort({ status }: OutgoingAnswer): boolean {
  return status === 400 || status === 422
}

function remember(models: Set<string>, key: string): void {
  if (models.size >= maxRemembered) models.clear()
  models.add(key)
}

function requireSuccess({ name: provider }: { name: string }, { status, headers, body }: OutgoingAnswer): void {
  if (status < 400) return
  const reason = reasonIn(body)
  const waits = Number(headers['retry-after'])
  const retryAfterSeconds = Number.isFinite(waits) && waits > 0 ? Math.ceil(waits) : undefined
  const message =
    status === 401 || status === 403
      ? modelErrors.keyRefused.of({ provider, reason })
      : status === 429
        ? modelErrors.rateLimited.of({ provider, reason })
        : status >= 500
          ? modelErrors.serverError.of({ provider, status })
          : modelErrors.refused.of({ provider, reason })
  // A server that failed may have run the model before.
  throw new ModelError(message, { isFree: status < 500, retryAfterSeconds })
}

/** `{"error": {"message": …}}`; Ollama and others write `{"error": "…"}`, and Gemini a list around it. */
function reasonIn(body: string): string | Text {
  try {
    const parsed: unknown = JSON.parse(body)
    const { error } = asObject(Array.isArray(parsed) ? parsed[0] : parsed)
    const said = typeof error === 'string' ? error : asObject(error).message
    if (typeof said === 'string' && said.trim() !== '') return tidy(said)
  } catch {
    // Not JSON: there is no reason to quote.
  }
  return modelErrors.noReason.of()
}

/** Servers quote the key that they refuse. */
function tidy(reason: string): string {
  const line = redactSecrets(reason).replace(/\s+/g, ' ').trim()
  return line.slice(0, maxReasonLength).toWellFormed().replace(/\.$/, '')
}

function read<T>({ name: provider }: { name: string }, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new ModelError(modelErrors.unreadable.of({ provider }), { isFree: false, cause })
  }
}

/** A call that was not sent costs nothing; one that was cut off may have been answered. */
async function reach<T>({ name: provider }: { name: string }, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const message = modelErrors.unreachable.of({ provider, reason: cause.message })
    throw new ModelError(message, { isFree: !cause.mayHaveHappened, cause })
  }
}
