import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

/** The texts of form controls for settings. */
export const messages = defineMessages('panel.settingFields', {
  addColor: 'Add colour',
  colorNumber: 'Colour {number}',
  removeColor: 'Remove colour {number}',
  customColor: '{name}: custom colour',
  factor: '× {value}',
  seconds: commonTexts.valueS,
  percent: '{value} %',
  onePerLine: commonTexts.onePerLine,
})
