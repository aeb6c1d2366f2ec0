import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Dialog } from '../ui/dialog.tsx'
import { words } from '../words/words.ts'
import { everyPlace, isOpen } from './places.ts'

const open = signal(false)
const secondKeyMs = 1500

export function openShortcuts(): void {
  open.value = true
}

/** Ctrl on most machines. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Keys that work wherever nobody types: ? tells them, / goes to the search, G and a letter to a page. */
export function Shortcuts() {
  const { route } = useLocation()
  useEffect(() => {
    let goUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const key = event.key.toLowerCase()
      const place = Date.now() < goUntil && everyPlace.find((one) => one.letter === key && isOpen(one))
      goUntil = key === 'g' ? Date.now() + secondKeyMs : 0
      if (place) route(place.path)
      else if (key === '?') open.value = true
      else if (key === '/') document.querySelector<HTMLElement>('.page input[type=search]')?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!open.value) return null
  return (
    <Dialog title={words.shortcuts.title} submit={words.common.close} onClose={() => (open.value = false)}>
      <dl class="shortcuts">
        <Line keys={[commandKey, 'K']} word={words.bar.jump} />
        <Line keys={['/']} word={words.shortcuts.search} />
        <Line keys={['?']} word={words.shortcuts.title} />
        <Line keys={['Esc']} word={words.shortcuts.leave} />
        {everyPlace.filter(isOpen).map(({ path, word, letter }) => (
          <Line key={path} keys={['G', letter.toUpperCase()]} word={word} />
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

/** Whoever types means letters, and a dialog has keys of its own. */
function isBusy(target: EventTarget | null): boolean {
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]')
  return Boolean(isTyping) || document.querySelector('dialog[open]') !== null
}
