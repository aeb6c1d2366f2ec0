import { placeTitles } from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { widgetsPage } from '../../../../src/capabilities/widgets/contract/page.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

/** The texts of the Widgets page. Those of each widget are in its definition, `src/capabilities/widgets/contract`. */
export const messages = defineMessages('panel.widgets', {
  title: commonTexts.widgets,
  lead: 'Goals, labels, clocks and more that stay on your stream.',
  create: widgetsPage.actionTitles.create,
  none: 'No widgets yet',
  noneHelp: 'Use New widget to choose one from the gallery.',
  back: 'All widgets',
  stage: 'Stage',
  stageHelp: 'Sample data. Select a widget to move and change it.',
  stageHint: 'Drag to move, use the handles to resize and rotate. Hold Alt to move without snapping.',
  gallery: commonTexts.gallery,
  galleryHelp: 'The preview shows sample data. Nothing is sent to your stream.',
  type: commonLabels.type,
  use: commonTexts.create,
  created: commonTexts.nameCreated,

  name: commonLabels.name,
  enabled: 'Shown',
  enabledOne: '{name} is shown',
  settings: commonLabels.settings,
  look: commonTexts.look,
  place: 'Position and size',
  x: placeTitles.x,
  y: placeTitles.y,
  width: 'Width, %',
  height: 'Height, %',
  rotation: placeTitles.rotation,
  layer: placeTitles.layer,
  placedAt: '{name}, {x} % from the left, {y} % from the top',

  save: commonMessages.save,
  saved: commonTexts.nameSaved2,
  duplicate: commonTexts.duplicate,
  duplicated: commonTexts.nameCreated,
  remove: commonTexts.delete,
  removeTitle: commonTexts.deleteName,
  removeHelp: 'It disappears from the overlay at once.',
  removed: commonTexts.nameDeleted2,
  failed: 'Removed from the overlay: {reason}. Change its settings to show it again.',
  failedShort: 'Removed from the overlay',

  link: 'Own link',
  ownLink: 'Only by its own link',
  ownLinkHelp: 'Not on the main overlay. Add the link to OBS as a browser source of {width} × {height} pixels.',
  linkHelp: 'Shows this widget alone. In OBS, a browser source of {width} × {height} pixels fits.',
  reveal: commonTexts.showLink,
  openLink: 'Open',

  codeHelp:
    'Your code fills the widget and has no network access. widget.on(source, handler) gets the live data that is checked below.',

  exportOne: commonTexts.export,
  importOne: commonTexts.import,
  importHelp: 'A file that was exported here. Pictures are not part of it.',
  notAWidget: '{name} is not a widget file.',
  imported: '{name} imported.',
})
