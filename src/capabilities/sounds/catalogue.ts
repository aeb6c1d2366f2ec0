/** The built-in sounds and tracks. Names are stable: settings and files refer to them. */

export const alertNames = ['chime', 'coin', 'fanfare', 'pop', 'whoosh', 'alarm', 'applause', 'level-up'] as const
export type AlertName = (typeof alertNames)[number]

/** Each alert also has an eight-bit version for the pixel theme. */
export type SoundName = AlertName | `pixel-${AlertName}`
export const soundNames: readonly SoundName[] = [...alertNames, ...alertNames.map((name) => `pixel-${name}` as const)]

export const tracks = {
  wings: { title: 'In the Wings', mood: 'calm', beatsPerMinute: 60, beats: 64 },
  walk: { title: 'Walking to the Desk', mood: 'lo-fi, walking bass', beatsPerMinute: 84, beats: 96 },
  intermission: { title: 'Intermission', mood: 'bright', beatsPerMinute: 104, beats: 112 },
} as const
export type TrackName = keyof typeof tracks
export const trackNames = Object.keys(tracks) as TrackName[]

export const soundRate = 44_100
/** Enough for soft music, at half the size. */
export const trackRate = 24_000

export function isSoundName(name: string): name is SoundName {
  return (soundNames as readonly string[]).includes(name)
}

export function isTrackName(name: string): name is TrackName {
  return Object.hasOwn(tracks, name)
}

export function trackSamples(name: TrackName): number {
  const { beats, beatsPerMinute } = tracks[name]
  return Math.round((beats * 60 * trackRate) / beatsPerMinute)
}
