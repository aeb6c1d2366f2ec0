import { defineMessages } from '../../../../src/kernel/text/message.ts'

/** What the panel says about tests of alerts and effects. */
export const overlayTests = defineMessages('overlay.tests', {
  sent: 'Sent to overlay.',
  notConfirmed: 'Sent to overlay, but not confirmed in time.',
  shownHere: 'No overlay is connected. Shown in the panel only.',
  stage: 'Test',
  again: 'Play again',
  close: 'Close the test',
})
