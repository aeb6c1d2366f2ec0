import { checkApp, clientCredentialsForm } from '../check-app.external.ts'
import type { ServiceCheck } from '../check-services.ts'
import { checkMessages } from '../messages.ts'
import { credentialsHeader } from '../oauth.external.ts'
import { defaultAuthUrl, playerScopes } from './player.external.ts'

const check: ServiceCheck<'spotify'> = async ({ http, settings }, signal) => {
  const tokenUrl = `${settings.authUrl ?? defaultAuthUrl}/api/token`
  const headers = { Authorization: credentialsHeader(settings) }
  await checkApp({ http, service: 'spotify', tokenUrl, form: clientCredentialsForm, headers }, signal)
  return checkMessages.appAccepted({ service: 'Spotify' })
}

export const spotifyCheck = { check, permissions: playerScopes }
