import { panelPages } from '../../../src/contract/panel-pages.ts'
import { commonMessages } from '../messages/common.ts'
import { barMessages, shortcutMessages } from '../messages/shell.ts'
import { Dialog } from '../ui/dialog.tsx'
import { visiblePages } from './navigation.ts'
import { commandKey, roleNow } from './shortcuts.tsx'

/** All shortcuts that this person can use. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={shortcutMessages.title()} submit={commonMessages.close()} onClose={onClose}>
      <dl class="shortcuts">
        <Line keys={[commandKey, 'K']} word={barMessages.search()} />
        <Line keys={['/']} word={shortcutMessages.search()} />
        <Line keys={['?']} word={shortcutMessages.title()} />
        <Line keys={['Esc']} word={shortcutMessages.cancel()} />
        {visiblePages(panelPages, roleNow()).map(({ path, title, shortcut }) => (
          <Line key={path} keys={['G', shortcut.toUpperCase()]} word={title()} />
        ))}
      </dl>
    </Dialog>
  )
}

function Line({ keys, word }: { keys: readonly string[]; word: string }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  )
}
