import type { ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow'

export class ShowcallerApi implements ICredentialType {
  name = 'showcallerApi'
  displayName = 'Showcaller API'
  documentationUrl = 'https://github.com/showcaller/showcaller'
  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'url',
      type: 'string',
      default: 'http://127.0.0.1:4400',
      description: 'Where the server is',
    },
    {
      displayName: 'API Key',
      name: 'key',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Made in the panel, under Developer › Keys. The trigger needs the permission events:read.',
    },
  ]
  // Only proves that the server is there: which operations a key may call is up to its permissions.
  test: ICredentialTestRequest = { request: { baseURL: '={{$credentials.url}}', url: '/openapi.json' } }
}
