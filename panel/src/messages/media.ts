import { commonLabels } from '../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'
import { commonTexts } from './common-texts.ts'

/** Texts that alerts, effects and music share: files, sounds, pictures. */
export const mediaMessages = defineMessages('media', {
  none: 'None',
  defaultSound: commonTexts.default,
  builtIn: 'Built-in',
  uploads: 'Uploads',
  upload: 'Upload',
  uploading: '{name} {share:percent}',
  drop: 'Drop files here or choose them.',
  listen: 'Preview {name}',
  stop: 'Stop {name}',
  volume: commonLabels.volume,
  percent: '{share:percent}',
  uploadInterrupted: 'The connection was lost during the upload. Try again.',
  seconds: commonTexts.valueS,
  kilobytes: '{value:number} kB',
  megabytes: '{value:number} MB',
  previewTitle: 'Overlay preview',
  background: 'Background',
  dark: 'Dark',
  bright: 'Light',
  moving: 'Moving',
})

/** Sizes as the limits are counted: 1024 of each in the next. */
export function fileSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1
    ? mediaMessages.kilobytes({ value: Math.ceil(bytes / 1024) })
    : mediaMessages.megabytes({ value: Number(megabytes.toFixed(1)) })
}
