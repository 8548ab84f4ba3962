ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_kobo" bigint;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("received_at") WHERE "webhook_deliveries"."processed_at" is null;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'dispute', 'ledger'));