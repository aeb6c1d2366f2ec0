import { wayBackMessages } from '../messages/way-back.ts'
import { showToast } from './toasts.tsx'

/** Turns something on or off and says so, with the way back. */
export async function switchTo(
  name: string,
  isOn: boolean,
  change: (isOn: boolean) => Promise<unknown>,
): Promise<void> {
  await change(isOn)
  const text = isOn ? wayBackMessages.turnedOn({ name }) : wayBackMessages.turnedOff({ name })
  showToast(text, 'go', () => change(!isOn))
}
