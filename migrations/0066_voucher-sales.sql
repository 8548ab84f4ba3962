-- expand
ALTER TABLE "voucher_batches" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD COLUMN "sold" integer DEFAULT 0 NOT NULL;