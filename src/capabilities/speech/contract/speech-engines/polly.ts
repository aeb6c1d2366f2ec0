import { defineSpeechEngine } from './definition.ts'

export const polly = defineSpeechEngine({
  name: 'polly',
  title: 'Amazon Polly',
  help: 'Amazon Polly voices, with an access key.',
  connection: 'http',
  settings: ['url', 'key_id', 'key', 'region', 'model', 'voice'],
  needsKey: true,
  voices: [
    { id: 'Joanna', name: 'Joanna', language: 'en-US' },
    { id: 'Matthew', name: 'Matthew', language: 'en-US' },
    { id: 'Amy', name: 'Amy', language: 'en-GB' },
    { id: 'Vicki', name: 'Vicki', language: 'de-DE' },
    { id: 'Burcu', name: 'Burcu', language: 'tr-TR' },
  ],
  defaultVoice: 'Joanna',
  setup: {
    steps: [
      {
        text: 'Create a user in AWS IAM with a policy that allows only polly:SynthesizeSpeech and polly:DescribeVoices.',
        link: 'https://console.aws.amazon.com/iam/home#/users/create',
      },
      {
        text: 'Open Security credentials of the user, press Create access key, and copy both parts into the fields below.',
      },
      { text: 'Enter the region that you want to use, such as eu-central-1.' },
    ],
    fields: {
      key: { title: 'Secret access key' },
      region: { help: 'Such as eu-central-1.', isOptional: false },
      model: { title: 'Engine', help: 'neural, generative, long-form or standard.' },
    },
  },
})
