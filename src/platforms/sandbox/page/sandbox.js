/** Keeps the sandbox page current, and sends its forms without leaving it. Without this script the page works too. */
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
  // The next round, two seconds later, makes up for one that fails.
  void renew()
}

async function send(event) {
  event.preventDefault()
  const form = event.target
  const button = event.submitter
  const fields = new URLSearchParams(new FormData(form, button))
  const answer = form.closest('.platform-card').querySelector('[data-answer]')
  const action = button?.getAttribute('formaction') ?? form.getAttribute('action')
  const response = await fetch(action, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: fields,
  }).catch(() => undefined)
  if (response?.ok) {
    answer.textContent = ''
    if (action.endsWith('/chat')) form.elements.text.value = ''
  } else {
    const failure = await response?.json().catch(() => undefined)
    answer.textContent = failure?.error ?? 'Showcaller could not be reached.'
  }
  // A platform that comes or goes changes its whole card.
  if (response?.ok && /connect$/.test(action)) location.reload()
  else await renew()
}

/** In a field of its own call, Enter does that deed and not the first one of the form. */
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

/** Lines are added and taken away one by one, so that a reader hears the new ones only and keeps their place. */
function renewLines(chat, next) {
  const wasAtEnd = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 8
  const kept = new Set([...next.children].map(({ id }) => id))
  for (const line of [...chat.children]) if (!kept.has(line.id)) line.remove()
  for (const line of [...next.children]) if (document.getElementById(line.id) === null) chat.append(line)
  if (wasAtEnd) chat.scrollTop = chat.scrollHeight
}

/** Whoever stands on a button in there goes on standing on it. */
function renewPart(part, next) {
  const hadFocus = part.contains(document.activeElement)
  part.replaceChildren(...next.childNodes)
  if (hadFocus) part.querySelector('button')?.focus()
}

function showRenewal(response) {
  const light = lamp.querySelector('.light')
  const word = lamp.querySelector('[data-renewal-word]')
  light.className = response?.ok ? 'light go' : 'light stop'
  const trouble = response?.status === 401 ? 'Signed out' : 'Not reached'
  const words = response?.ok ? 'Up to date' : trouble
  if (word.textContent !== words) word.textContent = words
}

function showLocalTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const moment = new Date(time.dateTime)
    time.textContent =
      'whole' in time.dataset
        ? moment.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
        : moment.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  }
}
