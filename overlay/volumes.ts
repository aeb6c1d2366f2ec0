import type { AudioGraph } from './audio-graph.ts'
import type { Settings } from './settings.ts'

const duckedGain = 0.18

/** The volumes of the settings, in the graph and for songs outside of it. Music is ducked while anything else plays. */
export function createVolumes(built: () => AudioGraph | undefined) {
  let volumes: Settings['volumes'] | undefined
  let speaking = 0
  /** Listeners for the volume of music, for songs outside the graph. */
  const followers: Set<() => void> = new Set()

  function apply() {
    for (const follow of followers) follow()
    const graph = built()
    if (graph === undefined || volumes === undefined) return
    graph.master.gain.value = volumes.master
    graph.music.gain.value = volumes.song
  }

  function duck(by: number) {
    speaking += by
    for (const follow of followers) follow()
    const graph = built()
    if (graph === undefined) return
    const { ducking, context } = graph
    ducking.gain.cancelScheduledValues(context.currentTime)
    ducking.gain.setTargetAtTime(speaking > 0 ? duckedGain : 1, context.currentTime, speaking > 0 ? 0.09 : 0.35)
  }

  return {
    apply,

    /** One more sound plays, or with -1 one less. */
    duck,

    use(wanted: Settings['volumes']) {
      volumes = wanted
      apply()
    },

    /** The current volume of music: master, song and ducking combined. */
    ofMusic() {
      return (volumes?.master ?? 1) * (volumes?.song ?? 1) * (speaking > 0 ? duckedGain : 1)
    },

    followMusic(follow: () => void): () => void {
      followers.add(follow)
      return () => followers.delete(follow)
    },
  }
}
