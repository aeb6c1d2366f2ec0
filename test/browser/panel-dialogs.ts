import type { TestApp } from '../create-test-app.ts'
import type { Locator, Page } from '../tools/playwright.ts'

/** The sample of a page, and the buttons on it that lead to a dialog. */
export type PanelDialog = readonly [sample: string, ...buttons: (string | RegExp)[]]

/** Those that no other test has open. `makeDialogContent` makes what some of them are about. */
export const panelDialogs: readonly PanelDialog[] = [
  ['/', 'Edit quick actions'],
  ['/overlays', 'Reset link'],
  ['/music', 'Add link'],
  ['/music', /^Edit /],
  ['/commands', 'Import'],
  ['/commands/6', 'Run'],
  ['/commands/6', 'Versions'],
  ['/commands/6', 'Delete'],
  ['/automations', 'Import'],
  ['/counters', 'New value'],
  ['/counters/queue', 'Edit as text'],
  ['/counters/queue', 'Delete'],
  ['/viewers', 'Import'],
  ['/viewers?viewer=1', 'Erase viewer'],
  ['/developer/keys/{key}', 'Rotate'],
  ['/developer/keys/{key}', 'Revoke'],
  ['/developer/webhooks', 'New webhook'],
  ['/settings/people', 'Invite'],
]

export async function makeDialogContent(app: TestApp): Promise<void> {
  await app.call('set-value', { name: 'queue', value: ['first', 'second'] })
}

/** Presses the buttons on the page that is open. */
export async function openDialog(page: Page, [, ...buttons]: PanelDialog): Promise<Locator> {
  for (const name of buttons) {
    await page.locator('.page').getByRole('button', { name, exact: true }).first().click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}
