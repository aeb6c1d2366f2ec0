import { checkMessages } from '../messages.ts'
import { checkApp, clientCredentialsForm } from '../services/check-app.external.ts'
import type { ServiceCheck } from '../services/check-services.ts'
import { credentialsForm } from '../sign-in/oauth.external.ts'
import { kickAuthUrl, unreachableMessage } from './kick.ts'
import { broadcasterScopes } from './sign-in.external.ts'

const check: ServiceCheck<'kick'> = async ({ http, settings, webhookUri }, signal) => {
  const tokenUrl = `${settings.authUrl ?? kickAuthUrl}/oauth/token`
  const form = { ...clientCredentialsForm, ...credentialsForm(settings) }
  await checkApp({ http, service: 'kick', tokenUrl, form }, signal)
  const accepted = checkMessages.appAccepted.of({ service: 'Kick' })
  const unreachable = unreachableMessage(webhookUri('kick'), settings)
  return unreachable === undefined ? accepted : checkMessages.acceptedBut.of({ accepted, problem: unreachable })
}

export const kickCheck = { check, permissions: broadcasterScopes }
