import {
  type ClipOrder,
  type ClipResult,
  clipFailureReasons,
} from '../src/capabilities/extension/contract/extension-messages.ts'
import { sentReason } from '../src/registry/page-reasons.ts'
import { detailOf } from './clip-details.ts'
import { createConnection, type Pairing, type State, type Status } from './connection.ts'
import { createClip, findChannel, kickPages, orderFor, pickTab } from './kick-page.ts'
import { useBrowserLanguage } from './language.ts'
import { createMirror } from './mirror.ts'
import { portKindOf } from './ports.ts'

const badges: Readonly<Record<Status, { readonly text: string; readonly color: string }>> = {
  starting: { text: '', color: '#6b7280' },
  connected: { text: '', color: '#16a34a' },
  connecting: { text: '…', color: '#b45309' },
  disconnected: { text: '!', color: '#b45309' },
  unpaired: { text: '!', color: '#6b7280' },
}
const popups = new Set<chrome.runtime.Port>()
const findChannelMs = 10_000
const mirrorScripts = [
  { id: 'page-socket', matches: [kickPages], js: ['page-socket.js'], runAt: 'document_start', world: 'MAIN' },
  { id: 'page-relay', matches: [kickPages], js: ['page-relay.js'], runAt: 'document_start', world: 'ISOLATED' },
] as const

/** What the popup sends. */
type PopupMessage =
  | { readonly type: 'wake' | 'unpair' }
  | { readonly type: 'pair'; readonly server: string; readonly code: string }

// The errors that the popup shows are written here.
void useBrowserLanguage()

const connection = createConnection({
  version: chrome.runtime.getManifest().version,
  browser: browserName(),
  hasTab,
  createClip: createClipInTab,
  onMirror: (channel) => void mirror.setChannel(channel),
  onAlive: () => void mirror.refresh(),
  onState: show,
  async readPairing() {
    const { pairing } = await chrome.storage.local.get('pairing')
    return pairing as Pairing | undefined
  },
  async savePairing(pairing) {
    if (pairing === undefined) await chrome.storage.local.remove('pairing')
    else await chrome.storage.local.set({ pairing })
  },
})

const mirror = createMirror({
  send: connection.send,
  pages: kickTabs,
  onChange: () => show(connection.state),
  async findChannel(tabId, channel) {
    try {
      const [answer] = await chrome.scripting.executeScript({
        target: { tabId },
        world: 'MAIN',
        func: findChannel,
        args: [{ channel, timeoutMs: findChannelMs }],
      })
      return checkedIds(answer?.result)
    } catch {
      return null
    }
  },
  async register(isOn) {
    const known = await chrome.scripting.getRegisteredContentScripts()
    if (isOn && known.length === 0) await chrome.scripting.registerContentScripts(mirrorScripts)
    if (!isOn && known.length > 0) await chrome.scripting.unregisterContentScripts()
  },
})

// The token is for this worker only; scripts in pages must not read it.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
void chrome.alarms.create('wake', { periodInMinutes: 0.5 })
chrome.alarms.onAlarm.addListener(() => void connection.wake())
chrome.runtime.onStartup.addListener(() => void connection.wake())
chrome.runtime.onInstalled.addListener(() => void connection.wake())
chrome.runtime.onConnect.addListener((port) => {
  const kind = portKindOf(port, { id: chrome.runtime.id, popupUrl: chrome.runtime.getURL('popup.html') })
  if (kind === 'popup') addPopup(port)
  else if (kind === 'relay') mirror.addRelay(port)
  else port.disconnect()
})
void connection.wake()

function addPopup(popup: chrome.runtime.Port): void {
  popups.add(popup)
  popup.onDisconnect.addListener(() => void popups.delete(popup))
  popup.onMessage.addListener((received) => {
    const message = received as PopupMessage
    if (message.type === 'pair') connection.pair(message.server, message.code)
    else if (message.type === 'unpair') void connection.unpair()
    else void connection.wake()
  })
  void sendState(popup)
}

function kickTabs(): Promise<chrome.tabs.Tab[]> {
  return chrome.tabs.query({ url: kickPages })
}

async function hasTab(): Promise<boolean> {
  return pickTab(await kickTabs(), '') !== undefined
}

async function createClipInTab(order: ClipOrder): Promise<ClipResult> {
  const tab = pickTab(await kickTabs(), order.channel)
  if (tab === undefined) return { ok: false, reason: 'no_tab', detail: '' }
  try {
    const [answer] = await chrome.scripting.executeScript({
      target: { tabId: tab.id },
      world: 'MAIN',
      func: createClip,
      args: [orderFor(order)],
    })
    return checkedResult(answer?.result, order.channel)
  } catch {
    return { ok: false, reason: 'no_tab', detail: '' }
  }
}

/** The page's own scripts run in the same world, so the result that comes out of it is checked. */
function checkedResult(result: unknown, channel: string): ClipResult {
  const fields: Readonly<Record<string, unknown>> = typeof result === 'object' && result !== null ? { ...result } : {}
  if (fields.ok === true && typeof fields.url === 'string') return { ok: true, url: fields.url.slice(0, 500) }
  const reason = clipFailureReasons.find((known) => known === fields.reason) ?? 'page_changed'
  const { problem, status, words } = fields
  return { ok: false, reason, detail: sentReason(detailOf({ problem, status, words }, channel)) }
}

function checkedIds(result: unknown): { userId: string; chatroomId: string } | null {
  const fields: Readonly<Record<string, unknown>> = typeof result === 'object' && result !== null ? { ...result } : {}
  const [userId, chatroomId] = [String(fields.userId), String(fields.chatroomId)]
  return /^\d{1,15}$/.test(userId) && /^\d{1,15}$/.test(chatroomId) ? { userId, chatroomId } : null
}

async function sendState(popup: chrome.runtime.Port): Promise<void> {
  const tab = await hasTab()
  if (popups.has(popup)) popup.postMessage({ ...connection.state, tab, mirror: mirror.isOn })
}

function show(state: State): void {
  const { text, color } = badges[state.status]
  void chrome.action.setBadgeText({ text })
  void chrome.action.setBadgeBackgroundColor({ color })
  for (const popup of popups) void sendState(popup)
}

/** The name of this browser in the panel, such as `Chrome on Windows`. */
function browserName(): string {
  const { brands = [], platform = '' } = navigator.userAgentData ?? {}
  const known = brands.map(({ brand }) => brand).filter((brand) => !/not.?a.?brand/i.test(brand))
  const own = known.find((brand) => brand !== 'Chromium') ?? known[0] ?? 'Browser'
  const name = own.replace('Google ', '').replace('Microsoft ', '')
  return platform === '' ? name : `${name} on ${platform}`
}
