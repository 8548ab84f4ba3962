/** Every table of the product, for the migration tool. Code imports the tables of its feature instead. */
export * from '../accounts/tables.ts'
export * from '../audit/tables.ts'
export * from '../billing/payment-tables.ts'
export * from '../billing/tables.ts'
export * from '../changes/tables.ts'
export * from '../draws/tables.ts'
export * from '../mail/tables.ts'
export * from './tables.ts'
