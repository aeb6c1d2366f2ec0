/** -1 dBFS: headroom for what a lossy encoder of the stream adds to a peak. */
export const peakCeiling = 10 ** (-1 / 20)

const knee = peakCeiling * 0.75
const headroom = peakCeiling - knee

/** A soft-knee limiter for one sample: unchanged below the knee, never above the ceiling. */
export function softLimit(sample: number): number {
  const size = Math.abs(sample)
  if (size <= knee) return sample
  return Math.sign(sample) * (knee + headroom * Math.tanh((size - knee) / headroom))
}
