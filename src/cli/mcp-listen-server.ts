import type { ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { notifyOfChanges } from '../mcp/notify-of-changes.ts'
import { assistantOf, type ControlRequest } from './controls.ts'
import { openLineStream } from './line-stream.ts'

/**
 * Answers `subscriptions/listen` of an assistant on this machine: messages of the protocol, for as long as the command
 * line is connected.
 */
export async function sendNotifications(app: App, request: ControlRequest, res: ServerResponse): Promise<void> {
  const { server, caller, channel, scopes } = await assistantOf(app, request)
  const answer = await server.listen(request.message, caller, () => {})
  const write = openLineStream(res)
  if (!('acknowledged' in answer)) {
    res.end(`${JSON.stringify(answer.message)}\n`)
    return
  }
  const stop = notifyOfChanges(answer, {
    hub: app.eventHub,
    channel,
    reader: { scopes },
    send: (message) => write(JSON.stringify(message)),
    onFailure: () => res.end(`${JSON.stringify(answer.ended)}\n`),
    isOpen: () => !res.destroyed,
  })
  res.once('close', stop)
}
