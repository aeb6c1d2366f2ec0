import type { ServiceSetup } from '../../../definitions/define-service-setup.ts'
import type { Platform } from '../../../platforms/contract/platforms.ts'
import { discord } from '../../discord/contract/setup.ts'
import { donationProviders, type Provider } from '../../donations/contract/donation-providers.ts'
import { donationSetup } from '../../donations/contract/setup.ts'
import { obs } from '../../obs/contract/setup.ts'
import { speechSetup } from '../../speech/contract/setup.ts'
import { type HttpEngineName, httpEngines } from '../../speech/contract/speech-engines.ts'
import { streamerbot } from '../../streamerbot/contract/setup.ts'
import { voicemod } from '../../voice/contract/setup.ts'
import { vts } from '../../vts/contract/setup.ts'
import { kick } from './platforms/kick.ts'
import { spotify } from './platforms/spotify.ts'
import { tiktok } from './platforms/tiktok.ts'
import { twitch } from './platforms/twitch.ts'
import { youtube } from './platforms/youtube.ts'

/** Services with accounts to connect. */
const accountSetups = { kick, twitch, youtube, tiktok, spotify } satisfies {
  readonly [S in Platform | 'spotify']: ServiceSetup<S>
}

/** Programs and bots of a channel, whose address and secrets are stored like credentials of the server. */
const channelSetups = { obs, voicemod, vts, discord, streamerbot } satisfies Readonly<Record<string, ServiceSetup>>

export type AccountSetupName = keyof typeof accountSetups
export type SpeechSetupName = `speech_${HttpEngineName}`
export type ServerSetupName = AccountSetupName | SpeechSetupName
export type ChannelSetupName = keyof typeof channelSetups
export const channelSetupNames = Object.keys(channelSetups) as readonly ChannelSetupName[]
export type StoredSetupName = ServerSetupName | ChannelSetupName
export type SetupName = StoredSetupName | Provider

/** Every service that a person can connect, in the order people see them. */
export const serviceSetups: readonly ServiceSetup<SetupName>[] = [
  ...Object.values(accountSetups),
  ...Object.values(channelSetups),
  ...donationProviders.map(donationSetup),
  ...httpEngines.map(speechSetup),
]

export const setupNames = serviceSetups.map(({ name }) => name)
export const storedSetupNames = serviceSetups
  .filter(({ name, belongsTo }) => belongsTo === 'server' || isChannelSetup(name))
  .map(({ name }) => name as StoredSetupName)

export function setupOf(name: SetupName): ServiceSetup<SetupName> {
  const found = serviceSetups.find((setup) => setup.name === name)
  if (found === undefined) throw new Error('There is no such service.')
  return found
}

export function isAccountSetup(name: SetupName): name is AccountSetupName {
  return Object.hasOwn(accountSetups, name)
}

export function isChannelSetup(name: SetupName): name is ChannelSetupName {
  return Object.hasOwn(channelSetups, name)
}
