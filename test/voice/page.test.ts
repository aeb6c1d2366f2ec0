import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeVoicemod } from '../fakes/voicemod.ts'
import { fakeObsOf } from '../obs/connect-fake-obs.ts'
import { connectVoicemod } from './connect-voice.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('a broadcaster and the voice effects', () => {
  const panel = usePanel()
  const closing: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of closing) await close()
  })

  it('chooses filters of the microphone, tries effects, sees them run and stops them', async () => {
    const obs = await fakeObsOf(panel.app)
    obs.input('Mic').filters = [
      { name: 'Noise gate', enabled: true },
      { name: 'Pitch down', enabled: false },
    ]
    const { page, faults } = await panel.signIn({ at: '/settings/voice' })
    const effects = page.getByRole('region', { name: 'Voice effects' })
    await effects.getByText('No effect').first().waitFor()
    const microphone = page.getByRole('form', { name: 'Microphone in OBS' })
    await microphone.getByLabel('Microphone', { exact: true }).selectOption('Mic')
    await microphone.getByRole('switch', { name: 'Pitch down' }).check()
    await microphone.getByLabel('Name of Pitch down').fill('Giant')
    assert.deepEqual(await axeViolations(page), [])
    await microphone.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()

    await effects.getByLabel('Voice', { exact: true }).selectOption('Microphone')
    await effects.getByLabel('Effect', { exact: true }).selectOption('Giant')
    await effects.getByLabel('Seconds').fill('0')
    await effects.getByRole('button', { name: 'Start effect' }).click()
    await effects.getByText(/^Must be /).waitFor()
    await effects.getByLabel('Seconds').fill('120')
    await effects.getByRole('button', { name: 'Start effect' }).click()
    await effects.getByText(/^Giant, \d+ s left$/).waitFor()
    const filter = () => obs.input('Mic').filters.find(({ name }) => name === 'Pitch down')?.enabled
    await eventually('the filter is on', () => filter() === true)
    assert.deepEqual(await axeViolations(page), [])
    await effects.getByRole('button', { name: 'Stop: Microphone' }).click()
    await eventually('the filter is off', () => filter() === false)
    await effects.getByText(/^Giant,/).waitFor({ state: 'detached' })

    // What happens elsewhere is shown at once.
    const voicemod = await startFakeVoicemod()
    closing.push(() => voicemod.close())
    await connectVoicemod(panel.app, voicemod)
    await page.getByRole('region', { name: 'Voicemod' }).getByText('Connected', { exact: true }).waitFor()
    await panel.app.call('voice-effect', { effect: 'voicemod:cave', seconds: 600, target: 'microphone' })
    await effects.getByText(/^Cave, \d+ s left$/).waitFor()
    await voicemod.quit()
    await page
      .getByRole('region', { name: 'Voicemod' })
      .getByText(/^Reconnecting/)
      .waitFor()
    await effects.getByRole('button', { name: 'Stop: Microphone' }).click()
    await effects.getByText('Cave, ends as soon as Voicemod is connected').waitFor()
    await voicemod.start()
    await effects.getByText(/^Cave,/).waitFor({ state: 'detached' })
    await eventually('the own voice', () => voicemod.world.voice === 'nofx')
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
