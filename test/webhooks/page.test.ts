import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openPlace } from '../browser/open-place.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { isSigned, startReceiver } from './receiver.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('a broadcaster and the webhooks', () => {
  const panel = usePanel({ config: { outgoingAllow: ['127.0.0.0/8'] } })

  it('creates one, copies its secret, sees what was delivered, sends it again and deletes it', async () => {
    const receiver = await startReceiver()
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Developer', 'Webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Lights')
    await dialog.getByLabel('Address').fill('http://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('is not a public address').waitFor()
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByLabel('Only these events').check()
    await dialog.getByLabel('Points changed points.changed').check()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await dialog.getByText(/^whsec_/).innerText()
    await page.keyboard.press('Escape')

    const detail = page.locator('.detail')
    await detail.getByText(receiver.url).waitFor()
    await detail.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('The receiver accepted the test event.').waitFor()
    await panel.app.call('add-points', { username: 'bob', amount: 5, platform: 'PlatformA' })
    await eventually('the delivery', () => receiver.deliveries.length === 2)
    assert.ok(receiver.deliveries.every((delivered) => isSigned(delivered, secret, Date.now())))
    // The receiver knows of it before the server has noted the answer.
    const { id } = (await panel.app.call('list-webhooks', {})).body.webhooks[0]
    await eventually('the delivery to be noted', async () => {
      const { body } = await panel.app.call('list-webhook-deliveries', { id })
      return body.deliveries[0]?.status === 'delivered'
    })
    await detail.getByRole('button', { name: 'Reload' }).click()
    // The test event has no button: another one is sent in its place.
    await detail.getByText('Delivered (204)').nth(1).waitFor()
    await detail.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('The event is sent again.').waitFor()
    await eventually('the repeat', () => receiver.deliveries.length === 3)
    assert.equal(receiver.deliveries[2]?.event.id, receiver.deliveries[1]?.event.id)

    await detail.getByText('Deliver events').click()
    await detail.getByText('off', { exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await detail.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
    await receiver.close()
  })
})
