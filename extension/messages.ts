import { defineMessages } from '../src/kernel/text/message.ts'

/** Every text of the popup. */
export const messages = defineMessages('extension', {
  purpose: 'Clips and chat on Kick',

  starting: 'Starting …',
  unpaired: 'Not paired',
  connecting: 'Connecting …',
  disconnected: 'Not connected',
  connected: 'Connected',
  connectedWithoutTab: 'Connected, but no Kick page is open',

  serverAddress: 'Server address',
  serverAddressExample: 'for example http://127.0.0.1:4400',
  code: 'Code',
  codeExample: 'for example K7QM-2XRD',
  pairingHelp: 'You find both in your panel: Settings, Platforms, Pair a browser.',
  pair: 'Pair',
  unpair: 'Unpair this browser',
  pairing: 'Pairing',
  channel: 'Channel',
  server: 'Server',
  kickPage: 'Kick page',
  kickPageOpen: 'Open',
  kickPageMissing: 'Open your channel on kick.com and keep the page open.',
  mirror: 'Chat',
  mirrorOn: 'Sent to your server',
  mirrorOff: 'Not read',

  invalidAddress: 'This is not the address of a server.',
  noAnswer: 'The server at {server} does not respond. Check that it is running.',
  wasUnpaired: 'This browser was unpaired in the panel. Pair it again to create clips.',
  unknownBrowser: 'The server does not recognize this browser any more. Pair it again to create clips.',
  invalidCode: 'The code is wrong, was already used, or is older than ten minutes. Create a new one in the panel.',
  tooManyTries: 'Too many attempts. Wait a minute, then try again.',
  tooManyBrowsers: 'Five browsers are already paired with this channel. Unpair one in the panel first.',
  replaced: 'Another window of this browser took over the connection.',
})

/** Why there is no clip. The server shows it inside its own sentence about the clip. */
export const clipDetails = defineMessages('extension.details', {
  channelNotFound: 'the channel {channel} is not found',
  noLiveState: 'the channel does not say whether it is live',
  noDraftId: 'the draft of the clip has no id',
  notPublished: 'the draft of the clip cannot be published',
  noWay: 'neither way to create a clip exists any more',
  late: 'Kick did not answer in time',
  noAnswer: 'the page gave no answer',
  status: 'status {status}',
  statusWithoutJson: 'status {status}, no JSON',
})
