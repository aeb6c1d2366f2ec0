// Loads the built package with the loader of n8n, and runs its nodes with the engine of n8n.
import { createRequire } from 'node:module'
import { answerQuestions } from './answer.mjs'

const require = createRequire(import.meta.url)
require('reflect-metadata')
const {
  PackageDirectoryLoader,
  WorkflowExecute,
  ExecutionLifecycleHooks,
  LoadOptionsContext,
  TriggerContext,
} = require('n8n-core')
const { Workflow, createRunExecutionData } = require('n8n-workflow')

const [folder, url, key] = process.argv.slice(2)
const loader = new PackageDirectoryLoader(folder)
await loader.loadAll()

/** The start of a workflow, which n8n has in another package. */
const start = {
  description: {
    name: 'start',
    displayName: 'Start',
    version: 1,
    group: ['trigger'],
    inputs: [],
    outputs: ['main'],
    properties: [],
    defaults: {},
  },
  async execute() {
    return [this.getInputData()]
  },
}
const nodeTypes = {
  getByName: (name) => find(name),
  getByNameAndVersion: (name) => find(name),
  getKnownTypes: () => ({}),
}
const find = (name) => (name === 'start' ? start : loader.getNode(name.split('.').at(-1)).type)

const credentialsHelper = {
  getParentTypes: () => [],
  getCredentialsProperties: () => [],
  getDecrypted: async () => ({ url, key }),
  getCredentials: async () => ({ name: 'test', type: 'showcallerApi' }),
  updateCredentials: async () => {},
  authenticate: async (_data, _type, options) => options,
  preAuthentication: async () => undefined,
  runPreAuthentication: async () => undefined,
  updateCredentialsOauthTokenData: async () => {},
  isCredentialUsedInHttpNode: () => false,
  isCredentialUsableByNode: () => true,
}

function workflowOf(parameters, type = 'showcaller') {
  const node = (name, nodeType, more = {}) => ({
    id: name,
    name,
    type: nodeType,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...more,
  })
  return new Workflow({
    id: 'test',
    nodes: [
      node('Start', 'start'),
      node('Showcaller', type, { parameters, credentials: { showcallerApi: { id: '1', name: 'test' } } }),
    ],
    connections: { Start: { main: [[{ node: 'Showcaller', type: 'main', index: 0 }]] } },
    active: false,
    nodeTypes,
    settings: { executionOrder: 'v1' },
  })
}

function additionalData() {
  return {
    credentialsHelper,
    hooks: new ExecutionLifecycleHooks('trigger', '1', { id: 'test', name: 'test' }),
    currentNodeParameters: {},
    executionId: '1',
    restApiUrl: '',
    webhookBaseUrl: url,
    webhookWaitingBaseUrl: url,
    formWaitingBaseUrl: url,
    variables: {},
    setExecutionStatus() {},
    sendDataToUI() {},
    async getRunExecutionData() {},
  }
}

const emitted = []
let stopTrigger

answerQuestions({
  known: () => ({ nodes: Object.keys(loader.known.nodes), credentials: Object.keys(loader.known.credentials) }),

  async load(type, kind, method, parameters) {
    const workflow = workflowOf(parameters, type)
    const context = new LoadOptionsContext(workflow, workflow.getNode('Showcaller'), additionalData(), '')
    context.getCredentials = async () => ({ url, key })
    context.getNodeParameter = (name) => parameters[name]
    return loader.getNode(type).type.methods[kind][method].call(context)
  },

  async run(parameters, json) {
    const workflow = workflowOf(parameters)
    const data = createRunExecutionData({
      executionData: {
        nodeExecutionStack: [{ node: workflow.getNode('Start'), data: { main: [[{ json }]] }, source: null }],
      },
    })
    const { data: ran } = await new WorkflowExecute(additionalData(), 'trigger', data).processRunExecutionData(workflow)
    const [result] = ran.resultData.runData.Showcaller ?? []
    const error = result?.error ?? ran.resultData.error
    if (error) throw new Error(`${error.message} ${error.description ?? ''}`)
    return result.data.main[0].map((item) => item.json)
  },

  async listen(types) {
    const workflow = workflowOf({ types }, 'showcallerTrigger')
    const context = new TriggerContext(
      workflow,
      workflow.getNode('Showcaller'),
      additionalData(),
      'trigger',
      'init',
      (data) => emitted.push(...data[0].map(({ json }) => json)),
    )
    context.getCredentials = async () => ({ url, key })
    const { closeFunction } = await loader.getNode('showcallerTrigger').type.trigger.call(context)
    stopTrigger = closeFunction
  },
  emitted: () => emitted,
  stop: () => stopTrigger(),
})
