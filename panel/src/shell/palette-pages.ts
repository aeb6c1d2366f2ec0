import type { IconName } from '../../../src/definitions/icons.ts'
import { panelPages } from '../../../src/registry/panel-pages.ts'
import { paletteMessages, schemeMessages } from '../messages/shell.ts'
import { pickerMessages } from '../picker/messages.ts'
import { pageWords } from '../picker/page-words.ts'
import { me } from '../state.ts'
import { paletteTargets } from './navigation.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { choose } from './scheme.ts'

/** The pages of the panel with their actions, the themes, and the documentation. */
export function pageEntries(): PaletteEntry[] {
  const targets = paletteTargets(panelPages, me.value?.role ?? 'viewer')
  const words = pageWords as Readonly<Record<string, (typeof pageWords)[keyof typeof pageWords]>>
  const pages = targets.pages.map(({ name, path, title, icon, shortcut }): PaletteEntry => {
    const also = words[name]
    return {
      title: title(),
      words: also === undefined ? [] : [also(), also.text],
      hint: paletteMessages.page(),
      keys: `G ${shortcut.toUpperCase()}`,
      icon,
      run: ({ go }) => go(path),
    }
  })
  return [
    ...pages,
    ...targets.actions.map(({ title, icon, path }) => action(title(), icon, ({ go }) => go(path))),
    action(paletteMessages.scheme({ name: schemeMessages.light() }), 'settings', () => choose('light')),
    action(paletteMessages.scheme({ name: schemeMessages.dark() }), 'settings', () => choose('dark')),
    action(paletteMessages.scheme({ name: schemeMessages.system() }), 'settings', () => choose('system')),
    {
      title: pickerMessages.help(),
      words: [pickerMessages.helpWords(), pickerMessages.helpWords.text],
      hint: paletteMessages.page(),
      icon: 'search',
      // The documentation is not a page of the panel.
      run: () => location.assign('/docs'),
    },
  ]
}

function action(title: string, icon: IconName, run: PaletteEntry['run']): PaletteEntry {
  return { title, hint: paletteMessages.action(), icon, run }
}
