import { directionOf } from '../src/kernel/text/languages.ts'
import { currentCatalogue } from '../src/kernel/text/message.ts'
import type { State, Status } from './connection.ts'
import { useBrowserLanguage } from './language.ts'
import { messages } from './messages.ts'

const lights: Readonly<Record<Status, string>> = {
  starting: 'off',
  unpaired: 'off',
  connecting: 'standby',
  disconnected: 'stop',
  connected: 'go',
}
/** What the worker sends. */
type PopupState = State & { readonly tab: boolean; readonly mirror: boolean }

const part = (id: string) => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the popup has no #${id}`)
  return element
}
const form = part('pair') as HTMLFormElement
const server = part('server') as HTMLInputElement
const code = part('code') as HTMLInputElement
const submit = part('submit') as HTMLButtonElement

await useBrowserLanguage()
writeTexts()
// The worker sends its state as soon as the popup connects, and what nobody listens to is lost: so nothing is waited
// for between the two.
const worker = chrome.runtime.connect({ name: 'popup' })
worker.onMessage.addListener((message) => show(message as PopupState))
worker.postMessage({ type: 'wake' })

form.addEventListener('submit', (event) => {
  event.preventDefault()
  worker.postMessage({ type: 'pair', server: server.value, code: code.value })
})
part('unpair').addEventListener('click', () => worker.postMessage({ type: 'unpair' }))

/** The page names its texts (`data-text`, `data-placeholder`, `data-label`); what they say is in the messages. */
function writeTexts(): void {
  const { locale } = currentCatalogue()
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  const texts: Readonly<Record<string, unknown>> = messages
  const textOf = (name: string | undefined) => {
    const message = texts[name ?? '']
    if (typeof message !== 'function') throw new Error(`there is no message ${name}`)
    return String(message())
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = textOf(element.dataset.text)
  }
  for (const element of document.querySelectorAll<HTMLInputElement>('[data-placeholder]')) {
    element.placeholder = textOf(element.dataset.placeholder)
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.ariaLabel = textOf(element.dataset.label)
  }
}

function show({ status, server: address, channel, error, tab, mirror }: PopupState): void {
  const isReady = status !== 'connected' || tab
  part('light').dataset.light = isReady ? lights[status] : 'standby'
  part('state').textContent = isReady ? messages[status]() : messages.connectedWithoutTab()
  part('error').textContent = error
  part('error').hidden = error === ''
  const isPaired = channel !== ''
  form.hidden = isPaired || status === 'starting'
  submit.disabled = status === 'connecting'
  part('paired').hidden = !isPaired
  part('channel').textContent = channel
  part('address').textContent = address
  part('tab').textContent = tab ? messages.kickPageOpen() : messages.kickPageMissing()
  part('mirror').textContent = mirror ? messages.mirrorOn() : messages.mirrorOff()
  if (!isPaired && server.value === '' && address !== '') server.value = address
  document.body.dataset.status = status
}
