import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const speechMessages = defineMessages('settings.speech', {
  voice: commonLabels.voice,
  defaultVoice: commonTexts.default,
  addServices: 'Add voices of other services',
  voiceHelp: 'Engines in order: {engines}.',
  language: commonLabels.language,
  languageHelp: 'Such as en or pt-BR. Leave empty for the language of the voice.',
  speed: commonLabels.speed,
  length: 'Maximum length',
  lengthHelp: 'In characters. Longer texts are cut.',
  preview: 'Preview',
  previewText: 'Preview text',
  previewExample: 'This is how I sound on your stream.',
  previewing: 'Speaking',
  filter: 'Word filter',
  skipSwearWords: 'Skip swear words from the built-in list',
  skippedWords: 'Words to skip',
  skippedWordsHelp: 'One per line. Whole words match, in upper or lower case and with letters replaced.',
})
