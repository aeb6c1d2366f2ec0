import { defineMessages } from '../../../../src/kernel/text/message.ts'

/** The texts of the Effects page. Those of each effect are in its definition, `src/capabilities/effects/contract`. */
export const messages = defineMessages('panel.effects', {
  title: 'Effects',
  lead: 'Animations shown over your stream, triggered by API keys, commands and donations.',
  create: 'New effect',
  none: 'No effects yet',
  noneHelp: 'Use New effect to choose one from the gallery.',
  back: 'All effects',
  gallery: 'Gallery',
  galleryHelp: 'Choose an effect to preview it here. Nothing is sent to your stream.',
  use: 'Create',
  created: '{name} created.',

  play: 'Play',
  name: 'Name',
  type: 'Type',
  id: 'ID for the API',
  enabled: 'Can be triggered',
  enabledHelp: 'By API keys with effects:trigger, by commands and by alerts.',
  enabledOne: '{name} can be triggered',
  settings: 'Settings',

  save: 'Save',
  saved: '{name} saved.',
  test: 'Test',
  testOne: 'Test {name}',
  duplicate: 'Duplicate',
  duplicated: '{name} created.',
  remove: 'Delete',
  removeTitle: 'Delete {name}',
  removeHelp: 'Commands, API keys and alerts that trigger this effect will get an error.',
  removed: '{name} deleted.',

  code: 'Code',
  codeHelp:
    'Your code covers the whole picture and has no network access. Call done() when it is finished; payload has the viewer and the data.',
  codeLabel: '{language} of the effect',
  run: 'Run',
  runHint: 'Ctrl Enter',
  console: 'Console',
  consoleEmpty: 'Console output and errors of the effect appear here.',
  started: 'started',
  ended: 'ended',
  stopped: 'Stopped: {reason}',
})
