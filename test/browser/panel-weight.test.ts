import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { panelPages } from '../../src/registry/panel-pages.ts'
import { needs, runsOn } from '../declare.ts'
import { weighFirstVisit } from './page-weight.ts'
import { usePanel } from './panel-browser.ts'

runsOn('sqlite', { because: 'it is about what a browser loads' })
needs('chromium', 'panel')

const mostRequests = 40
const mostScriptBytes = 130 * 1024

/** Home has limits of its own, with its other promises. */
const pages = panelPages.filter(({ name }) => name !== 'home')

describe('the first visit of a page of the panel', () => {
  const panel = usePanel({ isFirstStart: true, hasDefaultAlerts: true })

  for (const { name, path } of pages) {
    it(`loads ${name} with at most 40 requests and 130 kB of script`, async () => {
      const { requests, scriptBytes } = await weighFirstVisit(panel, path)
      assert.ok(requests.length <= mostRequests, `${requests.length} requests:\n${requests.join('\n')}`)
      assert.ok(scriptBytes > 0 && scriptBytes <= mostScriptBytes, `${scriptBytes} bytes of script`)
    })
  }
})
