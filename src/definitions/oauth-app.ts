import type { SetupFieldDefinition } from './define-service-setup.ts'

/** The credentials of an app that the operator registers with a service. */
export const oauthAppFields = {
  client_id: { title: 'Client ID' },
  client_secret: { title: 'Client secret', isSecret: true },
} as const satisfies Readonly<Record<string, SetupFieldDefinition>>

/** Of an app that may be a public client: it has no secret, and accounts are connected with a code. */
export const publicAppFields = {
  ...oauthAppFields,
  client_secret: { ...oauthAppFields.client_secret, help: 'Not needed to connect with a code.', isOptional: true },
} as const satisfies Readonly<Record<string, SetupFieldDefinition>>
