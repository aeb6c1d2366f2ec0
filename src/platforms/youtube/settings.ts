import { defineServiceSettings } from '../services/service-settings.ts'
import type { YouTubeSettings } from './youtube.ts'

export const youtube = defineServiceSettings({
  names: ['client_id', 'client_secret', 'units_per_day', 'members', 'api_url', 'stream_url', 'auth_url', 'token_url'],
  lines: ['SHOWCALLER_YOUTUBE_CLIENT_ID', 'SHOWCALLER_YOUTUBE_CLIENT_SECRET'],
  read(given): YouTubeSettings | undefined {
    // Google requires the secret of a Desktop client too.
    const app = given.app()
    const others = {
      apiUrl: given.url('api_url'),
      streamUrl: given.url('stream_url'),
      authUrl: given.url('auth_url'),
      tokenUrl: given.url('token_url'),
      unitsPerDay: given.count('units_per_day'),
      members: given.isOn('members'),
    }
    return app === undefined ? undefined : { ...app, ...others }
  },
})
