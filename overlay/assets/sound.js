// @ts-check
import { createSamples } from './samples.js'

/** @import { Sample } from './samples.js' */
/** @import { Settings } from './settings.js' */
/** @import { Timers } from './timers.js' */
/** @import { VoiceEffectName } from '../../src/contract/overlay-messages.ts' */

/**
 * A sound on its way: when it is over, how much of it is, and a way to end it.
 * @typedef {{ durationMs: number, ended: Promise<void>, gone: () => number, stop: () => void }} Playing
 */
/** @typedef {'speech' | 'alerts'} Bus */

const wakeMs = 700
/** Nothing sounds for this long: the sound card may rest. */
const restMs = 4_000
const fadeSeconds = 0.06
const duckedGain = 0.18
/** A sound that says nothing of its length, or too much. */
const longestMs = 90_000

const limits = { threshold: -4, knee: 2, ratio: 16, attack: 0.002, release: 0.12 }
/** A limiter with these limits raises everything by this much, which nobody asked for. */
const makeUp = 1.245

/**
 * All sound of the page in one graph: speech, alerts and music into a master with a limiter behind it. Music steps back
 * while anything else sounds. The graph is built with the first sound and sleeps when there is none.
 * @param {{ timers: Timers, isSilent: boolean, onBlocked: (isBlocked: boolean) => void }} needs
 */
export function createSound({ timers, isSilent, onBlocked }) {
  const samples = createSamples()
  /** @type {ReturnType<typeof buildGraph> | undefined} */
  let graph
  /** @type {Settings['volumes'] | undefined} */
  let volumes
  let isBlocked = false
  let users = 0
  let speaking = 0
  /** @type {(() => void) | undefined} */
  let cancelRest

  function open() {
    if (graph === undefined) {
      graph = buildGraph()
      applyVolumes()
      for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => void wake())
    }
    return graph
  }

  function applyVolumes() {
    if (graph === undefined || volumes === undefined) return
    graph.master.gain.value = volumes.master
    graph.music.gain.value = volumes.song
  }

  /** Whether sound can be heard. A browser that wants a click first never answers, so it is given a moment only. */
  async function wake() {
    const { context } = open()
    cancelRest?.()
    if (context.state === 'running') return true
    const resumed = context.resume().catch(() => {})
    if (!isBlocked) await Promise.race([resumed, timers.wait(wakeMs)])
    const runs = /** @type {string} */ (context.state) === 'running'
    if (runs === isBlocked) {
      isBlocked = !runs
      onBlocked(isBlocked)
    }
    if (!runs) void resumed.then(() => context.state === 'running' && unblock())
    return runs
  }

  function unblock() {
    if (isBlocked) onBlocked(false)
    isBlocked = false
  }

  /** Whoever uses the graph says so, and says when it is done. */
  function hold() {
    users++
    cancelRest?.()
    return () => {
      if (--users > 0) return
      cancelRest = timers.after(restMs, () => void graph?.context.suspend().catch(() => {}))
    }
  }

  /** @param {number} by */
  function duck(by) {
    speaking += by
    if (graph === undefined) return
    const { ducking, context } = graph
    ducking.gain.cancelScheduledValues(context.currentTime)
    ducking.gain.setTargetAtTime(speaking > 0 ? duckedGain : 1, context.currentTime, speaking > 0 ? 0.09 : 0.35)
  }

  return {
    isSilent,
    hold,
    wake,

    /** @param {Settings['volumes']} wanted */
    use(wanted) {
      volumes = wanted
      applyVolumes()
    },

    /** The place where music comes in. */
    get music() {
      return open().music
    },

    /**
     * @param {string} url
     * @param {{ isKept: boolean }} options
     * @returns {Promise<Sample>}
     */
    load(url, options) {
      return isSilent ? Promise.resolve({ url }) : samples.load(url, open().context, options)
    },

    /**
     * Never rejects: what cannot be heard goes by its time.
     * @param {Sample} sample
     * @param {{ bus: Bus, volume: number, durationMs?: number | undefined, voice?: VoiceEffectName | undefined }} how
     * @returns {Promise<Playing>}
     */
    async play(sample, { bus, volume, durationMs, voice }) {
      const known = 'buffer' in sample ? sample.buffer.duration * 1000 : (durationMs ?? 3_000)
      const totalMs = Math.min(known, longestMs)
      const release = hold()
      if (isSilent || !(await wake())) {
        release()
        return silently(totalMs, timers)
      }
      const { context, ...places } = open()
      const gain = new GainNode(context, { gain: volume })
      gain.connect(places[bus])
      const played =
        'buffer' in sample ? await playBuffer(context, sample.buffer, gain, voice) : playFile(sample.url, context, gain)
      const lastsMs = Math.min('buffer' in sample ? played.durationMs : totalMs, longestMs)
      const began = context.currentTime
      duck(1)
      return playing({
        durationMs: lastsMs,
        gone: () => Math.min(((context.currentTime - began) * 1000) / lastsMs, 1),
        over: Promise.race([played.over, timers.wait(lastsMs + 1_500)]),
        end() {
          duck(-1)
          gain.gain.setTargetAtTime(0, context.currentTime, fadeSeconds / 3)
          timers.after(fadeSeconds * 1000 + played.tailMs, () => {
            played.stop()
            gain.disconnect()
            release()
          })
        },
      })
    },
  }
}

/** @typedef {ReturnType<typeof createSound>} Sound */

function buildGraph() {
  const context = new AudioContext({ latencyHint: 'playback' })
  const master = new GainNode(context)
  const limiter = new DynamicsCompressorNode(context, limits)
  master
    .connect(limiter)
    .connect(new GainNode(context, { gain: 1 / makeUp }))
    .connect(context.destination)
  const bus = () => {
    const made = new GainNode(context)
    made.connect(master)
    return made
  }
  const ducking = bus()
  const music = new GainNode(context)
  music.connect(ducking)
  return { context, master, ducking, music, speech: bus(), alerts: bus() }
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioBuffer} buffer
 * @param {AudioNode} to
 * @param {VoiceEffectName | undefined} voice
 */
async function playBuffer(context, buffer, to, voice) {
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
function playFile(url, context, to) {
  const element = new Audio(url)
  const source = new MediaElementAudioSourceNode(context, { mediaElement: element })
  source.connect(to)
  const over = new Promise((resolve) => {
    element.onended = element.onerror = () => resolve(undefined)
  })
  element.play().catch(() => {})
  return {
    durationMs: longestMs,
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
function silently(durationMs, timers) {
  const began = performance.now()
  const gone = () => Math.min((performance.now() - began) / durationMs, 1)
  return playing({ durationMs, gone, over: timers.wait(durationMs), end() {} })
}

/**
 * Ends once, by itself or on demand.
 * @param {{ durationMs: number, gone: () => number, over: Promise<unknown>, end: () => void }} parts
 * @returns {Playing}
 */
function playing({ durationMs, gone, over, end }) {
  /** @type {() => void} */
  let finish = () => {}
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    finish = resolve
  })
  let isOver = false
  function stop() {
    if (isOver) return
    isOver = true
    end()
    finish()
  }
  void over.then(stop)
  return { durationMs, ended, gone, stop }
}
