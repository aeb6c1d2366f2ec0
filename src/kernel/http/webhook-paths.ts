/** Every address that platforms and donation providers send webhooks to begins with this. */
export const webhookPrefix = '/webhooks/'
