import { checkMessages } from '../messages.ts'
import { checkApp } from '../services/check-app.external.ts'
import type { ServiceCheck } from '../services/check-services.ts'
import { credentialsForm, refreshForm } from '../sign-in/oauth.external.ts'
import { defaultTokenUrl, manageScope, readScope } from './sign-in.external.ts'

/** Google has no tokens for apps, so the check sends a refresh token that does not exist. It costs no quota. */
const check: ServiceCheck<'youtube'> = async ({ http, settings }, signal) => {
  const tokenUrl = `${settings.tokenUrl ?? defaultTokenUrl}/token`
  const form = { ...refreshForm('1//check-of-the-client'), ...credentialsForm(settings) }
  await checkApp({ http, service: 'youtube', tokenUrl, form }, signal)
  return checkMessages.appAccepted.of({ service: 'Google' })
}

export const youtubeCheck = { check, permissions: [readScope, manageScope] }
