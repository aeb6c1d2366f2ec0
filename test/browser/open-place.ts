import type { Page } from '../tools/playwright.ts'

/** Opens a place of the rail, by way of More where it is not in the rail yet, and one of its further pages. */
export async function openPlace(page: Page, place: string, further?: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Main' })
  const entry = rail.getByRole('link', { name: place, exact: true })
  await rail.getByRole('link', { name: 'Settings' }).waitFor()
  if (await entry.isVisible()) await entry.click()
  else {
    await rail.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('link', { name: place, exact: true }).click()
  }
  await rail.locator('a.here', { hasText: place }).waitFor()
  if (further !== undefined) await rail.getByRole('link', { name: further, exact: true }).click()
}
