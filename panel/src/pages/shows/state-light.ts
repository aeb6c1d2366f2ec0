import type { ShowState } from '../../../../src/capabilities/shows/contract/shows.ts'
import type { LightState } from '../../ui/light.tsx'

const lights: Readonly<Record<ShowState, LightState>> = {
  standby: 'standby',
  running: 'go',
  held: 'standby',
  stopped: 'off',
}

export function lightOf(state: ShowState): LightState {
  return lights[state]
}
