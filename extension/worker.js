import { createConnection } from './connection.js'
import { kickPages, makeClip, orderFor, pickTab } from './kick-page.js'

const badges = {
  starting: { text: '', color: '#6b7280' },
  connected: { text: '', color: '#16a34a' },
  connecting: { text: '…', color: '#b45309' },
  away: { text: '!', color: '#b45309' },
  unpaired: { text: '!', color: '#6b7280' },
}
const popups = new Set()

const connection = createConnection({
  version: chrome.runtime.getManifest().version,
  browser: browserName(),
  hasTab,
  makeClip: clipInTab,
  onState: show,
  async readPairing() {
    const { pairing } = await chrome.storage.local.get('pairing')
    return pairing
  },
  async savePairing(pairing) {
    if (pairing === undefined) await chrome.storage.local.remove('pairing')
    else await chrome.storage.local.set({ pairing })
  },
})

// The token is for this worker; scripts in pages have no business with it.
chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
chrome.alarms.create('wake', { periodInMinutes: 0.5 })
chrome.alarms.onAlarm.addListener(() => connection.wake())
chrome.runtime.onStartup.addListener(() => connection.wake())
chrome.runtime.onInstalled.addListener(() => connection.wake())
chrome.runtime.onConnect.addListener((popup) => {
  popups.add(popup)
  popup.onDisconnect.addListener(() => popups.delete(popup))
  popup.onMessage.addListener((message) => {
    if (message.type === 'pair') connection.pair(message.server, message.code)
    else if (message.type === 'unpair') connection.unpair()
    else connection.wake()
  })
  tell(popup)
})
connection.wake()

async function kickTabs() {
  return chrome.tabs.query({ url: kickPages })
}

async function hasTab() {
  return pickTab(await kickTabs(), '') !== undefined
}

async function clipInTab(order) {
  const tab = pickTab(await kickTabs(), order.channel)
  if (tab === undefined) return { ok: false, reason: 'no_tab', detail: '' }
  try {
    const [answer] = await chrome.scripting.executeScript({
      target: { tabId: tab.id },
      world: 'MAIN',
      func: makeClip,
      args: [orderFor(order)],
    })
    return asResult(answer?.result)
  } catch {
    return { ok: false, reason: 'no_tab', detail: 'the page was closed or left' }
  }
}

/** The page's own scripts run beside ours, so what comes out of it is checked. */
function asResult(result) {
  if (result?.ok === true && typeof result.url === 'string') return { ok: true, url: result.url.slice(0, 500) }
  const reason = String(result?.reason ?? 'page_changed')
  const detail = String(result?.detail ?? 'the page gave no answer')
  return { ok: false, reason, detail: detail.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, 200) }
}

async function tell(popup) {
  const tab = await hasTab()
  if (popups.has(popup)) popup.postMessage({ ...connection.state, tab })
}

function show(state) {
  const { text, color } = badges[state.status]
  chrome.action.setBadgeText({ text })
  chrome.action.setBadgeBackgroundColor({ color })
  for (const popup of popups) tell(popup)
}

/** What the panel calls this browser, such as `Chrome on Windows`. */
function browserName() {
  const { brands = [], platform = '' } = navigator.userAgentData ?? {}
  const known = brands.map(({ brand }) => brand).filter((brand) => !/not.?a.?brand/i.test(brand))
  const own = known.find((brand) => brand !== 'Chromium') ?? known[0] ?? 'Browser'
  const name = own.replace('Google ', '').replace('Microsoft ', '')
  return platform === '' ? name : `${name} on ${platform}`
}
