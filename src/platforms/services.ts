import { platforms, platformTitles } from '../contract/platforms.ts'

/** Whatever has accounts to sign in to: the platforms, and what else is used in the broadcaster's name. */
export const services = [...platforms, 'spotify'] as const
export type Service = (typeof services)[number]

export const serviceTitles: Readonly<Record<Service, string>> = { ...platformTitles, spotify: 'Spotify' }

/** A channel has up to two accounts with a service: its own, and one that speaks for its bot. */
export const accountRoles = ['broadcaster', 'bot'] as const
export type AccountRole = (typeof accountRoles)[number]

export interface AccountOwner {
  readonly channelId: number
  readonly service: Service
  readonly role: AccountRole
}

export function ownerKey({ channelId, service, role }: AccountOwner): string {
  return `${channelId}/${service}/${role}`
}

/** What to call an account in a sentence. */
export function accountTitle({ service, role }: AccountOwner): string {
  return role === 'bot' ? `the ${serviceTitles[service]} bot account` : serviceTitles[service]
}
