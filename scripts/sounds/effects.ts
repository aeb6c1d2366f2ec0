import type { Stereo } from './mix.ts'

/**
 * An effect keeps its state from call to call and writes samples `from` up to `to` of `wet`. State is taken out of its
 * closure for the run: numbers that change inside a closure cost an allocation each.
 */
export type Effect = (dry: Stereo, wet: Stereo, from: number, to: number) => void

/** For a loop: the effect first processes the end, so that the tail of the last bar plays in the first. */
export function runInLoop(effect: Effect, dry: Stereo, warmUpSamples: number): Stereo {
  const length = dry.left.length
  const wet = { left: new Float32Array(length), right: new Float32Array(length) }
  effect(dry, wet, Math.max(0, length - warmUpSamples), length)
  effect(dry, wet, 0, length)
  return wet
}

export function runOnce(effect: Effect, dry: Stereo): Stereo {
  const wet = { left: new Float32Array(dry.left.length), right: new Float32Array(dry.left.length) }
  effect(dry, wet, 0, dry.left.length)
  return wet
}

/** A ping-pong delay with a low-pass filter. */
export function createEcho(delaySamples: number, feedback: number, damping: number): Effect {
  const length = Math.round(delaySamples)
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  let state = [0, 0, 0]
  return (dry, wet, from, to) => {
    let [at = 0, softLeft = 0, softRight = 0] = state
    for (let i = from; i < to; i++) {
      const fromLeft = left[at] ?? 0
      const fromRight = right[at] ?? 0
      softLeft += damping * (fromLeft - softLeft)
      softRight += damping * (fromRight - softRight)
      wet.left[i] = fromLeft
      wet.right[i] = fromRight
      left[at] = 0.5 * ((dry.left[i] ?? 0) + (dry.right[i] ?? 0)) + softRight * feedback
      right[at] = softLeft * feedback
      at = at + 1 === length ? 0 : at + 1
    }
    state = [at, softLeft, softRight]
  }
}

const lineSeconds = [0.0297, 0.0371, 0.0411, 0.0437, 0.0533, 0.0597, 0.0671, 0.0731]

/** A room: eight delay lines that feed each other. `seconds` is its reverberation time. */
export function createRoom(seconds: number, damping: number, rate: number): Effect {
  const lines = lineSeconds.map((length) => new Float32Array(Math.round(length * rate)))
  const keeps = lines.map((line) => 10 ** ((-3 * line.length) / (seconds * rate)))
  const places = new Int32Array(8)
  const soft = new Float64Array(8)
  const out = new Float64Array(8)
  return (dry, wet, from, to) => {
    for (let i = from; i < to; i++) {
      for (let n = 0; n < 8; n++) {
        const value = lines[n]?.[places[n] ?? 0] ?? 0
        soft[n] = (soft[n] ?? 0) + damping * (value - (soft[n] ?? 0))
        out[n] = (soft[n] ?? 0) * (keeps[n] ?? 0)
      }
      let sum = 0
      for (let n = 0; n < 8; n++) sum += out[n] ?? 0
      wet.left[i] = 0.5 * ((out[0] ?? 0) - (out[2] ?? 0) + (out[4] ?? 0) - (out[6] ?? 0))
      wet.right[i] = 0.5 * ((out[1] ?? 0) - (out[3] ?? 0) + (out[5] ?? 0) - (out[7] ?? 0))
      // Each line receives all others with one sign inverted: the feedback matrix preserves energy.
      const mean = sum * 0.25
      const left = (dry.left[i] ?? 0) * 0.5
      const right = (dry.right[i] ?? 0) * 0.5
      for (let n = 0; n < 8; n++) {
        const line = lines[n]
        if (line === undefined) continue
        const place = places[n] ?? 0
        line[place] = mean - (out[n] ?? 0) + (n % 2 === 0 ? left : right)
        places[n] = place + 1 === line.length ? 0 : place + 1
      }
    }
  }
}

/** A low-pass filter: 6 dB per octave, applied twice. */
export function createLowPass(hz: number, rate: number): Effect {
  const step = 1 - Math.exp((-2 * Math.PI * hz) / rate)
  let state = [0, 0, 0, 0]
  return (dry, wet, from, to) => {
    let [l1 = 0, l2 = 0, r1 = 0, r2 = 0] = state
    for (let i = from; i < to; i++) {
      l1 += step * ((dry.left[i] ?? 0) - l1)
      l2 += step * (l1 - l2)
      r1 += step * ((dry.right[i] ?? 0) - r1)
      r2 += step * (r1 - r2)
      wet.left[i] = l2
      wet.right[i] = r2
    }
    state = [l1, l2, r1, r2]
  }
}

/** A high-pass filter for inaudible low frequencies. */
export function createHighPass(hz: number, rate: number): Effect {
  const step = 1 - Math.exp((-2 * Math.PI * hz) / rate)
  let state = [0, 0]
  return (dry, wet, from, to) => {
    let [left = 0, right = 0] = state
    for (let i = from; i < to; i++) {
      left += step * ((dry.left[i] ?? 0) - left)
      right += step * ((dry.right[i] ?? 0) - right)
      wet.left[i] = (dry.left[i] ?? 0) - left
      wet.right[i] = (dry.right[i] ?? 0) - right
    }
    state = [left, right]
  }
}
