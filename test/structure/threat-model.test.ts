import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fillThreatModel } from '../../scripts/docs/threat-model-page.ts'
import { readConfig } from '../../src/app/config/config.ts'
import { webhookProviders } from '../../src/capabilities/donations/contract/donation-providers.ts'
import { panelRoles } from '../../src/kernel/operation/contract/panel-roles.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { operations } from '../../src/operations.ts'
import { services } from '../../src/platforms/services/services.ts'
import { settings } from '../../src/registry/settings.ts'
import { steps } from '../../src/registry/steps.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { socketPaths } from '../kernel/http/every-path.ts'

runsOn('sqlite', { because: 'the routes are the same on both engines' })

const text = readFileSync(join(import.meta.dirname, '../../docs/project/threat-model.md'), 'utf8')
const section = (title: string) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? assert.fail(title)
const namesIn = (part: string) => new Set([...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

/** Every service with made-up credentials, so that all its routes exist. Nothing is called before somebody connects. */
const credentials = Object.fromEntries(
  ['KICK', 'TWITCH', 'YOUTUBE', 'SPOTIFY'].flatMap((service) => [
    [`SHOWCALLER_${service}_CLIENT_ID`, 'id'],
    [`SHOWCALLER_${service}_CLIENT_SECRET`, 'secret'],
  ]),
)
const bridge = { SHOWCALLER_TIKTOK_BRIDGE_URL: 'ws://127.0.0.1:9', SHOWCALLER_TIKTOK_BRIDGE_TOKEN: 'token' }

describe('docs/project/threat-model.md', () => {
  let app: TestApp
  before(async () => {
    const { services } = await readConfig({ ...credentials, ...bridge }, '/nowhere')
    app = await createTestApp({ config: services === undefined ? {} : { services } })
  })
  after(() => app.close())

  it('names every route, and none that does not exist', async () => {
    const part = section('Routes')
    const routes = (await app.app.http.routes()).map(({ method, path }) => `${method} ${path}`)
    const written = [...namesIn(part)].filter((name) => /^(?:GET|POST) \//.test(name))
    /** `GET /connect/kick` and the same for `twitch`: one line for all services; the same for donation providers. */
    const isOfKick = (name: string) => /^(?:GET|POST) \/(?:connect|sign-in)\/kick\b/.test(name)
    const isOfKofi = (name: string) => name === 'POST /webhooks/kofi/*'
    const all = written.flatMap((name) => {
      if (isOfKick(name)) return services.map((service) => name.replace('kick', service))
      return isOfKofi(name) ? webhookProviders.map((provider) => name.replace('kofi', provider)) : [name]
    })
    assert.deepEqual(
      routes.filter((route) => !all.includes(route)),
      [],
      'routes that are missing on the page',
    )
    const known = new Set([...routes, 'POST /v1/*'])
    const unknown = written.filter((name) => !known.has(name))
    assert.deepEqual(unknown, [], 'routes that do not exist')
  })

  it('names every socket, and none that does not exist', () => {
    const written = [...namesIn(section('Sockets').split('\n### ')[0] ?? '')].filter((name) => name.startsWith('/'))
    assert.deepEqual(written.toSorted(), app.app.http.sockets.toSorted())
    // Tests that try every socket know the same ones.
    assert.deepEqual(socketPaths.filter((path) => path !== '/nothing').toSorted(), app.app.http.sockets.toSorted())
  })

  it('names every scope, role and setting', () => {
    const written = {
      scopes: namesIn(section('Operations')),
      roles: namesIn(section('Panel')),
      settings: namesIn(section('Settings')),
    }
    assert.deepEqual(
      {
        scopes: allScopes.filter((scope) => !written.scopes.has(scope)),
        roles: panelRoles.filter((role) => !written.roles.has(role)),
        settings: settings.map(({ name }) => name).filter((name) => !written.settings.has(name)),
      },
      { scopes: [], roles: [], settings: [] },
    )
  })

  it('lists events, tools, steps, and what needs a recent sign-in, as they are defined', () => {
    assert.equal(text, fillThreatModel(text), 'run npm run reference')
    const doubled = { name: 'made-up', grants: 'access' } as const
    assert.match(fillThreatModel(text, { panelOperations: [doubled] }), /\| access \| `made-up` \|/)
    const event = { kind: 'made-up.happened', readableBy: { role: 'editor', scope: null } } as const
    assert.match(fillThreatModel(text, { events: [event] }), /\| editor \| never \| `made-up\.happened` \|/)
    const part = section('Operations')
    const missing = operations.map(({ name }) => name).filter((name) => !part.includes(`\`${name}\``))
    assert.deepEqual(missing, [], 'tools that are missing on the page')
  })

  it('explains no step that does not exist', () => {
    const explained = section('Steps of commands').split('<!-- generated')[0] ?? ''
    const rows = explained.split('\n').filter((line) => line.startsWith('| `'))
    assert.ok(rows.length > 20)
    const known = new Set<string>(steps.map(({ type }) => type))
    const named = rows.flatMap((row) => [...namesIn(row.split('|')[1] ?? '')])
    assert.deepEqual(
      named.filter((type) => !known.has(type)),
      [],
    )
  })
})
