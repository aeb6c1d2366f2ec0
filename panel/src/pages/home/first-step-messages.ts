import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const firstStepMessages = defineMessages('home.firstSteps', {
  title: 'Get started',
  progress: '{done:number} of {total:number} done',
  showAll: 'Show all steps',
  hide: 'Hide checklist',
  done: 'Done',
  try: 'See it work',
  tryHelp: 'Play an alert on a preview of your stream.',
  overlay: 'Add the overlay to OBS',
  overlayHelp: 'Paste one link as a browser source.',
  account: 'Connect an account',
  accountHelp: 'Kick, Twitch, YouTube or TikTok.',
  command: 'Create a command',
  commandHelp: 'Viewers run it in chat.',
  key: 'Create an API key',
  keyHelp: 'For your own tools.',
  tryTitle: 'What viewers see',
  tryAgain: commonMessages.playAgain,
  tryOverlay: 'It was sent to your overlay as well.',
})
