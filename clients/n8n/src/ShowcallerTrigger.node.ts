import {
  type ILoadOptionsFunctions,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type ITriggerFunctions,
  type ITriggerResponse,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { Caller } from '../../core/caller.ts'
import { fetchEventTypes } from '../../core/event-types.ts'
import { serverOf } from './server.ts'

/** Starts a workflow for each event of the chosen types. */
export class ShowcallerTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Showcaller Trigger',
    name: 'showcallerTrigger',
    icon: 'file:showcaller.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when something happens on the stream',
    defaults: { name: 'Showcaller Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'showcallerApi', required: true }],
    properties: [
      {
        displayName: 'Event Names or IDs',
        name: 'types',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getEventTypes' },
        default: [],
        description: 'Which events start the workflow; none chosen means all that the key may read',
      },
    ],
  }

  methods = {
    loadOptions: {
      async getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const types = await fetchEventTypes((await serverOf(this)).url)
        return types.map(({ name, title }) => ({ name: title, value: name }))
      },
    },
  }

  async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
    const types = this.getNodeParameter('types', []) as string[]
    const closing = new AbortController()
    const caller = new Caller(await serverOf(this))
    const receive = async () => {
      const options = { signal: closing.signal, types: types.length > 0 ? types : undefined }
      for await (const event of caller.events(options)) this.emit([[{ json: { ...event } as never }]])
    }
    // A key that is refused ends the trigger with the sentence of the server; everything else is tried again.
    receive().catch((error: Error) => this.emitError(error))
    return {
      closeFunction: async () => {
        closing.abort()
      },
    }
  }
}
