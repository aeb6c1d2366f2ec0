import { defineMessages } from '../../kernel/text/message.ts'

/** Why a hotkey of VTube Studio was not triggered. */
export const vtsErrorTexts = defineMessages('errors.vts', {
  unknown: 'The model in VTube Studio has no hotkey {hotkey}. list-vts-hotkeys has them all.',
  noModel: 'VTube Studio has no model loaded.',
  tooSoon: 'VTube Studio has just triggered this hotkey. Try again in a moment.',
  queueFull: 'Too many hotkeys wait in VTube Studio. Try again in a moment.',
})
