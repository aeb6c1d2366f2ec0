import type { ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { allScopes } from '../contract/scopes.ts'
import { readPlatform, readTypes } from '../features/published-events/event-filter.ts'
import { type ControlRequest, chosenChannelOf } from './controls.ts'

const heartbeatMs = 15_000
const maxBufferedBytes = 1024 * 1024

/** Sends the events of a channel to the command line, one JSON text per line. Empty lines are heartbeats. */
export async function sendEvents(app: App, request: ControlRequest, res: ServerResponse): Promise<void> {
  const channel = await chosenChannelOf(app, request)
  const scopes = new Set(allScopes)
  const types = request.types === undefined ? undefined : readTypes(request.types, scopes)
  const platform = request.platform === undefined ? undefined : readPlatform(request.platform, app.names)
  const write = (line: string) => {
    if (res.writableLength > maxBufferedBytes) res.destroy()
    else if (!res.writableEnded) res.write(`${line}\n`)
  }
  res.writeHead(200, { 'Content-Type': 'application/jsonl' })
  const subscription = app.eventHub.follow(channel, {
    scopes,
    filter: { types, platform },
    lastEventId: undefined,
    send: (envelopes) => write(envelopes.map(({ json }) => json).join('\n')),
    sendGap: () => {},
    onLive: () => write(''),
    onFailure: () => res.destroy(),
    waitForRoom: async () => !res.destroyed,
  })
  const heartbeat = setInterval(() => write(''), heartbeatMs)
  res.once('close', () => {
    clearInterval(heartbeat)
    subscription.leave()
  })
}
