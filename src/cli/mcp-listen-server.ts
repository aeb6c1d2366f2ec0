import type { ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { notifyOfChanges } from '../mcp/notify-of-changes.ts'
import { assistantOf, type ControlRequest } from './controls.ts'

const heartbeatMs = 15_000
const maxBufferedBytes = 1024 * 1024

/**
 * Answers `subscriptions/listen` of an assistant on this machine: one message of the protocol per line, for as long as the
 * command line is connected. Empty lines are heartbeats.
 */
export async function sendNotifications(app: App, request: ControlRequest, res: ServerResponse): Promise<void> {
  const { server, caller, channel, scopes } = await assistantOf(app, request)
  const answer = await server.listen(request.message, caller, () => {})
  res.writeHead(200, { 'Content-Type': 'application/jsonl' })
  if (!('acknowledged' in answer)) {
    res.end(`${JSON.stringify(answer.message)}\n`)
    return
  }
  const write = (line: string) => {
    if (res.writableLength > maxBufferedBytes) res.destroy()
    else if (!res.writableEnded) res.write(`${line}\n`)
  }
  const stop = notifyOfChanges(answer, {
    hub: app.eventHub,
    channel,
    scopes,
    send: (message) => write(JSON.stringify(message)),
    onFailure: () => res.end(`${JSON.stringify(answer.ended)}\n`),
    isOpen: () => !res.destroyed,
  })
  const heartbeat = setInterval(() => write(''), heartbeatMs)
  res.once('close', () => {
    clearInterval(heartbeat)
    stop()
  })
}
