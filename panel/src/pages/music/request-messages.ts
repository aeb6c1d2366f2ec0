import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const requestMessages = defineMessages('music.requests', {
  title: 'Requests',
  none: 'No songs requested. Viewers request songs with !sr once you have added the commands.',
  playing: 'playing',
  by: 'Requested by {displayname}',
  points: { plural: 'points', one: '{points:number} point', other: '{points:number} points' },
  votes: '{votes:number} of {needed:number} votes to skip',
  moveToTop: 'Move {title} to the top',
  remove: 'Remove the request {title}',
  removed: '{title} removed',
  removedPaid: {
    plural: 'points',
    one: '{title} removed, {points:number} point given back',
    other: '{title} removed, {points:number} points given back',
  },
  block: 'Block {title} or its viewer',
  blockTitle: commonTexts.block,
  blockHelp: 'The request is removed. The block lists are part of the settings below.',
  blockSong: 'Songs with the title {title}',
  blockViewer: 'All requests of {displayname}',
  blockSubmit: commonTexts.block,
  blocked: '{name} blocked',
  addCommands: 'Add commands',
  commandsAdded: {
    plural: 'count',
    one: '{count:number} command added under Automations',
    other: '{count:number} commands added under Automations',
  },
})
