// Loads the module as Companion does: its default export, with a context that carries what the module defines.
import { answerQuestions } from './answer.mjs'

const { default: Instance } = await import('./installed/companion/dist/main.js')
const { InstanceStatus } = await import('@companion-module/base')

const seen = {
  actions: {},
  feedbacks: {},
  presets: {},
  structure: [],
  variables: {},
  values: {},
  status: null,
  checked: [],
}
const context = {
  _isInstanceContext: true,
  id: 'test',
  label: 'test',
  setActionDefinitions: (actions) => {
    seen.actions = actions
  },
  setFeedbackDefinitions: (feedbacks) => {
    seen.feedbacks = feedbacks
  },
  setPresetDefinitions: (structure, presets) => Object.assign(seen, { structure, presets }),
  setVariableDefinitions: (variables) => {
    seen.variables = variables
  },
  setVariableValues: (values) => Object.assign(seen.values, values),
  updateStatus: (status, message) => {
    seen.status = { status, message }
  },
  checkFeedbacks: (...types) => seen.checked.push(...types),
}
const instance = new Instance(context)
const event = { id: 'a', controlId: 'b', surfaceId: undefined, previousOptions: null }

answerQuestions({
  init: (url, key) => instance.init({ url }, true, { key }),
  update: (url, key) => instance.configUpdated({ url }, { key }),
  destroy: () => instance.destroy(),
  status: () => seen.status,
  isOk: () => seen.status?.status === InstanceStatus.Ok,
  actions: () => Object.entries(seen.actions).map(([id, { name, options }]) => ({ id, name, options })),
  presets: () => ({ structure: seen.structure, ids: Object.keys(seen.presets) }),
  variables: () => Object.keys(seen.variables),
  values: () => seen.values,
  run: (actionId, options) => seen.actions[actionId].callback({ ...event, actionId, options }, {}),
  feedback: (feedbackId, options) =>
    seen.feedbacks[feedbackId].callback({ ...event, type: 'boolean', feedbackId, options }, {}),
})
