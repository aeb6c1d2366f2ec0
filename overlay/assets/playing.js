// @ts-check

/** @import { Timers } from './timers.js' */
/** @import { VoiceEffectName } from '../../src/contract/overlay-messages.ts' */

/**
 * A sound on its way: when it is over, how much of it is, and a way to end it.
 * @typedef {{ durationMs: number, ended: Promise<void>, gone: () => number, stop: () => void }} Playing
 */
/**
 * @param {BaseAudioContext} context
 * @param {AudioBuffer} buffer
 * @param {AudioNode} to
 * @param {VoiceEffectName | undefined} voice
 */
export async function playBuffer(context, buffer, to, voice) {
  const plain = {
    rate: 1,
    tailMs: 0,
    buffer,
    connect: (/** @type {AudioNode} */ from) => void from.connect(to),
    close() {},
  }
  const coloured =
    voice === undefined
      ? plain
      : await import('./voices.js').then(({ colour }) => colour(context, buffer, voice, to)).catch(() => plain)
  const source = new AudioBufferSourceNode(context, { buffer: coloured.buffer, playbackRate: coloured.rate })
  coloured.connect(source)
  const over = new Promise((resolve) => {
    source.onended = () => resolve(undefined)
  })
  source.start()
  return {
    durationMs: (buffer.duration * 1000) / coloured.rate,
    over,
    tailMs: coloured.tailMs,
    stop() {
      source.stop()
      source.disconnect()
      coloured.close()
    },
  }
}

/**
 * @param {string} url
 * @param {AudioContext} context
 * @param {AudioNode} to
 */
export function playFile(url, context, to) {
  const element = new Audio(url)
  const source = new MediaElementAudioSourceNode(context, { mediaElement: element })
  source.connect(to)
  const over = new Promise((resolve) => {
    element.onended = element.onerror = () => resolve(undefined)
  })
  element.play().catch(() => {})
  return {
    durationMs: undefined,
    over,
    tailMs: 0,
    stop() {
      element.pause()
      element.removeAttribute('src')
      element.load()
      source.disconnect()
    },
  }
}

/** @param {number} durationMs @param {Timers} timers @returns {Playing} */
export function silently(durationMs, timers) {
  const began = performance.now()
  const gone = () => Math.min((performance.now() - began) / durationMs, 1)
  return playing({ durationMs, gone, over: timers.wait(durationMs).then(() => false), end() {} })
}

/**
 * Ends once, by itself or on demand; `over` tells whether it was cut short.
 * @param {{ durationMs: number, gone: () => number, over: Promise<boolean>, end: (isEarly: boolean) => void }} parts
 * @returns {Playing}
 */
export function playing({ durationMs, gone, over, end }) {
  /** @type {() => void} */
  let finish = () => {}
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    finish = resolve
  })
  let isOver = false
  /** @param {boolean} isEarly */
  function close(isEarly) {
    if (isOver) return
    isOver = true
    end(isEarly)
    finish()
  }
  void over.then(close)
  return { durationMs, ended, gone, stop: () => close(true) }
}
