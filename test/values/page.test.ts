import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openPlace } from '../browser/open-place.ts'
import { holdAnswer, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('clocks, lists and the values of a viewer')

describe('a broadcaster and the values', () => {
  const panel = usePanel()
  const read = async (name: string, who: object = {}) => (await panel.app.call('get-value', { name, ...who })).body

  it('creates a counter, counts, sees changes from elsewhere, reads its history and deletes it', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Counters & timers')
    await page.getByText('No values yet').waitFor()
    await page.getByRole('button', { name: 'New value' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Death counter' }).click()
    await dialog.getByLabel('Name').fill('two words')
    await dialog.getByRole('button', { name: 'Create value' }).click()
    await dialog.getByText(/^May only have letters/).waitFor()
    await dialog.getByLabel('Name').fill('deaths')
    await dialog.getByLabel('Maximum').fill('100')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Create value' }).click()
    await page.getByText('deaths saved').waitFor()
    const detail = page.locator('.detail')
    await detail.getByRole('button', { name: 'Add 1 to deaths' }).click()
    await detail.getByRole('button', { name: 'Add 1 to deaths' }).click()
    await detail.getByText('deaths is now 2').waitFor()
    await panel.app.call('add-to-value', { name: 'deaths', amount: 5 })
    await detail.locator('.counter output').getByText('7', { exact: true }).waitFor()
    await detail.getByText('deaths is now 7').waitFor()
    await page.locator('.value-list').getByRole('button', { name: 'Subtract 1 from deaths' }).click()
    await detail.getByText('deaths is now 6').waitFor()
    await detail.getByLabel('Number').fill('101')
    await detail.getByRole('button', { name: 'Set', exact: true }).click()
    await detail.getByText(/^Must be from 0 to 100/).waitFor()
    await detail.getByLabel('Number').fill('40')
    await detail.getByRole('button', { name: 'Set', exact: true }).click()
    await detail.getByText('deaths is now 40').waitFor()
    assert.deepEqual([(await read('deaths')).value, await axeViolations(page)], [40, []])

    await detail.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Maximum').fill('30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await detail.getByText('0 to 30').waitFor()
    assert.equal((await read('deaths')).value, 30)
    await detail.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No values yet').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('starts, extends and pauses a clock, and edits a list', async () => {
    await panel.app.call('define-value', { name: 'subathon', type: 'clock', initial: 3600 })
    await panel.app.call('set-value', { name: 'quotes', value: ['first', 'second'] })
    const { page, faults } = await panel.signIn({ phone: true, at: '/counters/subathon' })
    const detail = page.locator('.detail')
    await detail.getByText('1:00:00').first().waitFor()
    await detail.getByRole('button', { name: 'Start' }).click()
    // The history beside it has sentences with the same words.
    const state = detail.locator('.counter')
    await state.getByText('Running').waitFor()
    await detail
      .getByText(/^5\d:\d\d$/)
      .first()
      .waitFor()
    await detail.getByRole('button', { name: 'Add 30 min to subathon' }).click()
    await detail
      .getByText(/^1:2\d:\d\d$/)
      .first()
      .waitFor()
    await detail.getByLabel('Time').fill('soon')
    await detail.getByRole('button', { name: 'Set', exact: true }).click()
    await detail.getByText('Enter a time such as 1:30:00.').waitFor()
    await detail.getByLabel('Time').fill('2:00:00')
    await detail.getByRole('button', { name: 'Set', exact: true }).click()
    await detail.getByRole('button', { name: 'Pause' }).click()
    await state.getByText('Paused').waitFor()
    const { value, running } = await read('subathon')
    assert.ok(value > 7000 && value <= 7200 && running === 0, `${value} ${running}`)
    assert.deepEqual(await axeViolations(page), [])

    await detail.getByRole('link', { name: 'All values' }).click()
    await page.getByRole('link', { name: 'quotes' }).click()
    await detail.getByLabel('New item').fill('third <b>one</b>')
    await detail.getByRole('button', { name: 'Add item' }).click()
    await detail.locator('.items').getByText('third <b>one</b>').waitFor()
    await detail.getByRole('button', { name: 'Remove item 1: first' }).click()
    await detail.locator('.items').getByText('first').waitFor({ state: 'detached' })
    await detail.getByRole('button', { name: 'Edit as text' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value').fill('second\n\nlast')
    // Somebody in chat adds one meanwhile: both lists are shown, and nothing is overwritten unseen.
    await panel.app.call('add-to-value', { name: 'quotes', item: 'from chat' })
    const both = dialog.getByRole('row', { name: 'Value' })
    await both.getByRole('cell', { name: 'from chat' }).waitFor()
    assert.equal(await both.getByRole('cell').last().textContent(), 'second\nlast')
    await dialog.getByRole('button', { name: 'Use the saved version' }).click()
    const typed = await dialog.getByLabel('Value').inputValue()
    assert.match(typed, /from chat$/)
    await dialog.getByLabel('Value').fill(`${typed}\nlast`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await detail.locator('.items').getByText('last').waitFor()
    assert.deepEqual((await read('quotes')).value, ['second', 'third <b>one</b>', 'from chat', 'last'])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('keeps the newest number when an older answer arrives after it', async () => {
    await panel.app.call('define-value', { name: 'late', type: 'number' })
    const { page } = await panel.signIn({ at: '/counters/late' })
    const figure = page.locator('.detail .counter output')
    await figure.getByText('0', { exact: true }).waitFor()
    const older = await holdAnswer(page, 'list-values')
    await page.locator('.detail').getByRole('button', { name: 'Add 1 to late' }).click()
    await older.held
    await panel.app.call('add-to-value', { name: 'late', amount: 5 })
    await figure.getByText('6', { exact: true }).waitFor()
    await older.release()
    assert.equal(await figure.textContent(), '6')
    await page.context().close()
  })

  itInLongRun('changes what one viewer has', async () => {
    const alice = { username: 'alice', platform: 'PlatformA' }
    await panel.app.call('define-value', { name: 'wins', type: 'number', owner: 'viewer' })
    await panel.app.call('set-value', { name: 'wins', value: 3, ...alice })
    const { page, faults } = await panel.signIn({ at: '/counters/wins' })
    const detail = page.locator('.detail')
    await detail.getByRole('button', { name: /Alice/ }).click()
    await detail.getByRole('button', { name: 'Add 1 to wins' }).click()
    await detail.getByText('wins of alice is now 4').waitFor()
    await detail.getByLabel('Viewer').fill('bob')
    await detail.getByRole('button', { name: 'Show' }).click()
    await detail.getByText('Value of bob').waitFor()
    await detail.getByRole('button', { name: 'Add 1 to wins' }).click()
    await detail.getByText('wins of bob is now 1').waitFor()
    assert.deepEqual(
      [(await read('wins', alice)).value, (await read('wins', { ...alice, username: 'bob' })).value],
      [4, 1],
    )
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
