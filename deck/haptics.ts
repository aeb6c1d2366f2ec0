const patterns = { press: [12], failure: [30, 60, 30] }

/** A short vibration, on devices that have one: the finger knows without the eye. */
export function vibrate(kind: keyof typeof patterns): void {
  // Safari has no such function.
  if ('vibrate' in navigator) navigator.vibrate(patterns[kind])
}
