import { signal } from '@preact/signals'

/** Whether the server can be reached. While it cannot, the status bar says so and actions are off. */
export const online = signal(true)

/** Waits until the server can be reached, or until it cannot. */
export async function untilOnline(isOnline: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = online.subscribe((now) => void (now === isOnline && resolve()))
  await promise
  end()
}
