-- expand
ALTER TABLE "grants" DROP CONSTRAINT "grants_payment_id_unique";--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
DROP INDEX "refunds_asked";--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "overruled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "overruled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "replaces" bigint;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_replaces_grants_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_payment" ON "grants" USING btree ("payment_id") WHERE "grants"."replaces" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_asked" ON "refunds" USING btree ("reference") WHERE "refunds"."state" = 'asked';--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_replaces_unique" UNIQUE("replaces");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'dispute', 'reversed-unclear', 'reversed-but-paid', 'unreadable', 'comparison-late', 'ledger'));--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_replaces" CHECK ("grants"."replaces" is null or "grants"."kind" = 'payment');