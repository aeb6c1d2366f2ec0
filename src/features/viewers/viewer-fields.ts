import { platforms } from '../../contract/platforms.ts'
import { integer, object, oneOf, type Static, text } from '../../contract/schema.ts'
import type { Viewer } from './viewers.ts'

export const viewerId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Who.' })

export const viewerEntry = object({
  id: integer(),
  platform: oneOf(platforms),
  username: text(),
  displayname: text(),
  points: integer(),
  coin: integer(),
  watch_minutes: integer(),
  message_count: integer(),
})

export const exampleViewer: Static<typeof viewerEntry> = {
  id: 1,
  platform: 'kick',
  username: 'alice',
  displayname: 'Alice',
  points: 10,
  coin: 0,
  watch_minutes: 5,
  message_count: 2,
}

export function onPanel(viewer: Viewer) {
  const { id, platform, username, displayname, points, coin, watchMinutes, messageCount } = viewer
  return { id, platform, username, displayname, points, coin, watch_minutes: watchMinutes, message_count: messageCount }
}
