// What we use of @paystack/inline-js 2.23.1, as it really is; the published types name what is not there and lack the rest.
declare module '@paystack/inline-js' {
  interface Callbacks {
    onLoad?: (loaded: { id: number; accessCode: string }) => void
    /** Whatever the checkout's window said. Anybody can make it say so. */
    onSuccess?: (claim: unknown) => void
    onCancel?: () => void
    onError?: (error: { message: string }) => void
    /** Comes right after an `onCancel`. */
    onBankTransferConfirmationPending?: () => void
  }

  export default class PaystackPop {
    readonly checkoutIframe: HTMLIFrameElement
    /** Takes any other values along; those it does not know only tell one attempt from another. */
    checkout(options: { accessCode: string } & Callbacks & Record<string, unknown>): Promise<unknown>
    /** Cancels the open transaction and removes the window. */
    cancelTransaction(): void
  }
}

// eslint-disable-next-line no-var -- a property of globalThis can be declared in no other way
declare var paystackStandIn: string | undefined
