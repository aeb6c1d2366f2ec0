import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { panelPages } from '../../../src/contract/panel-pages.ts'
import { commonMessages } from '../messages/common.ts'
import { barMessages, shortcutMessages } from '../messages/shell.ts'
import { me } from '../state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { pageByShortcut, visiblePages } from './navigation.ts'

const open = signal(false)
const secondKeyMs = 1500

export function openShortcuts(): void {
  open.value = true
}

/** The name of the modifier key on this system. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Global shortcuts: ? shows them, / focuses the search field, G and a letter open a page. */
export function Shortcuts() {
  const { route } = useLocation()
  useEffect(() => {
    let goUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const key = event.key.toLowerCase()
      const page = Date.now() < goUntil && pageByShortcut(panelPages, roleNow(), key)
      goUntil = key === 'g' ? Date.now() + secondKeyMs : 0
      if (page) route(page.path)
      else if (key === '?') open.value = true
      else if (key === '/') document.querySelector<HTMLElement>('.page input[type=search]')?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!open.value) return null
  return <ShortcutsDialog onClose={() => (open.value = false)} />
}

/** All shortcuts that this person can use. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
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

export function roleNow() {
  return me.value?.role ?? 'viewer'
}

/** Shortcuts are off while someone types and while a dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]')
  return Boolean(isTyping) || document.querySelector('dialog[open]') !== null
}
