/** The demo's keys. Nothing prints them; whoever needs them imports them from here. */
export const PAYSTACK_SECRET_KEY = 'sk_test_5a4e0b0c5a4db0c50000000000000000lotto'
export const PAYSTACK_PUBLIC_KEY = 'pk_test_5a4e0b0c5a4db0c50000000000000000lotto'

/** The one merchant that this Paystack knows. */
export const MERCHANT = { id: 1077, name: 'Lotto Forecast', staff: 'staff@lotto.test' }
