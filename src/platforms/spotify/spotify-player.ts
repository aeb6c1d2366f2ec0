import { Failure } from '../../kernel/operation/contract/failures.ts'
import { platformMessages } from '../messages.ts'
import type { FoundSong, MusicBackEnd } from '../music-back-end.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi, CommandCall, ReadCall } from '../sign-in/account-api.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import { spotifyMessages } from './messages.ts'
import {
  type CommandOutcome,
  deviceIn,
  firstTrackIn,
  outcomeOf,
  playbackIn,
  playerCommands,
  playerScopes,
  readScopes,
  trackIdIn,
  trackIn,
} from './player.external.ts'

type Action = keyof typeof playerCommands

/** Controls Spotify on the broadcaster's active device. */
export function createSpotifyPlayer({ api, tokens }: { api: AccountApi; tokens: Tokens }): MusicBackEnd {
  function command(
    channelId: number,
    action: Action,
    device: string | undefined,
    signal: AbortSignal,
    uri: string | undefined,
  ) {
    const { method, path } = playerCommands[action]
    const call: CommandCall<CommandOutcome> = {
      method,
      path,
      query: { device_id: device, uri },
      scopes: playerScopes,
      expects: [403, 404],
      settle: outcomeOf,
    }
    return api.call(ownerOf(channelId), call, signal)
  }

  async function drive(channelId: number, action: Action, signal: AbortSignal, uri?: string): Promise<void> {
    let outcome = await command(channelId, action, undefined, signal, uri)
    // Without a device nothing plays, so pausing has succeeded.
    if (outcome.kind === 'no_device' && action === 'pause') return
    if (outcome.kind === 'no_device') {
      const device = await findDevice(channelId, signal)
      if (device === undefined) throw noDevice()
      outcome = await command(channelId, action, device, signal, uri)
    }
    settle(outcome, action)
  }

  function findDevice(channelId: number, signal: AbortSignal): Promise<string | undefined> {
    const call = { method: 'GET', path: '/me/player/devices', scopes: readScopes, read: deviceIn } as const
    return api.call(ownerOf(channelId), call, signal)
  }

  return {
    title: 'Spotify',
    start: (channelId, signal) => drive(channelId, 'start', signal),
    pause: (channelId, signal) => drive(channelId, 'pause', signal),
    skip: (channelId, signal) => drive(channelId, 'skip', signal),
    enqueue: (channelId, source, signal) => drive(channelId, 'enqueue', signal, source),

    find(channelId, text, signal) {
      const id = trackIdIn(text)
      const call: ReadCall<FoundSong | undefined> =
        id === undefined
          ? {
              method: 'GET',
              path: '/search',
              query: { q: text, type: 'track', limit: '1' },
              scopes: readScopes,
              read: firstTrackIn,
            }
          : {
              method: 'GET',
              path: `/tracks/${id}`,
              scopes: readScopes,
              expects: [400, 404],
              read: (body, status) => (status === 200 ? trackIn(body) : undefined),
            }
      return api.call(ownerOf(channelId), call, signal)
    },
    read: (channelId, signal) =>
      api.call(ownerOf(channelId), { method: 'GET', path: '/me/player', scopes: readScopes, read: playbackIn }, signal),

    async findAccount(channelId) {
      const account = await tokens.findAccount(ownerOf(channelId))
      return account && { name: account.displayname, needsSignIn: account.reauthSince !== null }
    },
  }
}

function settle(outcome: CommandOutcome, action: Action): void {
  switch (outcome.kind) {
    case 'done':
      return
    case 'restricted':
      // The player is already in the wanted state: playing for `start`, paused for `pause`.
      if (action === 'start' || action === 'pause') return
      throw new Failure('platform_refused', {
        message: action === 'skip' ? spotifyMessages.cannotSkip.of() : spotifyMessages.cannotQueue.of(),
      })
    case 'no_device':
      throw noDevice()
    case 'premium':
      throw new Failure('platform_refused', {
        message: spotifyMessages.needsPremium.of(),
      })
    case 'refused':
      throw new Failure('platform_refused', {
        message: platformMessages.refused.of({ service: 'Spotify', reason: outcome.reason }),
      })
  }
}

function noDevice(): Failure {
  return new Failure('platform_refused', {
    message: spotifyMessages.noDevice.of(),
  })
}

function ownerOf(channelId: number): AccountOwner {
  return { channelId, service: 'spotify', role: 'broadcaster' }
}
