import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about the settings and requests of clients of Streamer.bot. */
export const streamerbotMessages = defineMessages('streamerbot', {
  invalidPort: 'The port must be a number from 1024 to 65535.',
  invalidOrigin: '{origin} is not an origin. Enter addresses such as https://widgets.example without a path, or null.',
  unknownKey: 'There is no such key on this server. Create one under Keys, and copy it when it is shown.',
  unusableKey: 'This key was revoked or has expired.',
  keyWorks: 'The key works. Clients connect to ws://127.0.0.1:{port}/ with it as password.',
  keyLacks: 'The key works, but lacks permissions that most clients need: {scopes}.',
  unknownRequest: 'The request {request} is not supported.',
  unknownAction: 'There is no such action.',
  unknownPlatform: 'There is no platform {platform}.',
  needsScope: 'The key lacks the permission {scope}.',
})
