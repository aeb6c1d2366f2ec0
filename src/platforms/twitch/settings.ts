import { appWithOptionalSecret, defineServiceSettings } from '../services/service-settings.ts'
import type { TwitchSettings } from './twitch.ts'

export const twitch = defineServiceSettings({
  names: ['client_id', 'client_secret', 'api_url', 'auth_url', 'eventsub_url'],
  lines: ['SHOWCALLER_TWITCH_CLIENT_ID', '# Not needed to connect with a code.', 'SHOWCALLER_TWITCH_CLIENT_SECRET'],
  read(given): TwitchSettings | undefined {
    const app = appWithOptionalSecret(given)
    const servers = {
      apiUrl: given.url('api_url'),
      authUrl: given.url('auth_url'),
      eventSubUrl: given.url('eventsub_url', ['wss', 'ws']),
    }
    return app === undefined ? undefined : { ...app, ...servers }
  },
})
