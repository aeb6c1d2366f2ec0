import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needs } from '../declare.ts'
import { rulesOfLighthouse } from './axe.ts'
import { axeRules, axeViolations } from './chromium.ts'
import { openChromium } from './open-chromium.ts'

needs('chromium')

describe('a check of a page', () => {
  it('has every rule that Lighthouse weighs for accessibility, and finds a button that is too small', async () => {
    const browser = await openChromium()
    const page = await browser.newPage()
    const button = '<button style="width: 12px; height: 12px; padding: 0">x</button>'
    await page.setContent(`<html lang="en"><title>x</title><main><h1>x</h1>${button}${button}</main></html>`)
    const checked = new Set(await axeRules(page))
    assert.deepEqual(
      rulesOfLighthouse.filter((rule) => !checked.has(rule)),
      [],
    )
    assert.deepEqual(
      (await axeViolations(page)).map((fault) => fault.split(':')[0]),
      ['target-size', 'target-size'],
    )
    await page.close()
    await browser.close()
  })
})

describe('a check of contrast', () => {
  it('finds each text that is too pale, though texts of the same colour were fine before', async () => {
    const browser = await openChromium()
    const page = await browser.newPage()
    const pale = async (name: string, body: string) => {
      await page.setContent(`<html lang="en"><title>x</title><main><h1>x</h1>${fine}${body}</main></html>`)
      const found = await axeViolations(page, 'contrast')
      assert.deepEqual(
        found.map((fault) => /id="(\w+)"/.exec(fault)?.[1]),
        name === '' ? [] : [name],
        found.join('\n'),
      )
    }
    const fine = '<p style="color: #555">Fine</p>'
    await pale('', fine)
    await pale('pale', '<p id="pale" style="color: #bbb">Pale</p>')
    await pale('again', '<p id="again" style="color: #bbb">Pale on another page</p>')
    await pale(
      'behind',
      '<div style="background: #444"><section><p id="behind" style="color: #555">x y</p></section></div>',
    )
    await pale('faded', '<div style="opacity: 0.3"><p id="faded" style="color: #555">x y</p></div>')
    const under = '<div style="position: absolute; inset: 0; background: #444"></div>'
    const over = '<p id="over" style="position: relative; color: #555">x y</p>'
    await pale('over', `<div style="position: relative">${under}${over}</div>`)
    await pale(
      'disabled',
      '<button disabled style="color: #bbb">No</button><button id="disabled" style="color: #bbb">Yes</button>',
    )
    await pale('typed', '<input aria-label="a" id="typed" value="typed" style="color: #bbb; background: #fff">')
    const box = 'width: 20px; height: 20px; background: #fff'
    const wall = 'position: relative; background: #444; padding: 50px'
    const beside = '<p id="beside" style="position: absolute; left: 90px; width: 60px; color: #555">x y</p>'
    await pale('beside', `<div style="${wall}"><div style="${box}">${beside}</div></div>`)
    const bar = 'position: sticky; top: 0; background: rgb(68 68 68 / 0.9)'
    await pale('bar', `<div style="${bar}"><p id="bar" style="color: #555">x y</p></div>`)
    const scrolled = '<div style="height: 30px"></div><p id="scrolled" style="color: #bbb">x y</p>'
    await pale('scrolled', `<div tabindex="0" style="height: 20px; overflow: auto">${scrolled}</div>`)
    // The first one is out of sight, and says nothing about the second.
    const hidden = '<p style="position: absolute; left: -9999px; color: #ccc">x y</p>'
    await pale('shown', `${hidden}<p id="shown" style="position: absolute; top: 300px; color: #ccc">x y</p>`)
    const scheme = '<style>@media (prefers-color-scheme: dark) { #dark { background: #444 } }</style>'
    const text = '<p id="dark" style="color: #555">x y</p>'
    await pale('', scheme + text)
    await page.emulateMedia({ colorScheme: 'dark' })
    await pale('dark', scheme + text)
    await page.close()
    await browser.close()
  })
})
