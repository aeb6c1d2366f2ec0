import type { Service } from './services.ts'

interface SignInRequest {
  readonly scopes: readonly string[]
  /** Parameters of the service's page that differ from those for connecting an account. */
  readonly extra?: Readonly<Record<string, string>>
}

/** The least that a service must be asked for to say whose account it is. Nobody signs in with one that is absent. */
export const signInRequests: Readonly<Partial<Record<Service, SignInRequest>>> = {
  kick: { scopes: ['user:read'] },
  twitch: { scopes: [] },
  youtube: {
    scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
    // Google keeps so many refresh tokens of an account and drops the oldest: one that nobody keeps must not be made.
    extra: { access_type: 'online', prompt: 'select_account' },
  },
}
