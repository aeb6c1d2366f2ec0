import { effect } from '@preact/signals'
import { barMessages } from '../messages/shell.ts'
import { online } from '../online.ts'
import { me } from '../state.ts'

/** What acts on the server: buttons, and switches and selects outside of a form, which take effect at once. */
const acting = 'main button, dialog button, main :not(form *):is(input[type=checkbox], select)'
/** What only changes the page goes on working: editing, copying, closing. */
const local = '[data-local], [data-local] *'

/**
 * While the server is away, whatever would act on it is off and says why. One place for the whole panel: pages do not
 * have to know. `aria-disabled` instead of `disabled`, so that the focus stays where it is until the server is back.
 */
export function lockWhileAway(): void {
  let changes: MutationObserver | undefined
  effect(() => {
    const isAway = !online.value && me.value !== undefined && me.value !== null
    document.documentElement.toggleAttribute('data-away', isAway)
    if (isAway && changes === undefined) {
      markAll()
      changes = new MutationObserver(markAll)
      changes.observe(document.body, { childList: true, subtree: true })
    } else if (!isAway && changes !== undefined) {
      changes.disconnect()
      changes = undefined
      for (const one of document.querySelectorAll('[data-locked]')) unmark(one)
    }
  })
  for (const kind of ['click', 'submit'] as const) addEventListener(kind, refuse, { capture: true })
}

function refuse(event: Event): void {
  if (!document.documentElement.hasAttribute('data-away') || !(event.target instanceof Element)) return
  const isLocked =
    event.type === 'submit'
      ? event.target.querySelector('[type=submit][data-locked]') !== null
      : event.target.closest('[data-locked]') !== null || event.target.closest('label')?.querySelector('[data-locked]')
  if (!isLocked) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function markAll(): void {
  for (const one of document.querySelectorAll(acting)) {
    if (one.hasAttribute('data-locked') || one.matches(local)) continue
    one.setAttribute('data-locked', one.getAttribute('title') ?? '')
    one.setAttribute('aria-disabled', 'true')
    one.setAttribute('title', barMessages.actionsOff())
  }
}

function unmark(one: Element): void {
  const title = one.getAttribute('data-locked') ?? ''
  one.removeAttribute('data-locked')
  one.removeAttribute('aria-disabled')
  if (title === '') one.removeAttribute('title')
  else one.setAttribute('title', title)
}
