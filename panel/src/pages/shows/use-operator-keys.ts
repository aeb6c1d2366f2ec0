import { useEffect, useRef } from 'preact/hooks'

const secondEscapeMs = 2000

interface Keys {
  go(): void
  hold(): void
  back(): void
  stop(): void
  onFirstEscape(): void
}

/** Space is Go wherever the focus is, except while somebody types. A key that is held down counts once. */
export function useOperatorKeys(isOn: boolean, keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    if (!isOn) return
    let escapeUntil = 0
    const onDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      if (key === ' ') event.preventDefault()
      if (event.repeat) return
      if (key === ' ') current.current.go()
      else if (key === 'h') current.current.hold()
      else if (key === 'b') current.current.back()
      else if (key === 'escape') {
        if (performance.now() < escapeUntil) current.current.stop()
        else current.current.onFirstEscape()
        escapeUntil = performance.now() < escapeUntil ? 0 : performance.now() + secondEscapeMs
      }
    }
    // A button that has the focus is pressed when the space bar is released.
    const onUp = (event: KeyboardEvent) => {
      if (event.key === ' ' && !isTyping(event.target)) event.preventDefault()
    }
    addEventListener('keydown', onDown)
    addEventListener('keyup', onUp)
    return () => {
      removeEventListener('keydown', onDown)
      removeEventListener('keyup', onUp)
    }
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]')
  return Boolean(field) || document.querySelector('dialog[open]') !== null
}
