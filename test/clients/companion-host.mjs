// Runs the module as Companion does: its default export, with a context that carries what the module defines.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { InstanceStatus } from '@companion-module/base'
import { answerQuestions } from './answer.mjs'

const [entrypoint] = process.argv.slice(2)
const { default: Instance, UpgradeScripts = [] } = await import(pathToFileURL(entrypoint))
// Companion 4.3 requires what Companion 5 imports.
const { default: required } = createRequire(import.meta.url)(entrypoint)
if (required !== Instance || !Array.isArray(UpgradeScripts)) throw new Error('Companion cannot use what it has loaded')

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
  presets: () => ({ structure: seen.structure, presets: seen.presets }),
  feedbacks: () => Object.entries(seen.feedbacks).map(([id, { options }]) => ({ id, options })),
  variables: () => Object.keys(seen.variables),
  values: () => seen.values,
  run: (actionId, options) => seen.actions[actionId].callback({ ...event, actionId, options }, {}),
  feedback: (feedbackId, options) =>
    seen.feedbacks[feedbackId].callback({ ...event, type: 'boolean', feedbackId, options }, {}),
})
