import { overlaySections } from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

/** The texts of the Overlay page. Those of each setting are in its definition, `src/capabilities/overlay/contract/overlay-settings.ts`. */
export const messages = defineMessages('panel.overlay', {
  title: commonWords.overlay,
  lead: 'One link shows everything: speech, alerts, donations, effects and songs.',
  save: commonMessages.save,
  saved: 'Overlay settings saved.',

  preview: 'Preview',
  previewHelp: 'Drag an item to move it, its corner to resize it, the round handle to rotate it.',
  placedAt: '{kind}: {x} % from the left, {y} % from the top',
  guides: 'Guides',
  grid: 'Grid',
  safeArea: 'Safe area',
  items: 'Items',
  position: overlaySections.position,
  keys: 'Arrow keys move the chosen item, with Shift in larger steps. + and - resize it, [ and ] rotate it, Page Up and Page Down change its layer. Alt turns snapping off.',

  sceneLinks: 'Overlays for single scenes',
  sceneLinksHelp: 'A second browser source that shows only some items, for a scene of its own in OBS.',
  sceneLabel: commonLabels.scene,
  sceneName: 'Scene {number:number}',
  itemsOf: 'Items of {name}',
  addScene: 'Add scene',
  removeScene: commonTexts.removeName,
  showSceneLinks: 'Show links',

  exportTheme: 'Export theme',
  importTheme: 'Import theme',
  themeRead: '{name} was read. Save to use it.',
  notATheme: '{name} is not a theme of the overlay.',
  settings: 'Overlay settings',

  link: 'Link for OBS',
  linkHelp: 'Add it to OBS as a browser source of 1920 × 1080, with "Control audio via OBS" switched on.',
  testLink: 'Link of the test channel',
  testLinkHelp: 'A separate overlay that shows what calls with test keys do.',
  hidden: 'Hidden, because anyone who has the link can see what the overlay shows.',
  reveal: commonTexts.showLink,
  openLink: 'Open in a tab',
  conceal: commonTexts.hideLink,
  roll: 'Reset link',
  rollTitle: 'Reset the overlay link',
  rollHelp: 'The old link stops working immediately. OBS shows nothing until you add the new one.',
  rolled: 'The link was reset. Add the new one to OBS.',

  test: commonTexts.test,
  testTts: 'Test speech',
  testAlert: 'Test audio alert',
  testEventAlert: 'Test event alert',
  testDonation: 'Test donation',
  testEffect: 'Test effect',
  testSong: 'Play song',
  tested: commonMessages.sentToOverlay,

  log: 'Delivery log',
  logHelp: 'What was sent to the overlay, and its delivery status.',
  logEmpty: 'Nothing has been sent to the overlay yet. Try one of the tests.',
  item: 'Item',
  content: 'Content',
  status: commonTexts.status,
  when: commonTexts.when,
  again: 'Show again',
  againItem: 'Show {title} again',
  older: commonTexts.showOlder,

  wasOnAir: 'on air in OBS',
  wasNotOnAir: 'not on air in OBS',

  statusQueued: 'queued',
  statusSent: 'sent',
  statusShown: 'on screen',
  statusFinished: 'finished',
  statusInterrupted: 'interrupted',
  statusFailed: 'failed',
})

export const statuses: Readonly<Record<string, () => string>> = {
  queued: messages.statusQueued,
  sent: messages.statusSent,
  shown: messages.statusShown,
  finished: messages.statusFinished,
  interrupted: messages.statusInterrupted,
  failed: messages.statusFailed,
}
