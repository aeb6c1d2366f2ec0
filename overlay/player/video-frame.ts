import type { FramedSong } from '../../src/capabilities/player/contract/player-messages.ts'
import type { Timers } from '../timers.ts'

/**
 * YouTube's embedded player. YouTube documents its commands, events and numbers for a script of its own, which this page
 * does not load. The messages between that script and the frame are JSON, as several independent players use them: the
 * page says `listening` until the frame answers, then commands with the names of the documented functions; the frame
 * sends `onReady`, `onStateChange`, `onError`, and `initialDelivery` and `infoDelivery` with parts of its state.
 */

export const playerStates = { ended: 0, playing: 1 } as const

/** How often the page says that it listens, until the player answers. */
const listenEveryMs = 250
const channel = { id: 1, channel: 'widget' } as const

export type VideoFrame = ReturnType<typeof createVideoFrame>

export function createVideoFrame(
  stage: HTMLElement,
  song: FramedSong,
  needs: { timers: Timers; onState: (state: number) => void; onError: (code: number) => void },
) {
  const { timers, onState, onError } = needs
  const url = new URL(song.frame)
  const { origin } = url
  const options = {
    enablejsapi: '1',
    origin: location.origin,
    autoplay: song.playing ? '1' : '0',
    start: String(Math.floor(song.positionMs / 1000)),
    controls: '0',
    disablekb: '1',
    fs: '0',
    iv_load_policy: '3',
    playsinline: '1',
    rel: '0',
  }
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value)

  const frame = document.createElement('iframe')
  frame.allow = 'autoplay; encrypted-media'
  // The player needs its own origin, or YouTube does not know who embeds it. No pop-ups, no way out of the frame.
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-presentation')
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = url.href

  let current = song
  let isReady = false
  let state = -1
  let positionMs = song.positionMs
  let seconds = 0
  let cancelListening = () => {}

  function post(message: object) {
    frame.contentWindow?.postMessage(JSON.stringify({ ...message, ...channel }), origin)
  }

  function command(func: string, ...args: readonly unknown[]) {
    post({ event: 'command', func, args })
  }

  function listen() {
    cancelListening()
    post({ event: 'listening' })
    cancelListening = timers.after(listenEveryMs, listen)
  }

  function apply() {
    if (!isReady) return
    command('setVolume', Math.round(current.volume * 100))
    command(current.playing ? 'playVideo' : 'pauseVideo')
  }

  function receive({ source, origin: from, data }: MessageEvent) {
    if (source !== frame.contentWindow || from !== origin) return
    const { event, info } = read(data)
    if (event === undefined) return
    cancelListening()
    if (!isReady) {
      isReady = true
      for (const name of ['onStateChange', 'onError']) command('addEventListener', name)
      apply()
    }
    if (event === 'onError' && typeof info === 'number') onError(info)
    else if (event === 'onStateChange' && typeof info === 'number') use(info)
    else if (typeof info === 'object' && info !== null) {
      const { currentTime, duration, playerState } = info as Readonly<Record<string, unknown>>
      if (isTime(currentTime)) positionMs = currentTime * 1000
      if (isTime(duration)) seconds = duration
      if (typeof playerState === 'number') use(playerState)
    }
  }

  function use(next: number) {
    if (next === state) return
    state = next
    onState(state)
  }

  addEventListener('message', receive)
  frame.addEventListener('load', listen)
  stage.append(frame)

  return {
    position: () => ({ positionMs, seconds }),

    /** The same song, played or paused, at another volume. */
    use(next: FramedSong) {
      const isChanged = next.playing !== current.playing || next.volume !== current.volume
      current = next
      if (isChanged) apply()
    },

    remove() {
      cancelListening()
      removeEventListener('message', receive)
      frame.removeEventListener('load', listen)
      frame.remove()
    },
  }
}

function read(data: unknown): { readonly event?: unknown; readonly info?: unknown } {
  if (typeof data !== 'string') return {}
  try {
    const message: unknown = JSON.parse(data)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
