import { commonLabels } from '../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'
import { commonTexts } from './common-texts.ts'
import { wayBackMessages } from './way-back.ts'

export const fileMessages = defineMessages('files', {
  file: commonTexts.file,
  type: commonLabels.type,
  size: commonLabels.size,
  usedBy: 'Used by',
  unused: 'not used',
  freeSpace: '{left} of {max} free',
  limits: "Up to {max} per file. SVG isn't supported.",
  uploadType: 'File type',
  none: 'No files yet. Upload a sound or a picture.',
  uploaded: '{name} uploaded',
  name: commonLabels.name,
  rename: 'Rename {name}',
  renameTitle: 'Rename file',
  remove: commonTexts.delete,
  deleteOne: commonTexts.deleteName,
  deleteTitle: commonTexts.deleteNameQuestion,
  deleteHelp: wayBackMessages.staysInTrash,
  deleted: commonTexts.nameDeleted,
})

export const fileKinds = defineMessages('files.kinds', {
  sound: commonLabels.sound,
  song: 'Song',
  image: commonLabels.image,
  video: commonLabels.video,
})
