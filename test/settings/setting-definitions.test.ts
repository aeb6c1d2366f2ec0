import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { channelSettingsPage } from '../../scripts/docs/channel-settings-page.ts'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import { fieldsOf } from '../../src/kernel/schema/schema-text.ts'
import { settings } from '../../src/registry/settings.ts'
import { isSlow } from '../declare.ts'
import { type SourceCopy, sourceWith } from '../source-copy.ts'

isSlow('it loads copies of the sources')

const page = readFileSync(new URL('../../docs/channel-settings.md', import.meta.url), 'utf8')

describe('the definition of a setting', () => {
  for (const { name, title, help, schema, default: defaults } of settings) {
    it(`${name} has a title, help, a title for each field, and a default that the server stores as it is`, () => {
      assert.notEqual(title(), '')
      assert.match(help(), /\.$/)
      for (const { path, schema: field } of fieldsOf(schema)) assert.ok(field.title, path)
      assert.deepEqual(defaults, defaultSettings()[name])
    })
  }

  it('is described in the guide as it stands', () => {
    assert.equal(page, channelSettingsPage(), 'run npm run reference')
  })

  it('is all that validation, the panel and the guide need: a new field is found in each', async (test) => {
    const source = sourceWith('src/capabilities/commands/contract/settings.ts', (code) =>
      code.replace(
        '  schema: object({\n',
        "  schema: object({\n    motto: withDefault(text({ title: 'Motto', max: 5, description: 'Shown to nobody.' }), 'Hi'),\n",
      ),
    )
    test.after(source.remove)
    await isFoundEverywhere(source, 'commands', 'motto')
  })

  it('takes one file and its line in the list: a new setting is found in each', async (test) => {
    const source = sourceWith('src/registry/settings.ts', (code) =>
      code
        .replace(/^/, "import { mottoSettings } from '../capabilities/motto/contract/settings.ts'\n")
        .replace('export const settings = [\n', 'export const settings = [\n  mottoSettings,\n'),
    )
    test.after(source.remove)
    source.write(
      'src/capabilities/motto/contract/settings.ts',
      `import { defineSetting } from '../../../definitions/define-setting.ts'
import { object, text, withDefault } from '../../../kernel/schema/schema.ts'
export const mottoSettings = defineSetting({
  name: 'motto',
  section: 'bot',
  title: 'Motto of the channel',
  help: 'For the test.',
  role: 'editor',
  schema: object({ motto: withDefault(text({ title: 'Motto', max: 5, description: 'Shown to nobody.' }), 'Hi') }),
})
`,
    )
    await isFoundEverywhere(source, 'motto', 'motto')
  })
})

async function isFoundEverywhere(source: SourceCopy, name: string, field: string): Promise<void> {
  const server = await source.import<typeof import('../../src/capabilities/settings/settings.ts')>(
    'src/capabilities/settings/settings.ts',
  )
  const stored = new Map<string, unknown>(Object.entries(server.defaultSettings()))
  assert.equal((stored.get(name) as Record<string, unknown> | undefined)?.[field], 'Hi')

  const { saveSetting } = await source.import<typeof import('../../src/capabilities/settings/panel.ts')>(
    'src/capabilities/settings/panel.ts',
  )
  assert.ok(saveSetting.input.properties.name?.enum?.includes(name))
  const { settingsIn } =
    await source.import<typeof import('../../src/registry/settings.ts')>('src/registry/settings.ts')
  const shown = settingsIn('bot').find((setting) => String(setting.name) === name)
  assert.equal(shown?.schema.properties[field]?.title, 'Motto')

  const guide = await source.import<typeof import('../../scripts/docs/channel-settings-page.ts')>(
    'scripts/docs/channel-settings-page.ts',
  )
  assert.match(guide.channelSettingsPage(), /\| `motto` \| Motto \| string; at most 5 characters \| `"Hi"` \|/)
}
