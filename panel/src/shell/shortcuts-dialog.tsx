import type { PanelPage } from '../../../src/definitions/define-page.ts'
import { commonMessages } from '../messages/common.ts'
import { barMessages, shortcutMessages } from '../messages/shell.ts'
import { Dialog } from '../ui/dialog.tsx'
import { commandKey } from './command-key.ts'

/** All shortcuts, and those of the pages that this person can open. */
export function ShortcutsDialog({ pages, onClose }: { pages: readonly PanelPage[]; onClose: () => void }) {
  return (
    <Dialog title={shortcutMessages.title()} submit={commonMessages.close()} onClose={onClose}>
      <dl class="shortcuts">
        <Line keys={[commandKey, 'K']} word={barMessages.search()} />
        <Line keys={['/']} word={shortcutMessages.search()} />
        <Line keys={['?']} word={shortcutMessages.title()} />
        <Line keys={['Esc']} word={shortcutMessages.cancel()} />
        {pages.map(({ path, title, shortcut }) => (
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
