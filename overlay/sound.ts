import type { VoiceEffectName } from '../src/capabilities/voice/contract/voice-effects.ts'
import type { Playing } from './playback.ts'
import { playing, playSample, silently } from './playback.ts'
import type { Settings } from './settings.ts'
import type { Sample } from './sound-cache.ts'
import { createSoundCache } from './sound-cache.ts'
import type { Timers } from './timers.ts'
import { ownUrl } from './values.ts'

export type Bus = 'speech' | 'alerts'

const wakeMs = 700
/** After this long without sound the audio graph is suspended: it costs a hundredth of a core, and a few ms to resume. */
const restMs = 30_000
const fadeSeconds = 0.06
const duckedGain = 0.18
/** The longest sound, and the duration of a muted sound whose length is unknown. */
const longestMs = 90_000
const unknownMs = 3_000

const limits = { threshold: -4, knee: 2, ratio: 16, attack: 0.002, release: 0.12 }
/** The make-up gain that the browser applies with these limits; it is compensated. */
const makeUp = 1.245

/**
 * All sound of the page in one audio graph: speech, alerts and music into a master with a limiter. Music is ducked
 * while anything else plays. The graph is built with the first sound and suspended when there is none.
 */
export function createSound({
  timers,
  isSilent,
  onBlocked,
}: {
  timers: Timers
  isSilent: boolean
  onBlocked: (isBlocked: boolean) => void
}) {
  const cache = createSoundCache()
  let graph: ReturnType<typeof buildGraph> | undefined
  let volumes: Settings['volumes'] | undefined
  let isBlocked = false
  let users = 0
  let speaking = 0
  let preloads = 0
  let cancelRest: (() => void) | undefined
  /** Listeners for the volume of music, for songs outside the graph. */
  const followers: Set<() => void> = new Set()

  function open() {
    if (graph === undefined) {
      graph = buildGraph()
      applyVolumes()
      for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => void wake())
    }
    return graph
  }

  function applyVolumes() {
    for (const follow of followers) follow()
    if (graph === undefined || volumes === undefined) return
    graph.master.gain.value = volumes.master
    graph.music.gain.value = volumes.song
  }

  /** Whether sound is audible. A browser that blocks sound until a click never resolves, so the wait is short. */
  async function wake() {
    const { context } = open()
    cancelRest?.()
    if (context.state === 'running') return true
    const resumed = context.resume().catch(() => {})
    if (!isBlocked) await Promise.race([resumed, timers.wait(wakeMs)])
    const runs = (context.state as string) === 'running'
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

  /** Keeps the graph running until the returned function is called. */
  function hold() {
    users++
    cancelRest?.()
    return () => {
      if (--users > 0) return
      cancelRest = timers.after(restMs, () => void graph?.context.suspend().catch(() => {}))
    }
  }

  function duck(by: number) {
    speaking += by
    for (const follow of followers) follow()
    if (graph === undefined) return
    const { ducking, context } = graph
    ducking.gain.cancelScheduledValues(context.currentTime)
    ducking.gain.setTargetAtTime(speaking > 0 ? duckedGain : 1, context.currentTime, speaking > 0 ? 0.09 : 0.35)
  }

  return {
    isSilent,
    hold,
    wake,

    use(wanted: Settings['volumes']) {
      volumes = wanted
      applyVolumes()
    },

    /** The current volume of music: master, song and ducking combined. */
    musicVolume() {
      return (volumes?.master ?? 1) * (volumes?.song ?? 1) * (speaking > 0 ? duckedGain : 1)
    },

    followMusic(follow: () => void): () => void {
      followers.add(follow)
      return () => followers.delete(follow)
    },

    /** The input for music. */
    get music() {
      return open().music
    },

    /** Connects the sound of a video to the graph, which must be running. The returned function disconnects it. */
    attach(mediaElement: HTMLVideoElement, volume: number): () => void {
      const { context, alerts } = open()
      const source = new MediaElementAudioSourceNode(context, { mediaElement })
      const gain = new GainNode(context, { gain: volume })
      source.connect(gain).connect(alerts)
      const release = hold()
      duck(1)
      return () => {
        duck(-1)
        source.disconnect()
        gain.disconnect()
        release()
      }
    },

    load(url: string, options: { isKept: boolean }): Promise<Sample> {
      return isSilent ? Promise.resolve({ url }) : cache.load(url, open().context, options)
    },

    /** Speech, of which the first part may be there before the others. */
    async loadSpeech(url: string, partsUrl: string | undefined): Promise<Sample> {
      if (isSilent) return { url }
      const { context } = open()
      const whole = () => cache.load(url, context, { isKept: false })
      return partsUrl === undefined ? whole() : cache.loadParts(partsUrl, context).catch(whole)
    },

    /** One after the other, so that a sound that is wanted now is not delayed by those that may be wanted later. */
    async preload(urls: readonly string[]): Promise<void> {
      if (isSilent) return
      // Needed with the first speech; a failure is found again then.
      void import('./spoken-parts.ts').catch(() => {})
      const turn = ++preloads
      const { context } = open()
      // A new graph runs until it is suspended.
      hold()()
      for (const url of urls) {
        const own = ownUrl(url)
        // A newer list replaces this one.
        if (turn !== preloads) return
        // A sound that cannot be loaded is reported when it is played.
        if (own !== undefined) await cache.preload(own, context).catch(() => {})
      }
    },

    /** Never rejects: a sound that is not audible ends after its duration. */
    async play(
      sample: Sample,
      {
        bus,
        volume,
        durationMs,
        voice,
      }: { bus: Bus; volume: number; durationMs?: number | undefined; voice?: VoiceEffectName | undefined },
    ): Promise<Playing> {
      const release = hold()
      if (isSilent || !(await wake())) {
        release()
        const known = 'buffer' in sample ? sample.buffer.duration * 1000 : (durationMs ?? unknownMs)
        return silently(Math.min(known, longestMs), timers)
      }
      const { context, ...places } = open()
      const gain = new GainNode(context, { gain: volume })
      gain.connect(places[bus])
      const played = await playSample(context, sample, gain, voice)
      const lastsMs = Math.min(played.durationMs ?? durationMs ?? longestMs, longestMs)
      // The duration of a line in parts is an estimate until the last part is there.
      const limitMs = 'parts' in sample && played.durationMs === undefined ? longestMs : lastsMs
      const began = context.currentTime
      const ended = new AbortController()
      duck(1)
      return playing({
        durationMs: lastsMs,
        gone: () => Math.min(((context.currentTime - began) * 1000) / (played.totalMs?.() ?? lastsMs), 1),
        over: Promise.race([
          played.over.then(() => false),
          timers.wait(limitMs + 1_500, ended.signal).then(() => true),
        ]),
        end(isEarly) {
          ended.abort()
          duck(-1)
          if (isEarly) gain.gain.setTargetAtTime(0, context.currentTime, fadeSeconds / 3)
          timers.after(isEarly ? fadeSeconds * 1000 : played.tailMs, () => {
            played.stop()
            gain.disconnect()
            release()
          })
        },
      })
    },
  }
}

export type Sound = ReturnType<typeof createSound>

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
