import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needs } from '../declare.ts'
import { axeViolations } from './chromium.ts'
import { openChromium } from './open-chromium.ts'
import { faultsAsAWhole, removeRepeatedParts } from './repeated-parts.ts'

needs('chromium')

describe('a long page whose repeated parts are removed before it is checked', () => {
  it('keeps every part with a fault, wherever it stands, and each fault between parts is found before', async () => {
    const browser = await openChromium()
    const page = await browser.newPage()
    const row = (name: string, cell = `<code>${name}</code>`) => `<tr><td>${cell}</td><td>string</td></tr>`
    const rows = Array.from({ length: 40 }, (_, at) => row(`field-${at}`))
    const table = (body: readonly string[]) => `<table><tr><th>Field</th><th>Type</th></tr>${body.join('')}</table>`
    const part = (at: number, body = table(rows)) =>
      `<h2 id="part-${at}">Part ${at}</h2><p>About <b>${at}</b>.</p>${body}`
    const show = (...parts: readonly string[]) =>
      page.setContent(`<html lang="en"><title>x</title><main><h1>x</h1>${parts.join('')}</main></html>`)
    const plain = Array.from({ length: 30 }, (_, at) => part(at))
    const check = async () => {
      const asAWhole = await faultsAsAWhole(page)
      const { before, left } = await removeRepeatedParts(page)
      assert.ok(left < before / 20, `${left} of ${before}`)
      const found = await axeViolations(page)
      return [...asAWhole, ...found.map((fault) => fault.split(':')[0])]
    }

    await show(...plain)
    assert.deepEqual(await check(), [])

    const faults = {
      'image-alt': row('a', '<code>a</code><img src="data:,">'),
      'link-name': row('a', '<code>a</code><a href="/"></a>'),
      'color-contrast': row('a', '<code style="color: #ccc">pale</code>'),
      'aria-valid-attr': row('a', '<code aria-lable="x">a</code>'),
    }
    for (const [rule, faulty] of Object.entries(faults)) {
      await show(...plain.with(15, part(15, table(rows.with(20, faulty)))))
      assert.deepEqual(await check(), [rule])
    }

    await show(...plain, '<h2 id="part-7">Twice</h2>', '<p><a href="#nothing">Nothing</a></p>', '<h4>Too small</h4>')
    assert.deepEqual(
      (await check()).filter((fault) => fault !== 'heading-order'),
      ['the id part-7 stands there twice', 'nothing has the id nothing', 'the heading leaves out a level: Too small'],
    )
    await page.close()
    await browser.close()
  })
})
