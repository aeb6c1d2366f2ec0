import {
  type FieldType,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
  NodeOperationError,
  type ResourceMapperField,
  type ResourceMapperFields,
} from 'n8n-workflow'
import { type ApiOperation, type Field, fetchApi } from '../../core/api.ts'
import { Caller } from '../../core/caller.ts'
import { serverOf } from './server.ts'

/** Calls one operation an item. Operations and their parameters are asked of the server. */
export class Showcaller implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Showcaller',
    name: 'showcaller',
    icon: 'file:showcaller.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Controls a stream: chat, alerts, effects, points, scenes and everything else that the server can do',
    defaults: { name: 'Showcaller' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'showcallerApi', required: true }],
    properties: [
      {
        displayName: 'Operation Name or ID',
        name: 'operation',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getOperations' },
        default: '',
        required: true,
        description: 'What the server does',
      },
      {
        displayName: 'Parameters',
        name: 'parameters',
        type: 'resourceMapper',
        noDataExpression: true,
        default: { mappingMode: 'defineBelow', value: null },
        required: true,
        typeOptions: {
          loadOptionsDependsOn: ['operation'],
          resourceMapper: {
            resourceMapperMethod: 'getParameters',
            mode: 'add',
            fieldWords: { singular: 'parameter', plural: 'parameters' },
            addAllFields: false,
            supportAutoMap: true,
          },
        },
      },
    ],
  }

  methods = {
    loadOptions: {
      async getOperations(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const operations = await fetchApi((await serverOf(this)).url)
        return operations.map(({ name, title, group, summary }) => ({
          name: `${group}: ${title}`,
          value: name,
          description: summary,
        }))
      },
    },
    resourceMapping: {
      async getParameters(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
        const operations = await fetchApi((await serverOf(this)).url)
        const chosen = find(operations, String(this.getNodeParameter('operation')))
        return { fields: (chosen?.fields ?? []).map(toMapperField) }
      },
    },
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const server = await serverOf(this)
    const operations = await fetchApi(server.url)
    const caller = new Caller(server)
    const results: INodeExecutionData[] = []
    for (const [itemIndex] of this.getInputData().entries()) {
      try {
        const name = String(this.getNodeParameter('operation', itemIndex))
        const operation = find(operations, name)
        if (operation === undefined) throw new Error(`The server has no operation ${name}.`)
        const values = valuesOf(this, itemIndex, operation)
        results.push({
          json: (await caller.call(operation, values)) as INodeExecutionData['json'],
          pairedItem: itemIndex,
        })
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), reason, { itemIndex })
        results.push({ json: { error: reason.message }, pairedItem: itemIndex })
      }
    }
    return [results]
  }
}

function find(operations: readonly ApiOperation[], name: string): ApiOperation | undefined {
  return operations.find((operation) => operation.name === name)
}

/** Mapped by hand, or taken from the item where names are the same. */
function valuesOf(context: IExecuteFunctions, itemIndex: number, operation: ApiOperation): Record<string, unknown> {
  const mode = context.getNodeParameter('parameters.mappingMode', itemIndex, 'defineBelow')
  if (mode !== 'autoMapInputData')
    return (context.getNodeParameter('parameters.value', itemIndex, {}) ?? {}) as Record<string, unknown>
  const item = context.getInputData()[itemIndex]?.json ?? {}
  return Object.fromEntries(operation.fields.map(({ name }) => [name, item[name]]))
}

const mapperTypes: Readonly<Record<Field['kind'], FieldType>> = {
  text: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  choice: 'options',
  list: 'array',
  json: 'string',
}

function toMapperField({ name, title, kind, choices, isRequired }: Field): ResourceMapperField {
  const options = choices.map((value) => ({ name: value, value }))
  return {
    id: name,
    displayName: title,
    type: mapperTypes[kind],
    required: isRequired,
    defaultMatch: false,
    canBeUsedToMatch: false,
    display: true,
    ...(options.length > 0 ? { options } : {}),
  }
}
