import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { mcpErrors } from '../mcp/messages.ts'
import { errorMessage, isObject, McpError } from '../mcp/protocol.ts'

/** As large as a body of the API. */
const maxLineLength = 256 * 1024
/** Further messages wait. */
const maxUnderWay = 16

/**
 * The Model Context Protocol by standard input and output: one JSON message on each line. Nothing else is written to the
 * output. Resolves when the input is closed and everything is answered.
 */
export async function serveStdio(
  input: Readable,
  output: Writable,
  answer: (message: unknown) => Promise<unknown>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()

  function write(message: unknown): void {
    if (message !== undefined) output.write(`${JSON.stringify(message)}\n`)
  }

  async function handle(line: string): Promise<void> {
    let message: unknown
    try {
      if (line.length > maxLineLength) throw new McpError('invalidRequest', mcpErrors.tooLarge())
      message = parse(line)
      write(await answer(message))
    } catch (error) {
      const refusal = error instanceof McpError ? error : new McpError('internal', (error as Error).message)
      write(errorMessage(isObject(message) ? message.id : undefined, refusal))
    }
  }

  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const task: Promise<void> = handle(line).finally(() => underWay.delete(task))
    underWay.add(task)
    if (underWay.size >= maxUnderWay) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new McpError('parseError', mcpErrors.notJson())
  }
}
