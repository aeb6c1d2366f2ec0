export const kofiToken = '1dd7f7cf-2aaf-4c58-8d8c-4e15c81e71a1'

/** What "Send Single Donation Test" delivers, with the fields that other receivers keep in their tests. */
export function kofiTest(address: string): Promise<Response> {
  const data = {
    verification_token: kofiToken,
    message_id: '3a1fac0c-f960-4506-a60e-824979a74e74',
    timestamp: '2026-11-01T12:00:00Z',
    type: 'Donation',
    is_public: true,
    from_name: 'Jo Example',
    message: 'Good luck with the integration!',
    amount: '3.00',
    url: 'https://ko-fi.com/Home/CoffeeShop?txid=x',
    email: 'jo.example@example.com',
    currency: 'USD',
    is_subscription_payment: false,
    is_first_subscription_payment: false,
    kofi_transaction_id: '00000000-1111-2222-3333-444444444444',
    shop_items: null,
    tier_name: null,
    shipping: null,
  }
  return fetch(address, { method: 'POST', body: new URLSearchParams({ data: JSON.stringify(data) }) })
}
