import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { panelPages } from '../../../src/registry/panel-pages.ts'
import { me } from '../state.ts'
import { later } from '../ui/later.tsx'
import { pageByShortcut, visiblePages } from './navigation.ts'

const ShortcutsDialog = later(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const open = signal(false)
const secondKeyMs = 1500

export function openShortcuts(): void {
  open.value = true
}

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
  return <ShortcutsDialog pages={visiblePages(panelPages, roleNow())} onClose={() => (open.value = false)} />
}

function roleNow() {
  return me.value?.role ?? 'viewer'
}

/** Shortcuts are off while someone types and while a dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]')
  return Boolean(isTyping) || document.querySelector('dialog[open]') !== null
}
