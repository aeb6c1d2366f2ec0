import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { OverlaySetting } from '../../src/capabilities/overlay/contract/overlay-settings.ts'
import { isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('it compiles copies of the sources')

type BrowserModules = typeof import('../../src/kernel/browser-modules/browser-modules.ts')
type DefineEffect = typeof import('../../src/capabilities/effects/contract/define-effect.ts')
type Effects = typeof import('../../src/capabilities/effects/contract/effects.ts')
type EffectSettings = typeof import('../../src/capabilities/effects/effect-settings.ts')
type DefineWidget = typeof import('../../src/capabilities/widgets/contract/define-widget.ts')
type KindSettings = typeof import('../../src/capabilities/effects/kind-settings.ts')
type OverlayPage = typeof import('../../scripts/docs/overlay-page.ts')
type OverlaySettings = typeof import('../../overlay/settings.ts')
type Widgets = typeof import('../../src/capabilities/widgets/contract/widgets.ts')
type SettingDefinitions = typeof import('../../src/registry/setting-schemas.ts')
/** With a setting that the original does not have. */
interface SettingFields {
  readonly overlaySettingFields: Readonly<Record<string, OverlaySetting>>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(root, 'test/tools/node_modules/.bin/tsc')

/** A copy of what the overlay is made of, to which a test adds things as a person would. */
function createCopy() {
  const folder = createTemporaryFolder()
  for (const name of [
    'src',
    'overlay',
    'sdk',
    'scripts',
    'panel/src',
    'panel/tsconfig.json',
    'tsconfig.json',
    'package.json',
  ]) {
    cpSync(join(root, name), join(folder.path, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  cpSync(join(root, 'test/tools/node_modules/@types'), join(folder.path, 'test/tools/node_modules/@types'), {
    recursive: true,
  })
  function replace(path: string, from: string, to: string) {
    const old = readFileSync(join(folder.path, path), 'utf8')
    assert.ok(old.includes(from), `${path} has ${from}`)
    writeFileSync(join(folder.path, path), old.replace(from, to))
  }
  return {
    remove: folder.remove,
    write: (path: string, text: string) => writeFileSync(join(folder.path, path), text),
    replace,
    insert: (path: string, before: string, text: string) => replace(path, before, `${text}${before}`),
    compile(project: string) {
      const { stdout, status } = spawnSync(compiler, ['--noEmit', '--checkers', '1', '-p', project], {
        cwd: folder.path,
        encoding: 'utf8',
        // As in scripts/test-checks.mjs: a compiler that tidies up less is quicker.
        env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' },
      })
      return { isFine: status === 0, output: stdout }
    },
    load: <T>(path: string): Promise<T> => import(pathToFileURL(join(folder.path, path)).href),
    url: (path: string) => pathToFileURL(join(folder.path, path)),
  }
}

const definition = `import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { count } from '../../../../definitions/content-fields.ts'

export const bubbles = defineEffect({
  type: 'bubbles',
  title: message('effects.bubbles.title', 'Bubbles'),
  help: message('effects.bubbles.help', 'Soap bubbles that rise.'),
  group: 'particles',
  icon: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z',
  seconds: 7,
  settings: { bubbles: count({ title: message('effects.bubbles.bubbles', 'Bubbles') }, { max: 50, default: 20 }) },
})
`
const implementation = `import { bubbles } from '../../src/capabilities/effects/contract/effects/bubbles.ts'
import { implementEffect } from '../effect.ts'

export const effect = implementEffect(bubbles, ({ element, settings }) => {
  element.textContent = 'o'.repeat(settings.bubbles)
  return () => element.replaceChildren()
})
`

const widgetDefinition = `import { message } from '../../../../kernel/text/message.ts'
import { count } from '../../../../definitions/content-fields.ts'
import { defineWidget, source } from '../define-widget.ts'

export const cheers = defineWidget({
  type: 'cheers',
  title: message('widgets.cheers.title', 'Cheers'),
  help: message('widgets.cheers.help', 'The latest cheer in large letters.'),
  group: 'chat',
  icon: 'M8 2.5v11',
  size: { width: 400, height: 100 },
  settings: { letters: count({ title: message('widgets.cheers.letters', 'Letters') }, { max: 50, default: 20 }) },
  sources: () => [source('latest')],
  sample: { data: { latest: { latest: { cheer: { user: 'Alice', amount: '100 bits', text: null, at: 0 } } } } },
})
`
const widgetDrawing = `import { cheers } from '../../src/capabilities/widgets/contract/widgets/cheers.ts'
import { implementWidget } from '../widget.ts'
import { make, setText } from '../widget-parts/dom.ts'

export const widget = implementWidget(cheers, ({ element, settings }) => {
  const name = make('p', 'username', '')
  element.append(name)
  return { on: { latest: ({ latest }) => void setText(name, (latest.cheer?.user ?? '').slice(0, settings.letters)) } }
})
`

describe('an effect and a widget are added with two files each', () => {
  let copy: ReturnType<typeof createCopy>
  before(() => {
    copy = createCopy()
    copy.write('src/capabilities/effects/contract/effects/bubbles.ts', definition)
    copy.insert(
      'src/capabilities/effects/contract/effects.ts',
      'import { confetti }',
      "import { bubbles } from './effects/bubbles.ts'\n",
    )
    copy.insert('src/capabilities/effects/contract/effects.ts', '  confetti,\n', '  bubbles,\n')
    copy.write('src/capabilities/widgets/contract/widgets/cheers.ts', widgetDefinition)
    copy.insert(
      'src/capabilities/widgets/contract/widgets.ts',
      'import { clock }',
      "import { cheers } from './widgets/cheers.ts'\n",
    )
    copy.insert('src/capabilities/widgets/contract/widgets.ts', '  chat,\n', '  cheers,\n')
  })
  after(() => copy.remove())

  it('do not compile while the overlay lacks their implementations', () => {
    const { isFine, output } = copy.compile('overlay')
    assert.equal(isFine, false)
    assert.match(output, /effect-list\.ts.*bubbles/s)
    assert.match(output, /widget-list\.ts.*cheers/s)
  })

  it('compile with implementations of their settings, and not with ones that read others', () => {
    const line = "  bubbles: () => import('./effects/bubbles.ts'),\n"
    copy.insert('overlay/effect-list.ts', '  confetti: ()', line)
    copy.write('overlay/effects/bubbles.ts', implementation.replace('settings.bubbles', 'settings.balloons'))
    copy.insert('overlay/widget-list.ts', '  chat: ()', "  cheers: () => import('./widgets/cheers.ts'),\n")
    copy.write('overlay/widgets/cheers.ts', widgetDrawing.replace('settings.letters', 'settings.words'))
    const { output } = copy.compile('overlay')
    assert.match(output, /bubbles\.ts.*balloons/s)
    assert.match(output, /cheers\.ts.*words/s)
    copy.write('overlay/effects/bubbles.ts', implementation)
    copy.write('overlay/widgets/cheers.ts', widgetDrawing)
    assert.deepEqual(copy.compile('overlay'), { isFine: true, output: '' })
  })

  it('are checked by the server', async () => {
    const { checkEffectSettings } = await copy.load<EffectSettings>('src/capabilities/effects/effect-settings.ts')
    assert.deepEqual(checkEffectSettings('bubbles', { bubbles: 50 }), { bubbles: 50 })
    assert.throws(() => checkEffectSettings('bubbles', { bubbles: 51 }), /effect_settings\.bubbles/)
    assert.throws(() => checkEffectSettings('bubbles', { pieces: 1 }), /is not a setting of bubbles/)
    const { createKindSettingsCheck } = await copy.load<KindSettings>('src/capabilities/effects/kind-settings.ts')
    const { findWidgetDefinition } = await copy.load<Widgets>('src/capabilities/widgets/contract/widgets.ts')
    const { widgetSettingsOf } = await copy.load<DefineWidget>('src/capabilities/widgets/contract/define-widget.ts')
    const fields = widgetSettingsOf(findWidgetDefinition('cheers') ?? assert.fail('no such widget'))
    const checkWidget = createKindSettingsCheck(() => [{ type: 'cheers', fields }], 'settings')
    assert.deepEqual(checkWidget('cheers', { letters: 50, accent: '#ffffff' }), { letters: 50, accent: '#ffffff' })
    assert.throws(() => checkWidget('cheers', { letters: 51 }), /settings\.letters/)
  })

  it('are in the galleries of the panel, with forms', async () => {
    const { effectDefinitions } = await copy.load<Effects>('src/capabilities/effects/contract/effects.ts')
    const { settingsOf } = await copy.load<DefineEffect>('src/capabilities/effects/contract/define-effect.ts')
    const [found] = effectDefinitions
    assert.equal(found.title(), 'Bubbles')
    const { bubbles, seconds } = settingsOf(found)
    assert.deepEqual([bubbles?.title(), bubbles?.control.kind, bubbles?.default], ['Bubbles', 'slider', 20])
    assert.equal(seconds?.default, 7)
    const { findWidgetDefinition, widgetTypes } = await copy.load<Widgets>(
      'src/capabilities/widgets/contract/widgets.ts',
    )
    const { widgetSettingsOf } = await copy.load<DefineWidget>('src/capabilities/widgets/contract/define-widget.ts')
    assert.equal(widgetTypes[0] as string, 'cheers')
    const widget = findWidgetDefinition('cheers') ?? assert.fail('no such widget')
    const { letters, theme } = widgetSettingsOf(widget)
    assert.deepEqual([letters?.title(), letters?.control.kind, letters?.default], ['Letters', 'slider', 20])
    assert.equal(theme?.title(), 'Theme', 'with the settings that every widget has')
    assert.deepEqual(widget.sources({}), [{ source: 'latest', params: {} }])
  })

  it('are among the scripts that the overlay serves, and effects in the docs', async () => {
    const { effectsTable } = await copy.load<OverlayPage>('scripts/docs/overlay-page.ts')
    const { effectDefinitions } = await copy.load<Effects>('src/capabilities/effects/contract/effects.ts')
    assert.match(effectsTable(effectDefinitions), /\| `bubbles` \|.*Soap bubbles.*`bubbles` 1 to 50 \(`20`\)/)
    const { readBrowserModules } = await copy.load<BrowserModules>('src/kernel/browser-modules/browser-modules.ts')
    const modules = await readBrowserModules(copy.url('overlay/'))
    assert.ok(modules.has('effects/bubbles.js'))
    assert.ok(modules.has('shared/effects/effects/bubbles.js'))
    assert.ok(modules.has('widgets/cheers.js'))
  })
})

const setting = `  shadow: {
    ...share({ title: message('overlay.shadow', 'Shadow'), cssVariable: '--shadow' }, { max: 0.8, default: 0.3 }),
    section: 'theme',
  },
`

describe('an overlay setting is added with its definition and its use', () => {
  let copy: ReturnType<typeof createCopy>
  before(() => {
    copy = createCopy()
    copy.insert('src/capabilities/overlay/contract/overlay-settings.ts', '  positions: {\n    ...group(', setting)
    copy.insert('overlay/assets/overlay.css', ':root', '.card { opacity: calc(1 - var(--shadow)) }\n')
  })
  after(() => copy.remove())

  it('compiles, and not in a section that does not exist', () => {
    assert.deepEqual(copy.compile('overlay'), { isFine: true, output: '' })
    const path = 'src/capabilities/overlay/contract/overlay-settings.ts'
    copy.replace(path, "section: 'theme',\n  },\n  positions", "section: 'attic',\n  },\n  positions")
    assert.match(copy.compile('overlay').output, /overlay-settings\.ts.*attic/s)
    copy.replace(path, "section: 'attic'", "section: 'theme'")
  })

  it('is read by the overlay with its default and its bounds', async () => {
    const { readSettings } = await copy.load<OverlaySettings>('overlay/settings.ts')
    const tooMuch = { shadow: 7 } as object
    assert.equal(Reflect.get(readSettings(undefined), 'shadow'), 0.3)
    assert.equal(Reflect.get(readSettings(tooMuch), 'shadow'), 0.8)
  })

  it('is stored and checked by the server, and drawn by the panel', async () => {
    const { settingSchemas } = await copy.load<SettingDefinitions>('src/registry/setting-schemas.ts')
    const { shadow } = settingSchemas.overlay.properties
    assert.deepEqual([shadow?.minimum, shadow?.maximum, shadow?.default], [0, 0.8, 0.3])
    const { overlaySettingFields } = await copy.load<SettingFields>(
      'src/capabilities/overlay/contract/overlay-settings.ts',
    )
    assert.equal(overlaySettingFields.shadow?.title(), 'Shadow')
    assert.equal(overlaySettingFields.shadow?.control.kind, 'slider')
  })

  it('is in the docs', async () => {
    const { overlaySettingsTable } = await copy.load<OverlayPage>('scripts/docs/overlay-page.ts')
    const { overlaySettingFields } = await copy.load<SettingFields>(
      'src/capabilities/overlay/contract/overlay-settings.ts',
    )
    assert.match(overlaySettingsTable(overlaySettingFields), /`shadow` \| Theme .*0 to 0\.8 .*`--shadow`/)
  })
})

describe('the definitions', () => {
  it('are described in docs/overlay.md as they are', async () => {
    const { fillOverlayPage } = await import('../../scripts/docs/overlay-page.ts')
    const page = readFileSync(join(root, 'docs/overlay.md'), 'utf8')
    assert.equal(page, fillOverlayPage(page), 'run npm run reference')
  })
})
