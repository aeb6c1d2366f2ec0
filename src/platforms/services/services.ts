import type { Text } from '../../kernel/text/message.ts'
import { platforms, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'

/** Everything with accounts to connect: the platforms and Spotify. */
export const services = [...platforms, 'spotify'] as const
export type Service = (typeof services)[number]

export const serviceTitles: Readonly<Record<Service, string>> = { ...platformTitles, spotify: 'Spotify' }

/** A channel has up to two accounts with a service: the broadcaster's and the bot's. */
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

/** The name of an account in a message. */
export function accountTitle({ service, role }: AccountOwner): string | Text {
  return role === 'bot' ? platformMessages.botAccount.of({ service: serviceTitles[service] }) : serviceTitles[service]
}
