import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

/** What the panel says about tests of alerts and effects. */
export const overlayTests = defineMessages('overlay.tests', {
  sent: commonMessages.sentToOverlay,
  notConfirmed: 'Sent to overlay, but not confirmed in time.',
  shownHere: 'No overlay is connected. Shown in the panel only.',
  stage: 'Test',
  again: commonMessages.playAgain,
  close: 'Close the test',
})
