import { defineServiceSettings } from '../services/service-settings.ts'
import type { SpotifySettings } from './spotify.ts'

export const spotify = defineServiceSettings({
  names: ['client_id', 'client_secret', 'api_url', 'auth_url'],
  lines: ['SHOWCALLER_SPOTIFY_CLIENT_ID', 'SHOWCALLER_SPOTIFY_CLIENT_SECRET'],
  read(given): SpotifySettings | undefined {
    const app = given.app()
    const servers = { apiUrl: given.url('api_url'), authUrl: given.url('auth_url') }
    return app === undefined ? undefined : { ...app, ...servers }
  },
})
