export const uploadKinds = ['sound', 'song', 'image', 'video'] as const
export type UploadKind = (typeof uploadKinds)[number]
