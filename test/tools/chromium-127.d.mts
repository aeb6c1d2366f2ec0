export function unpackChromium127(): Promise<string | undefined>
