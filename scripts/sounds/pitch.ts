const steps = { C: -9, D: -7, E: -5, F: -4, G: -2, A: 0 } as const

/**
 * `A4` is 440 Hz. The alerts use A C D E G alone, the A minor pentatonic, so any two of them are in harmony; the tracks
 * add F in the bass and in chords, which every one of those five notes sits well on.
 */
export type Pitch = `${keyof typeof steps}${1 | 2 | 3 | 4 | 5 | 6 | 7}`

export function hertz(pitch: Pitch): number {
  const letter = pitch.charAt(0) as keyof typeof steps
  const octave = Number(pitch.charAt(1))
  return 440 * 2 ** (octave - 4 + steps[letter] / 12)
}
