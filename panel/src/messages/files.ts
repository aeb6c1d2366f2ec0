import { defineMessages } from '../../../src/kernel/text/message.ts'

export const fileMessages = defineMessages('files', {
  file: 'File',
  type: 'Type',
  size: 'Size',
  usedBy: 'Used by',
  unused: 'not used',
  freeSpace: '{left} of {max} free',
  limits: "Up to {max} per file. SVG isn't supported.",
  uploadType: 'File type',
  none: 'No files yet. Upload a sound or a picture.',
  uploaded: '{name} uploaded',
  name: 'Name',
  rename: 'Rename {name}',
  renameTitle: 'Rename file',
  remove: 'Delete',
  deleteOne: 'Delete {name}',
  deleteTitle: 'Delete {name}?',
  deleteHelp: 'This cannot be undone.',
})

export const fileKinds = defineMessages('files.kinds', {
  sound: 'Sound',
  song: 'Song',
  image: 'Image',
  video: 'Video',
})
