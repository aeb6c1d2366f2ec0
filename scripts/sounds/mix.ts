export interface Stereo {
  readonly left: Float32Array
  readonly right: Float32Array
}

/** A mix buffer: notes are added at a time, with a gain and a pan between left (-1) and right (1). */
export interface Mix extends Stereo {
  add(note: Float32Array, atSeconds: number, gain: number, pan?: number): void
  addStereo(note: readonly [Float32Array, Float32Array], atSeconds: number, gain: number): void
  addAll(other: Stereo, gain: number): void
}

/** With `loop`, a note that passes the end continues at the beginning. */
export function createMix(length: number, rate: number, { loop }: { readonly loop: boolean }): Mix {
  const left = new Float32Array(length)
  const right = new Float32Array(length)

  function lay(side: Float32Array, note: Float32Array, atSeconds: number, gain: number): void {
    let at = Math.round(atSeconds * rate)
    if (loop) at = ((at % length) + length) % length
    for (let i = 0; i < note.length; i++, at++) {
      if (at >= length) {
        if (!loop) return
        at -= length
      }
      side[at] = (side[at] ?? 0) + (note[i] ?? 0) * gain
    }
  }

  return {
    left,
    right,
    add(note, atSeconds, gain, pan = 0) {
      const angle = ((pan + 1) * Math.PI) / 4
      lay(left, note, atSeconds, gain * Math.cos(angle) * Math.SQRT2)
      lay(right, note, atSeconds, gain * Math.sin(angle) * Math.SQRT2)
    },
    addStereo([noteLeft, noteRight], atSeconds, gain) {
      lay(left, noteLeft, atSeconds, gain)
      lay(right, noteRight, atSeconds, gain)
    },
    addAll(other, gain) {
      for (let i = 0; i < length; i++) {
        left[i] = (left[i] ?? 0) + (other.left[i] ?? 0) * gain
        right[i] = (right[i] ?? 0) + (other.right[i] ?? 0) * gain
      }
    },
  }
}
