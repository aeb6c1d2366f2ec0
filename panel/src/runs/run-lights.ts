import type { Answer } from '../api.ts'
import type { LightState } from '../ui/light.tsx'

export type RunEntry = Answer<'list-automation-runs'>['runs'][number]

export const runLights: Readonly<Record<RunEntry['status'], LightState>> = {
  running: 'standby',
  done: 'go',
  failed: 'stop',
  stopped: 'off',
  cut_off: 'stop',
}
