import { messages } from '../src/capabilities/decks/contract/page-texts.ts'
import { buttonElement, element } from './elements.ts'

/** A question that has to be answered before something is done. Resolves with whether it may be. */
export function ask({ title, help, yes }: { title: string; help: string; yes: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const heading = element('h2', { text: title })
    heading.id = 'question'
    const dialog = element('dialog', {}, heading, element('p', { class: 'help', text: help }))
    dialog.setAttribute('aria-labelledby', heading.id)
    const close = (answer: boolean) => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    const cancel = buttonElement(messages.cancel(), 'plain', () => close(false))
    const accept = buttonElement(yes, 'danger', () => close(true))
    dialog.append(element('div', { class: 'answers' }, cancel, accept))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      close(false)
    })
    document.body.append(dialog)
    dialog.showModal()
    cancel.focus()
  })
}
