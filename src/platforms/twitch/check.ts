import { checkMessages } from '../messages.ts'
import { checkApp, clientCredentialsForm } from '../services/check-app.external.ts'
import type { ServiceCheck } from '../services/check-services.ts'
import { deviceForm } from '../sign-in/device-code.external.ts'
import { credentialsForm } from '../sign-in/oauth.external.ts'
import { broadcasterScopes, defaultAuthUrl } from './sign-in.external.ts'

/** An app without a secret gets no token of its own, so it asks for a code that nobody enters. */
const check: ServiceCheck<'twitch'> = async ({ http, settings }, signal) => {
  const authUrl = settings.authUrl ?? defaultAuthUrl
  const request =
    settings.clientSecret === undefined
      ? { tokenUrl: `${authUrl}/device`, form: deviceForm(settings.clientId, broadcasterScopes) }
      : { tokenUrl: `${authUrl}/token`, form: { ...clientCredentialsForm, ...credentialsForm(settings) } }
  await checkApp({ http, service: 'twitch', ...request }, signal)
  return checkMessages.appAccepted.of({ service: 'Twitch' })
}

export const twitchCheck = { check, permissions: broadcasterScopes }
