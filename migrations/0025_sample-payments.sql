-- expand
ALTER TABLE "users" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "source" text DEFAULT 'checkout' NOT NULL;--> statement-breakpoint
CREATE INDEX "users_samples" ON "users" USING btree ("id") WHERE "users"."is_sample";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_source" CHECK ("payments"."source" in ('checkout', 'sample'));