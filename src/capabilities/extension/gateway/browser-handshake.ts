import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Limiter } from '../../../kernel/limits/limiter.ts'
import { limitPerAddress } from '../../../kernel/limits/per-address.ts'
import type { BrowserWords, ExtensionByeReason, FromExtension } from '../contract/extension-messages.ts'
import type { ExtensionSocket, PairedBrowser } from './extension-socket.ts'

/** What the gateway needs of the extension feature. */
export interface PairingStore {
  redeem(
    code: string,
    words: BrowserWords,
  ): Promise<(PairedBrowser & { readonly token: string }) | 'invalid_code' | 'too_many_browsers'>
  findByToken(token: string): Promise<PairedBrowser | undefined>
  seen(browser: PairedBrowser, version: string): Promise<void>
  /** The browser is then notified and disconnected. */
  forget(browser: PairedBrowser): Promise<void>
}

const codesPerMinute = 10

/** How a browser proves which pairing it has: by a code of the panel the first time, later by its token. */
export function createBrowserHandshake(needs: {
  readonly pairings: PairingStore
  readonly bus: Bus
  readonly limiter: Limiter
  readonly onRefused: (reason: ExtensionByeReason, address: string) => void
  /** How often the browser sends a sign of life. */
  readonly aliveMs: number
  readonly isClosing: () => boolean
  /** The connection of that browser, if there is one. */
  readonly find: (channelId: number, id: string) => ExtensionSocket | undefined
  readonly onRegistered: (socket: ExtensionSocket, channelId: number) => Promise<void>
}) {
  const { pairings, bus, limiter, onRefused, aliveMs, isClosing, find, onRegistered } = needs
  let unpairings = 0

  const unsubscribe = bus.subscribe('extension-unpaired', ({ channelId, id }) => {
    unpairings++
    find(channelId, id)?.leave('unpaired')
  })

  function refuse(socket: ExtensionSocket, reason: ExtensionByeReason, address: string): void {
    onRefused(reason, address)
    socket.leave(reason)
  }

  async function pair(socket: ExtensionSocket, message: BrowserWords & { code: string }, address: string) {
    const { allowed } = await limiter.take(limitPerAddress('extension code', address), codesPerMinute)
    if (!allowed) return refuse(socket, 'too_many_tries', address)
    const { code, browser, version } = message
    const redeemed = await pairings.redeem(code, { browser, version })
    if (typeof redeemed === 'string') return refuse(socket, redeemed, address)
    const { token, ...paired } = redeemed
    socket.send({ type: 'paired', token, channel: paired.channelName })
    await register(socket, paired, version, false)
  }

  async function authenticate(
    socket: ExtensionSocket,
    { token, version, tab }: Extract<FromExtension, { type: 'hello' }>,
    address: string,
  ) {
    const browser = await findBrowser(token)
    if (browser === undefined) return refuse(socket, 'invalid_token', address)
    await register(socket, browser, version, tab)
  }

  /** Looks up again when a browser was unpaired during the lookup, so that none connects after it was unpaired. */
  async function findBrowser(token: string): Promise<PairedBrowser | undefined> {
    for (;;) {
      const before = unpairings
      const browser = await pairings.findByToken(token)
      if (unpairings === before) return browser
    }
  }

  async function register(
    socket: ExtensionSocket,
    browser: PairedBrowser,
    version: string,
    tab: boolean,
  ): Promise<void> {
    if (socket.isLeaving) return
    if (isClosing()) return socket.leave('shutting_down')
    find(browser.channelId, browser.id)?.leave('replaced')
    socket.browser = browser
    socket.onAuthenticated()
    socket.hasTab = tab
    socket.send({ type: 'welcome', channel: browser.channelName, aliveMs })
    bus.publish('presence-changed', { channelId: browser.channelId })
    await pairings.seen(browser, version)
    await onRegistered(socket, browser.channelId)
  }

  return { pair, authenticate, close: unsubscribe }
}
