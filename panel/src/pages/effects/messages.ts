import { effectsPage } from '../../../../src/capabilities/effects/contract/page.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

/** The texts of the Effects page. Those of each effect are in its definition, `src/capabilities/effects/contract`. */
export const messages = defineMessages('panel.effects', {
  title: commonWords.effects,
  lead: 'Animations shown over your stream, triggered by API keys, commands and donations.',
  create: effectsPage.actionTitles.create,
  none: 'No effects yet',
  noneHelp: 'Use New effect to choose one from the gallery.',
  back: 'All effects',
  gallery: commonTexts.gallery,
  galleryHelp: 'Choose an effect to preview it here. Nothing is sent to your stream.',
  use: commonTexts.create,
  created: commonTexts.nameCreated,

  play: 'Play',
  name: commonLabels.name,
  type: commonLabels.type,
  id: 'ID for the API',
  enabled: 'Can be triggered',
  enabledHelp: 'By API keys with effects:trigger, by commands and by alerts.',
  enabledOne: '{name} can be triggered',
  settings: commonLabels.settings,

  save: commonMessages.save,
  saved: commonTexts.nameSaved2,
  test: commonTexts.test,
  testOne: commonTexts.testName,
  duplicate: commonTexts.duplicate,
  duplicated: commonTexts.nameCreated,
  remove: commonTexts.delete,
  removeTitle: commonTexts.deleteName,
  removeHelp: 'Commands, API keys and alerts that trigger this effect will get an error.',
  removed: commonTexts.nameDeleted2,

  code: 'Code',
  codeHelp:
    'Your code covers the whole picture and has no network access. Call done() when it is finished; payload has the viewer and the data.',
  codeLabel: '{language} of the effect',
  run: commonTexts.run,
  runHint: 'Ctrl Enter',
  console: 'Console',
  consoleEmpty: 'Console output and errors of the effect appear here.',
  started: 'started',
  ended: 'ended',
  stopped: 'Stopped: {reason}',
})
