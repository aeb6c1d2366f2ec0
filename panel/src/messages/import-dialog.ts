import { defineMessages } from '../../../src/kernel/text/message.ts'
import { commonTexts } from './common-texts.ts'

/** Texts of the dialog that imports a file, whatever is in it. */
export const importDialogMessages = defineMessages('import', {
  file: commonTexts.file,
  start: commonTexts.import,
  failed: { plural: 'count', one: '{count:number} failed:', other: '{count:number} failed:' },
  fixHelp: 'Correct these rows in the file, delete the others, and import it again.',
  row: 'Row {number:number}',
  tooLarge: 'The file is larger than 2 MB.',
})
