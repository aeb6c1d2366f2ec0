import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { openChromium } from '../browser/open-chromium.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { Browser, Locator, Page } from '../tools/playwright.ts'
import { startHost } from './host.ts'
import { installPackage } from './install-client.ts'

runsOn('sqlite', { because: 'the client sees the API alone, and other tests prove it on both engines' })
needs('chromium')

describe('the nodes for Node-RED', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-node-red-'))
  const received: { topic: string; payload: Record<string, unknown> }[] = []
  const receiver = createServer((req, res) => {
    let text = ''
    req.on('data', (chunk: Buffer) => {
      text += chunk
    })
    req.on('end', () => {
      received.push(JSON.parse(text))
      res.end()
    })
  })
  let testApp: TestApp
  let host: Awaited<ReturnType<typeof startHost>>
  let url: string
  let browser: Browser

  before(async () => {
    const clientFolder = await installPackage('node-red')
    testApp = await createTestApp()
    browser = await openChromium()
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    host = await startHost('node-red-host.mjs', { args: [folder, clientFolder] })
    url = await host.ask<string>('url')
    await deploy()
    await eventually('the description of the server', async () => (await describeServer()).operations.length > 0)
  })
  after(async () => {
    await browser?.close()
    await host?.close()
    receiver.close()
    receiver.closeAllConnections()
    await testApp?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A flow as a person would draw it: a web hook that calls the server, and events that are posted somewhere. */
  async function deploy(): Promise<void> {
    const { port } = receiver.address() as AddressInfo
    const flows = [
      { id: 'tab', type: 'tab', label: 'Test' },
      { id: 'go', type: 'inject', z: 'tab', name: 'Go', props: [], repeat: '', crontab: '', wires: [[]] },
      { id: 'server', type: 'showcaller-server', name: 'Test', url: testApp.url, credentials: { key: testApp.key } },
      { id: 'in', type: 'http in', z: 'tab', url: '/points', method: 'post', wires: [['call']] },
      {
        id: 'call',
        type: 'showcaller-call',
        z: 'tab',
        server: 'server',
        operation: 'add-points',
        values: { platform: 'PlatformA', amount: '2' },
        wires: [['out']],
      },
      { id: 'out', type: 'http response', z: 'tab', wires: [] },
      { id: 'catch', type: 'catch', z: 'tab', scope: ['call'], wires: [['reason']] },
      {
        id: 'reason',
        type: 'change',
        z: 'tab',
        rules: [
          { t: 'set', p: 'payload', pt: 'msg', to: 'error.message', tot: 'msg' },
          { t: 'set', p: 'statusCode', pt: 'msg', to: '500', tot: 'num' },
        ],
        wires: [['out']],
      },
      {
        id: 'events',
        type: 'showcaller-events',
        z: 'tab',
        server: 'server',
        types: ['points.changed'],
        wires: [['pack']],
      },
      {
        id: 'pack',
        type: 'change',
        z: 'tab',
        rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{ "topic": topic, "payload": payload }', tot: 'jsonata' }],
        wires: [['post']],
      },
      {
        id: 'post',
        type: 'http request',
        z: 'tab',
        method: 'POST',
        ret: 'txt',
        url: `http://127.0.0.1:${port}/`,
        wires: [[]],
      },
    ]
    // Without a place on the canvas a node counts as a part of the settings.
    const placed = flows.map((node, row) => ('z' in node ? { ...node, x: 140, y: row * 60 } : node))
    const response = await fetch(`${url}/flows`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Node-RED-API-Version': 'v1' },
      body: JSON.stringify(placed),
    })
    assert.equal(response.status, 204)
  }

  async function describeServer(): Promise<{ operations: { name: string; fields: { name: string }[] }[] }> {
    return (await fetch(`${url}/showcaller/server/description`)).json()
  }

  const trigger = (body: object) =>
    fetch(`${url}/flow/points`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('offer every operation in the form, with its parameters, and not the key', async () => {
    const description = await describeServer()
    assert.deepEqual(
      description.operations.map(({ name, fields }) => [name, fields.map((field) => field.name).sort()]),
      operations.map(({ name, input }) => [name, Object.keys(input.properties).sort()]),
    )
    assert.doesNotMatch(JSON.stringify(description), new RegExp(testApp.key))
  })

  it('call the server with the values of the form and of the message', async () => {
    assert.equal((await trigger({ username: 'viewer1' })).status, 200)
    assert.equal((await trigger({ username: 'viewer1', amount: 5 })).status, 200)
    const { body } = await testApp.call('get-points', { username: 'viewer1', platform: 'PlatformA' })
    assert.equal(body.points, 7)
  })

  it('give a refusal to the node that catches errors, with the sentence of the server', async () => {
    const response = await trigger({ amount: 0 })
    assert.equal(response.status, 500)
    assert.match(await response.text(), /amount|userid|username/i)
  })

  it('send a message for each event', async () => {
    const before = received.length
    await testApp.call('add-points', { username: 'viewer3', amount: 4, platform: 'PlatformA' })
    await eventually('the event', () => received.length > before)
    assert.equal(received.at(-1)?.topic, 'points.changed')
  })

  it('show the editor forms that Node-RED accepts', async () => {
    const editor = await (await fetch(`${url}/nodes`, { headers: { Accept: 'text/html' } })).text()
    for (const type of ['showcaller-server', 'showcaller-call', 'showcaller-events'])
      assert.match(editor, new RegExp(`registerType\\('${type}'`))
  })

  const nodeOnCanvas = (page: Page, label: string) => page.locator('g.red-ui-flow-node', { hasText: label })

  /** Draws a wire from the output of a node to the input of another. */
  async function connect(page: Page, from: Locator, to: Locator): Promise<void> {
    await from.locator('.red-ui-flow-port-output .red-ui-flow-port').hover()
    await page.mouse.down()
    await to.locator('.red-ui-flow-port-input .red-ui-flow-port').hover()
    await page.mouse.up()
  }

  it('are drawn, filled in, deployed and fired in the editor', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(url)
    const canvas = page.locator('#red-ui-workspace-chart')
    await canvas.locator('text', { hasText: 'add-points' }).first().waitFor()

    // From the palette onto the canvas, next to what is there.
    const start = (await nodeOnCanvas(page, 'Go').boundingBox()) ?? assert.fail('the start of the flow is not shown')
    await page.locator('.red-ui-palette-node[data-palette-type="showcaller-call"]').hover()
    await page.mouse.down()
    await page.mouse.move(start.x + 350, start.y + 90, { steps: 5 })
    await page.mouse.up()
    await nodeOnCanvas(page, 'showcaller call').dblclick()
    const dialog = page.locator('.red-ui-editor')
    await dialog.locator('#node-input-name').fill('Five points')
    await dialog.locator('#node-input-server').selectOption('server')
    await dialog.locator('#node-input-operation').selectOption('add-points')
    await dialog.locator('#showcaller-field-username').fill('viewer9')
    await dialog.locator('#showcaller-field-amount').fill('5')
    await dialog.locator('#showcaller-field-platform').selectOption('PlatformA')
    await page.locator('#node-dialog-ok').click()
    await canvas.locator('text', { hasText: 'Five points' }).waitFor()
    await connect(page, nodeOnCanvas(page, 'Go'), nodeOnCanvas(page, 'Five points'))
    await page.locator('#red-ui-header-button-deploy').click()
    const stored = () => fetch(`${url}/flows`).then((response) => response.json())
    await eventually('the new flow', async () =>
      (await stored()).some(({ name }: { name?: string }) => name === 'Five points'),
    )
    const { operation, server, values } = (await stored()).find(({ name }: { name?: string }) => name === 'Five points')
    assert.deepEqual([operation, server], ['add-points', 'server'])
    assert.deepEqual(values, { username: 'viewer9', amount: '5', platform: 'PlatformA' })
    await eventually('the points', async () => {
      // The button of an inject node is dead while its flow starts.
      await nodeOnCanvas(page, 'Go').locator('.red-ui-flow-node-button-button').click()
      const { body } = await testApp.call(
        'get-points',
        { username: 'viewer9', platform: 'PlatformA' },
        { status: 'any' },
      )
      return (body.points ?? 0) >= 5
    })

    await nodeOnCanvas(page, 'points.changed').dblclick()
    await page.locator('#showcaller-events-types option[value="channel.follow"]').waitFor({ state: 'attached' })
    assert.deepEqual(await page.locator('#showcaller-events-types').inputValue(), 'points.changed')
    await page.locator('#node-dialog-cancel').click()
    assert.deepEqual(faults, [])
    await page.close()
  })
})
