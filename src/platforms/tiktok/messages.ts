import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about TikTok: the state of the adapter and notes about capabilities. */
export const tiktokMessages = defineMessages('platforms.tiktok', {
  chatNote: 'Uses {adapter}, because TikTok has no public API for live events.',
  streamNote: 'Checked every minute.',
  followersNote: 'If the bridge reports them.',
  giftsNote: 'Gifts, counted in diamonds.',
  likesNote: 'Added up, one event every five seconds.',
  partsNote: 'If the bridge sends them.',
  bridge: 'the TikTok bridge',
  bridgeTitle: 'The TikTok bridge',
  bridgeRefused: 'The TikTok bridge rejected the token of this server.',
  bridgeUnreachable: 'The TikTok bridge cannot be reached. Is it running?',
  bridgeConnected: 'The TikTok bridge is connected.',
  bridgeUnknownAccount: 'The TikTok bridge did not say which account it reports.',
  eulerConnected: 'Euler Stream is connected.',
  eulerRefused: 'Euler Stream rejected the key or the username of this server.',
  eulerLimit: 'Euler Stream allows no more connections with this key.',
  eulerUnreachable: 'Euler Stream cannot be reached.',
  eulerTimeUp: 'Euler Stream ended the connection after its time limit. It is opened again.',
  tikfinityConnected: 'TikFinity is connected.',
  tikfinityUnreachable: 'TikFinity cannot be reached. Is it running on this computer?',
  notLive: 'You are not live. TikTok sends events only while you are live.',
  connecting: '{adapter} is being connected.',
  notConnected: '{adapter} is not connected.',
  otherAccount: '{adapter} reports {reported}, but {connected} is connected.',
})
