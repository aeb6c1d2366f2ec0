import { createInterface } from 'node:readline'
import { mcpErrors } from '../mcp/messages.ts'
import { McpError } from '../mcp/protocol.ts'
import { openStream } from './control-server.ts'
import type { ControlRequest } from './controls.ts'

/** Hands over each message that the running server sends for a `subscriptions/listen`, until it ends or is aborted. */
export async function listenAtServer(
  dataFolder: string,
  request: ControlRequest,
  write: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await openStream(dataFolder, '/mcp-listen', request, signal)
    if (response === undefined) throw new McpError('internal', mcpErrors.listenNeedsServer())
    const isOk = response.statusCode === 200
    for await (const line of createInterface({ input: response })) {
      if (!isOk) throw new McpError('internal', (JSON.parse(line) as { error: string }).error)
      if (line !== '') write(line)
    }
  } catch (error) {
    // A server that closes breaks the connection off, which the caller sees as the end.
    if (!signal.aborted && !isBrokenOff(error)) throw error
  }
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
