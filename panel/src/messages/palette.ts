import { defineMessages } from '../../../src/kernel/text/message.ts'
import { commonMessages } from './common.ts'

export const paletteActionMessages = defineMessages('palette.actions', {
  trigger: 'Trigger {name}',
  run: 'Run {name}',
  switchTo: 'Switch to {name}',
  pause: 'Pause overlay',
  paused: 'Overlay paused',
  resume: 'Resume overlay',
  resumed: 'Overlay resumed',
  skip: 'Skip current overlay item',
  skipped: 'Item skipped',
  setTitle: 'Set title',
  titlePrefix: 'title',
  setTitleTo: 'Set title to “{title}”',
  titleSet: 'Title updated',
})

/** What kind of entry it is, at the end of the line. */
export const paletteHints = defineMessages('palette.hints', {
  alert: 'alert',
  effect: 'effect',
  command: 'command',
  automation: 'automation',
  scene: 'scene',
  clip: 'clip',
  action: commonMessages.action,
  setting: 'setting',
  viewer: 'viewer',
})
