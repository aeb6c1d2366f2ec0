import { checkMessages } from '../messages.ts'
import { checkApp, clientCredentialsForm } from '../services/check-app.external.ts'
import type { ServiceCheck } from '../services/check-services.ts'
import { credentialsHeader } from '../sign-in/oauth.external.ts'
import { defaultAuthUrl, playerScopes } from './player.external.ts'

const check: ServiceCheck<'spotify'> = async ({ http, settings }, signal) => {
  const tokenUrl = `${settings.authUrl ?? defaultAuthUrl}/api/token`
  const headers = { Authorization: credentialsHeader(settings) }
  await checkApp({ http, service: 'spotify', tokenUrl, form: clientCredentialsForm, headers }, signal)
  return checkMessages.appAccepted.of({ service: 'Spotify' })
}

export const spotifyCheck = { check, permissions: playerScopes }
