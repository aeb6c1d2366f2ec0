import { defineServiceSettings } from '../services/service-settings.ts'
import type { KickSettings } from './kick.ts'

export const kick = defineServiceSettings({
  names: ['client_id', 'client_secret', 'api_url', 'auth_url', 'public_key'],
  lines: ['SHOWCALLER_KICK_CLIENT_ID', 'SHOWCALLER_KICK_CLIENT_SECRET'],
  read(given): KickSettings | undefined {
    const app = given.app()
    const servers = { apiUrl: given.url('api_url'), authUrl: given.url('auth_url') }
    const publicKey = given.publicKey('public_key')
    return app === undefined ? undefined : { ...app, ...servers, publicKey }
  },
})
