import type { VoiceEffectName } from '../src/capabilities/voice/contract/voice-effects.ts'
import { createAudioGraph } from './audio-graph.ts'
import type { Playing } from './playback.ts'
import { playing, playSample, silently } from './playback.ts'
import type { Sample } from './sound-cache.ts'
import { createSoundCache } from './sound-cache.ts'
import type { Timers } from './timers.ts'
import { ownUrl } from './values.ts'
import { createVolumes } from './volumes.ts'

export type Bus = 'speech' | 'alerts'

const fadeSeconds = 0.06
/** The longest sound, and the duration of a muted sound whose length is unknown. */
const longestMs = 90_000
const unknownMs = 3_000

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
  const { open, wake, hold, built } = createAudioGraph({ timers, onBlocked, onBuilt: () => volumes.apply() })
  const volumes = createVolumes(built)
  const { duck } = volumes
  let preloads = 0
  return {
    isSilent,
    hold,
    wake,
    use: volumes.use,
    musicVolume: volumes.ofMusic,
    followMusic: volumes.followMusic,

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
