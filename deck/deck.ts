import type { ButtonView, DeckView } from '../src/capabilities/decks/contract/deck-view.ts'
import { messages } from '../src/capabilities/decks/contract/page-texts.ts'
import { ask } from './ask.ts'
import { type Connection, type ConnectionState, openConnection } from './connection.ts'
import { buttonElement, byId, element } from './elements.ts'
import { createKey, type Key } from './key.ts'
import { createLiveStates } from './live-states.ts'
import { installOffline } from './offline.ts'
import { forgetToken, keepToken, readToken, tokenIn } from './token.ts'
import { keepScreenOn } from './wake-lock.ts'

const content = byId('content')
const pagesBar = byId('pages')
const lights: Readonly<Record<ConnectionState, string>> = {
  connecting: 'standby',
  connected: 'go',
  away: 'standby',
  refused: 'stop',
}

let connection: Connection | undefined
let shownView: string | undefined
let pageIndex = 0

const noticeMs = 8_000
let hiding: ReturnType<typeof setTimeout> | undefined

/** Read aloud by screen readers. A failure is also shown, in full: a key has room for a few words only. */
function announce(text: string, isFailure = false): void {
  const notice = byId('announcement')
  notice.textContent = text
  notice.className = isFailure ? 'notice' : 'out-of-sight'
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    notice.className = 'out-of-sight'
  }, noticeMs)
}

function showName(name: string | undefined): void {
  byId('name').textContent = name ?? messages.title()
  document.title = messages.titleOf({ name: name ?? messages.title() })
}

function showConnection(state: ConnectionState, help: string): void {
  const words = {
    connecting: messages.connecting,
    connected: messages.connected,
    away: messages.away,
    refused: messages.refused,
  }
  const shown = byId('connection')
  shown.dataset.light = lights[state]
  shown.title = help
  byId('connection-word').textContent = words[state]()
  document.body.dataset.connection = state
  if (state === 'away' && shownView === undefined) showNote(messages.away(), help)
}

/** Instead of a deck: why there is none. */
function showNote(title: string, help: string, ...more: readonly Node[]): void {
  pagesBar.hidden = true
  const note = element(
    'section',
    { class: 'note' },
    element('h2', { text: title }),
    element('p', { class: 'help', text: help }),
  )
  note.append(...more)
  content.replaceChildren(note)
}

/** For a link that was copied, and for a page that was installed: some devices give it a storage of its own. */
function linkForm(): HTMLFormElement {
  const input = element('input')
  input.id = 'link'
  input.autocomplete = 'off'
  input.spellcheck = false
  const label = element('label', { text: messages.link() })
  label.htmlFor = input.id
  const error = element('p', { class: 'error' })
  error.id = 'link-error'
  error.setAttribute('role', 'alert')
  const submit = element('button', { class: 'primary', text: messages.open() })
  submit.type = 'submit'
  const form = element('form', {}, label, input, error, submit)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const token = tokenIn(input.value)
    if (token === undefined) {
      error.textContent = messages.linkInvalid()
      input.setAttribute('aria-describedby', error.id)
      input.setAttribute('aria-invalid', 'true')
      input.focus()
      return
    }
    keepToken(token)
    open(token)
  })
  return form
}

function showNoLink(): void {
  showName(undefined)
  showNote(messages.noLinkTitle(), messages.noLinkHelp(), linkForm())
}

function open(token: string): void {
  connection?.close()
  shownView = undefined
  showNote(messages.opening(), '')
  const states = createLiveStates((call) => opened.read(call))
  const opened = openConnection({
    token,
    onState(state, help) {
      showConnection(state, help)
      if (state !== 'refused') return
      states.stop()
      forgetToken()
      shownView = undefined
      showName(undefined)
      showNote(messages.refusedTitle(), messages.refusedHelp(), linkForm())
      announce(messages.refusedTitle())
    },
    onView(view) {
      const text = JSON.stringify(view)
      // A reconnect leaves everything as it is: where the focus is, what a button says.
      if (text === shownView) return
      shownView = text
      const keys = new Map<ButtonView, Key>()
      for (const button of view.pages.flatMap(({ buttons }) => buttons)) {
        keys.set(button, createKey(button, { press: opened.press, announce }))
      }
      showDeck(view, keys)
      states.follow(view, (button) => (shown, problem) => keys.get(button)?.show(shown, problem))
    },
    onReady: states.readAll,
    onEvent: states.onEvent,
  })
  connection = opened
}

function showDeck(view: DeckView, keys: ReadonlyMap<ButtonView, Key>): void {
  showName(view.name)
  pageIndex = Math.min(pageIndex, view.pages.length - 1)
  const grids = view.pages.map(({ buttons }) => {
    const grid = element('ul', { class: 'keys' })
    for (const button of buttons) {
      const key = keys.get(button)
      if (key !== undefined) grid.append(element('li', {}, key.element))
    }
    return buttons.length === 0 ? element('p', { class: 'empty', text: messages.empty() }) : grid
  })
  const tabs = view.pages.map(({ name }, index) => buttonElement(name, 'tab', () => choose(index)))

  function choose(index: number): void {
    pageIndex = index
    for (const [at, grid] of grids.entries()) grid.hidden = at !== index
    for (const [at, tab] of tabs.entries()) {
      if (at === index) tab.setAttribute('aria-current', 'page')
      else tab.removeAttribute('aria-current')
    }
  }

  choose(pageIndex)
  pagesBar.setAttribute('aria-label', messages.pages())
  pagesBar.replaceChildren(...tabs)
  pagesBar.hidden = tabs.length < 2
  const forget = buttonElement(messages.forget(), 'quiet', () => void forgetDeck())
  content.replaceChildren(...grids, element('footer', {}, element('p', { text: view.channel }), forget))
}

async function forgetDeck(): Promise<void> {
  const question = { title: messages.forgetTitle(), help: messages.forgetHelp(), yes: messages.remove() }
  if (!(await ask(question))) return
  connection?.close()
  forgetToken()
  showConnection('away', '')
  showNoLink()
}

// A second link, opened in the page that is already there, changes the fragment and loads nothing.
window.addEventListener('hashchange', begin)
begin()
keepScreenOn()
window.addEventListener('load', () => void installOffline())

function begin(): void {
  const token = readToken()
  if (token === undefined) showNoLink()
  else open(token)
}
