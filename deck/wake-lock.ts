/** Keeps the screen on while the deck is visible. Browsers offer it on https and on the machine itself only. */
export function keepScreenOn(): void {
  if (!('wakeLock' in navigator)) return
  let lock: WakeLockSentinel | undefined

  async function request(): Promise<void> {
    if (document.visibilityState === 'hidden' || lock?.released === false) return
    try {
      lock = await navigator.wakeLock.request('screen')
    } catch {
      // A low battery, or a setting of the device: the screen goes dark as usual.
    }
  }

  // The lock ends whenever the page is hidden.
  document.addEventListener('visibilitychange', () => void request())
  void request()
}
