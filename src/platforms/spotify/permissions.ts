import { defineMessages } from '../../kernel/text/message.ts'
import type { Permissions } from '../sign-in/permissions.ts'

const titles = defineMessages('permissions.spotify', {
  read: 'See what is playing',
  control: 'Control playback',
})

/** Every permission that is asked for. Spotify is not a platform, so no capability of one needs it. */
export const spotifyPermissions: Permissions = {
  'user-read-playback-state': { title: titles.read, capabilities: [] },
  'user-modify-playback-state': { title: titles.control, capabilities: [] },
}
