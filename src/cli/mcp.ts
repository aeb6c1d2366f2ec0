import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { mcpErrors } from '../mcp/messages.ts'
import { errorMessage, isObject, listenMethod, McpError, notification } from '../mcp/protocol.ts'

/** As large as a body of the API. */
const maxLineLength = 256 * 1024
/** Further messages wait. */
const maxUnderWay = 16
const maxListening = 8

/** Where the messages of an assistant are answered. */
export interface McpCarrier {
  /** The answer to one message; undefined for a notification. */
  answer(message: unknown): Promise<unknown>
  /** Hands over each message of a subscription, until it ends or is aborted. */
  listen(message: unknown, write: (line: string) => void, signal: AbortSignal): Promise<void>
}

/**
 * The Model Context Protocol by standard input and output: one JSON message on each line. Nothing else is written to the
 * output. Resolves when the input is closed and everything is answered.
 */
export async function serveStdio(input: Readable, output: Writable, carrier: McpCarrier): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const listening = new Set<{ readonly id: unknown; readonly ending: AbortController }>()

  function write(message: unknown): void {
    if (message !== undefined) output.write(`${JSON.stringify(message)}\n`)
  }

  function refuse(message: unknown, error: unknown): void {
    const refusal = error instanceof McpError ? error : new McpError('internal', (error as Error).message)
    write(errorMessage(isObject(message) ? message.id : undefined, refusal))
  }

  async function handle(line: string): Promise<void> {
    let message: unknown
    try {
      if (line.length > maxLineLength) throw new McpError('invalidRequest', mcpErrors.tooLarge())
      message = parse(line)
      if (isObject(message) && message.method === listenMethod) {
        // Not awaited: it is under way until it is cancelled, and must not hold up other messages.
        listen(message).catch((error: unknown) => refuse(message, error))
        return
      }
      if (isObject(message) && message.method === 'notifications/cancelled') cancel(message.params)
      write(await carrier.answer(message))
    } catch (error) {
      refuse(message, error)
    }
  }

  /** Writes what the server sends. A stream that breaks off is reported, so that the client can listen again. */
  async function listen(message: Readonly<Record<string, unknown>>): Promise<void> {
    if (listening.size >= maxListening) {
      throw new McpError('invalidRequest', mcpErrors.tooManySubscriptions({ max: maxListening }))
    }
    const { id } = message
    const one = { id, ending: new AbortController() }
    listening.add(one)
    let isAnswered = false
    try {
      await carrier.listen(
        message,
        (line) => {
          output.write(`${line}\n`)
          const { id: answered } = JSON.parse(line) as { id?: unknown }
          isAnswered ||= answered === id
        },
        one.ending.signal,
      )
      if (!isAnswered && !one.ending.signal.aborted) write(notification('notifications/cancelled', { requestId: id }))
    } finally {
      listening.delete(one)
    }
  }

  function cancel(params: unknown): void {
    if (!isObject(params)) return
    for (const one of listening) {
      if (one.id !== params.requestId) continue
      one.ending.abort()
      listening.delete(one)
    }
  }

  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const task: Promise<void> = handle(line).finally(() => underWay.delete(task))
    underWay.add(task)
    if (underWay.size >= maxUnderWay) await Promise.race(underWay)
  }
  for (const { ending } of listening) ending.abort()
  await Promise.all(underWay)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new McpError('parseError', mcpErrors.notJson())
  }
}
