import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, isSlow } from '../declare.ts'
import { type SourceCopy, sourceWith } from '../source-copy.ts'
import { root } from './import-graph.ts'

const tools = join(root, 'test/tools/node_modules/.bin')

isSlow('it compiles a copy of the sources')
hasLongVersion('it compiles all of them, not only the lists and what is added')

/** A line more in a list file: an import at the top, and the name behind one that is in the list already. */
function withEntry(code: string, name: string, from: string, behind: RegExp): string {
  const listed = code.replace(behind, (found) => `${found}, ${name}`)
  assert.notEqual(listed, code)
  return `import { ${name} } from '${from}'\n${listed}`
}

const providerDefinition = `
  { name: 'patreon', wireName: 'ProviderX', brandName: 'Patreon', title: 'Patreon', delivery: 'webhook' },`
const providerSetup = `
import { defineDonationSetup } from './definition.ts'
export const patreon = defineDonationSetup({ name: 'patreon', secretLabel: 'Webhook secret', steps: [] })
`
const providerReceiver = `
import type { WebhookReceiver } from './receiver.ts'
export const patreon: WebhookReceiver = { read: () => undefined }
`
const engineDefinition = `
import { defineSpeechEngine } from './definition.ts'
export const coqui = defineSpeechEngine({
  name: 'coqui', title: 'Coqui', help: 'A Coqui server.', connection: 'http', settings: ['url'], needsKey: false, voices: [], defaultVoice: '',
})
`
const engineAdapter = `
import type { HttpAdapter } from '../http-engine.ts'
export const coqui: HttpAdapter = {
  defaultBaseUrl: () => 'http://127.0.0.1:5002', voicePattern: /^$/,
  request: ({ text, baseUrl }) => ({ url: baseUrl, headers: {}, body: text }),
}
`
const platformDefinition = `
import { definePlatform } from './definition.ts'
export const trovo = definePlatform({
  name: 'trovo', title: 'Trovo', wireName: 'PlatformX', brandName: 'Trovo',
  commandFlag: { wireName: 'platform_trovo_flag', brandName: 'platform_trovo' },
  color: 'oklch(0.7 0.1 160)', maxMessageLength: 300, allows: { title: true, category: true, chatModes: false },
  sandbox: { firstUserId: 50_001, isLive: false, title: '', silentViewers: 1, followers: 10, share: 0.1 },
})
`
const platformSettings = `
import { defineServiceSettings } from '../services/service-settings.ts'
export const trovo = defineServiceSettings({
  names: ['client_id', 'client_secret'], lines: ['SHOWCALLER_TROVO_CLIENT_ID', 'SHOWCALLER_TROVO_CLIENT_SECRET'],
  read: (given) => given.app(),
})
`
const platformService = `
import type { ConnectedService, ServiceNeeds } from '../services/connected-service.ts'
export function createTrovo(needs: ServiceNeeds & { readonly settings: { readonly clientId: string } }): ConnectedService {
  throw new Error(\`not part of this test: \${needs.settings.clientId}\`)
}
`

const platformSetup = `
import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'
import { oauthAppFields } from '../../../../definitions/oauth-app.ts'
export const trovo = defineServiceSetup({
  name: 'trovo', title: 'Trovo', group: 'platform', belongsTo: 'server', fields: oauthAppFields, steps: [],
})
`
const platformCheck = `
import { verbatim } from '../../kernel/text/message.ts'
import type { ServiceCheck } from '../services/check-services.ts'
const check: ServiceCheck<'trovo'> = async ({ settings }) => verbatim(settings.clientId)
export const trovoCheck = { check, permissions: [] }
`

describe('adding a donation provider, a speech engine and a platform', () => {
  let source: SourceCopy
  before(() => {
    source = sourceWith('src/capabilities/donations/contract/donation-providers.ts', (code) =>
      code.replace(/donationProviders = \[$/m, (found) => `${found}${providerDefinition}`),
    )
    source.write('src/capabilities/speech/contract/speech-engines/coqui.ts', engineDefinition)
    source.change('src/capabilities/speech/contract/speech-engines.ts', (code) =>
      withEntry(code, 'coqui', './speech-engines/coqui.ts', /azure, polly/),
    )
    source.write('src/platforms/contract/trovo.ts', platformDefinition)
    source.change('src/platforms/contract/platforms.ts', (code) =>
      withEntry(code, 'trovo', './trovo.ts', /youtube, tiktok/),
    )
    source.write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['src'] }))
  })
  after(() => source.remove())

  // As in scripts/test-checks.mjs: with one checker, and a compiler that tidies up less is quicker.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: '1' }

  function runTool(name: string, args: readonly string[]): string {
    const { stdout, error } = spawnSync(join(tools, name), args, {
      cwd: source.folder,
      encoding: 'utf8',
      env: { ...env, OXLINT_TSGOLINT_PATH: join(tools, 'tsgolint') },
    })
    assert.equal(error, undefined)
    return stdout
  }

  /** Where the implementations are listed. */
  const lists = [
    'src/capabilities/donations/contract/donation-setups.ts',
    'src/capabilities/service-setups/contract/service-setups.ts',
    'src/capabilities/speech/engines.ts',
    'src/platforms/donations/receivers.ts',
    'src/platforms/services/all-service-settings.ts',
    'src/platforms/services/check-services.ts',
    'src/platforms/services/open-services.ts',
  ]
  const added = [
    'src/capabilities/donations/contract/donation-setups/patreon.ts',
    'src/capabilities/service-setups/contract/platforms/trovo.ts',
    'src/platforms/donations/patreon.external.ts',
    'src/platforms/trovo/check.ts',
    'src/platforms/trovo/settings.ts',
    'src/platforms/trovo/trovo.ts',
    'src/capabilities/speech/engines/coqui.ts',
  ]

  const compile = () => runTool('tsc', ['--noEmit', '--checkers', '1', '-p', '.'])

  /** The errors that the compiler finds in these files alone, for a quarter of what it takes for all of them. */
  function compileOnly(files: readonly string[]): { code: string; filename: string }[] {
    const settings = ['-c', join(root, '.oxlintrc.json'), '--format', 'json']
    const printed = runTool('oxlint', ['--type-aware', '--type-check', '--threads=1', ...settings, ...files])
    return (JSON.parse(printed) as { diagnostics: { code: string; filename: string }[] }).diagnostics
  }

  it('does not compile while only the definitions are there, and the errors name the lists', () => {
    const found = compileOnly([...lists, 'src/capabilities/donations/contract/donation-providers.ts'])
    assert.ok(found.every(({ code }) => /^typescript\(TS\d+\)$/.test(code)))
    assert.deepEqual([...new Set(found.map(({ filename }) => filename))].sort(), lists)
  })

  it('compiles with one implementation each, and nothing else changed', () => {
    source.write('src/capabilities/donations/contract/donation-setups/patreon.ts', providerSetup)
    source.change('src/capabilities/donations/contract/donation-setups.ts', (code) =>
      withEntry(code, 'patreon', './donation-setups/patreon.ts', /fourthwall,\s+donationalerts/),
    )
    source.write('src/platforms/donations/patreon.external.ts', providerReceiver)
    source.change('src/platforms/donations/receivers.ts', (code) =>
      withEntry(code, 'patreon', './patreon.external.ts', /tiltify,\s+fourthwall,\s+donationalerts/),
    )
    source.write('src/capabilities/speech/engines/coqui.ts', engineAdapter)
    source.change('src/capabilities/speech/engines.ts', (code) =>
      withEntry(code, 'coqui', './engines/coqui.ts', /google,\s+azure,\s+polly/),
    )
    source.write('src/platforms/trovo/settings.ts', platformSettings)
    source.write('src/platforms/trovo/trovo.ts', platformService)
    source.change('src/platforms/services/all-service-settings.ts', (code) =>
      withEntry(code, 'trovo', '../trovo/settings.ts', /tiktok, spotify/),
    )
    source.change('src/platforms/services/open-services.ts', (code) =>
      code.replace(
        /^ {2}spotify: async/m,
        "  trovo: async () => (await import('../trovo/trovo.ts')).createTrovo,\n  spotify: async",
      ),
    )
    source.write('src/platforms/trovo/check.ts', platformCheck)
    source.change('src/platforms/services/check-services.ts', (code) =>
      code.replace(
        /^ {2}spotify: async/m,
        "  trovo: async () => (await import('../trovo/check.ts')).trovoCheck,\n  spotify: async",
      ),
    )
    source.write('src/capabilities/service-setups/contract/platforms/trovo.ts', platformSetup)
    source.change('src/capabilities/service-setups/contract/service-setups.ts', (code) =>
      withEntry(code, 'trovo', './platforms/trovo.ts', /youtube, tiktok/),
    )
    if (isLongRun) assert.equal(compile(), '')
    else assert.deepEqual(compileOnly([...lists, ...added]), [])
  })

  it('is found in the configuration, the public names and the panel', async () => {
    const { readConfig } =
      await source.import<typeof import('../../src/app/config/config.ts')>('src/app/config/config.ts')
    const env = {
      SHOWCALLER_SPEECH_COQUI_URL: 'http://127.0.0.1:5002',
      SHOWCALLER_TROVO_CLIENT_ID: 'id',
      SHOWCALLER_TROVO_CLIENT_SECRET: 'secret',
    }
    const config = await readConfig(env, source.folder)
    assert.deepEqual(Object.keys(config.speech?.services ?? {}).includes('coqui'), true)
    assert.deepEqual((config.services as Record<string, unknown>).trovo, { clientId: 'id', clientSecret: 'secret' })

    const { createNames } = await source.import<typeof import('../../src/registry/names.ts')>('src/registry/names.ts')
    assert.equal(createNames('brand').documentation('PlatformX and ProviderX'), 'Trovo and Patreon')

    const { sendDonation } = await source.import<
      typeof import('../../src/capabilities/donations/operations/send-donation.ts')
    >('src/capabilities/donations/operations/send-donation.ts')
    assert.ok(sendDonation.input.properties.provider?.enum?.includes('ProviderX'))
    const panel = await source.import<typeof import('../../src/capabilities/donations/panel.ts')>(
      'src/capabilities/donations/panel.ts',
    )
    assert.ok(panel.saveDonationSource.input.properties.provider?.enum?.includes('patreon'))
    const { setupNames } = await source.import<
      typeof import('../../src/capabilities/service-setups/contract/service-setups.ts')
    >('src/capabilities/service-setups/contract/service-setups.ts')
    for (const name of ['trovo', 'patreon', 'speech_coqui']) assert.ok((setupNames as readonly string[]).includes(name))
  })
})
