import type { Service } from './services.ts'

/** The least that a service must be asked for to say whose account it is. Nobody signs in with one that is absent. */
export const signInScopes: Readonly<Partial<Record<Service, readonly string[]>>> = {
  kick: ['user:read'],
  twitch: [],
  youtube: ['https://www.googleapis.com/auth/youtube.readonly'],
}
