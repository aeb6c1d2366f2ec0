import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const musicMessages = defineMessages('music', {
  title: commonLabels.music,
  lead: 'Background music on the overlay. It gets quieter during alerts and speech.',
  noSong: 'Nothing to play',
  noSongHelp: 'Add a song from the library or upload one.',
  playing: 'Playing',
  paused: 'Paused',
  play: 'Play',
  pause: commonMessages.pause,
  skip: commonLabels.skip,
  volume: commonLabels.volume,
  queue: 'Queue',
  queueHelp: 'Plays in this order and repeats.',
  queueEmpty: 'The queue is empty.',
  playOne: 'Play {title}',
  editOne: 'Edit {title}',
  removeOne: 'Remove {title} from the queue',
  removed: '{title} removed from the queue',
  library: 'Library',
  libraryHelp: 'Built-in tracks, free to use on stream, and your uploads.',
  add: commonTexts.add,
  addOne: 'Add {title} to the queue',
  added: '{title} added to the queue',
  inQueue: 'in queue',
  upload: 'Upload song',
  addLink: 'Add link',
  linkTitle: 'Add a link',
  linkHelp: 'The direct address of an audio file or stream. The overlay plays it.',
  address: commonLabels.address,
  songTitle: 'Title',
  artist: 'Artist',
  seconds: 'Length in seconds',
  editTitle: 'Edit song',
  unknownArtist: 'Unknown artist',
  position: 'Position',
  spotifyPlaying: 'Spotify is playing. The queue below is paused meanwhile.',
})

export const playerMessages = defineMessages('music.player', {
  title: commonLabels.player,
  help: 'The player that the buttons above and the music operations of the API control.',
  built_in: commonLabels.builtInPlayer,
  builtInHelp: 'Plays the queue below on the overlay.',
  spotify: 'Spotify',
  spotifyHelp: 'Plays wherever {account} has Spotify open. The overlay shows the song without sound.',
  notConnected: 'Connect Spotify first in Settings, Platforms.',
  needsSignIn: 'The Spotify sign-in has expired. Connect it again in Settings, Platforms.',
  changed: 'Player changed',
})

export const playerPageMessages = defineMessages('music.playerPage', {
  title: 'Player page',
  help: 'A second browser source in OBS, beside the overlay. It shows requested YouTube videos in the player of YouTube, once YouTube links are turned on below. Add it at 640 by 360 or larger, with Control audio via OBS.',
  hidden: 'Hidden, because anyone who has the link can play what you play.',
  open: commonMessages.connected,
  closed: commonMessages.notConnected,
  reveal: commonTexts.showLink,
  conceal: commonTexts.hideLink,
})
