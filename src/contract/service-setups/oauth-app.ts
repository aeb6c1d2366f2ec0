import type { SetupFieldDefinition } from './define-service-setup.ts'

/** The credentials of an app that the operator registers with a service. */
export const oauthAppFields = {
  client_id: { title: 'Client ID' },
  client_secret: { title: 'Client secret', isSecret: true },
} as const satisfies Readonly<Record<string, SetupFieldDefinition>>
