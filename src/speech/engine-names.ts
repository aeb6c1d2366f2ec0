/** Services on the network, in the order they are asked when the operator has set none. */
export const httpEngineNames = ['openai', 'piper', 'elevenlabs', 'google', 'azure', 'polly'] as const
export type HttpEngineName = (typeof httpEngineNames)[number]

export const engineNames = [...httpEngineNames, 'flite', 'espeak'] as const
export type EngineName = (typeof engineNames)[number]
