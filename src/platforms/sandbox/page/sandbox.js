/** Refreshes the sandbox page and submits its forms without a page load. The page also works without this script. */
const renewEveryMs = 2000

const lamp = document.querySelector('[data-renewal]')
let renewing

showLocalTimes(document)
for (const chat of document.querySelectorAll('.chat')) chat.scrollTop = chat.scrollHeight
if (lamp !== null) {
  document.addEventListener('submit', send)
  document.addEventListener('keydown', pressNearestButton)
  document.addEventListener('visibilitychange', () => document.hidden || renew())
  setInterval(() => document.hidden || renew(), renewEveryMs)
  // A failed refresh is repeated by the next one, two seconds later.
  void renew()
}

async function send(event) {
  event.preventDefault()
  const form = event.target
  const button = event.submitter
  const fields = new URLSearchParams(new FormData(form, button))
  const sent = form.elements.text?.value
  const answer = form.closest('.platform-card').querySelector('[data-answer]')
  const action = button?.getAttribute('formaction') ?? form.getAttribute('action')
  const response = await fetch(action, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: fields,
  }).catch(() => undefined)
  if (response?.ok) {
    const done = button?.textContent.trim() ?? ''
    answer.textContent = done === '' ? '' : answer.dataset.done.replace('…', done)
    // Unless the next message is being typed already.
    if (action.endsWith('/chat') && form.elements.text.value === sent) form.elements.text.value = ''
  } else {
    const failure = await response?.json().catch(() => undefined)
    answer.textContent = failure?.error ?? lamp.dataset.unreachable
  }
  answer.classList.toggle('is-done', response?.ok === true)
  // Connecting or disconnecting a platform changes its whole card.
  if (response?.ok && /connect$/.test(action)) location.reload()
  else await renew()
}

/** Enter in an input presses the button next to it instead of the first button of the form. */
function pressNearestButton(event) {
  if (event.key !== 'Enter' || event.target.tagName !== 'INPUT') return
  const button = event.target.closest('.action')?.querySelector('button')
  if (button == null) return
  event.preventDefault()
  button.click()
}

async function renew() {
  renewing ??= fetchAndRenew().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function fetchAndRenew() {
  const response = await fetch(location.pathname + location.search).catch(() => undefined)
  showRenewal(response)
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  showLocalTimes(fresh)
  for (const part of document.querySelectorAll('[data-renewed]')) {
    const next = fresh.getElementById(part.id)
    if (next === null || next.innerHTML === part.innerHTML) continue
    if (part.dataset.renewed === 'lines') renewLines(part, next)
    else renewPart(part, next)
  }
}

/** Adds and removes lines one by one, so that screen readers announce only new lines and the scroll position is kept. */
function renewLines(chat, next) {
  const wasAtEnd = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 8
  const kept = new Set([...next.children].map(({ id }) => id))
  for (const line of [...chat.children]) if (!kept.has(line.id)) line.remove()
  for (const line of [...next.children]) if (document.getElementById(line.id) === null) chat.append(line)
  if (wasAtEnd) chat.scrollTop = chat.scrollHeight
}

/** Keeps the focus on a button inside the replaced part. */
function renewPart(part, next) {
  const hadFocus = part.contains(document.activeElement)
  part.replaceChildren(...next.childNodes)
  if (hadFocus) part.querySelector('button')?.focus()
}

function showRenewal(response) {
  const light = lamp.querySelector('.light')
  const word = lamp.querySelector('[data-renewal-word]')
  light.className = response?.ok ? 'light go' : 'light stop'
  const { upToDate, signedOut, offline } = lamp.dataset
  const error = response?.status === 401 ? signedOut : offline
  const text = response?.ok ? upToDate : error
  if (word.textContent !== text) word.textContent = text
}

function showLocalTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    time.textContent =
      'whole' in time.dataset
        ? moment.toLocaleString(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' })
        : moment.toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' })
  }
}
