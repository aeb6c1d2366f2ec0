export const nodeVersion: string
export function nodePackageOf(platform?: NodeJS.Platform, arch?: string): string | undefined
export function downloadNode(name: string): { readonly program: Buffer; readonly licence: Buffer | undefined }
export function checkIntegrity(bytes: Buffer, name: string): void
