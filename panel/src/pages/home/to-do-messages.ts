import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const toDoMessages = defineMessages('home.toDo', {
  title: 'To do',
})

/** What has to be done, by the code of the need. */
export const needTitles = defineMessages('home.needs', {
  codes_guessed: 'Somebody tried to guess your one-time codes',
  platform_error: 'A platform reports an error',
  no_platform: 'No platform is connected',
  cue_failed: 'Some items did not reach the overlay in the last hour',
  overlay_away: 'The overlay is not connected',
  overlay_not_on_air: 'Viewers do not see the overlay',
  key_expires_soon: 'An API key expires within a week',
  no_key: 'No API key yet',
  no_voice: 'Texts are read aloud by an English voice',
})

export const needHelp = defineMessages('home.needs.help', {
  codes_guessed: 'Whoever it was knows your password. If it was not you, set a new one.',
  platform_error: 'Check which platform it is and why.',
  no_platform: 'Connect one to go live.',
  overlay_away: 'Add its link to OBS as a browser source.',
  overlay_not_on_air: 'It is not visible in the scene that is on air in OBS.',
  key_expires_soon: 'Rotate it before it expires.',
  no_key: 'Create one to call the API.',
  no_voice:
    'The built-in voice speaks only English. Install espeak-ng and choose your language, or connect a speech service.',
})

export const needLinks = defineMessages('home.needs.links', {
  codes_guessed: commonMessages.openSettings,
  platform_error: commonMessages.openSettings,
  no_platform: commonMessages.openSettings,
  cue_failed: 'Open delivery log',
  overlay_away: 'Get the link',
  overlay_not_on_air: 'Add it to the scene',
  key_expires_soon: 'View keys',
  no_key: commonMessages.createKey,
  no_voice: 'Choose a voice',
})
