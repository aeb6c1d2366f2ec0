import { platforms } from '../../contract/platforms.ts'
import { integer, object, oneOf, text } from '../../contract/schema.ts'
import type { Viewer } from './viewers.ts'

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

export function onPanel(viewer: Viewer) {
  const { id, platform, username, displayname, points, coin, watchMinutes, messageCount } = viewer
  return { id, platform, username, displayname, points, coin, watch_minutes: watchMinutes, message_count: messageCount }
}
