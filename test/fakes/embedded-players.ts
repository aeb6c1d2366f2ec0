import type { BrowserContext } from '../tools/playwright.ts'

/** A video of the fake player: how long it is, or the error that it ends with. */
export interface FakeVideo {
  readonly seconds: number
  readonly error?: number
  /** How much faster than time it plays. */
  readonly speed?: number
}

/**
 * YouTube's embedded player, in place of the real one for pages of this browser: no request leaves the machine. It speaks
 * as the frame does with YouTube's own script (`www-widgetapi.js`), described from independent clients that do without
 * that script (vidstack/player, packages/vidstack/src/providers/youtube): it is silent until the page says `listening`,
 * then answers every message with JSON in a string; without a referrer it reports error 153, as YouTube does since July
 * 2025. What it received is in `window.received`.
 */
export async function fakeEmbeddedPlayers(context: BrowserContext, videos: Readonly<Record<string, FakeVideo>>) {
  const requested: string[] = []
  await context.route(/^https:\/\/(?!localhost)/, async (route) => {
    const url = route.request().url()
    requested.push(url)
    const { hostname, pathname } = new URL(url)
    const [, folder, id = ''] = pathname.split('/')
    const video = videos[id]
    if (hostname !== 'www.youtube-nocookie.com' || folder !== 'embed' || video === undefined) return route.abort()
    const body = `<!doctype html><title>player</title><script>(${player})(${JSON.stringify(video)})</script>`
    return route.fulfill({ status: 200, contentType: 'text/html', body })
  })
  return { requested }
}

/** Runs in the frame. */
function player(video: FakeVideo): void {
  const received: unknown[] = []
  Object.assign(window, { received })
  const parameters = new URLSearchParams(location.search)
  const origin = parameters.get('origin') ?? ''
  const { speed = 1 } = video
  let position = Number(parameters.get('start') ?? 0)
  let state = -1
  let isHeard = false
  const wanted = new Set<string>()

  const send = (message: object) => parent.postMessage(JSON.stringify({ ...message, id: 1, channel: 'widget' }), origin)
  const info = () => ({ currentTime: position, duration: video.seconds, playerState: state, volume: 100, muted: false })
  const change = (next: number) => {
    state = next
    if (wanted.has('onStateChange')) send({ event: 'onStateChange', info: state })
    send({ event: 'infoDelivery', info: info() })
  }
  const fail = (code: number) => wanted.has('onError') && send({ event: 'onError', info: code })
  const commands: Record<string, (argument: unknown) => void> = {
    addEventListener(name) {
      wanted.add(String(name))
      if (name === 'onError' && document.referrer === '') fail(153)
      else if (name === 'onError' && video.error !== undefined) fail(video.error)
    },
    playVideo: () => video.error === undefined && change(1),
    pauseVideo: () => change(2),
    setVolume() {},
  }

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || parameters.get('enablejsapi') !== '1') return
    const message = JSON.parse(data)
    received.push(message)
    if (message.event === 'listening' && !isHeard) {
      isHeard = true
      send({ event: 'initialDelivery', info: info() })
      send({ event: 'onReady' })
    } else if (message.event === 'command' && isHeard) commands[message.func]?.(message.args[0])
  })
  setInterval(() => {
    if (state !== 1) return
    position = Math.min(position + 0.1 * speed, video.seconds)
    if (position >= video.seconds) change(0)
    else send({ event: 'infoDelivery', info: { currentTime: position } })
  }, 100)
}
