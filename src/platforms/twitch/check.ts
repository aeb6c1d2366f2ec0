import { checkApp, clientCredentialsForm } from '../check-app.external.ts'
import type { ServiceCheck } from '../check-services.ts'
import { checkMessages } from '../messages.ts'
import { credentialsForm } from '../oauth.external.ts'
import { broadcasterScopes, defaultAuthUrl } from './sign-in.external.ts'

const check: ServiceCheck<'twitch'> = async ({ http, settings }, signal) => {
  const tokenUrl = `${settings.authUrl ?? defaultAuthUrl}/token`
  const form = { ...clientCredentialsForm, ...credentialsForm(settings) }
  await checkApp({ http, service: 'twitch', tokenUrl, form }, signal)
  return checkMessages.appAccepted({ service: 'Twitch' })
}

export const twitchCheck = { check, permissions: broadcasterScopes }
