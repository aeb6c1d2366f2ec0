import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { obsSteps } from './contract/steps.ts'
import type { Obs } from './obs.ts'

/** What these steps use. */
export interface ObsStepServices {
  readonly obs: Obs
}

export const obsStepHandlers: StepHandlersFor<typeof obsSteps, ObsStepServices> = {
  async obs_status(_input, { run }, { obs }) {
    const { isConnected, scene, outputs } = await obs.status(run.caller)
    return { connected: isConnected, scene, streaming: outputs.stream, recording: outputs.record }
  },

  async obs_list(_input, { run }, { obs }) {
    const { scenes, inputs } = await obs.call(run.caller, 'list', {})
    return { scenes: scenes.map(({ name }) => name), inputs: inputs.map(({ name }) => name) }
  },

  async obs_scene({ scene, seconds }, { run }, { obs }) {
    const { previousScene } = await obs.call(run.caller, 'scene', { scene, seconds })
    return { scene, previous_scene: previousScene }
  },

  async obs_source({ source, scene, visible, seconds }, { run }, { obs }) {
    const wanted = { source, scene, visible: isYes(visible), seconds }
    const { previousVisible } = await obs.call(run.caller, 'source', wanted)
    return { source, visible: wanted.visible, previous_visible: previousVisible }
  },

  async obs_filter({ source, filter, enabled, seconds }, { run }, { obs }) {
    const wanted = { source, filter, enabled: isYes(enabled), seconds }
    const { previousEnabled } = await obs.call(run.caller, 'filter', wanted)
    return { source, filter, enabled: wanted.enabled, previous_enabled: previousEnabled }
  },

  async obs_text({ source, text }, { run }, { obs }) {
    await obs.call(run.caller, 'text', { source, text })
    return { source }
  },

  async obs_input({ input, settings }, { run }, { obs }) {
    await obs.call(run.caller, 'input', { input, settings })
    return { input }
  },

  async obs_audio({ input, muted, volume_db: volumeDb, seconds }, { run }, { obs }) {
    const isMuted = muted === undefined ? undefined : isYes(muted)
    await obs.call(run.caller, 'audio', { input, muted: isMuted, volumeDb, seconds })
    return { input }
  },

  async obs_media({ input, action }, { run }, { obs }) {
    await obs.call(run.caller, 'media', { input, action })
    return { input, action }
  },

  async obs_output({ output, action }, { run }, { obs }) {
    const { isActive, path } = await obs.call(run.caller, 'output', { output, action })
    return { output, active: isActive, ...(path !== null && { path }) }
  },

  async obs_replay(_input, { run }, { obs }) {
    return { ...(await obs.call(run.caller, 'replay', {})) }
  },

  async obs_request({ request, data }, { run }, { obs }) {
    await obs.call(run.caller, 'request', { type: request, data })
    return { request }
  },
}

function isYes(value: 'yes' | 'no' | boolean): boolean {
  return value === true || value === 'yes'
}
