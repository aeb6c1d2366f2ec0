import { defineMessages } from '../../../../src/kernel/text/message.ts'

/** The texts of form controls for settings. */
export const messages = defineMessages('panel.settingFields', {
  addColor: 'Add colour',
  colorNumber: 'Colour {number}',
  removeColor: 'Remove colour {number}',
  customColor: '{name}: custom colour',
  factor: '× {value}',
  seconds: '{value} s',
  percent: '{value} %',
  onePerLine: 'One per line.',
})
