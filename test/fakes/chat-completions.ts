import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'

/**
 * A server of the chat-completions protocol. The shapes are those of the response classes of vLLM, another server of the
 * protocol (`ChatCompletionResponse`, `UsageInfo`, `ModelList`); the refusal of `max_tokens` is the one that clients have
 * recorded of OpenAI's newer models. The official client (`openai` 6.49) was run against it: it reads the models, calls
 * of tools, answers, usage and each error, with its code.
 */
export interface FakeTurn {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly FakeToolCall[]
  readonly tool_call_id?: string
}

interface FakeToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export interface FakeCompletionRequest {
  readonly model: string
  readonly messages: readonly FakeTurn[]
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: object } }[]
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly reasoning_effort?: string
}

/** What the model says: a text, or calls of tools. */
export interface FakeReply {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
  /** The limit of tokens was reached. */
  readonly isCutOff?: boolean
  /** In place of an answer. */
  readonly answer?: FakeAnswer
}

export type Think = (request: FakeCompletionRequest) => FakeReply

export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>

export async function startFakeModel({
  think: firstThink = () => ({ text: 'Hello.' }),
  key,
  models = ['small', 'large'],
  refusesMaxTokens = false,
  refusesEffort = false,
}: {
  think?: Think
  key?: string
  models?: readonly string[]
  /** As newer models do. */
  refusesMaxTokens?: boolean
  /** As models that do not reason, on strict servers. */
  refusesEffort?: boolean
} = {}) {
  let think = firstThink
  let answered = 0
  const asked: FakeCompletionRequest[] = []

  function handle(request: FakeRequest): FakeAnswer {
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      return failed(401, 'invalid_api_key', `Incorrect API key provided: ${request.headers.authorization}.`)
    }
    if (request.method === 'GET' && request.path === '/v1/models') {
      const data = models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'vllm' }))
      return { status: 200, body: { object: 'list', data } }
    }
    if (request.method !== 'POST' || request.path !== '/v1/chat/completions')
      return failed(404, 'not_found', 'Not Found')
    const body = JSON.parse(request.text) as FakeCompletionRequest
    if (!models.includes(body.model)) return failed(404, 'model_not_found', `The model ${body.model} does not exist.`)
    if (refusesMaxTokens && body.max_tokens !== undefined) {
      const message = `Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.`
      return failed(400, 'unsupported_parameter', message, 'max_tokens')
    }
    if (refusesEffort && body.reasoning_effort !== undefined) {
      const message = `Unsupported parameter: 'reasoning_effort' is not supported with this model.`
      return failed(400, 'unsupported_parameter', message, 'reasoning_effort')
    }
    asked.push(body)
    return completion(body, think(body))
  }

  function completion({ model, messages }: FakeCompletionRequest, reply: FakeReply): FakeAnswer {
    if (reply.answer !== undefined) return reply.answer
    answered++
    const calls = reply.calls?.map(({ name, arguments: given }, index) => {
      return { id: `chatcmpl-tool-${answered}-${index}`, type: 'function', function: { name, arguments: given } }
    })
    const usage = reply.usage ?? { prompt_tokens: tokensIn(messages), completion_tokens: tokensOf(reply.text ?? '') }
    return {
      status: 200,
      body: {
        id: `chatcmpl-${answered}`,
        object: 'chat.completion',
        created: 1_700_000_000,
        model,
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: reply.text ?? null,
              ...(calls === undefined ? {} : { tool_calls: calls }),
            },
            logprobs: null,
            finish_reason: reply.isCutOff ? 'length' : calls === undefined ? 'stop' : 'tool_calls',
            stop_reason: null,
          },
        ],
        ...(reply.usage === null
          ? {}
          : {
              usage: {
                ...usage,
                total_tokens: usage.prompt_tokens + usage.completion_tokens,
                prompt_tokens_details: null,
              },
            }),
      },
    }
  }

  const server = await startFakeServer(handle)
  return {
    ...server,
    base: `${server.url}/v1`,
    /** Every question that a model answered. */
    asked,
    thinks(next: Think): void {
      think = next
    },
  }
}

function failed(status: number, code: string, message: string, param: string | null = null): FakeAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } }
}

/** About four characters to a token, as tokenizers have it. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}

function tokensIn(turns: readonly FakeTurn[]): number {
  return turns.reduce((sum, { content }) => sum + tokensOf(content ?? '') + 3, 0)
}
