import type { ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { readPlatform, readTypes } from '../capabilities/published-events/event-filter.ts'
import { allScopes } from '../kernel/operation/contract/scopes.ts'
import { type ControlRequest, chosenChannelOf } from './controls.ts'
import { openLineStream } from './line-stream.ts'

/** Sends the events of a channel to the command line. */
export async function sendEvents(app: App, request: ControlRequest, res: ServerResponse): Promise<void> {
  const channel = await chosenChannelOf(app, request)
  const scopes = new Set(allScopes)
  const types = request.types === undefined ? undefined : readTypes(request.types, scopes)
  const platform = request.platform === undefined ? undefined : readPlatform(request.platform, app.names)
  const write = openLineStream(res)
  const subscription = app.eventHub.follow(channel, {
    reader: { scopes },
    filter: { types, platform },
    lastEventId: undefined,
    send: (envelopes) => write(envelopes.map(({ json }) => json).join('\n')),
    sendGap: () => {},
    onLive: () => write(''),
    onFailure: () => res.destroy(),
    waitForRoom: async () => !res.destroyed,
  })
  res.once('close', () => subscription.leave())
}
